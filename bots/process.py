"""One live bot: start, ask, clock, kill.

A bot is judged by the CPU time of its process, threads included: `move_s` for one question, and
`bank_s` plus a little for every question for all it uses after it was ready, whether it was asked
or not. Wall time only matters where a bot sleeps: past three times `move_s` it is late as well,
unless the machine kept it waiting, which is our fault.
"""

from __future__ import annotations

import os
import secrets
import select
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from . import protocol
from .protocol import LONGEST_ANSWER, PER_QUESTION_S, BadAnswer, Limits
from .runtime import NoSandbox, runtime
from .sandbox import Box
from .verdict import LONGEST_LOG, Fault, Verdict

WALL = 3  # times the CPU time that it may use
MOST_UNASKED = 1 << 20  # bytes of stdout, and of stderr, that nobody asked for
IDLE_CPU_S = 0.01  # used between questions by one that ponders; it is stopped there from then on
KEPT_WAITING = 0.5  # of the wall time: then the machine was too busy to judge
SOME = 1 << 16


@dataclass(frozen=True, slots=True)
class _Clocks:
    """Seconds at one moment. `waited`: how long it was ready to run and got no core."""

    wall: float
    cpu: float
    waited: float
def start(
    source: bytes, limits: Limits | None = None, hello: Mapping[str, Any] | None = None
) -> Bot:
    """A bot that has got ready. `source`: a Python file or a zip with main.py. Raises Fault."""
    try:
        bot = Bot(_box(), limits or Limits())
    except NoSandbox as why:
        raise Fault(Verdict.VOID_SANDBOX, str(why)) from why
    try:
        bot.begin(source, hello or {"type": "hello", "protocol": protocol.PROTOCOL})
    except BaseException:
        bot.kill()
        raise
    return bot


_ahead: list[Box] = []


def prepare(count: int) -> None:
    """Have so many sandboxes waiting; what takes time in a start is then over. Raises
    NoSandbox."""
    while len(_ahead) < count:
        _ahead.append(Box(runtime()))


def end_prepared() -> None:
    """End those that wait."""
    while _ahead:
        _ahead.pop().kill()


def _box() -> Box:
    """One whose interpreter waits for a source. Raises NoSandbox."""
    box = _ahead.pop(0) if _ahead else Box(runtime())
    try:
        box.wait_until_ready()
    except NoSandbox:
        box.kill()
        raise
    return box


class Bot:
    """A bot in its sandbox, ready or about to be.

    `bank_s`: seconds of CPU it has left for the rest of the match. `stderr`: the end of what it
    wrote there.
    """

    def __init__(self, box: Box, limits: Limits) -> None:
        self.limits = limits
        self.bank_s = limits.bank_s
        self._box = box
        self._pipes = _Pipes(box)
        self._clock = ~box.pid << 3 | 2  # as Linux numbers the CPU clock of a process
        self._cpu_s = 0.0
        self._charged_s = 0.0  # how much of that is charged to the bank or was free
        self._ponders = False

    @property
    def stderr(self) -> str:
        """The last LONGEST_LOG bytes."""
        return self._pipes.log.decode(errors="replace")

    @property
    def cpu_s(self) -> float:
        """Seconds of CPU that all its threads have used since it was started."""
        with suppress(OSError):  # it is dead: what it had used when last asked
            self._cpu_s = time.clock_gettime(self._clock)
        return self._cpu_s

    def begin(self, source: bytes, hello: Mapping[str, Any]) -> None:
        """Make it this bot. Raises Fault."""
        self._charged_s = self.cpu_s  # its interpreter was started before
        data = self._box.give(source) + protocol.line(hello)
        try:
            self._converse(data, self.limits.start_s, lambda said: said.get("type") == "ready")
        except Fault as fault:
            if fault.verdict.ours:
                raise
            raise Fault(Verdict.NO_START, f"{fault}\n{fault.log}") from fault
        self._charged_s = self.cpu_s  # getting ready is free

    def ask(self, message: Mapping[str, Any], *ahead: Mapping[str, Any]) -> dict[str, Any]:
        """Its answer to one question, whose id it has to echo. `ahead`: messages that go before.
        Raises Fault, after which only `kill` is left."""
        asked = message.get("id") or secrets.token_urlsafe(9)
        data = b"".join(map(protocol.line, (*ahead, {**message, "id": asked})))
        self._wake()
        self.bank_s += PER_QUESTION_S
        self._charge()
        try:
            may_use = min(self.limits.move_s, self.bank_s)
            return self._converse(data, may_use, lambda said: said.get("id") == asked)
        finally:
            self._charge()
            self._hold()

    def tell(self, message: Mapping[str, Any]) -> None:
        """Something that nobody answers; lost if it does not listen."""
        self._wake()
        self._pipes.write(protocol.line(message))

    def kill(self) -> None:
        """Returns when it is certainly dead."""
        _ = self.cpu_s  # the last reading there is
        self._box.end()
        self._pipes.hear_the_rest()
        self._box.close()

    def _converse(
        self, data: bytes, may_use_s: float, is_answer: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any]:
        """Write, then read until it answers. Raises Fault."""
        asked = self._clocks()
        rest = self._pipes.write(data)
        try:
            while True:
                for message in self._pipes.messages():
                    if is_answer(message):
                        self._pipes.answered()
                        return message
                used_s = self.cpu_s - asked.cpu
                left_s = WALL * may_use_s - (time.monotonic() - asked.wall)
                if used_s > may_use_s or left_s < 0:
                    raise self._late(asked)
                rest = self._pipes.wait(min(left_s, may_use_s - used_s), rest)
        except BadAnswer as bad:
            raise Fault(Verdict.MALFORMED, f"{bad}\n{self.stderr}") from None
        except Ended:
            raise self._dead() from None
        except Fault as fault:
            raise Fault(fault.verdict, f"{fault.log}\n{self.stderr}") from None

    def _late(self, asked: _Clocks) -> Fault:
        """Whose fault it is that no answer has come."""
        now = self._clocks()
        wall, cpu, waited = now.wall - asked.wall, now.cpu - asked.cpu, now.waited - asked.waited
        figures = f"{cpu:.3f} s of CPU in {wall:.3f} s, {waited:.3f} s of them without a core."
        if waited > KEPT_WAITING * wall:
            return Fault(Verdict.VOID_SLOW, figures)
        return Fault(Verdict.LATE, figures)

    def _dead(self) -> Fault:
        self._box.end()
        self._pipes.hear_the_rest()
        lines = self.stderr.rstrip().rsplit("\n", 1)
        if lines[-1].startswith("MemoryError"):
            return Fault(Verdict.EXHAUSTED, self.stderr)
        return Fault(Verdict.CRASHED, self.stderr or f"It ended with code {self._box.code}.")

    def _clocks(self) -> _Clocks:
        return _Clocks(time.monotonic(), self.cpu_s, self._waited_s())

    def _waited_s(self) -> float:
        try:
            with open(f"/proc/{self._box.pid}/schedstat", "rb") as file:
                return int(file.read().split()[1]) / 1e9
        except OSError:
            return 0.0

    def _charge(self) -> None:
        now = self.cpu_s
        self.bank_s -= now - self._charged_s
        self._charged_s = now

    def _wake(self) -> None:
        if self._ponders:
            self._box.signal(signal.SIGCONT)
        elif self.cpu_s - self._charged_s > IDLE_CPU_S:
            self._ponders = True

    def _hold(self) -> None:
        """One that works on unasked takes its opponents' core; a signal costs some microseconds, so
        others are spared it."""
        if self._ponders:
            self._box.signal(signal.SIGSTOP)


