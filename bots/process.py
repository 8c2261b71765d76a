"""One live bot: start, ask, clock, kill.

A bot is judged by the CPU time of its process, threads included: `move_s` for one question, and
`bank_s` plus a little for every question for all it uses after it was ready, whether it was asked
or not. Wall time only matters where a bot sleeps: past three times `move_s` it is late as well,
unless the machine kept it waiting, which is our fault.

    bot = process.start(source)
    answer = bot.ask({"type": "move", ...})
    bot.kill()

No bot runs before the probes of this process's sandboxes have passed.
"""

from __future__ import annotations

import atexit
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from . import delays, memory, probes, protocol, submission
from .delays import Delays
from .interpreters import PYTHON, Interpreter
from .pipes import Ended, Pipes
from .protocol import PER_QUESTION_S, BadAnswer, Limits
from .runtime import NoSandbox, runtime
from .sandbox import STARTS_WITHIN_S, Box
from .submission import BadSubmission
from .verdict import Fault, Verdict

WALL = 3  # times the CPU time that it may use
IDLE_CPU_S = 0.01  # used unasked by one that ponders; from then on it is stopped between questions
LOOK_EVERY_S = 0.02  # at what the others do, while one thinks
KEPT_WAITING = 0.5  # of the wall time: then the machine was too busy to judge
ENDING_S = 1.0  # from the end of its stdout to that of its process
# Characters at the end of its log: threads may fall one after another, and Node adds where it was.
MEMORY_ERROR_WITHIN = 8000

CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n\r"}

Said = dict[str, Any]


def start(
    source: bytes,
    limits: Limits | Mapping[str, float] | None = None,
    hello: Mapping[str, Any] | None = None,
) -> Bot:
    """A bot that has got ready. `source`: a Python file, or a zip with main.py or a bot.toml that
    names an interpreter that is enabled here. Raises Fault.

    `limits`, where they are no Limits: as `hello` tells of them. It lives no longer than the thread
    that starts it.
    """
    if not isinstance(limits, Limits):
        limits = Limits(**limits or {})
    try:
        probes.passed()
        program = submission.program(source)
        bot = Bot(_box(program.interpreter), limits)
    except NoSandbox as why:
        raise Fault(Verdict.VOID_SANDBOX, str(why)) from why
    except BadSubmission as why:
        raise Fault(Verdict.NO_START, str(why)) from why
    try:
        bot.begin(source, hello or protocol.hello_alone(limits), program.main)
    except BaseException:
        bot.kill()
        raise
    return bot


_ahead: list[Box] = []


def prepare(count: int, ready: bool = False, rules: bool = True) -> None:
    """Have so many sandboxes waiting for their bots. Only those in Python can use them: others need
    a folder and a program. Their interpreters start meanwhile, `ready`: until they have. `rules`:
    they load `games`, which costs half of that again and is wasted on a bot without use for it.
    Raises NoSandbox."""
    probes.passed()
    while len(_ahead) < count:
        box = Box(runtime(), ahead=rules)
        box.keep_to(_cores or os.sched_getaffinity(0))
        _ahead.append(box)
    for box in _ahead if ready else ():
        box.wait_until_ready()


def end_prepared() -> None:
    """End those that wait."""
    while _ahead:
        _ahead.pop().kill()


atexit.register(end_prepared)


_cores: set[int] = set()  # all that there are, once this process keeps to one of them


def keep_to_core(number: int) -> None:
    """Keep this thread, its bots and the threads it will start to one core, counted on from the
    first after the last: a question and its answer take many times as long from one to another.
    Sandboxes may start on any until they get their bots."""
    _cores.update(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {sorted(_cores)[number % len(_cores)]})


def _box(interpreter: Interpreter) -> Box:
    """One in which a source is waited for. Raises NoSandbox."""
    box = _prepared() if interpreter.is_python else None
    box = box or Box(runtime(interpreter), interpreter=interpreter)
    try:
        box.wait_until_ready()
        box.keep_to(os.sched_getaffinity(0))
    except NoSandbox:
        box.kill()
        raise
    return box


