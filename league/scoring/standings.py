"""Standings of one tournament: one pure function from what was played to places.

Sums and means are exact fractions. Whoever calls decides what counts: standings in the middle of a
round would compare entries that have played with others that have not, so pages ask for finished
rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import chain, zip_longest
from math import lcm
from operator import attrgetter
from typing import TypeVar

from .catalog import SCORINGS, Spot
from .core import Counting, Penalty, Played, Rest, in_parts
from .sets import as_one
from .tiebreaks import History, Table, broken

Key = TypeVar("Key")
USUAL = Counting()
SortKey = tuple[Fraction | int, ...]
Pay = Callable[[int, int, int, int], Fraction]  # place, sharing, size, total: catalog.Spot


@dataclass(frozen=True, slots=True)
class Row:
    """How an entry stands. `shared`: another entry has the same place. `rounds`: points by round
    number; `rests` and `missed`: the numbers of those it sat out, drawn so or not there.
    `decided_by`: the tie-break that set it apart from others with the same points, empty if none
    did."""

    place: int
    shared: bool
    entry: int
    points: Fraction
    rounds: Mapping[int, Fraction]
    rests: frozenset[int]
    missed: frozenset[int]
    matches: int
    won: int
    penalty: Fraction
    decided_by: str = ""


@dataclass(slots=True)
class _Tally:
    """What one entry has collected. `paid` and `missed` are what it gets for rounds, played or not,
    in whole numbers of some part of a point; `sets`: how many matches a round had, where it had
    several."""

    paid: dict[int, int]
    rests: set[int]
    missed: dict[int, int]
    sets: dict[int, int]
    won: int = 0
    penalty: Fraction = Fraction(0)
    rounds: dict[int, Fraction] = field(default_factory=dict)
    points: Fraction = Fraction(0)

    @property
    def matches(self) -> int:
        """How many it has played."""
        return len(self.paid) - len(self.sets) + sum(self.sets.values())

    def add_to_set(self, number: int, paid: int) -> None:
        """Add what another match of this round pays."""
        self.sets[number] = self.sets.get(number, 1) + 1
        self.paid[number] += paid

    def take_means(self, finer: int) -> None:
        """A set pays the mean of its matches, and every payment is counted in parts that are so
        much `finer`."""
        for number, paid in self.paid.items():
            self.paid[number] = paid * finer // self.sets.get(number, 1)

    def add_up(self, unit: int, points_of: Callable[[int], Fraction]) -> None:
        """In points, of which every one has `unit` parts. A rest pays the mean of one's own rounds:
        it costs nothing and gains nothing. Whoever has played no round yet is credited with
        nothing."""
        total = sum(self.paid.values())
        self.rounds = dict(zip(self.paid, map(points_of, self.paid.values()), strict=True))
        self.points = Fraction(total + sum(self.missed.values()), unit)
        if self.rests and self.rounds:
            mean = Fraction(total, unit * len(self.rounds))
            self.rounds |= dict.fromkeys(self.rests, mean)
            self.points += mean * len(self.rests)
        if self.missed:
            self.rounds |= {number: points_of(paid) for number, paid in self.missed.items()}
        if self.penalty:
            self.points += self.penalty

    def row(self, entry: int, place: int, shared: bool, decided_by: str) -> Row:
        return Row(
            place=place,
            shared=shared,
            entry=entry,
            points=self.points,
            rounds=self.rounds,
            rests=frozenset(self.rests),
            missed=frozenset(self.missed),
            matches=self.matches,
            won=self.won,
            penalty=self.penalty,
            decided_by=decided_by,
        )


def standings(
    entries: Iterable[int],
    played: Iterable[Played],
    rests: Iterable[Rest] = (),
    penalties: Iterable[Penalty] = (),
    counting: Counting = USUAL,
    missed: Iterable[Rest] = (),
    gone: Collection[int] = (),
) -> tuple[Row, ...]:
    """The rows of all entries, best first; equals in the order of `entries`.

    Every match pays what the scoring says, and the points of the rounds are added up. A set pays
    the mean of its matches, so that a round counts the same whatever the size of the table, and
    tie-breaks take it for one match. Entries with equal points are told apart by the chain of
    tie-breaks; what is then equal shares the place and the next place does not exist: 1, 2, 2, 4.
    Whoever has played no match yet, because he rested so far, comes after all who have: his 0
    points are no result.

    A round that was `missed`, by coming late or being away, pays what the worst result of that
    round paid, so that staying away gains nothing. Those who have `gone` for good come after all
    the others, whatever they scored.
    """
    fewest = fewest_wins(counting)
    tallies = {entry: _Tally({}, set(), {}, {}) for entry in entries}
    tables = tables_of(played)
    unit = _pay(tallies, tables, counting)
    for rest, paid in _worst(tallies, missed, fewest):
        tallies[rest.entry].missed[rest.round] = paid
    for rest in rests:
        tallies[rest.entry].rests.add(rest.round)
    for penalty in penalties:
        tallies[penalty.entry].penalty += penalty.points if fewest else -penalty.points
    points_of = cache(lambda paid: Fraction(paid, unit))
    for tally in tallies.values():
        tally.add_up(unit, points_of)
    rounds = {entry: tally.rounds for entry, tally in tallies.items()}
    history = History(as_one(tables), rounds, fewest, counting.low_wins, counting.seed)
    return tuple(_rows(tallies, history, counting.tie_breaks, gone))


def _worst(
    tallies: Mapping[int, _Tally], missed: Iterable[Rest], fewest: bool
) -> list[tuple[Rest, int]]:
    """What those who missed a round are paid for it, as far as entry and round are counted."""
    missed = list(missed)
    worst: dict[int, int] = {}
    for tally in tallies.values() if missed else ():
        for number, paid in tally.paid.items():
            before = worst.setdefault(number, paid)
            worst[number] = max(before, paid) if fewest else min(before, paid)
    return [
        (rest, worst[rest.round])
        for rest in missed
        if rest.entry in tallies and rest.round in worst
    ]


def tables_of(played: Iterable[Played]) -> list[Table]:
    """Those who sat together, match by match."""
    tables: dict[tuple[int, int, int], list[Played]] = defaultdict(list)
    for one in played:
        tables[one.round, one.table, one.seating].append(one)
    return list(tables.values())


def fewest_wins(counting: Counting) -> bool:
    """Whether few points are good."""
    fewest = SCORINGS[counting.scoring].fewest_win
    return counting.low_wins if fewest is None else fewest


def payer(counting: Counting) -> Pay:
    """What a match pays."""
    scoring = SCORINGS[counting.scoring]
    settings = scoring.read(counting.settings)

    @cache
    def pay(*spot: int) -> Fraction:
        return scoring.pay(Spot(*spot), settings)

    return pay


def _pay(tallies: Mapping[int, _Tally], tables: Sequence[Table], counting: Counting) -> int:
    """Pay for all that was played, in parts of a point. Returns how many of these a point has."""
    payments, unit = _payments(tables, counting)
    seats = map(attrgetter("round", "entry", "won"), chain.from_iterable(tables))
    for (number, entry, won), paid in zip(seats, chain.from_iterable(payments), strict=True):
        tally = tallies[entry]
        tally.won += won
        if number in tally.paid:
            tally.add_to_set(number, paid)
        else:
            tally.paid[number] = paid
    finer = lcm(*{matches for tally in tallies.values() for matches in tally.sets.values()})
    for tally in tallies.values() if finer > 1 else ():
        tally.take_means(finer)
    return unit * finer


def _payments(tables: Sequence[Table], counting: Counting) -> tuple[list[list[int]], int]:
    """What every table pays its entries, in parts of a point, and how many of these it has. If only
    places are paid for, most tables end in one of a few ways."""
    pay, by_place = payer(counting), SCORINGS[counting.scoring].by_place
    ends = [(_places(table), () if by_place else _totals(table)) for table in tables]
    points = {
        (places, totals): [
            pay(place, places.count(place), len(places), total)
            for place, total in zip_longest(places, totals, fillvalue=0)
        ]
        for places, totals in set(ends)
    }
    unit = lcm(*{paid.denominator for there in points.values() for paid in there})
    parts = {end: [in_parts(paid, unit) for paid in there] for end, there in points.items()}
    return [parts[end] for end in ends], unit


def _places(table: Table) -> tuple[int, ...]:
    return tuple([one.place for one in table])


def _totals(table: Table) -> tuple[int, ...]:
    return tuple([one.total for one in table])


def _rows(
    tallies: Mapping[int, _Tally],
    history: History,
    tie_breaks: Sequence[str],
    gone: Collection[int],
) -> Iterator[Row]:
    unit = lcm(*{tally.points.denominator for tally in tallies.values()})
    sign = unit if history.fewest else -unit
    keys = {
        entry: (entry in gone, not tally.matches, in_parts(tally.points, sign))
        for entry, tally in tallies.items()
    }
    place = 1
    for (_gone, rested, _points), tied in grouped(keys):
        for group, decided_by in broken(tied, () if rested else tie_breaks, history):
            for entry in group:
                yield tallies[entry].row(entry, place, len(group) > 1, decided_by)
            place += len(group)


def grouped(keys: Mapping[Key, SortKey]) -> list[tuple[SortKey, list[Key]]]:
    """Those with equal sort keys together, lowest first, with their key."""
    equals: dict[SortKey, list[Key]] = defaultdict(list)
    for who, key in keys.items():
        equals[key].append(who)
    return [(key, equals[key]) for key in sorted(equals)]


def ranked(keys: Mapping[Key, SortKey]) -> list[tuple[Key, int, bool]]:
    """(who, place, whether it is shared) from sort keys, lowest first: 1, 2, 2, 4."""
    rows: list[tuple[Key, int, bool]] = []
    for _key, equals in grouped(keys):
        place = len(rows) + 1
        rows += [(who, place, len(equals) > 1) for who in equals]
    return rows
