"""Sets: the matches in which one table plays the same cards, with everybody in every seat once.

A set is one unit. It is drawn as one table, its cards stay closed until the last of its matches is
over, and it counts as one result: the mean of its matches. These are no results on their own, since
each of them gives some seat the better cards. At a table of two to six it has as many matches as
seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import lcm

from .core import Played
from .tiebreaks import Table


def as_one(tables: Sequence[Table]) -> Sequence[Table]:
    """The same with every set as one match: everybody has there the means of his places, totals and
    deals won. All are given in one unit, so that whole numbers do; without sets that is 1."""
    if all(table[0].seating == 1 for table in tables):
        return tables
    sets: dict[tuple[int, int], dict[int, list[Played]]] = defaultdict(lambda: defaultdict(list))
    for table in tables:
        for one in table:
            sets[one.round, one.table][one.entry].append(one)
    unit = lcm(*{len(matches) for entries in sets.values() for matches in entries.values()})
    return [[_mean(matches, unit) for matches in entries.values()] for entries in sets.values()]


def _mean(matches: Sequence[Played], unit: int) -> Played:
    times = unit // len(matches)

    def mean(numbers: Iterable[int]) -> int:
        return times * sum(numbers)

    return matches[0]._replace(
        place=mean(one.place for one in matches),
        total=mean(one.total for one in matches),
        won=mean(one.won for one in matches),
        seating=1,
    )


def placed(table: Table) -> Table:
    """A set as one match, with the places that its mean places make: 1, 2, 2, 4."""
    means = sorted(one.place for one in table)
    return [one._replace(place=means.index(one.place) + 1) for one in table]
