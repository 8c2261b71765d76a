"""What goes through the pipes of a sandbox: lines to a bot, lines from it, and its complaints.

Nothing here waits for a bot that does not listen, and nothing is kept beyond a line, the end of the
log and what one reading brings, however much a bot writes.
"""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from . import protocol
from .protocol import LONGEST_ANSWER
from .sandbox import Box
from .verdict import LONGEST_LOG, Fault, Verdict

MOST_UNASKED = 1 << 20  # bytes of a match on stdout that answer nothing, and bytes on stderr
SHORTEST = 64  # bytes that any line counts as: reading one costs us as much
SOME = 1 << 16


class Ended(Exception):
    """The process is dead, or will say nothing more."""


class Pipes:
    """Those of one sandbox. `log`: the end of what came on stderr."""

    def __init__(self, box: Box) -> None:
        self.log = b""
        self._box = box
        self._unwritten = b""
        self._said = b""  # on stdout, no whole line yet
        self._lines: deque[bytes] = deque()  # whole ones that nobody has looked at
        self._unasked = 0
        self._complained = 0
        self._poll = select.poll()
        for pipe in (box.stdin, box.stdout, box.stderr):
            os.set_blocking(pipe, False)
        for pipe in (box.stdout, box.stderr, box.pidfd):
            self._poll.register(pipe, select.POLLIN)

    def write(self, data: bytes) -> None:
        """As much as it takes now, and the rest while we `wait`."""
        rest = self._unwritten + data
        try:
            rest = rest[os.write(self._box.stdin, rest) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # what it has said still counts
            rest = b""
        self._unwritten = rest

    def messages(self) -> Iterator[dict[str, Any]]:
        """Those that have come; whoever stops at one finds the others next time. Raises BadAnswer,
        and Fault for a line too long or for too many."""
        while self._lines:
            line = self._lines.popleft()
            if len(line) > LONGEST_ANSWER:
                raise _too_big()
            yield protocol.message(line)
            self._count(line)  # who comes back for more did not find his answer in it
        if len(self._said) > LONGEST_ANSWER:
            raise _too_big()

    def wait(self, seconds: float) -> None:
        """Until something comes, or the time is over. Raises Ended, and Fault for a flood."""
        ready = self._ready(max(0.0, seconds))
        if self._unwritten:
            self.write(b"")
        if self._box.stderr in ready:
            self._hear_stderr()
        if self._box.stdout in ready:
            self._hear_stdout()
        elif self._box.pidfd in ready:
            raise Ended

    def hear_the_rest(self) -> None:
        """What a dead one left on stderr."""
        with suppress(Fault):
            while self._hear_stderr():
                pass

    def _ready(self, within_s: float) -> set[int]:
        if not self._unwritten:
            return {descriptor for descriptor, _ in self._poll.poll(1000 * within_s)}
        self._poll.register(self._box.stdin, select.POLLOUT)
        try:
            return {descriptor for descriptor, _ in self._poll.poll(1000 * within_s)}
        finally:
            self._poll.unregister(self._box.stdin)

    def _count(self, line: bytes) -> None:
        self._unasked += max(len(line), SHORTEST)
        if self._unasked > MOST_UNASKED:
            raise Fault(Verdict.FLOOD, "It wrote more than 1 MiB on stdout that answers nothing.")

    def _hear_stdout(self) -> None:
        more = _read(self._box.stdout)
        if more == b"":
            raise Ended
        *lines, self._said = (self._said + (more or b"")).split(b"\n")
        self._lines.extend(lines)

    def _hear_stderr(self) -> bool:
        """Whether there may be more."""
        more = _read(self._box.stderr)
        if more == b"":  # it has closed it: poll would report that again and again
            with suppress(KeyError):
                self._poll.unregister(self._box.stderr)
        if not more:
            return False
        self.log = (self.log + more)[-LONGEST_LOG:]
        self._complained += len(more)
        if self._complained > MOST_UNASKED:
            raise Fault(Verdict.FLOOD, "It wrote more than 1 MiB on stderr.")
        return True


def _read(pipe: int) -> bytes | None:
    """Nothing at its end, None while there is nothing."""
    try:
        return os.read(pipe, SOME)
    except BlockingIOError:
        return None


def _too_big() -> Fault:
    return Fault(Verdict.TOO_BIG, "It wrote a line of more than 64 KiB on stdout.")
