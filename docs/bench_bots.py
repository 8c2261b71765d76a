"""Measures uploaded bots in their sandboxes and writes its part of docs/performance.md: `make
bench-bots`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle
from pathlib import Path
from time import perf_counter, sleep
from typing import IO, Any, NamedTuple

from bots import process, protocol, referee
from bots.house.random import Random as RandomBot
from bots.players import Turn
from bots.uploaded import Uploaded
from games import MATCHES

from .bench import MATCH_SEATS, column, seed
from .measure import (
    Clock,
    Figures,
    Name,
    Spread,
    Task,
    fill,
    in_rounds,
    keep,
    machine,
    ratios,
    spread,
    table,
    verdict,
)

PEERS = Path(__file__).parent.parent / ".venv" / "peers" / "bin" / "python"
PEER = (str(PEERS), "-W", "ignore", "-m", "docs.connectx")
RULES, VARIANT = MATCHES["xxl-individuel"], {"variant": "amoins"}
ONE_DEAL = {**VARIANT, "deals": 1}
ROUNDS = 15  # many and short ones: wall time is noisy
TIMES = 25  # how often what cannot be repeated at once is timed
WARM_UP = 20  # matches, until what is made once and kept is made
LOOKS = 5  # at what is held, in all these matches
MOST_ROUND_TRIPS = 2
LEAST_OF_CONNECTX = 20
MOST_DEAL_MS = 60
MOST_KILL_MS = 50
MOST_GROWN_MIB = 0.5  # in the second half; of 1,000 matches 1 KiB each

FIRST = b"""\
from bots.sdk import Bot, Turn, run

class First(Bot):
    def choose(self, turn: Turn) -> str:
        return turn.legal[0]

run(First)
"""
BUSY = (
    b"""\
import threading

def spin() -> None:
    while True:
        pass

for _ in range(4):
    threading.Thread(target=spin).start()
"""
    + FIRST
)
LARGE = b"held = bytearray(b'1') * (200 << 20)\n" + FIRST
SPINNING = (sys.executable, "-I", "-S", "-c", "while True: pass")
ANSWERING = """\
import json, sys

for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        answer = json.dumps({"id": message["id"], "move": message["legal"][0]})
        sys.stdout.buffer.write(answer.encode() + b"\\n")
        sys.stdout.buffer.flush()
"""
BARE = (sys.executable, "-I", "-S", "-c", ANSWERING)

Times = Mapping[str, Sequence[float]]  # milliseconds
ABOUT_TIMES = """\
Wall time, since several processes take part; this program, its bots and what they are compared with
share one core, as a referee and its bots do."""
ABOUT_MATCHES = f"""\
A run of the first two is one bot's questions in a match of {RULES.slug} {VARIANT["variant"]} with
four seats, by the interface that the referee uses, clocks and judgement included; bare is a
Python program in no sandbox that answers the same bytes with the same bytes, with nothing but json
on both sides. The others are whole matches, of four uploaded bots or, connectx, by `env.run`
between two functions in the same process. Prepared sandboxes have been started ahead of the match;
without that it waits for four interpreters. Forced moves are decisions that nobody is asked for."""
ABOUT_A_ROW = f"""\
Matches of one deal between two uploaded bots, one after another in one process, each bot in a
sandbox of its own. They are the same {WARM_UP} again and again, after they were played once: with
new ones the tables that the rules keep would grow by some KiB a match, to 10 MB at most."""
LABELS = {
    "bare": "questions, bare",
    "sandbox": "questions, in the sandbox",
    "prepared": "matches, sandboxes prepared",
    "cold": "matches, nothing prepared",
    "connectx": "matches of connectx",
    "deal": "a deal of four bots, sandboxes prepared",
    "cold start": "from nothing to a bot that is ready",
    "first answer": "from the source to the first answer, sandbox prepared",
    "kill": "from the kill of a waiting bot until it is dead",
    "kill, busy": "from the kill of one with four busy threads until it is dead",
    "kill, large": "from the kill of one with 200 MiB until it is dead, others busy on its core",
}

Question = tuple[Sequence[Mapping[str, Any]], Mapping[str, Any]]  # what goes ahead, and itself


class Held(NamedTuple):
    """What a worker holds."""

    rss_mib: float
    descriptors: int
    processes: int


def main() -> None:
    """Measure everything and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="in a row, for what they leave")
    count: int = parser.parse_args().matches
    about = machine()
    held = in_a_row(count)
    with on_one_core(), ExitStack() as ending:
        bare, peer = (ending.enter_context(closing(Child(command))) for command in (BARE, PEER))
        bot = process.start(FIRST)
        ending.callback(bot.kill)
        stopwatch = Stopwatch()
        figures = in_rounds(tasks(bare, bot, peer, stopwatch), ROUNDS, stopwatch)
        times = in_turn(TIMED)
        version, _ = peer.asked({})
    keep("bench-bots", report(figures, times, held, f"{about} kaggle-environments {version}."))


