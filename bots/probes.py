"""The probes: before any uploaded bot runs, whether a sandbox holds here.

An honest bot has to get its answer through; it tries on the way what no bot may do; and Linux is
asked what it thinks of the process. A worker whose sandbox does not behave runs no bot at all.
"""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from . import protocol
from .protocol import Limits
from .runtime import NoSandbox, runtime
from .sandbox import Box, end_orphans

ATTEMPT = Path(__file__).with_name("attempt.py")
QUESTION = {"type": "move", "id": "probe", "deal": 0, "game": "", "points": [], "events": []}
MOVES = ["one", "another"]
ANSWERS_WITHIN_S = 30.0
NAMESPACES = ("user", "pid", "net", "ipc", "uts", "mnt")
MUST_BE = {
    "NoNewPrivs": ("1", "could gain rights"),
    "Seccomp": ("2", "has no filter of system calls"),
    "CapEff": (f"{0:016x}", "has rights of an administrator"),
    "CapBnd": (f"{0:016x}", "could get rights of an administrator"),
}


@cache
def passed() -> None:
    """`check`, once in a process for which it holds. Raises NoSandbox."""
    end_orphans(runtime())
    check()


def check(kind: type[Box] = Box) -> None:
    """Raises NoSandbox, with one sentence, where bots cannot be shut in."""
    box = kind(runtime())
    try:
        wrong = [*_done(box), *_seen(box.pid)]
    except OSError as error:  # it has died meanwhile
        raise NoSandbox(f"The sandbox cannot be tried ({error.strerror}).") from error
    finally:
        box.kill()
    if wrong:
        raise NoSandbox(f"The sandbox does not hold, a bot in it: {', '.join(wrong)}.")


def _done(box: Box) -> Iterator[str]:
    """What a bot in it has done that it must not. Raises NoSandbox if it cannot play."""
    box.wait_until_ready()
    answer = _answer(box)
    if answer.get("move") != MOVES[-1]:
        raise NoSandbox("An honest bot gets no answer through the sandbox.")
    if note := answer.get("note"):
        yield str(note)


def _answer(box: Box) -> dict[str, object]:
    question = {**QUESTION, "legal": MOVES, "view": {}, "bank_s": 1.0}
    lines = protocol.line(protocol.hello_alone(Limits())) + protocol.line(question)
    os.set_blocking(box.stdout, False)
    for part in (box.give(ATTEMPT.read_bytes()), lines):  # small enough for a pipe
        os.write(box.stdin, part)
    said = _lines(box, 3)  # that it is locked, that it is ready, and the answer
    try:
        return dict(json.loads(said[2]))
    except (ValueError, IndexError):
        raise NoSandbox(f"An honest bot does not run in the sandbox.{box.complaint()}") from None


def _lines(box: Box, wanted: int) -> list[bytes]:
    """So many, or what comes of them in time."""
    said = b""
    until = time.monotonic() + ANSWERS_WITHIN_S
    waiting = select.poll()
    waiting.register(box.stdout, select.POLLIN)
    while said.count(b"\n") < wanted and time.monotonic() < until:
        if waiting.poll(1000):
            more = os.read(box.stdout, 1 << 16)
            if not more:
                break
            said += more
    return said.splitlines()


def _seen(pid: int) -> Iterator[str]:
    """What Linux says of the process that it must not."""
    for name in NAMESPACES:
        if os.readlink(f"/proc/{pid}/ns/{name}") == os.readlink(f"/proc/self/ns/{name}"):
            yield f"shares the machine's {name} namespace"
    status = dict(
        line.split(":\t") for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    for name, (value, complaint) in MUST_BE.items():
        if status.get(name) != value:
            yield complaint
    if "0" in status["Uid"].split():
        yield "belongs to root"
