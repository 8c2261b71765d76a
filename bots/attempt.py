"""A bot that plays honestly and tries, before that, what a bot must not be able to do. The probes
run it in the sandbox; its note tells what succeeded.
"""

import ctypes
import mmap
import os
import socket

from bots.sdk import Bot, Turn, run

TOO_MUCH_MEMORY = 1 << 30


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def execute() -> None:
    os.posix_spawn("/usr/bin/python3", ["python3", "-c", ""], {})


def write() -> None:
    with open("/box/file", "w"):
        pass


def unshare() -> None:
    if ctypes.CDLL(None).unshare(0x1000_0000) != 0:  # a user namespace
        raise OSError("refused")


def take_memory() -> None:
    mmap.mmap(-1, TOO_MUCH_MEMORY, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def read() -> None:
    with open("/etc/passwd"):
        pass


ATTEMPTS = {
    "open a socket": lambda: socket.socket(socket.AF_INET),
    "start a process": fork,
    "run a program": execute,
    "read the machine's files": read,
    "see its processes": lambda: os.listdir("/proc/1"),
    "see its environment": lambda: os.environ["PATH"],
    "write a file": write,
    "make a namespace": unshare,
    "take a GiB of memory": take_memory,
}


def succeeds(name: str) -> bool:
    try:
        ATTEMPTS[name]()
    except (OSError, MemoryError, LookupError):
        return False
    return True


class Honest(Bot):
    def choose(self, turn: Turn) -> str:
        turn.note = ", ".join(filter(succeeds, ATTEMPTS))
        return turn.legal[-1]


run(Honest)