class Ended(Exception):
    """The process is dead, or will say nothing more."""


class _Pipes:
    """What goes through the pipes of a sandbox. `log`: the end of its stderr."""

    def __init__(self, box: Box) -> None:
        self.log = b""
        self._box = box
        self._said = b""  # on stdout, no whole line yet
        self._unread = 0  # bytes on stdout since the last answer
        self._complained = 0  # bytes on stderr
        self._poll = select.poll()
        for pipe in (box.stdin, box.stdout, box.stderr):
            os.set_blocking(pipe, False)
        for pipe in (box.stdout, box.stderr, box.pidfd):
            self._poll.register(pipe, select.POLLIN)

    def write(self, data: bytes) -> bytes:
        """As much as it takes now; returns the rest."""
        try:
            rest = data[os.write(self._box.stdin, data) :]
        except BlockingIOError:
            rest = data
        except BrokenPipeError:  # what it has said still counts
            rest = b""
        return rest

    def messages(self) -> Iterator[dict[str, Any]]:
        """Every whole line that has come. Raises BadAnswer, and Fault for a line too long."""
        while (end := self._said.find(b"\n")) >= 0:
            line, self._said = self._said[:end], self._said[end + 1 :]
            if len(line) > LONGEST_ANSWER:
                break
            yield protocol.message(line)
        if end >= 0 or len(self._said) > LONGEST_ANSWER:
            raise Fault(Verdict.TOO_BIG)

    def wait(self, seconds: float, rest: bytes) -> bytes:
        """Until something comes, or the time is over; writes on and returns what is still to be
        written. Raises Ended, and Fault for a flood."""
        if rest:
            self._poll.register(self._box.stdin, select.POLLOUT)
        ready = dict(self._poll.poll(1000 * seconds + 1))
        if rest:
            self._poll.unregister(self._box.stdin)
            rest = self.write(rest)
        if self._box.stderr in ready:
            self._hear_stderr()
        if self._box.stdout in ready:
            self._hear_stdout()
        elif self._box.pidfd in ready:
            raise Ended
        return rest

    def answered(self) -> None:
        """What has come so far was asked for."""
        self._unread = 0

    def hear_the_rest(self) -> None:
        """What a dead one left on stderr."""
        with suppress(Fault):
            while self._hear_stderr():
                pass

    def _hear_stdout(self) -> None:
        more = _read(self._box.stdout)
        if not more:
            raise Ended
        self._said += more
        self._unread += len(more)
        if self._unread > MOST_UNASKED:
            raise Fault(Verdict.FLOOD, "More than 1 MiB on stdout.")

    def _hear_stderr(self) -> bool:
        more = _read(self._box.stderr)
        if not more:
            with suppress(KeyError):
                self._poll.unregister(self._box.stderr)
            return False
        self.log = (self.log + more)[-LONGEST_LOG:]
        self._complained += len(more)
        if self._complained > MOST_UNASKED:
            raise Fault(Verdict.FLOOD, "More than 1 MiB on stderr.")
        return True


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, SOME)
    except BlockingIOError:
        return b""
