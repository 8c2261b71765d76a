"""What a bot may not change on the machine: our descriptors, processes, files, sockets, memory."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bots.runtime import runtime

MARK = "shelf-mark"  # in the names of all that bots of the shelf try to make
PORT = 47_474
T = TypeVar("T")


@dataclass(frozen=True)
class Machine:
    """What may not change."""

    descriptors: frozenset[tuple[str, str]]
    children: frozenset[int]
    files: frozenset[str]
    sockets: int
    memory: int


def machine() -> Machine:
    return Machine(
        frozenset(descriptors()),
        frozenset(children()),
        frozenset(files()),
        sockets(),
        memory(),
    )


def left_over(before: Machine) -> list[str]:
    """What a bot has left behind, in words."""
    now = machine()
    found = [f"descriptor {name}" for name in now.descriptors ^ before.descriptors]
    found += [f"process {pid}" for pid in now.children ^ before.children]
    found += [f"file {name}" for name in now.files ^ before.files]
    found += ["a socket"] * (now.sockets - before.sockets)
    grown = now.memory - before.memory
    return found + [f"{grown >> 20} MiB of memory"] * (grown > 16 << 20)


def descriptors() -> Iterator[tuple[str, str]]:
    for number in os.listdir("/proc/self/fd"):
        try:
            yield number, os.readlink(f"/proc/self/fd/{number}")
        except FileNotFoundError:  # that of the listing itself
            continue


def children() -> Iterator[int]:
    """And theirs."""
    family = {os.getpid()}
    for pid, parent in sorted(processes()):
        if parent in family:
            family.add(pid)
            yield pid


def pid_namespace(pid: int) -> str | None:
    """None for a process that is gone, or that is nothing to us."""
    try:
        return os.readlink(f"/proc/{pid}/ns/pid")
    except OSError:
        return None


def processes() -> Iterator[tuple[int, int]]:
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            stat = Path("/proc", name, "stat").read_text().rpartition(")")[2].split()
            yield int(name), int(stat[1])
        except (FileNotFoundError, ProcessLookupError):
            continue


def files() -> Iterator[str]:
    """What lies where bots see something, and what they would have written elsewhere."""
    root = runtime().root
    for place in (root, *(root / name for name in ("box", "dev", "club", "club/games", "lib"))):
        yield from (str(path) for path in place.iterdir())
    for elsewhere in ("/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "."):
        yield from (name for name in os.listdir(elsewhere) if name.startswith((MARK, "core")))


def sockets() -> int:
    names = Path("/proc/self/net/unix").read_text() + Path("/proc/self/net/tcp").read_text()
    return names.count(MARK) + names.count(f":{PORT:04X} ")


def memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def wait_for(condition: Callable[[], T]) -> T:
    """What it becomes once it holds; half a minute, since the machine may be busy."""
    for _ in range(3000):
        if found := condition():
            return found
        time.sleep(0.01)
    raise AssertionError("It does not happen.")
