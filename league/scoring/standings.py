"""Standings of one tournament: one pure function from what was played to places.

Sums and means are exact fractions. Whoever calls decides what counts: standings in the middle of a
round would compare entries that have played with others that have not, so pages ask for finished
rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import compress
from math import lcm
from typing import TypeVar

import numpy as np

from .catalog import SCORINGS, Spot
from .core import Counting, Penalty, Rest, in_parts
from .results import MOST_SEATS, Numbers, Positions, Results
from .sets import as_one
from .tiebreaks import History, broken

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
    """What one entry has collected: what it was `paid`, in whole parts of a point, and the points
    of its `rounds`, by their numbers."""

    paid: int
    rounds: dict[int, Fraction]
    rests: set[int] = field(default_factory=set)
    missed: set[int] = field(default_factory=set)
    penalty: Fraction = Fraction(0)
    points: Fraction = Fraction(0)

    def add_up(self, unit: int) -> None:
        """In points, of which each has `unit` parts. A rest pays the mean of one's own rounds: it
        costs nothing and gains nothing. Whoever has played no round yet is credited with
        nothing."""
        self.points = Fraction(self.paid, unit)
        if self.rests and self.rounds:
            mean = self.points / len(self.rounds)
            self.rounds |= dict.fromkeys(self.rests, mean)
            self.points += mean * len(self.rests)
        if self.penalty:
            self.points += self.penalty

    def miss(self, number: int, points: Fraction) -> None:
        """Add a round that pays so much without having been played."""
        self.missed.add(number)
        self.rounds[number] = points
        self.points += points


def standings(
    entries: Iterable[int],
    results: Results,
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
    paid, unit = _paid(results, counting)
    tallies = _tallies(list(entries), paid, unit)
    for rest in rests:
        tallies[rest.entry].rests.add(rest.round)
    for penalty in penalties:
        tallies[penalty.entry].penalty += penalty.points if fewest else -penalty.points
    for tally in tallies.values():
        tally.add_up(unit)
    worst = cache(lambda number: _worst(paid.total[paid.round == number], fewest))
    for one in missed:
        if one.entry in tallies and one.round in paid.round:
            tallies[one.entry].miss(one.round, Fraction(worst(one.round), unit))
    rounds = {entry: tally.rounds for entry, tally in tallies.items()}
    history = History(as_one(results)[0], rounds, fewest, counting.low_wins, counting.seed)
    return tuple(_rows(tallies, results, history, counting.tie_breaks, gone))


def _tallies(entries: Sequence[int], paid: Results, unit: int) -> dict[int, _Tally]:
    """What everybody is `paid`, where totals are payments in so many parts of a point."""
    numbers, which = np.unique(paid.round, return_inverse=True)
    at = {entry: position for position, entry in enumerate(entries)}
    played, who = paid.who
    seats = np.array([at[entry] for entry in played], np.intp)[who], which
    there = np.zeros((len(entries), len(numbers)), np.bool_)
    parts = np.zeros_like(there, np.int64)
    there[seats], parts[seats] = True, paid.total
    points = {one: Fraction(one, unit) for one in np.unique(parts).tolist()}
    sums = parts.sum(axis=1).tolist()
    names = numbers.tolist()
    tallies = {}
    for entry, row, was, whole in zip(entries, parts.tolist(), there.tolist(), sums, strict=True):
        rounds = zip(names, map(points.__getitem__, row), strict=True)
        tallies[entry] = _Tally(whole, dict(compress(rounds, was)))
    return tallies


def _worst(payments: Numbers, fewest: bool) -> int:
    return int(payments.max() if fewest else payments.min())


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


class Payments:
    """What matches at tables of these sizes pay, in whole parts of a point, of which each has
    `unit`."""

    def __init__(self, counting: Counting, sizes: Collection[int]) -> None:
        self._pay = payer(counting)
        self._by_place = SCORINGS[counting.scoring].by_place
        spots = (
            (place, sharing, size, 0)
            for size in sizes
            for place in range(1, size + 1)
            for sharing in range(1, size + 2 - place)
        )
        self.unit = lcm(*(self._pay(*spot).denominator for spot in spots))  # totals are whole

    def of(self, place: Numbers, sharing: Numbers, size: Numbers, total: Numbers) -> Numbers:
        """Of seats: all are of one shape, see catalog.Spot."""
        counted = np.zeros_like(total) if self._by_place else total
        found, which = _distinct(*map(np.ravel, (place, sharing, size, counted)))
        parts = [in_parts(self._pay(*spot), self.unit) for spot in found]
        return np.array(parts, np.int64)[which.reshape(place.shape)]

    def of_matches(self, place: Numbers, total: Numbers) -> Numbers:
        """Of matches of one size: all three have the shape (seats, matches)."""
        sharing = (place[:, None] == place).sum(axis=1)
        return self.of(place, sharing, np.full_like(place, len(place)), total)


def _paid(results: Results, counting: Counting) -> tuple[Results, int]:
    """The same with what everybody is paid in place of totals, in whole parts of a point, and how
    many of these it has. A set pays the mean of its matches."""
    payments = Payments(counting, set(results.sizes.tolist()))
    sizes = results.sizes[results.match]
    parts = payments.of(results.place, results.sharing, sizes, results.total)
    paid, finer = as_one(replace(results, total=parts))
    return paid, payments.unit * finer


def _distinct(*spots: Numbers) -> tuple[list[list[int]], Positions]:
    """Those that occur: few, if only places are paid for. And which of them each one is."""
    place, sharing, size, total = spots
    code = ((total * MOST_SEATS + place) * MOST_SEATS + sharing) * MOST_SEATS + size
    _codes, first, which = np.unique(code, return_index=True, return_inverse=True)
    return np.stack(spots)[:, first].T.tolist(), which


def _rows(
    tallies: Mapping[int, _Tally],
    results: Results,
    history: History,
    tie_breaks: Sequence[str],
    gone: Collection[int],
) -> Iterator[Row]:
    matches = results.matches
    won = results.by_entry(results.won)
    unit = lcm(*{tally.points.denominator for tally in tallies.values()})
    sign = unit if history.fewest else -unit
    keys = {
        entry: (entry in gone, entry not in matches, in_parts(tally.points, sign))
        for entry, tally in tallies.items()
    }
    place = 1
    for (_gone, rested, _points), tied in grouped(keys):
        for group, decided_by in broken(tied, () if rested else tie_breaks, history):
            for entry in group:
                tally = tallies[entry]
                yield Row(
                    place=place,
                    shared=len(group) > 1,
                    entry=entry,
                    points=tally.points,
                    rounds=tally.rounds,
                    rests=frozenset(tally.rests),
                    missed=frozenset(tally.missed),
                    matches=matches.get(entry, 0),
                    won=won.get(entry, 0),
                    penalty=tally.penalty,
                    decided_by=decided_by,
                )
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