@contextmanager
def on_one_core() -> Iterator[None]:
    """This process, and all that it starts meanwhile."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


class Child:
    """A bare process that answers lines of JSON: two pipes, and what json needs."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        assert self._process.stdin
        assert self._process.stdout
        self._stdin: IO[bytes] = self._process.stdin
        self._stdout: IO[bytes] = self._process.stdout

    def asked(self, message: Mapping[str, Any], *ahead: Mapping[str, Any]) -> Any:
        """Its answer to one message; others may go before."""
        self._stdin.write(b"".join(map(protocol.line, (*ahead, message))))
        self._stdin.flush()
        return json.loads(self._stdout.readline())

    def close(self) -> None:
        """It ends with its stdin."""
        self._process.communicate()


def tasks(
    bare: Child, bot: process.Bot, peer: Child, stopwatch: Stopwatch
) -> dict[Name, tuple[Task, float]]:
    """What is measured as a rate, each with its seconds a round."""
    asked = questions(seat=0)
    return {
        ("bare", "asked"): (round_trips_to(asked, bare.asked), 0.1),
        ("sandbox", "asked"): (round_trips_to(asked, bot.ask), 0.1),
        ("prepared", "matches"): (whole_matches(stopwatch), 0.1),
        ("cold", "matches"): (cold_matches(), 0.1),
        ("connectx", "matches"): (lambda: tuple(peer.asked({})[1]), 0.1),
    }


def round_trips_to(asked: Sequence[Question], ask: Callable[..., object]) -> Task:
    """The same questions again and again. Counts them."""

    def task() -> tuple[int]:
        for ahead, question in asked:
            ask(question, *ahead)
        return (len(asked),)

    return task


def questions(seat: int) -> list[Question]:
    """What a bot in this seat is asked in a match of amoins, ids included."""

    class Heard(RandomBot):
        def choose(self, turn: Turn) -> int:
            ahead, question = protocol.question(turn, bank_s=20.0)
            found.append((ahead, {**question, "id": f"{len(found):012}"}))
            return super().choose(turn)

    found: list[Question] = []
    players = [Heard() if n == seat else RandomBot() for n in range(MATCH_SEATS)]
    referee.play(RULES, VARIANT, seed(0), players)
    return found


class Stopwatch:
    """Seconds of wall time, without those in which it was paused."""

    def __init__(self, clock: Clock = perf_counter) -> None:
        self._clock = clock
        self._paused_s = 0.0

    def __call__(self) -> float:
        return self._clock() - self._paused_s

    @contextmanager
    def paused(self) -> Iterator[None]:
        """While something is done that does not count."""
        began = self._clock()
        try:
            yield
        finally:
            self._paused_s += self._clock() - began