def _prepared() -> Box | None:
    while _ahead:
        box = _ahead.pop(0)
        if not box.has_ended():
            return box
        box.close()  # somebody has killed it meanwhile
    return None


class Bot:
    """A bot in its sandbox, ready or about to be.

    `ready`: what it said when it was, and `start_cpu_s`: what it used until then. `bank_s`: seconds
    of CPU it has left for the rest of the match. `charged_s`: how much of `cpu_s` is charged to the
    bank by now, or was free.
    """

    def __init__(self, box: Box, limits: Limits) -> None:
        self.limits = limits
        self.bank_s = limits.bank_s
        self.ready: Said = {}
        self.start_cpu_s = 0.0
        self._box = box
        self._pipes = Pipes(box)
        self._clock = ~box.pid << 3 | 2  # as Linux numbers the CPU clock of a process
        self._cpu_s = 0.0
        self.charged_s = 0.0
        self._memory_seen_s = 0.0
        self._ponders = False
        self._stopped = False
        self._taken: Fault | None = None  # more memory than it may, unasked
        self._asked = threading.Lock()  # held while it may run

    @property
    def pid(self) -> int:
        """Of its process, as the machine counts."""
        return self._box.pid

    @property
    def stderr(self) -> str:
        """The last LONGEST_LOG bytes, without what would change a terminal or a database."""
        return self._pipes.log.decode(errors="replace").translate(CONTROLS)

    @property
    def cpu_s(self) -> float:
        """Seconds of CPU that all its threads have used since it was started."""
        if self._box.code is None:  # else its number may be somebody else's
            with suppress(OSError):
                self._cpu_s = time.clock_gettime(self._clock)
        return self._cpu_s

    def begin(self, source: bytes, hello: Mapping[str, Any], main: str = PYTHON.main) -> None:
        """Make it this bot. Raises Fault."""
        with self._asked:
            self._lock(source, main)
            self.charged_s = self.cpu_s  # its interpreter was started before
            self.ready = self._get_ready(hello)
            self.start_cpu_s = self.cpu_s - self.charged_s
            self.charged_s = self.cpu_s  # getting ready is free
        _alive.add(self)
        _watchman().wake()

    def _lock(self, source: bytes, main: str) -> None:
        """Until nothing is left to do but to run it: what fails before is our fault."""
        try:
            self._converse(self._box.give(source, main), STARTS_WITHIN_S, _says("locked"))
        except Fault as fault:
            raise Fault(Verdict.VOID_SANDBOX, fault.log) from fault

    def _get_ready(self, hello: Mapping[str, Any]) -> Said:
        try:
            return self._converse(protocol.line(hello), self.limits.start_s, _says("ready"))
        except Fault as fault:
            if fault.verdict.ours:
                raise
            raise Fault(Verdict.NO_START, f"{fault.log}\n{fault}") from fault

    def ask(self, message: Mapping[str, Any], *ahead: Mapping[str, Any]) -> Said:
        """Its answer to one question, whose id it has to echo. `ahead`: messages that go before.
        Raises Fault, after which only `kill` is left."""
        asked = message.get("id") or secrets.token_urlsafe(9)
        data = b"".join(map(protocol.line, (*ahead, {**message, "id": asked})))
        with self._asked:
            self._wake()
            self.bank_s += PER_QUESTION_S
            self._charge()
            may_use_s = min(self.limits.move_s, self.bank_s)
            try:
                return self._converse(data, may_use_s, lambda said: said.get("id") == asked)
            finally:
                self._charge()
                if self._ponders:
                    self._hold()

    def tell(self, message: Mapping[str, Any]) -> None:
        """Something that nobody answers; lost if it does not listen."""
        self._wake()
        self._pipes.write(protocol.line(message))

    def kill(self) -> None:
        """Returns when it is certainly dead. Once more does nothing."""
        _alive.discard(self)
        with self._asked:  # nobody stops it just now
            if self._box.pidfd >= 0:
                _ = self.cpu_s  # the last reading there is
                self._box.end()
                self._pipes.hear_the_rest()
                self._box.close()

    def _converse(self, data: bytes, may_use_s: float, is_answer: Callable[[Said], bool]) -> Said:
        """Write, then read until it answers. Raises Fault."""
        try:
            wall_s = WALL * max(may_use_s, self.limits.move_s)  # little in its bank, no less sleep
            return self._answer(data, _Watch(self, may_use_s, wall_s), is_answer)
        except BadAnswer as bad:
            fault = Fault(Verdict.MALFORMED, str(bad))
        except Ended:
            fault = self._ended()
        except Fault as found:
            fault = found
        raise Fault(fault.verdict, f"{self.stderr}\n{fault.log}".strip())

    def _answer(self, data: bytes, watch: _Watch, is_answer: Callable[[Said], bool]) -> Said:
        if self._taken:
            raise self._taken
        self._pipes.write(data)
        while True:
            for message in self._pipes.messages():
                if is_answer(message):
                    watch.check_cpu()
                    self.check_memory(LOOK_EVERY_S)
                    return message
            self._pipes.wait(watch.left_s())

    def _ended(self) -> Fault:
        """Whose fault it is that it is dead."""
        self._box.has_ended(ENDING_S)
        self._box.end()
        self._pipes.hear_the_rest()
        if self._box.was_killed_by_others:
            return Fault(Verdict.VOID_SANDBOX, "Somebody killed it, or the machine has no memory.")
        last = self.stderr[-MEMORY_ERROR_WITHIN:]
        if any(words in last for words in self._box.interpreter.out_of_memory):
            return Fault(Verdict.EXHAUSTED, "It ran out of memory.")
        return Fault(Verdict.CRASHED, f"It ended {_with_code(self._box.code)}.")

    def check_memory(self, unless_used_s: float = 0.0) -> None:
        """What it holds, if it has used so much CPU since that was looked at. Raises Fault."""
        try:
            self._look_at_memory(unless_used_s)
        except ProcessLookupError:  # it takes no more until it is known whether all of it is dead
            self._hold()
            if not self._box.has_ended(ENDING_S):
                lives = "Its first thread has ended, and others go on."
                raise Fault(Verdict.CRASHED, lives) from None

    def _look_at_memory(self, unless_used_s: float) -> None:
        """Raises Fault, and what memory.held raises."""
        if self.cpu_s - self._memory_seen_s < unless_used_s:
            return
        self._memory_seen_s = self._cpu_s
        held = memory.held(self.pid)
        if held > self._box.may_hold:
            most = self._box.may_hold >> 20
            raise Fault(Verdict.EXHAUSTED, f"It held {held >> 20} MiB of memory, at most {most}.")

    def hold_if_it_takes_memory(self) -> None:
        """Stop it if it is not asked now and holds too much all the same: its next question finds
        that out."""
        if not self._taken and self._asked.acquire(blocking=False):
            try:
                if self._box.pidfd >= 0:  # else it was killed just now
                    self._look_at_memory(LOOK_EVERY_S)
            except Fault as fault:
                self._taken = fault
                self._hold()
            except ProcessLookupError:  # to wait for its end would keep whoever kills it waiting
                self._hold()
            finally:
                self._asked.release()

    def _charge(self) -> None:
        now = self.cpu_s
        self.bank_s -= now - self.charged_s
        self.charged_s = now

    def _wake(self) -> None:
        self._ponders = self._ponders or self._works_unasked()
        if self._stopped:
            self._box.signal(signal.SIGCONT)
            self._stopped = False

    def _hold(self) -> None:
        """A bot that works on unasked takes its opponents' core; stopping and waking it takes some
        microseconds, so others are spared that."""
        self._box.signal(signal.SIGSTOP)
        self._stopped = True

    def _works_unasked(self) -> bool:
        return self.cpu_s - self.charged_s > IDLE_CPU_S

    def hold_if_it_ponders(self) -> None:
        """Stop it until it is asked, if it is not now and works all the same."""
        if not self._stopped and self._asked.acquire(blocking=False):
            try:
                if self._works_unasked():
                    self._ponders = True
                    self._hold()
            finally:
                self._asked.release()


