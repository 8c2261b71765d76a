"""The trial of a bot: what it goes through before it may play, on any machine.

It is started and asked which matches it plays. Then it plays each of these among house bots, to the
end and without a fault.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Any, Self

from games.catalog import MATCHES
from games.core import in_short
from games.matches import MatchRules

from . import process, referee
from .catalog import HOUSE
from .protocol import Limits
from .referee import Report, SeatVerdict
from .uploaded import Note, Uploaded
from .verdict import Fault, Verdict

SEATS = 4  # at a trial, where so many can play
AMONG = ("careful", "random")  # who sits in the others, in turn
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a bot says of itself. `plays`: slugs of match rules, each once. `cpu_s`: how long it
    took to get ready."""

    name: str
    version: str
    plays: tuple[str, ...]
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Task:
    """One match of a trial."""

    rules: MatchRules
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return " ".join([self.rules.slug, *(f"{key}={is_}" for key, is_ in self.options.items())])


@dataclass(frozen=True, slots=True)
class Times:
    """Think times of some decisions, in microseconds of CPU; nearest rank."""

    p50: int
    p99: int
    max: int

    @classmethod
    def of(cls, cpu_us: Sequence[int]) -> Self:
        """All 0 if there were no decisions."""
        ordered = sorted(cpu_us) or [0]
        return cls(*(ordered[ceil(part * len(ordered)) - 1] for part in (0.5, 0.99, 1)))


@dataclass(frozen=True, slots=True)
class Trial:
    """How one match of a trial went. `cpu_us`: microseconds of CPU, one number a decision. `log`:
    the end of what the bot wrote to stderr; `notes`: what it wrote beside its moves."""

    task: Task
    seat: int
    report: Report
    cpu_us: tuple[int, ...]
    log: str
    notes: tuple[Note, ...]

    @property
    def verdict(self) -> SeatVerdict:
        """The bot's."""
        return self.report.verdicts[self.seat]

    @property
    def passed(self) -> bool:
        """It played to the end."""
        return self.verdict.verdict is Verdict.OK


def introduce(source: bytes, limits: Limits | None = None) -> Introduction:
    """Start it, and hear what it plays. Raises Fault."""
    bot = process.start(source, limits)
    bot.kill()
    return _read(bot.ready, bot.start_cpu_s)


def _read(ready: Mapping[str, Any], cpu_s: float) -> Introduction:
    plays = ready.get("plays")
    if plays is None:
        plays = list(MATCHES)
    if not isinstance(plays, list) or not plays:
        raise Fault(Verdict.NO_START, "What it plays is a list of matches.")
    for slug in plays:
        if not isinstance(slug, str) or slug not in MATCHES:
            raise Fault(
                Verdict.NO_START,
                f"It says that it plays {in_short(slug)}; there are {', '.join(MATCHES)}.",
            )
    name, version = (str(ready.get(key) or "")[:LONGEST_NAME] for key in ("name", "version"))
    return Introduction(name, version, tuple(dict.fromkeys(plays)), cpu_s)


def tasks(plays: Sequence[str]) -> Iterator[Task]:
    """The matches of a trial: each of these, and one for every value of a choice that has to be
    made."""
    for slug in plays:
        rules = MATCHES[slug]
        to_choose = [option for option in rules.options if option.required]
        for values in product(*(option.choices for option in to_choose)):
            names = (option.name for option in to_choose)
            yield Task(rules, dict(zip(names, values, strict=True)))


def play(
    source: bytes,
    name: str,
    version: str,
    task: Task,
    limits: Limits | None = None,
    heartbeat: Callable[[], None] | None = None,
) -> Trial:
    """Play one match of a trial; the same bot gets the same cards. `heartbeat`: as referee.play
    calls it. Raises Void."""
    seed = hashlib.sha256(f"{hashlib.sha256(source).hexdigest()} {task}".encode()).digest()
    allowed = task.rules.seats
    seats = min(max(SEATS, allowed[0]), allowed[-1])
    seat = seed[0] % seats
    bot = Uploaded(source, name, version, limits)
    players = [HOUSE[AMONG[other % len(AMONG)]]() for other in range(seats - 1)]
    seated = [*players[:seat], bot, *players[seat:]]
    report = referee.play(task.rules, task.options, seed, seated, heartbeat=heartbeat)
    return Trial(task, seat, report, tuple(bot.cpu_us), bot.log, tuple(bot.notes))
