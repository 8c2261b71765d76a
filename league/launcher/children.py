"""Processes that end when this one does, however it ends.

They are forked, not started anew: a child shares what is loaded already, which saves a second and
most of the memory per part. So this process has to stay without threads, and without open
connections whenever it forks.
"""

import ctypes
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path

RESTARTS, PER_S = 3, 60.0
STOP_WITHIN_S = 10.0
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15

libc = ctypes.CDLL(None)


class CannotStart(Exception):
    """Why something does not start, in one sentence for the person at the terminal."""


class Child:
    """One part of the site in a process of its own, with a log of its own.

    `run` is called in the new process and may replace it by another program (exec). `answers` is
    asked here whether the part does its work.
    """

    def __init__(
        self, name: str, run: Callable[[], object], answers: Callable[[], bool], log: Path
    ) -> None:
        self.name = name
        self.log = log
        self._run = run
        self._answers = answers
        self._starts: deque[float] = deque(maxlen=RESTARTS + 1)

    def start(self) -> None:
        """Start, or start again; nobody waits here until it answers."""
        self._starts.append(time.monotonic())
        self.process = get_context("fork").Process(
            target=self._live, args=(os.getpid(),), name=self.name, daemon=True
        )
        self.process.start()

    def wait(self, within_s: float) -> None:
        """Return when it answers. Raises CannotStart when it ends or stays silent instead."""
        deadline = time.monotonic() + within_s
        while not self._answers():
            if not self.process.is_alive():
                raise CannotStart(f"The {self.name} did not come up: {self.last_words()}")
            if time.monotonic() > deadline:
                raise CannotStart(f"The {self.name} does not answer: {self.last_words()}")
            time.sleep(0.02)

    def last_words(self) -> str:
        """The last line of its log, and where to read the others."""
        lines = self.log.read_text(errors="replace").split("\n") if self.log.exists() else []
        said = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
        return f"{said} (more in {self.log})"

    def may_start_again(self) -> bool:
        """Whether it was not started too often of late."""
        often = len(self._starts) == self._starts.maxlen
        return not (often and time.monotonic() - self._starts[0] < PER_S)

    def _live(self, parent: int) -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before the line above
            os._exit(1)
        libc.prctl(PR_SET_NAME, self.name.encode())  # for ps and top
        os.setsid()  # Ctrl-C is for the parent, which stops its children in order
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        self._write_to_log()
        self._run()

    def _write_to_log(self) -> None:
        log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(log, sys.stdout.fileno())
        os.dup2(log, sys.stderr.fileno())
        os.close(log)


def stop(children: Sequence[Child]) -> None:
    """Ask all of them to end, and see to it that they do."""
    alive = [child.process for child in children if child.process.is_alive()]
    for process in alive:
        process.terminate()
    deadline = time.monotonic() + STOP_WITHIN_S
    for process in alive:
        process.join(max(0.0, deadline - time.monotonic()))
        process.kill()
        process.join()
