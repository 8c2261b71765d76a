"""The shelf: one folder for each kind of hostile bot, with the verdict that it must earn.

The first lines of its program say what it does, its `verdict`, and what its `note` and its `stderr`
must be: whoever only tries something forbidden has to find it refused, and plays on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bots import process
from bots.interpreters import NODE
from bots.protocol import Limits
from bots.runtime import runtime
from bots.verdict import Fault, Verdict
from tests.bots import programs
from tests.bots.machine import left_over, machine, pid_namespace, processes
from tests.bots.shelf_table import PAGE, SHELF, expected, kinds, table

TRYING = SHELF / "trying.py"
QUESTIONS = 4
SECRET = "this-is-a-secret"
LEGAL = ["r1", "r2"]
QUESTION = {
    "type": "move",
    "deal": 0,
    "game": "amoins",
    "points": [0, 0],
    "events": [],
    "view": {"hand": ["r1", "r2"]},
    "legal": LEGAL,
    "bank_s": 1.0,
}
LONG = {**QUESTION, "view": {"hand": ["r1"] * 30_000}}  # more than a pipe takes
HONEST = b"""
from bots.sdk import Bot, run


class Honest(Bot):
    def choose(self, turn):
        return turn.legal[-1]


run(Honest)
"""


@dataclass
class Played:
    """How a bot of the shelf fared. `kill_s`: how long its end took. `survivors`: processes of its
    namespace after that."""

    verdict: Verdict = Verdict.OK
    log: str = ""
    note: str = ""
    stderr: str = ""
    kill_s: float = 0.0
    survivors: tuple[int, ...] = ()


@pytest.fixture(scope="module")
def alice() -> Iterator[process.Bot]:
    """An honest bot, which is asked between the questions to the others."""
    os.environ["SHELF_SECRET"] = SECRET
    runtime(NODE)  # it is kept for good, which the first bot for it would pay for
    bot = process.start(HONEST, Limits(move_s=5.0))
    yield bot
    bot.kill()
    del os.environ["SHELF_SECRET"]


@pytest.fixture(scope="module")
def kills(record_testsuite_property: Callable[[str, object], None]) -> Iterator[list[float]]:
    """Seconds that each kill took, for the report."""
    seconds: list[float] = []
    yield seconds
    record_testsuite_property("slowest_kill_s", f"{max(seconds, default=0):.4f}")


@pytest.mark.shelf
@pytest.mark.parametrize("folder", kinds(), ids=lambda folder: folder.name)
def test_a_hostile_bot_earns_its_verdict_and_leaves_nothing(
    folder: Path, alice: process.Bot, kills: list[float]
) -> None:
    wanted = expected(folder)
    before = machine()
    bank_s = alice.bank_s
    played = play(source(folder), limits(wanted), alice)
    kills.append(played.kill_s)
    assert played.verdict == wanted["verdict"], played.log
    assert wanted.get("note", played.note) == played.note
    assert wanted.get("stderr", "") in played.stderr
    assert printable(played.log)
    assert played.survivors == ()
    assert alice.bank_s > bank_s  # she gets more for each question than she needs
    assert left_over(before) == []


def limits(wanted: dict[str, str]) -> Limits:
    """Short ones; those of a bot that needs time to do its harm are in its first lines."""
    cpu_s = float(wanted.get("cpu_s", 0.2))
    return Limits(start_s=1.0, move_s=cpu_s, bank_s=cpu_s)


def play(program: bytes, limits: Limits, alice: process.Bot) -> Played:
    """As a referee does: again, if the machine was too slow to judge."""
    for _ in range(5):
        played = play_once(program, limits, alice)
        if played.verdict != Verdict.VOID_SLOW:
            break
    return played


def play_once(program: bytes, limits: Limits, alice: process.Bot) -> Played:
    played = Played()
    try:
        bob = process.start(program, limits)
    except Fault as fault:
        ask_honest(alice)
        return Played(fault.verdict, fault.log)
    namespace = pid_namespace(bob.pid)
    try:
        question_each(bob, alice, played)
    except Fault as fault:
        played.verdict, played.log = fault.verdict, fault.log
        ask_honest(alice)
    finally:
        began = time.monotonic()
        bob.kill()
        played.kill_s = time.monotonic() - began
    played.stderr = bob.stderr
    played.survivors = tuple(pid for pid, *_ in processes() if pid_namespace(pid) == namespace)
    return played


def question_each(bob: process.Bot, alice: process.Bot, played: Played) -> None:
    for number in range(QUESTIONS):
        answer = bob.ask(LONG if number == 1 else QUESTION)
        played.note = str(answer.get("note", ""))
        check(answer)
        ask_honest(alice)
        time.sleep(0.05)  # in which nobody is asked


def ask_honest(alice: process.Bot) -> None:
    for _ in range(5):
        assert alice.ask(QUESTION)["move"] == "r2"


def check(answer: dict[str, object]) -> None:
    """What a player makes of an answer."""
    if "move" not in answer:
        raise Fault(Verdict.MALFORMED, "no move")
    if answer["move"] not in LEGAL:
        raise Fault(Verdict.ILLEGAL, "not open")


def source(folder: Path) -> bytes:
    """A file as it is, or a zip where there is more than one to upload, or none that is Python."""
    if (folder / "main.c").exists():
        return programs.in_c(folder / "main.c")
    if (folder / "main.js").exists():
        names = (folder / "main.js", SHELF / "trying.js")
        return programs.in_javascript({file.name: file.read_bytes() for file in names})
    files = {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}
    if set(files) == {"bot.py"}:
        program = files["bot.py"].read_bytes()
        if b"from trying" not in program:
            return program
        files = {"main.py": files["bot.py"]}
    files["trying.py"] = TRYING
    return programs.packed({name: file.read_bytes() for name, file in files.items()})


def printable(text: str) -> bool:
    return all(character.isprintable() or character in "\t\r\n" for character in text)


def test_the_table_in_the_documents_is_that_of_the_shelf() -> None:
    assert PAGE.read_text().endswith(f"\n\n{table()}")
