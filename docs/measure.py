"""Rates that can be compared: short slices of every task in turn, CPU time, median and spread.

Also who measured, and the document the programs beside this one write together.
"""

from __future__ import annotations

import os
import platform
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

DOCUMENT = Path(__file__).with_name("performance.md")
ROUNDS = 7
PROGRAMS = ("bench", "bench-peers", "bench-bots", "bench-league", "bench-ladder")
INTRO = """\
# Performance

How fast the engine deals, plays, copies and referees, and how that compares with the libraries a
bot's author might take instead; what a bot's sandbox costs; how a league draws and counts when many
take part; and whether a ladder slows down. Five programs write this page; to repeat them:

    make bench          the engine by itself, in a minute or two
    make bench-peers    beside other libraries, in two or three
    make bench-bots     uploaded bots in their sandboxes, in two or three
    make bench-league   draws and standings of large tournaments, in four or five
    make bench-ladder   a ladder with a million matches, in two or three

One thread, plain CPython, random moves. Where nothing else is said, every figure is a rate in CPU
time, so that what else the machine does counts little. A run goes through all tasks in short
slices, again and again, so that a slow minute slows all of them; a figure is the median of the
rounds, with the lowest and highest in brackets. A ratio is taken within each round first. Figures
of different machines or runs do not compare, ratios do.

A *decision* is a move that a player makes, a *choice* a decision with two or more legal moves.
"""

Clock = Callable[[], float]  # seconds since whenever
Task = Callable[[], tuple[int, ...]]  # does one piece of work, gives what it counted
Name = tuple[str, ...]  # what was measured, then of what: "deals", "amoins", "3"
Figures = Mapping[Name, Sequence[tuple[float, ...]]]  # a tuple a round: runs and counts a second


class Spread(NamedTuple):
    """What the rounds came to."""

    low: float
    median: float
    high: float

    def __format__(self, spec: str) -> str:
        """`median (low–high)`, each number in that format."""
        low, middle, high = (format(number, spec) for number in self)
        return f"{middle} ({low}–{high})"


def spread(values: Iterable[float]) -> Spread:
    """The median of one or more values between the extremes."""
    numbers = sorted(values)
    return Spread(numbers[0], median(numbers), numbers[-1])


def per_second(task: Task, seconds: float, clock: Clock = process_time) -> tuple[float, ...]:
    """Run a task for that long at least; gives runs a second, then what it counted a second."""
    done: list[tuple[int, ...]] = []
    began = clock()
    while (took := clock() - began) < seconds or not done:
        done.append(task())
    return len(done) / took, *(sum(counts) / took for counts in zip(*done, strict=True))


def in_rounds(
    tasks: Mapping[Name, tuple[Task, float]], rounds: int = ROUNDS, clock: Clock = process_time
) -> Figures:
    """`per_second` of every task and its seconds: all of them once, then again, `rounds` times."""
    figures: dict[Name, list[tuple[float, ...]]] = {name: [] for name in tasks}
    for task, _ in tasks.values():
        task()  # what is made once and kept is made now
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", flush=True)
        for name, (task, seconds) in tasks.items():
            figures[name].append(per_second(task, seconds, clock))
    return figures


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """How many times as fast, round by round."""
    return spread(mine / other for mine, other in zip(ours, theirs, strict=True))


def machine() -> str:
    """When and on what this was measured, in one sentence."""
    busy = f"{os.getloadavg()[0]:.1f}"
    return (
        f"Measured on {datetime.now(UTC):%d %B %Y} with {platform.python_implementation()} "
        f"{platform.python_version()} on {os.cpu_count()} cores of {processor()}, at a load of "
        f"{busy} from everything that ran there."
    )


def processor() -> str:
    """The model of the CPU as Linux knows it."""
    known = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.+)", known.read_text()) if known.exists() else None
    return found[1] if found else platform.machine()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; numbers stand at the right."""
    rows = [list(row) for row in rows]
    numbers = [all(row[i][:1].isdigit() for row in rows) for i in range(len(head))]
    rule = ["--:" if number else "---" for number in numbers]
    return "".join(f"| {' | '.join(row)} |\n" for row in [list(head), rule, *rows])


def fill(paragraph: str) -> str:
    """A paragraph in lines as long as those of the other documents."""
    return textwrap.fill(paragraph, 100, break_on_hyphens=False)


def verdict(reached: bool) -> str:
    """The last cell of a target's row."""
    return "yes" if reached else "**no**"


def keep(program: str, text: str, document: Path = DOCUMENT) -> None:
    """Write one program's part of the document and leave the other's as it is."""
    parts = parts_of(document.read_text()) if document.exists() else {}
    parts[program] = text.strip() + "\n"
    written = [f"<!-- make {name} -->\n{parts[name]}" for name in PROGRAMS if name in parts]
    document.write_text("\n".join([INTRO, *written]))
    print(f"docs/{document.name}")


def parts_of(text: str) -> dict[str, str]:
    """What each program wrote last time."""
    found = re.split(r"^<!-- make ([\w-]+) -->\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(found[::2], (part.strip() + "\n" for part in found[1::2]), strict=True))
