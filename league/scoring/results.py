"""Results in columns: all that was played, seat by seat, in whole numbers that are counted at once.

Standings of hundreds of entries are thousands of seats, and every page counts them anew. Numbers of
64 bits hold all that is added up here; what may grow larger is added up by Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .core import Played

Numbers = NDArray[np.int64]
Positions = NDArray[np.intp]
MOST_SEATS = 16  # more than any table has


@dataclass(frozen=True, eq=False)
class Results:
    """The columns are those of `core.Played`, all of one length. Those who sat together follow one
    another, in the order of rounds, tables and seatings."""

    round: Numbers
    entry: Numbers
    place: Numbers
    total: Numbers
    won: Numbers
    table: Numbers
    seating: Numbers

    @classmethod
    def of(cls, seats: Iterable[Sequence[int]]) -> Results:
        """From the seats of whole matches, in any order; each is a `core.Played`."""
        return cls.joined([np.array([*seats], np.int64).reshape(-1, len(Played._fields))])

    @classmethod
    def joined(cls, parts: Iterable[Numbers]) -> Results:
        """From several such, of shape (seats, 7)."""
        nobody = np.empty((0, len(Played._fields)), np.int64)
        return cls(*np.concatenate([nobody, *parts]).T)._in_order()

    def where(self, seats: NDArray[np.bool_] | Positions) -> Results:
        """Those seats, which make whole matches."""
        return Results(*(getattr(self, name)[seats] for name in Played._fields))

    def and_those(self, others: Results) -> Results:
        """With those of other matches."""
        both = ((getattr(self, name), getattr(others, name)) for name in Played._fields)
        return Results(*map(np.concatenate, both))._in_order()

    def _in_order(self) -> Results:
        return self.where(np.lexsort((self.seating, self.table, self.round)))

    @cached_property
    def starts(self) -> Positions:
        """Where matches begin, of every match."""
        return changes(self.round, self.table, self.seating)

    @cached_property
    def match(self) -> Positions:
        """The number of its match, from 0, of every seat."""
        return np.repeat(np.arange(len(self.starts)), self.sizes)

    @cached_property
    def sizes(self) -> Numbers:
        """How many sit there, of every match."""
        sizes: Numbers = np.diff(self.starts, append=len(self.entry))
        return sizes

    @property
    def sharing(self) -> Numbers:
        """How many have the place at the table, of every seat."""
        which = self.match * MOST_SEATS + self.place
        sharing: Numbers = np.bincount(which)[which]
        return sharing

    @cached_property
    def who(self) -> tuple[list[int], Positions]:
        """The entries that sat anywhere, in order, and which of them sat there, of every seat."""
        entries, which = np.unique(self.entry, return_inverse=True)
        return entries.tolist(), which

    @cached_property
    def matches(self) -> dict[int, int]:
        """How many everybody has played who sat anywhere, in the order of `who`."""
        return self.by_entry(np.ones_like(self.entry))

    def by_entry(self, numbers: Numbers) -> dict[int, int]:
        """The numbers of seats, added up for everybody who sat anywhere, in the order of `who`."""
        entries, which = self.who
        sums = np.zeros(len(entries), np.int64)
        np.add.at(sums, which, numbers)
        return dict(zip(entries, sums.tolist(), strict=True))


def changes(*keys: Numbers) -> Positions:
    """Where one of the keys is not as before; the first position too, where there is one."""
    changed = np.zeros(len(keys[0]), np.bool_)
    changed[:1] = True
    for key in keys:
        changed[1:] |= key[1:] != key[:-1]
    positions: Positions = np.flatnonzero(changed)
    return positions


def places_in(numbers: NDArray[Any]) -> Positions:
    """The places that each line of numbers makes, the lowest first, shared ones as standings give
    them: 1, 2, 2, 4."""
    order = numbers.argsort(axis=1)
    ordered = np.take_along_axis(numbers, order, axis=1)
    is_behind = np.ones(numbers.shape, np.bool_)
    is_behind[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    position = np.arange(1, 1 + numbers.shape[1])
    places = np.empty_like(order)
    first = np.maximum.accumulate(np.where(is_behind, position, 0), axis=1)
    np.put_along_axis(places, order, first, axis=1)
    return places
