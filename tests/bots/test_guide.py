"""docs/write-a-bot.md: what it tells people to type does what it says."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

from bots import sandbox, submission, trial
from bots.interpreters import CATALOG, NODE
from bots.protocol import PER_QUESTION_S, Limits
from bots.trial import Task
from bots.verdict import Verdict
from games import MATCHES
from tests.bots.programs import OTHER

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs/write-a-bot.md").read_text()
COMMANDS = re.findall(r"^    (.+)$", re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL), re.MULTILINE)


def example(language: str) -> str:
    """The one block in this language."""
    (block,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return str(block)


def test_every_command_works_one_after_another(tmp_path: Path) -> None:
    """With fewer deals, for the sake of time."""
    assert len(COMMANDS) > 10
    (tmp_path / "js_bot").mkdir()
    (tmp_path / "js_bot" / "main.js").write_text(example("javascript"))
    (tmp_path / "js_bot" / "bot.toml").write_text(example("toml"))
    script = re.sub(r"--deals \d+", "--deals 1", "\n".join(COMMANDS))
    done = subprocess.run(
        ["bash", "-ec", f'python3() {{ "{sys.executable}" "$@"; }}\n{script}'],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ready: my_bot.py keeps to the rules" in done.stdout
    assert "Ready: my_bot.zip keeps to the rules" in done.stdout
    assert "Ready: js_bot.zip keeps to the rules" in done.stdout
    assert "my_bot.py decides as my_bot did" in done.stdout


def test_its_example_plays() -> None:
    source = example("python")
    introduced = trial.introduce(source.encode())
    assert introduced.plays == ("xxl-pur",)
    one = trial.play(source.encode(), "", "", Task(MATCHES["xxl-pur"], {}))
    assert one.passed, one.verdict.log


def test_its_bot_for_node_is_that_of_the_tests() -> None:
    assert example("javascript") == (OTHER / "main.js").read_text()


def test_its_table_of_languages_is_the_catalogue() -> None:
    told = re.findall(r"^\| .*\| `(\w+)` \| `([\w.]+)` \|$", GUIDE, re.MULTILINE)[1:]
    assert told == [(name, one.main) for name, one in CATALOG.items()]


def test_its_limits_are_those_in_force() -> None:
    limits = Limits()
    for said in (
        f"| getting ready | {limits.start_s:g} s of CPU time",
        f"| one move | {limits.move_s:g} s of CPU time",
        f"| a match | {limits.bank_s:g} s of CPU time and {PER_QUESTION_S:g} s more for every",
        f"| memory | {sandbox.MEMORY >> 20} MiB |",
        f"JavaScript may use {NODE.memory >> 20} MiB of memory",
        f"and {NODE.limits[resource.RLIMIT_NPROC]} threads",
        f"at most {submission.LARGEST >> 20} MiB, and unpacked "
        f"{submission.LARGEST_UNPACKED >> 20} MiB in {submission.MOST_ENTRIES} files",
    ):
        assert said in " ".join(GUIDE.split("\n"))


def test_it_tells_every_verdict_that_is_the_bots_fault() -> None:
    told = re.findall(r"^\| `([a-z-]+)` \| [a-z]", GUIDE, re.MULTILINE)
    assert told == [
        verdict for verdict in Verdict if verdict is not Verdict.OK and not verdict.ours
    ]