def whole_matches(stopwatch: Stopwatch) -> Task:
    """Matches of four uploaded bots from the first line to the last; the sandboxes wait for them.
    Counts decisions and how many of them were asked."""
    numbers = cycle(range(24))

    def task() -> tuple[int, int]:
        with stopwatch.paused():
            process.prepare(MATCH_SEATS, ready=True)
        return played(VARIANT, next(numbers))

    return task


def cold_matches() -> Task:
    """The same where no sandbox waits."""
    numbers = cycle(range(24))
    return lambda: played(VARIANT, next(numbers))


def played(options: Mapping[str, Any], number: int, seats: int = MATCH_SEATS) -> tuple[int, int]:
    """One match; its decisions, and how many of them were asked."""
    players = [Uploaded(FIRST, "First", "1") for _ in range(seats)]
    done = referee.play(RULES, options, seed(number), players)
    assert all(one.verdict is referee.OK for one in done.verdicts)
    moves = sum(len(deal.moves) for deal in done.transcript.deals)
    return moves, sum(map(len, done.think_us))


def in_turn(timed: Mapping[str, Callable[[], float]], count: int = TIMES) -> Times:
    """Milliseconds of each, all of them once, then again."""
    took: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(count):
        for name, one in timed.items():
            took[name].append(1000 * one())
    return took


def prepared_deal() -> float:
    """Seconds for a deal of four uploaded bots whose sandboxes wait for them, starts included."""
    process.prepare(MATCH_SEATS, ready=True)
    began = perf_counter()
    played(ONE_DEAL, 0)
    return perf_counter() - began


def cold_start() -> float:
    """Seconds from nothing to a bot that is ready."""
    began = perf_counter()
    bot = process.start(FIRST)
    took = perf_counter() - began
    bot.kill()
    return took


def first_answer() -> float:
    """Seconds from the source to the first answer, in a sandbox that waits."""
    process.prepare(1, ready=True)
    ((ahead, question), *_) = questions(seat=0)
    began = perf_counter()
    bot = process.start(FIRST)
    bot.ask(question, *ahead)
    took = perf_counter() - began
    bot.kill()
    return took


def kill() -> float:
    """Seconds until a bot that waits for its question is certainly dead."""
    return until_dead(process.start(FIRST))


def kill_busy() -> float:
    """The same of one that all its threads keep busy."""
    return until_dead(process.start(BUSY))


def kill_large() -> float:
    """The same of one that has much memory to give back, on a core that somebody else wants."""
    bot = process.start(LARGE)
    with subprocess.Popen(SPINNING) as other:
        try:
            sleep(0.1)  # until it spins
            return until_dead(bot)
        finally:
            other.kill()


def until_dead(bot: process.Bot) -> float:
    """Seconds that its end takes."""
    began = perf_counter()
    bot.kill()
    return perf_counter() - began


TIMED: Mapping[str, Callable[[], float]] = {
    "deal": prepared_deal,
    "cold start": cold_start,
    "first answer": first_answer,
    "kill": kill,
    "kill, busy": kill_busy,
    "kill, large": kill_large,
}


def in_a_row(count: int, warm_up: int = WARM_UP) -> Mapping[int, Held]:
    """What this process holds at first and after more and more matches of one deal."""
    for number in range(warm_up):
        played(ONE_DEAL, number, seats=2)
    held = {0: holds()}
    for number in range(1, count + 1):
        played(ONE_DEAL, number % WARM_UP, seats=2)
        if number * LOOKS % count < LOOKS:
            held[number] = holds()
            print(f"match {number} of {count}", flush=True)
    return held


