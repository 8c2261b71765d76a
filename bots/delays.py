"""How long the machine kept a process waiting, so that a bot does not pay for it.

Counted are the time in which a thread of it was ready to run and got no core, and what the host of
a virtual machine took away from all of them. A bot cannot make these figures large by itself: its
own threads keep each other waiting for no longer than they compute, and for that it is late before
half of the time is over.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

TICKS = os.sysconf("SC_CLK_TCK")
STOLEN = 8  # the place in the first line of /proc/stat


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds until now: each thread's without a core, and those stolen from an average core."""

    waited: dict[str, float]
    stolen: float

    def since(self, before: Delays) -> tuple[float, float]:
        """The longest that one thread has waited, and what was stolen."""
        waited = (self.waited[thread] - before.waited.get(thread, 0.0) for thread in self.waited)
        return max(waited, default=0.0), self.stolen - before.stolen


def of(pid: int) -> Delays:
    """Those of this process; none if it is dead, or where Linux does not count them."""
    return Delays(dict(_waited(pid)), _stolen())


def _waited(pid: int) -> Iterator[tuple[str, float]]:
    tasks = f"/proc/{pid}/task"
    try:
        for thread in os.listdir(tasks):
            yield thread, int(_words(f"{tasks}/{thread}/schedstat")[1]) / 1e9
    except OSError:
        return


def _stolen() -> float:
    try:
        return int(_words("/proc/stat")[STOLEN]) / TICKS / (os.cpu_count() or 1)
    except (OSError, IndexError):
        return 0.0


def _words(path: str) -> list[bytes]:
    with open(path, "rb") as file:
        return file.readline().split()
