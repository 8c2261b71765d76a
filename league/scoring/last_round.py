"""The last round while it is played: what everybody's points come to, by what the tables that have
yet to finish bring."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .core import Counting, exact_sum, in_parts
from .results import Numbers, Results
from .standings import Payments, Row, fewest_wins

Ends = NDArray[Any]  # whole numbers, the lower the better; of Python, if 64 bits do not hold them
LARGEST = 2**62
NOTHING = Results.of([])


class Reach(NamedTuple):
    """The best and the worst place in the standings that is possible, or likely."""

    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Need:
    """What an entry can still reach. `by_place`: by its place at the table at which it has yet to
    finish, if there is one."""

    entry: int
    reach: Reach
    by_place: Mapping[int, Reach]


@dataclass(frozen=True, eq=False)
class Table:
    """Who sits at a table that has yet to finish, and how many of its matches are `left`; in a set
    there may be several. `over`: what those of the set that are over have brought."""

    entries: Sequence[int]
    left: int = 1
    over: Results = NOTHING

    @property
    def matches(self) -> int:
        """How many are played there in all."""
        return self.left + len(self.over.starts)

    def by_match(self, numbers: Numbers) -> Numbers:
        """Those of the seats of `over`, of shape (seats, matches)."""
        return numbers.reshape(-1, len(self.entries)).T

    def by_entry(self, numbers: Numbers) -> Numbers:
        """The same added up, of shape (entries, 1)."""
        sums = self.over.by_entry(numbers)
        return np.array([[sums[entry]] for entry in self.entries])


@dataclass(frozen=True, eq=False)
class Ways:
    """What may come of a table: the `place` that each of its entries has there, and what it is
    `paid`, in parts of a point, both of shape (entries, ways). Who has nothing more to play is at a
    table of one."""

    entries: Sequence[int]
    place: Numbers
    paid: Numbers


class LastRound:
    """The round, with the standings before its tables that are not over.

    `rows`: of all that has been played, rests and finished tables of the round included. Whoever is
    at no other table, and has no points of the round, misses it, and is paid like the worst in it.
    Those who have `gone` come after all who play. `ties_decide`: whether of two with equal points
    one may end behind the other.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        tables: Sequence[Table],
        counting: Counting,
        number: int,
        gone: Collection[int] = (),
    ) -> None:
        self.rows, self.tables, self.number, self.gone = rows, tables, number, gone
        self.fewest, self.ties_decide = fewest_wins(counting), bool(counting.tie_breaks)
        self.payments = Payments(counting, {len(table.entries) for table in tables})
        self.at_tables = {entry for table in tables for entry in table.entries}
        self.paid = [row.rounds[number] for row in rows if number in row.rounds.keys() - row.rests]
        matches = lcm(*(table.matches for table in tables))
        self.parts = lcm(self.payments.unit * matches, *(one.denominator for one in self.paid))

    def ways(self, table: Table, place: Numbers, paid: Numbers) -> Ways:
        """What comes of a table by what the matches that are left bring in all: places and
        payments, of shape (entries, ways)."""
        if len(table.over.starts):
            before = table.by_match(table.over.place), table.by_match(table.over.total)
            place = place + table.by_entry(table.over.place)
            paid = paid + table.by_entry(self.payments.of_matches(*before).T.ravel())
        mean = self.parts // (self.payments.unit * table.matches)
        return Ways(table.entries, ranked(place), paid * mean)

    def worst(self, paid: Iterable[Numbers]) -> Numbers:
        """The worst payment of the round, by the `worst_of` all tables."""
        finished = (np.array([in_parts(one, self.parts)]) for one in self.paid)
        return reduce(np.maximum if self.fewest else np.minimum, [*paid, *finished])

    def worst_of(self, ways: Ways) -> Numbers:
        """The worst payment at a table, by the ways it may come out."""
        worst: Numbers = ways.paid.max(axis=0) if self.fewest else ways.paid.min(axis=0)
        return worst

    def others(self, worst: Numbers) -> list[Ways]:
        """Of those who are at no table, by the ways in which the worst may be paid."""
        place = np.ones((1, len(worst)), np.int64)
        return [
            Ways((row.entry,), place, worst[None])
            for row in self.rows
            if row.entry not in self.at_tables
        ]

    def ends(self, ways: Sequence[Ways]) -> list[Ends]:
        """Where it leaves everybody at these tables, of the shape of what is paid there. Those who
        have only rested come after all others, and those who are gone after them."""
        sure, counts = self._in_whole()
        most_paid = max(int(abs(one.paid).max()) for one in ways)
        span = 1 + 2 * (max(map(abs, sure)) + max(map(abs, counts)) * most_paid)
        kind = np.int64 if 4 * span < LARGEST else object
        begin = [span * self._group(row) + one for row, one in zip(self.rows, sure, strict=True)]
        begins, weights = np.array(begin, kind)[:, None], np.array(counts, kind)[:, None]
        at = {row.entry: position for position, row in enumerate(self.rows)}
        who = ([at[entry] for entry in one.entries] for one in ways)
        return [begins[w] + weights[w] * one.paid for w, one in zip(who, ways, strict=True)]

    def in_order(self, found: Iterable[Need]) -> tuple[Need, ...]:
        """Of everybody, in the order of the rows."""
        by_entry = {need.entry: need for need in found}
        return tuple(by_entry[row.entry] for row in self.rows)

    def _in_whole(self) -> tuple[list[int], list[int]]:
        """The points that each has for sure, and what a part of a point in this round counts for
        him, in one unit in which all are whole; the lower the better."""
        lines = [self._line(row) for row in self.rows]
        sure = [points for points, _weight in lines]
        counts = [weight / self.parts for _points, weight in lines]
        unit = lcm(*(one.denominator for one in (*sure, *counts)))
        sign = 1 if self.fewest else -1
        return (
            [in_parts(sign * one, unit) for one in sure],
            [in_parts(sign * one, unit) for one in counts],
        )

    def _line(self, row: Row) -> tuple[Fraction, Fraction]:
        """Points that are sure, and how often those of this round count: for the rests too, which
        pay the mean of what one has played."""
        if row.entry not in self.at_tables:
            misses = self.number not in row.rounds and self.number not in row.rests
            return row.points, Fraction(misses)
        if not row.rests:
            return row.points, Fraction(1)
        own = [row.rounds[number] for number in row.rounds.keys() - row.rests - row.missed]
        weight = 1 + Fraction(len(row.rests), len(own) + 1)
        missed = exact_sum(row.rounds[number] for number in row.missed)
        return exact_sum(own) * weight + missed + row.penalty, weight

    def _group(self, row: Row) -> int:
        only_rested = not row.matches and row.entry not in self.at_tables
        return 2 * (row.entry in self.gone) + only_rested


def ranked(numbers: Numbers) -> Numbers:
    """The places that each column makes, the lowest first: 1, 2, 2, 4."""
    places: Numbers = 1 + (numbers[:, None] > numbers).sum(axis=1)
    return places