def holds() -> Held:
    """What this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    rss_mib = pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    return Held(rss_mib, len(os.listdir("/proc/self/fd")), len(list(family())))


def family() -> Iterator[int]:
    """The processes that descend from this one."""
    found = {os.getpid()}
    for pid in sorted(int(name) for name in os.listdir("/proc") if name.isdigit()):
        try:
            parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
        if parent in found:
            found.add(pid)
            yield pid


def report(figures: Figures, times: Times, held: Mapping[int, Held], about: str) -> str:
    """This program's part of the document."""
    return f"""\
## Uploaded bots in their sandboxes

{fill(f"{about} {ABOUT_TIMES}")}

{table(("of", "target", "measured", "reached"), targets(figures, times, held))}
### Questions and matches

{fill(ABOUT_MATCHES)}

{table(("what", "runs/s", "decisions/s", "questions/s"), rate_rows(figures))}
### Starts and ends

{table(("what", "ms"), [[LABELS[name], f"{spread(took):.1f}"] for name, took in times.items()])}
### What a worker holds

{fill(ABOUT_A_ROW)}

{table(("matches", "memory, MiB", "descriptors", "processes"), held_rows(held))}"""


def targets(figures: Figures, times: Times, held: Mapping[int, Held]) -> list[list[str]]:
    """The rows for all targets."""
    trips, faster = round_trips(figures), of_connectx(figures)
    deal = spread(times["deal"])
    kills = spread([took for name in times if name.startswith("kill") for took in times[name]])
    return [
        [
            "a question in the sandbox",
            f"at most {MOST_ROUND_TRIPS} × a bare round trip",
            f"{trips:.2f}",
            verdict(trips.median <= MOST_ROUND_TRIPS),
        ],
        [
            "decisions of a whole match",
            f"at least {LEAST_OF_CONNECTX} × connectx",
            f"{faster:.1f}",
            verdict(faster.median >= LEAST_OF_CONNECTX),
        ],
        [
            "a deal of four prepared bots",
            f"under {MOST_DEAL_MS} ms",
            f"{deal:.1f} ms",
            verdict(deal.median < MOST_DEAL_MS),
        ],
        [
            "a bot that is killed",
            f"dead within {MOST_KILL_MS} ms, always",
            f"{kills:.1f} ms",
            verdict(kills.high <= MOST_KILL_MS),
        ],
        flat_target(held),
    ]


def flat_target(held: Mapping[int, Held]) -> list[str]:
    """The row for what a worker holds after many matches. Its memory is compared with that halfway:
    until then what Python allocates once and keeps has found its size."""
    count = max(held)
    half = min(number for number in held if 2 * number >= count)
    memory = held[count].rss_mib - held[half].rss_mib
    others = [now - then for then, now in zip(held[0][1:], held[count][1:], strict=True)]
    return [
        f"{count:,} matches in a row",
        f"no descriptor, no process more; under {MOST_GROWN_MIB} MiB more since halfway",
        f"{others[0]} and {others[1]}; {memory:.1f} MiB",
        verdict(memory < MOST_GROWN_MIB and not any(others)),
    ]


def round_trips(figures: Figures) -> Spread:
    """How many bare round trips a question through the sandbox costs."""
    name = ("asked",)
    return ratios(column(figures, "bare", name, 1), column(figures, "sandbox", name, 1))


def of_connectx(figures: Figures) -> Spread:
    """Times as many decisions a second."""
    name = ("matches",)
    return ratios(column(figures, "prepared", name, 1), column(figures, "connectx", name, 1))


def rate_rows(figures: Figures) -> list[list[str]]:
    """What was measured as a rate; what is not counted of it stays empty."""
    rows = []
    for name, rounds in figures.items():
        runs, *counts = (f"{spread(numbers):,.0f}" for numbers in zip(*rounds, strict=True))
        decisions, asked = {"asked": ["", *counts], "matches": [*counts, counts[-1]][:2]}[name[1]]
        rows.append([LABELS[name[0]], runs, decisions, asked])
    return rows


def held_rows(held: Mapping[int, Held]) -> list[list[str]]:
    """What was held after so many matches."""
    return [
        [f"{number:,}", f"{one.rss_mib:.1f}", str(one.descriptors), str(one.processes)]
        for number, one in held.items()
    ]


if __name__ == "__main__":
    main()