class _Watch:
    """The clocks of one question. What costs time itself begins only where an answer takes some:
    most come before LOOK_EVERY_S."""

    def __init__(self, bot: Bot, may_use_s: float, wall_s: float) -> None:
        self._bot = bot
        self._may_use_s = may_use_s
        self._wall_s = wall_s
        self._cpu = bot.cpu_s
        self._began = time.monotonic()
        self._delays: Delays | None = None  # when it was looked at first
        self._is_last = False

    def left_s(self) -> float:
        """How long to wait before asking again. Raises Fault when time is over."""
        passed = time.monotonic() - self._began
        cpu_left = self.check_cpu()
        if self._is_last:
            raise self._late()
        if passed >= LOOK_EVERY_S:
            self._bot.check_memory()
            self._delays = self._delays or delays.of(self._bot.pid)
            for other in tuple(_alive):
                other.hold_if_it_ponders()
        # One last look, for it may be us who were kept from reading an answer.
        self._is_last = passed > self._wall_s
        return min(LOOK_EVERY_S, cpu_left, self._wall_s - passed)

    def check_cpu(self) -> float:
        """Seconds of CPU it may still use. Raises Fault."""
        left = self._may_use_s - (self._bot.cpu_s - self._cpu)
        if left < 0:
            raise self._late()
        return left

    def _late(self) -> Fault:
        """Whose fault it is that no answer has come. The CPU it used is its own, unless the host
        took that away from this machine."""
        wall, cpu = time.monotonic() - self._began, self._bot.cpu_s - self._cpu
        now = delays.of(self._bot.pid)
        waited, stolen = now.since(self._delays or now)
        kept = stolen if cpu > self._may_use_s else waited + stolen
        verdict = Verdict.VOID_SLOW if kept > KEPT_WAITING * wall else Verdict.LATE
        figures = f"{cpu:.3f} s of CPU in {wall:.3f} s"
        return Fault(verdict, f"It used {figures}, {kept:.3f} s of them kept waiting.")


