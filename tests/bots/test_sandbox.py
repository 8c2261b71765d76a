"""The sandbox on machines that are not like this one: closed homes, no bwrap, a bwrap that lies."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots import runtime, sandbox
from bots.runtime import NoSandbox
from tests.bots.machine import processes, wait_for

HERE = Path(__file__).resolve().parents[2]
PLAYS = """
import os, shutil, sys
os.umask(0o077)
from bots import process, runtime
from bots.verdict import Fault

SOURCE = b'''
from bots.sdk import Bot, run

class Plain(Bot):
    def choose(self, turn):
        return turn.legal[0]

run(Plain)
'''
QUESTION = {"type": "move", "deal": 0, "game": "", "points": [], "events": [], "view": {},
            "legal": ["r1"], "bank_s": 1.0}

def play():
    try:
        bot = process.start(SOURCE)
    except Fault as fault:
        sys.exit(f"{fault.verdict}: {fault.log}")
    print(bot.ask(QUESTION)["move"], os.stat(f"/proc/{bot.pid}").st_uid)
    bot.kill()
"""
SHARES_THE_NETWORK = """#!/bin/sh
for word; do
    shift
    [ "$word" = --unshare-net ] || set -- "$@" "$word"
done
LD_LIBRARY_PATH={libraries} exec {bwrap} "$@"
"""


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that others can look into, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def run(script: str, home: Path, *options: str, **environment: str) -> tuple[str, str]:
    """What it prints, and what it says as it ends."""
    done = subprocess.run(
        [sys.executable, *options, "-c", script],
        cwd=HERE,
        env={**os.environ, "CACHE_DIRECTORY": str(home), **environment},
        capture_output=True,
        text=True,
    )
    return done.stdout, done.stderr.strip()


def test_a_closed_home_and_a_strict_umask_keep_nobody_from_playing(home: Path) -> None:
    again = "play()\nshutil.rmtree(runtime.runtime().root.parent)\nplay()"
    said, complaints = run(PLAYS + again, home)
    assert complaints == ""
    moves, uids = zip(*(line.split() for line in said.splitlines()), strict=True)
    assert moves == ("r1", "r1")
    assert "0" not in uids
    assert all(path.stat().st_mode & 0o044 == 0o044 for path in home.glob("*/*/root/**/*"))


def test_a_bwrap_that_lies_runs_no_bot(home: Path) -> None:
    ours, liar = runtime.runtime(), home / "bwrap"
    liar.write_text(SHARES_THE_NETWORK.format(bwrap=ours.bwrap, libraries=ours.libraries))
    liar.chmod(0o755)
    said, complaint = run(PLAYS + "play()", home, PATH=f"{home}:{os.environ['PATH']}")
    assert said == ""
    assert complaint == (
        "void-sandbox: The sandbox does not hold, a bot in it: shares the machine's net namespace."
    )


def test_what_a_worker_left_that_died_while_it_started_a_sandbox_is_ended() -> None:
    ours = runtime.runtime()
    reading, writing = os.pipe()
    outer = subprocess.Popen(
        [
            *(str(ours.bwrap), "--unshare-user", "--unshare-pid", "--ro-bind", str(ours.root), "/"),
            *("--block-fd", str(reading), "--", ours.interpreter[0]),
        ],
        env={"LD_LIBRARY_PATH": str(ours.libraries)},
        pass_fds=(reading,),
    )
    left = wait_for(lambda: [pid for pid, parent in processes() if parent == outer.pid])
    sandbox.end_orphans(ours)
    assert outer.poll() is None  # that is somebody's
    outer.kill()
    outer.wait()
    sandbox.end_orphans(ours)
    wait_for(lambda: not any(pid in left for pid, _ in processes()))
    for descriptor in (reading, writing):
        os.close(descriptor)


def test_where_there_is_no_bwrap_no_bot_runs(home: Path) -> None:
    said, complaint = run(PLAYS + "play()", home, "-S", PATH=str(home), PYTHONPATH="")
    assert said == ""
    assert complaint.startswith("void-sandbox: There is no bubblewrap here")


def test_a_folder_that_somebody_laid_for_us_is_not_used(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "theirs").mkdir()
    (home / f"stammtisch-{os.getuid()}").symlink_to(home / "theirs")
    monkeypatch.setattr(runtime, "_places", lambda: (str(home),))
    with pytest.raises(NoSandbox, match="There is no folder"):
        runtime._home()


def aged(folder: Path, hours: float) -> Path:
    (folder / "root").mkdir(parents=True)
    long_ago = time.time() - hours * 3600
    os.utime(folder, (long_ago, long_ago))
    return folder


def left_in(home: Path) -> list[str]:
    runtime._tidy_up(home)
    return sorted(path.name for path in home.iterdir())


def test_runtimes_go_but_for_the_last_three_and_those_that_a_process_holds(home: Path) -> None:
    for hours in range(2, 8):
        aged(home / f"sandbox-{hours}", hours)
    for name in (".new-broken", ".old-sandbox-9", "other"):
        aged(home / name, 30)
    held = runtime._hold(home / "sandbox-6")
    kept = ["other", "sandbox-2", "sandbox-3", "sandbox-4"]
    assert left_in(home) == [*kept, "sandbox-6"]
    os.close(held)
    assert left_in(home) == kept


def test_runtimes_used_within_the_hour_are_kept_however_many(home: Path) -> None:
    names = [aged(home / f"sandbox-{number}", number / 10).name for number in range(6)]
    assert left_in(home) == names


def test_a_process_keeps_the_runtime_it_runs_bots_from() -> None:
    ours = runtime.runtime()
    runtime._remove(ours.root.parent)
    assert runtime.runtime() is ours
    assert (ours.root / ours.interpreter[0][1:]).exists()
