"""One live bot: its clocks, whose fault its end is, and that it leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bots import memory, process
from bots.protocol import PER_QUESTION_S, Limits
from bots.runtime import runtime
from bots.sandbox import Box
from bots.verdict import Fault, Verdict
from tests.bots import programs
from tests.bots.machine import children, descriptors, pid_namespace, processes, wait_for

HERE = Path(__file__).resolve().parents[2]
QUESTION = {"type": "move", "legal": ["r1"]}
PLAIN = b"""
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "plain"}), flush=True)
    elif message["type"] == "move":
        print(json.dumps({"id": message["id"], "move": message["legal"][0]}), flush=True)
"""
PONDERING = (
    b"import threading\nthreading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()\n"
)
BUSY = b'print(\'{"type": "ready"}\', flush=True)\nwhile True:\n    pass\n'

Start = Callable[..., process.Bot]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts bots, and ends them."""
    started: list[process.Bot] = []

    def start(source: bytes, limits: Limits | dict[str, float] | None = None) -> process.Bot:
        started.append(process.start(source, limits))
        return started[-1]

    yield start
    for bot in started:
        bot.kill()


def fault_of(bot: process.Bot) -> Fault:
    with pytest.raises(Fault) as raised:
        bot.ask(QUESTION)
    return raised.value


def test_a_bot_says_who_it_is_and_answers(start: Start) -> None:
    bot = start(PLAIN)
    assert bot.ready == {"type": "ready", "name": "plain"}
    assert bot.ask(QUESTION)["move"] == "r1"


def test_a_bot_finds_texts_in_sets_in_the_same_order_each_time(start: Start) -> None:
    names = (
        b'print(\'{"type": "ready", "name": "%s"}\' % list({*"abcdefgh"}), flush=True)\ninput()\n'
    )
    assert start(names).ready == start(names).ready


def test_limits_may_come_as_a_bot_is_told_them(start: Start) -> None:
    bot = start(PLAIN, {"start_s": 4.0, "move_s": 0.5, "bank_s": 3.0})
    assert bot.limits == Limits(4.0, 0.5, 3.0)


def test_a_question_adds_to_the_bank_and_an_answer_is_charged(start: Start) -> None:
    bot = start(PLAIN, Limits(bank_s=1.0))
    used = bot.cpu_s
    bot.ask(QUESTION)
    assert bot.bank_s == pytest.approx(1.1 - (bot.cpu_s - used), abs=0.01)


def test_an_empty_bank_makes_it_late(start: Start) -> None:
    bot = start(PLAIN, Limits(bank_s=-0.2))
    assert fault_of(bot).verdict == Verdict.LATE


def test_who_works_unasked_is_charged_and_then_held(start: Start) -> None:
    bot = start(PONDERING + PLAIN)
    bot.ask(QUESTION)
    bank_s, used_s = bot.bank_s, bot.cpu_s
    wait_for(lambda: bot.cpu_s > used_s + 0.05)
    bot.ask(QUESTION)
    assert bot.bank_s < bank_s + PER_QUESTION_S - 0.05
    wait_for(lambda: stands_still(bot))
    assert bot.ask(QUESTION)["move"] == "r1"


def test_who_works_unasked_is_stopped_while_another_thinks(start: Start) -> None:
    bot = start(PONDERING + PLAIN)
    alice = start(BUSY, Limits(move_s=0.3))
    bot.ask(QUESTION)
    assert fault_of(alice).verdict in (Verdict.LATE, Verdict.VOID_SLOW)
    wait_for(lambda: stands_still(bot))


def test_who_takes_memory_unasked_is_stopped_whatever_we_do_meanwhile(start: Start) -> None:
    bot = start(programs.in_c(programs.OTHER / "takes_unasked.c"))
    bot.ask(QUESTION)
    wait_for(lambda: memory.held(bot.pid) > 256 << 20 and stands_still(bot))
    assert memory.held(bot.pid) < 1 << 30
    assert fault_of(bot).verdict == Verdict.EXHAUSTED


def test_a_bot_that_was_killed_from_outside_is_not_to_blame(start: Start) -> None:
    bot = start(PLAIN)
    os.kill(bot.pid, signal.SIGKILL)
    assert fault_of(bot).verdict == Verdict.VOID_SANDBOX


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_bot_whose_bwrap_was_killed_is_not_to_blame(start: Start, number: int) -> None:
    bot = start(PLAIN)
    namespace = pid_namespace(bot.pid)
    os.kill(parent(bot.pid), number)
    wait_for(lambda: gone({namespace}))
    fault = fault_of(bot)
    assert (fault.verdict, fault.whose) == (Verdict.VOID_SANDBOX, "ours")


def test_a_signal_that_a_bot_may_send_itself_is_its_own_fault(start: Start) -> None:
    bot = start(PLAIN.replace(b"elif", b"elif __import__('ctypes').string_at(1) or"))
    fault = fault_of(bot)
    assert (fault.verdict, fault.whose) == (Verdict.CRASHED, "bot")
    assert "SIGSEGV" in fault.log


def test_a_machine_that_keeps_a_bot_waiting_is_to_blame(start: Start) -> None:
    bot = start(BUSY, Limits(move_s=0.2))
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(bot.pid, {core})
    with busy(core, 9):
        assert fault_of(bot).verdict == Verdict.VOID_SLOW


@contextmanager
def busy(core: int, programs: int) -> Iterator[None]:
    """So many programs that are no bots of ours compute there."""
    command = [sys.executable, "-I", "-S", "-c", "while True: pass"]
    # Linux may share a core fairly among sessions, not programs.
    running = [subprocess.Popen(command, start_new_session=True) for _ in range(programs)]
    for program in running:
        os.sched_setaffinity(program.pid, {core})
    try:
        yield
    finally:
        for program in running:
            program.kill()
            program.wait()


