"""What the last round can still change: the places every entry may end in, and what each place at
its own table makes of them.

All results of a table are tried, but not all of all tables at once. Tables do not depend on each
other, so how many of another table may end ahead of some points, at least and at most, is asked of
that table alone, and the answers are added up. Every order of a table is taken for possible, shared
places too. Between equal points the tie-breaks may go either way. Only for who misses the round,
and is paid like the worst in it, bounds may be wider than need be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from .catalog import SCORINGS
from .core import Counting
from .last_round import Ends, LastRound, Need, Reach, Table, Ways, ranked
from .results import Numbers
from .standings import Payments, Row

LARGEST_TABLE = 6
MOST_TRIED = 6000  # results of a table: one match of six has 4683, two of four have 5625


def needs(
    rows: Sequence[Row],
    tables: Sequence[Table],
    counting: Counting,
    last: int,
    gone: Collection[int] = (),
) -> tuple[Need, ...]:
    """What every entry can still reach, in the order of `rows`.

    `rows`: the standings of all that has been played, rests and finished tables of the `last` round
    included. `tables`: the others. Those who have `gone` come after all who play. Nothing comes of
    a scoring that pays totals, of which there may be any, so nothing is sure; nor of sets that can
    come out in too many ways. See `chances` then.
    """
    kinds = {(len(table.entries), table.left) for table in tables}
    if (tables and not SCORINGS[counting.scoring].by_place) or any(map(_is_too_much, kinds)):
        return ()
    race = LastRound(rows, tables, counting, last, gone)
    tried = {kind: _all_results(*kind, race.payments) for kind in kinds}
    ways = [race.ways(table, *tried[len(table.entries), table.left]) for table in tables]
    worst = [race.worst_of(one) for one in ways]
    ways += race.others(race.worst(np.array([one.min(), one.max()]) for one in worst))
    return race.in_order(_found(ways, race.ends(ways), race.ties_decide))


def _is_too_much(kind: tuple[int, int]) -> bool:
    """Whether so many matches of so many seats have too many results to be tried."""
    size, left = kind
    return size > LARGEST_TABLE or _orders(size).shape[1] ** left > MOST_TRIED


def _all_results(size: int, left: int, payments: Payments) -> tuple[Numbers, Numbers]:
    """Places and payments that so many matches bring in all, of shape (seats, results)."""
    place = _orders(size)
    found = match = np.concatenate([place, payments.of_matches(place, np.zeros_like(place))])
    for _match in range(left - 1):
        found = (found[:, :, None] + match[:, None]).reshape(2 * size, -1)
        found = np.unique(found, axis=1)
    return found[:size], found[size:]


@cache
def _orders(size: int) -> Numbers:
    """All places that those at a table of this size can have, shared ones too, of shape (seats,
    orders)."""
    ranks = np.indices((size,) * size).reshape(size, -1)
    taken = np.bitwise_or.reduce(1 << ranks)
    return ranked(ranks[:, taken & (taken + 1) == 0])  # without gaps


@dataclass(frozen=True, eq=False)
class _Ahead:
    """How many of some tables end before any points: as many `at_least`, and `at_most`, as are
    listed there before these points; both are in order."""

    at_least: Ends
    at_most: Ends

    @classmethod
    def of_table(cls, ends: Ends) -> _Ahead:
        """By the ways in which it may come out."""
        first_to_last = np.sort(ends, axis=0)
        return cls(first_to_last.max(axis=1), first_to_last.min(axis=1))

    @classmethod
    def of_all(cls, tables: Sequence[_Ahead]) -> _Ahead:
        """Together: they do not depend on each other."""
        return cls(
            np.sort(np.concatenate([one.at_least for one in tables])),
            np.sort(np.concatenate([one.at_most for one in tables])),
        )

    def fewest(self, ends: Ends) -> Numbers:
        """How many are before each of these points at least."""
        return np.searchsorted(self.at_least, ends)

    def most(self, ends: Ends, or_there: bool) -> Numbers:
        """And at most; `or_there`: together with those who have the same points."""
        return np.searchsorted(self.at_most, ends, "right" if or_there else "left")


def _found(ways: Sequence[Ways], ends: Sequence[Ends], ties_decide: bool) -> Iterator[Need]:
    """Of everybody, table by table."""
    tables = [_Ahead.of_table(one) for one in ends]
    every = _Ahead.of_all(tables)
    for way, end, own in zip(ways, ends, tables, strict=True):
        ahead = (end[:, None] > end).sum(axis=1)
        behind = (end[:, None] >= end).sum(axis=1) - 1 if ties_decide else ahead
        best = 1 + ahead + every.fewest(end) - own.fewest(end)
        worst = 1 + behind + every.most(end, ties_decide) - own.most(end, ties_decide)
        for who, entry in enumerate(way.entries):
            yield _need(entry, way.place[who], best[who], worst[who], len(way.entries) > 1)


def _need(entry: int, place: Numbers, best: Numbers, worst: Numbers, is_open: bool) -> Need:
    """By the place that each way gives at the table, and the best and the worst it leaves."""
    reaches = {
        at: Reach(int(best[here].min()), int(worst[here].max()))
        for at in range(1, 1 + int(place.max()))
        if len(here := np.flatnonzero(place == at))
    }
    return Need(entry, Reach(int(best.min()), int(worst.max())), reaches if is_open else {})
