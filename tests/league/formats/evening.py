"""Plays a ladder out by the clock: tables that end one by one, and openings in between."""

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from league.formats.continuous import FREE, PLAYING, Contender, Pool, Wait
from league.formats.ladder import FORMAT

from .fields import SEED

TICK_S = 5  # how often the league looks by itself


@dataclass
class Evening:
    """Contenders numbered from 0, and everything that happens to them. Who is `slow` takes twenty
    times as long as others; who is in `uploads` brings a new version after every table."""

    contenders: dict[int, Contender]
    room: int = 4
    seats: range = range(2, 7)
    settings: dict[str, Any] = field(default_factory=dict)
    slow: set[int] = field(default_factory=set)
    uploads: set[int] = field(default_factory=set)
    tables: list[tuple[int, ...]] = field(default_factory=list)
    waits: Mapping[int, Wait] = field(default_factory=dict)
    longest: Counter[int] = field(default_factory=Counter)  # seconds of waiting, by contender
    now: float = 0.0

    def __post_init__(self) -> None:
        self._ends: list[tuple[float, int, tuple[int, ...]]] = []
        self._free_since = dict.fromkeys(self.contenders, 0.0)
        self._chance = Random(len(self.contenders))

    def play(self, tables: int) -> "Evening":
        """So many more tables begin, and everything that is begun ends."""
        until = len(self.tables) + tables
        while len(self.tables) < until:
            self._open()
            self._next_moment()
        while self._ends:
            self._end()
        return self

    def games(self) -> Counter[int]:
        """At how many tables each has sat."""
        return Counter(one for table in self.tables for one in table)

    def pool(self) -> Pool:
        """As the draw sees it now."""
        contenders = tuple(
            replace(one, waited_s=int(self.now - self._free_since[one.id]))
            for one in self.contenders.values()
        )
        return Pool(contenders, self.seats, self.room - len(self._ends), self.settings)

    def _open(self) -> None:
        opening = FORMAT.tables_now(self.pool(), SEED, len(self.tables) + 1)
        for one, turns in opening.turns.items():
            self.contenders[one] = replace(self.contenders[one], turns=turns)
        for draw in opening.draws:
            (table,) = draw.tables
            self._begin(table.seats)
        self.waits = opening.waits
        assert opening.draws or self._ends, f"nothing goes on: {opening.waits}"

    def _begin(self, table: tuple[int, ...]) -> None:
        self.tables.append(table)
        for seat, one in enumerate(table):
            assert self.contenders[one].state == FREE
            waited = self.now - self._free_since[one]
            self.longest[one] = max(self.longest[one], round(waited))
            self.contenders[one] = seated(self.contenders[one], table, seat)
        takes = (1 + self._chance.random()) * (20 if self.slow.intersection(table) else 1)
        heapq.heappush(self._ends, (self.now + takes, len(self.tables), table))

    def _next_moment(self) -> None:
        tick = (self.now // TICK_S + 1) * TICK_S
        if self._ends and self._ends[0][0] < tick:
            self._end()
        else:
            self.now = tick

    def _end(self) -> None:
        self.now, _number, table = heapq.heappop(self._ends)
        for one in table:
            tries = 0 if one in self.uploads else self.contenders[one].tries
            self.contenders[one] = replace(self.contenders[one], state=FREE, tries=tries)
            self._free_since[one] = self.now


def seated(one: Contender, table: tuple[int, ...], seat: int) -> Contender:
    """As the league counts it, beside its turns."""
    seats = [*one.seats, *[0] * (6 - len(one.seats))]
    seats[seat] += 1
    return replace(
        one,
        state=PLAYING,
        tries=one.tries + 1,
        sizes=Counter(one.sizes) + Counter([len(table)]),
        seats=tuple(seats),
        met=(tuple(other for other in table if other != one.id), *one.met)[:6],
    )


def bots(count: int, owners: Iterable[str] = ()) -> dict[int, Contender]:
    """So many newcomers of different ratings; the first ones belong to these owners."""
    chance = Random(count)
    named = [*owners, *[None] * count]
    return {
        number: Contender(number, named[number], rating=chance.gauss(25, 8))
        for number in range(count)
    }