class _Watchman(threading.Thread):
    """Looks at what bots hold while this process is busy with something else, such as a house bot
    that thinks: from threads of its own, a bot takes memory without being asked."""

    def __init__(self) -> None:
        super().__init__(name="watchman", daemon=True)
        self._some_live = threading.Event()
        self.start()

    def wake(self) -> None:
        """There is a bot."""
        self._some_live.set()

    def run(self) -> None:
        """For good; it sleeps while there is none."""
        while self._some_live.wait():
            time.sleep(LOOK_EVERY_S)
            for bot in tuple(_alive):
                bot.hold_if_it_takes_memory()
            self._some_live.clear()
            if _alive:
                self.wake()


@cache
def _watchman() -> _Watchman:
    """The one of this process, from its first bot on."""
    return _Watchman()


_alive: set[Bot] = set()


def _says(kind: str) -> Callable[[Said], bool]:
    return lambda said: said.get("type") == kind


def _with_code(code: int | None) -> str:
    """bwrap tells of signal n as of code 128 + n."""
    try:
        return f"by {signal.Signals((code or 0) - 128).name}"
    except ValueError:
        return f"with code {code}"


def _forget_the_parents() -> None:
    """A forked process has the parent's descriptors, but neither its sandboxes nor its bots."""
    for box in _ahead:
        box.forget()
    _ahead.clear()
    _alive.clear()
    _watchman.cache_clear()  # threads stay with the parent


os.register_at_fork(after_in_child=_forget_the_parents)