def test_fifteen_bots_leave_no_descriptor_and_no_process() -> None:
    process.start(PLAIN).kill()  # what is kept for good is there now
    before = set(descriptors()), set(children())
    process.prepare(2)
    for _ in range(15):
        bot = process.start(PLAIN)
        bot.ask(QUESTION)
        bot.kill()
    process.end_prepared()
    assert (set(descriptors()), set(children())) == before


def may_go_first() -> bool:
    """Whether Linux lets this process go before others."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        return False
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return True


def test_all_that_is_left_of_a_killed_bot_goes_before_others_where_we_may_say_so(
    start: Start,
) -> None:
    bot = start(b"import threading\nthreading.Timer(60, print).start()\n" + PLAIN)
    bot._box._go_first()
    threads = [int(name) for name in os.listdir(f"/proc/{bot.pid}/task")]
    first = os.SCHED_RR if may_go_first() else os.SCHED_OTHER
    assert [os.sched_getscheduler(thread) for thread in threads] == [first, first]


def test_a_sandbox_starts_on_any_core_and_joins_its_process_when_it_gets_its_bot(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_cores", set())
    everywhere = os.sched_getaffinity(0)
    try:
        process.keep_to_core(max(everywhere))
        process.prepare(1)
        assert os.sched_getaffinity(process._ahead[0].pid) == everywhere
        assert os.sched_getaffinity(start(PLAIN).pid) == os.sched_getaffinity(0)
        assert len(os.sched_getaffinity(0)) == 1
    finally:
        os.sched_setaffinity(0, everywhere)


def test_the_rules_are_loaded_ahead_only_where_nobody_waits_for_that(start: Start) -> None:
    tells = b"""
import json, sys
print(json.dumps({"type": "ready", "name": str("games" in sys.modules)}), flush=True)
import games
input()
"""
    assert start(tells).ready["name"] == "False"
    process.prepare(1, ready=True)
    assert start(tells).ready["name"] == "True"
    process.prepare(1, rules=False)
    assert start(tells).ready["name"] == "False"


class Unlockable(Box):
    """Its filter is none."""

    def give(self, source: bytes, main: str = "") -> bytes:
        return super().give(source, main).replace(b'"lock": "20', b'"lock": "ff')


def test_a_sandbox_that_cannot_be_locked_is_our_fault() -> None:
    box = Unlockable(runtime())
    box.wait_until_ready()
    bot = process.Bot(box, Limits())
    with pytest.raises(Fault) as raised:
        bot.begin(PLAIN, {})
    bot.kill()
    assert raised.value.verdict == Verdict.VOID_SANDBOX
    assert "could not be locked" in raised.value.log


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (b"", "It ended with code 0."),
        (b"PK\x03\x04 and no more", "This zip is damaged."),
        (b"PK = 3", "It ended with code 0."),
        (b"x = '\xff'", "SyntaxError"),
        (b"#" * (5 << 20), "It ended with code 0."),
    ],
)
def test_what_is_no_bot_does_not_start(source: bytes, says: str) -> None:
    with pytest.raises(Fault) as raised:
        process.start(source)
    assert raised.value.verdict == Verdict.NO_START
    assert says in raised.value.log


def test_a_bot_that_does_not_start_leaves_no_descriptor_and_no_process() -> None:
    process.start(PLAIN).kill()
    before = set(descriptors()), set(children())
    with pytest.raises(Fault) as raised:
        process.start(b"import nothing")
    assert raised.value.verdict == Verdict.NO_START
    assert "No module named 'nothing'" in raised.value.log
    assert "runner.py" not in raised.value.log  # its author knows nothing of that
    assert (set(descriptors()), set(children())) == before


def test_a_prepared_sandbox_that_somebody_killed_is_passed_over(start: Start) -> None:
    process.prepare(2)
    killed = process._ahead[0]
    os.kill(killed.pid, signal.SIGKILL)
    assert killed.has_ended(5)
    assert start(PLAIN).ask(QUESTION)["move"] == "r1"
    process.end_prepared()


def test_a_forked_process_neither_uses_nor_ends_what_its_parent_prepared(start: Start) -> None:
    process.prepare(1)
    child = os.fork()
    if child == 0:
        os._exit(len(process._ahead) + len(process._alive))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert start(PLAIN).ask(QUESTION)["move"] == "r1"


WORKER = """
import sys, time
from bots import memory, process
bots = [process.start(source.encode()) for source in sys.argv[1:]]
process.prepare(1)
process._ahead[0].wait_until_ready()
print(*[bot.pid for bot in bots], process._ahead[0].pid, flush=True)
time.sleep(60)
"""


def test_nothing_survives_a_worker_that_is_killed() -> None:
    command = [sys.executable, "-c", WORKER, BUSY.decode(), PLAIN.decode()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE) as worker:
        assert worker.stdout
        pids = [int(pid) for pid in worker.stdout.readline().split()]
        assert len(pids) == 3
        namespaces = {pid_namespace(pid) for pid in pids}
        worker.kill()
    assert None not in namespaces
    wait_for(lambda: gone(namespaces))


def gone(namespaces: set[str | None]) -> bool:
    """Whether nobody is left in them."""
    return not any(pid_namespace(pid) in namespaces for pid, _ in processes())


def stands_still(bot: process.Bot) -> bool:
    """Whether it uses no CPU time."""
    used_s = bot.cpu_s
    time.sleep(0.05)
    return bot.cpu_s == used_s


def parent(pid: int) -> int:
    return next(parent for one, parent in processes() if one == pid)
