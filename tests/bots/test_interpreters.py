"""Bots for other interpreters than Python: they are real programs here, in real sandboxes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bots import interpreters, process, runtime, trial
from bots.interpreters import BINARY, CATALOG, NODE, PYTHON, NotEnabled
from bots.protocol import Limits
from bots.trial import Task
from bots.verdict import Fault, Verdict
from games import MATCHES
from tests.bots import programs
from tests.bots.programs import EnableOnly

QUESTION = {
    "type": "move",
    "deal": 0,
    "game": "amoins",
    "points": [0, 0],
    "events": [],
    "view": {},
    "legal": ["r1", "r2"],
    "bank_s": 1.0,
}
Start = Callable[[bytes], process.Bot]
BOTS = pytest.mark.parametrize("made", [programs.first_in_javascript, programs.first_in_c])


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[process.Bot] = []

    def starting(source: bytes) -> process.Bot:
        started.append(process.start(source, Limits(move_s=5.0)))
        return started[-1]

    yield starting
    for bot in started:
        bot.kill()


@BOTS
def test_a_bot_in_another_language_passes_its_trial(made: Callable[[], bytes]) -> None:
    source = made()
    assert trial.introduce(source).plays == ("xxl-pur",)
    one = trial.play(source, "", "", Task(MATCHES["xxl-pur"], {}))
    assert one.passed, one.verdict.log
    assert len(one.cpu_us) > 10


def test_a_prepared_sandbox_stays_for_one_in_python(start: Start) -> None:
    process.prepare(1)
    assert start(programs.first_in_c()).ask(QUESTION)["move"] == "r1"
    assert len(process._ahead) == 1
    process.end_prepared()


def in_javascript(says: str, **files: bytes) -> bytes:
    """A bot that answers with what an expression comes to."""
    main = f"require('./trying.js').play(() => String({says}))".encode()
    trying = Path(__file__).with_name("shelf") / "trying.js"
    return programs.in_javascript({"main.js": main, "trying.js": trying.read_bytes(), **files})


def note(bot: process.Bot) -> str:
    return str(bot.ask(QUESTION)["note"])


def test_chances_in_javascript_are_the_same_each_time(start: Start) -> None:
    source = in_javascript("Math.random()")
    assert note(start(source)) == note(start(source))


def test_files_of_a_zip_lie_beside_its_program(start: Start) -> None:
    source = in_javascript(
        "require('node:fs').readFileSync('data/weights.txt') + require('./lib/deep')",
        **{"data/weights.txt": b"1 2 3", "lib/deep/index.js": b"module.exports = ' and code'"},
    )
    assert note(start(source)) == "1 2 3 and code"


def test_an_odd_name_keeps_its_meaning(start: Start) -> None:
    source = programs.packed(
        {
            "bot.toml": b'interpreter = "node"\nmain = "-e\\"; b o t.js"',
            '-e"; b o t.js': (programs.OTHER / "main.js").read_bytes(),
        }
    )
    assert start(source).ready["name"] == "first"


def test_what_is_not_enabled_does_not_start(enable_only: EnableOnly) -> None:
    source = programs.first_in_c()
    enable_only([])
    with pytest.raises(Fault) as raised:
        process.start(source)
    assert raised.value.verdict is Verdict.NO_START
    assert raised.value.log == "The interpreter 'binary' is not enabled here; a bot may use python."


def test_what_is_not_installed_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotEnabled, match="'node' is not installed here"):
        interpreters.named("node")
    assert interpreters.usable() == ["python", "binary"]


def test_python_is_always_enabled(enable_only: EnableOnly) -> None:
    enable_only([])
    assert interpreters.usable() == ["python"]
    assert interpreters.named("python") is PYTHON


def test_a_name_that_is_not_in_the_catalogue_cannot_be_enabled() -> None:
    with pytest.raises(NotEnabled, match="There is no interpreter cobol; there are python, node"):
        interpreters.enable_only(["cobol"])
    assert "node" in CATALOG


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"main": b"\x7fELF\x02\x01\x01" + bytes(100)}, "is no program for Linux on x86-64"),
        ({"other": b""}, "There is no 'main' in this zip."),
    ],
)
def test_a_zip_that_cannot_be_started_says_why(files: dict[str, bytes], says: str) -> None:
    with pytest.raises(Fault) as raised:
        process.start(programs.packed({"bot.toml": b'interpreter = "binary"', **files}))
    assert raised.value.verdict is Verdict.NO_START
    assert says in raised.value.log


def test_a_file_that_unpacks_to_more_than_there_is_room_for_is_the_bots_fault() -> None:
    """Through the door that does not unpack it first."""
    main = programs.compiled(programs.OTHER / "main.c")
    source = bytearray(
        programs.packed({"bot.toml": b'interpreter = "binary"', "main": main, "much": bytes(99)})
    )
    damaged = source.replace(b"much", b"mu\0h", 1)  # its name in front of it, not in the table
    with pytest.raises(Fault) as raised:
        process.start(bytes(damaged))
    assert raised.value.verdict is Verdict.NO_START
    assert "differ" in raised.value.log


def test_node_has_a_folder_of_its_own_since_it_is_large() -> None:
    ours, with_node = runtime.runtime().root, runtime.runtime(NODE).root
    assert ours != with_node
    assert runtime.runtime(BINARY).root == ours
    assert shutil.which("node", path=str(with_node / "usr/bin"))
    assert not (ours / "usr/bin/node").exists()
