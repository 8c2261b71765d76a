"""Strengths: how good everybody has been on a ladder, from all that was played there at once.

The model is Bradley and Terry's (1952): of two who meet, one comes before the other with the odds
of their strengths. Every two at a table are compared by their places, a shared place being half for
each, and the strengths are those under which what has come out is likeliest. Every table counts the
same, whenever it was. So that nobody is infinitely good who has never lost, and those can be
compared who have no common opponent, everybody has also drawn once with an average one.

What two at a table show depends on the others there, so how sure a strength is does not follow from
the number of pairs. It is told by how far tables are from what was to be expected of them (Godambe,
1960), to which a bootstrap over tables comes too where they are many. In simulated ladders, where
the true order was known, nine in ten ranges held the true place from ten tables of everybody on,
and four in five after three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .intervals import RESAMPLES, TAIL
from .results import Numbers, Positions, changes, places_in

AVERAGE = 2000  # of the number that is shown
TENFOLD = 400  # who has so many more comes before the other ten times as often as behind him
NEAR = 1e-6  # of a strength; what is shown is a thousand times as coarse

Floats = NDArray[np.float64]


class Strength(NamedTuple):
    """What somebody has shown: 2000 is average, and who has 100 more than another comes before him
    in 64 of 100 cases. Between `best` and `worst` is his place in nine of ten cases, among all who
    have not gone; of one who has both are 0."""

    shown: int
    best: int
    worst: int


class Seats(NamedTuple):
    """Columns of one length, in any order: who sat at which table, and his place there. In a set
    everybody sits at its table several times, and the sum of his places counts."""

    table: Numbers
    entry: Numbers
    place: Numbers


def strengths(seats: Seats, seed: str, gone: Collection[int] = ()) -> dict[int, Strength]:
    """Those of everybody who sat anywhere, by entry. Places come of the whole numbers that are
    shown, so that no machine's last digits decide. The same `seed` gives the same ranges."""
    if not len(seats.entry):
        return {}
    entries, who = np.unique(seats.entry, return_inverse=True)
    tables = list(_by_size(seats.table, who, seats.place))
    wins = _summed(((one.pairs(len(entries)), one.ahead) for one in tables), len(entries))
    found = _likeliest(wins)
    cases = _cases(found, _covariance(found, wins, tables), seed)
    numbers, stays = _shown(found), ~np.isin(entries, [*gone])
    ranges = np.zeros((2, len(entries)), np.int64)
    ranges[:, stays] = _ranges(numbers[stays], _shown(cases)[:, stays])
    columns = (column.tolist() for column in (entries, numbers, *ranges))
    return {entry: Strength(*one) for entry, *one in zip(*columns, strict=True)}


@dataclass(frozen=True, eq=False)
class _Tables:
    """Tables of one size. `who`: shape (tables, seats); `ahead`: 1 where the first is ahead of the
    second there, 1/2 of equals, else 0, shape (tables, seats, seats)."""

    who: Positions
    ahead: Floats

    def pairs(self, entries: int) -> Positions:
        """Which of all pairs of entries everybody is in there, shape as `ahead`."""
        pairs: Positions = self.who[:, :, None] * entries + self.who[:, None, :]
        return pairs

    def unexpected(self, found: Floats) -> Floats:
        """How many more of those there everybody was ahead of than was to be expected, times the
        same of each of them, shape as `ahead`."""
        there = found[self.who]
        expected = _chance(there[:, :, None] - there[:, None, :])
        more: Floats = (self.ahead - expected).sum(axis=2)
        return more[:, :, None] * more[:, None, :]


def _by_size(table: Numbers, who: Positions, place: Numbers) -> Iterator[_Tables]:
    order = np.lexsort((who, table))
    table, who, place = table[order], who[order], place[order]
    seats = changes(table, who)  # of a set several are one
    table, who, place = table[seats], who[seats], np.add.reduceat(place, seats)
    starts = changes(table)
    sizes = np.diff(starts, append=len(table))
    for size in np.unique(sizes).tolist():
        which = starts[sizes == size][:, None] + np.arange(size)
        behind = place[which][:, None, :] - place[which][:, :, None]
        yield _Tables(who[which], (1 + np.sign(behind)) / 2)


def _summed(parts: Iterable[tuple[Positions, Floats]], entries: int) -> Floats:
    """Numbers added up by pair, shape (entries, entries)."""
    sums = np.zeros(entries * entries)
    for pairs, numbers in parts:
        sums += np.bincount(pairs.ravel(), numbers.ravel(), len(sums))
    return sums.reshape(entries, entries)


# The fit


def _chance(ahead: Floats) -> Floats:
    """Of coming before one whom somebody is so far ahead of."""
    chance: Floats = (1 + np.tanh(ahead / 2)) / 2  # 1 / (1 + e⁻ˣ), which no x is too large for
    return chance


def _likeliest(wins: Floats) -> Floats:
    """The strengths, as logarithms of odds against the average, by Newton's method. A step that
    takes two further apart than 1 is shortened to that; so every one comes nearer (Bach, 2010)."""
    met, found, apart = wins + wins.T, np.zeros(len(wins)), 1.0
    while apart > NEAR:
        expected = met * _chance(found[:, None] - found)
        slope = (wins - expected).sum(axis=1) + 1 / 2 - _chance(found)
        step = np.linalg.solve(_curvature(found, met), slope)
        apart = max(step.max(), 0) - min(step.min(), 0)
        found = found + step / max(apart, 1)
    return found


def _curvature(found: Floats, met: Floats) -> Floats:
    """How much the matches and the draws against the average tell of strengths."""
    chance, average = _chance(found[:, None] - found), _chance(found)
    told = met * chance * (1 - chance)
    curvature: Floats = np.diag(told.sum(axis=1) + average * (1 - average)) - told
    return curvature


def _covariance(found: Floats, wins: Floats, tables: Sequence[_Tables]) -> Floats:
    """How far strengths are from the true ones, and together with whom. The match against the
    average one is as one that a coin decides."""
    size = len(wins)
    differs = _summed(((one.pairs(size), one.unexpected(found)) for one in tables), size)
    inverse = np.linalg.inv(_curvature(found, wins + wins.T))
    covariance: Floats = inverse @ (differs + np.eye(size) / 4) @ inverse
    return covariance


# Places


def _shown(strengths: Floats) -> Numbers:
    """The whole numbers that stand for them."""
    return np.rint(AVERAGE + TENFOLD / log(10) * strengths).astype(np.int64)


def _cases(found: Floats, covariance: Floats, seed: str) -> Floats:
    """Strengths as they may be in truth, shape (cases, entries)."""
    root = np.linalg.cholesky(covariance)
    chances = np.random.default_rng([*f"places {seed}".encode()])
    cases: Floats = found + chances.standard_normal((RESAMPLES, len(found))) @ root.T
    return cases


def _ranges(numbers: Numbers, cases: Numbers) -> tuple[Numbers, Numbers]:
    """The best and the worst place of everybody, the tails left out, but never the place that was
    reached."""
    reached, places = places_in(-numbers[None])[0], places_in(-cases)
    places.sort(axis=0)
    return np.minimum(reached, places[TAIL]), np.maximum(reached, places[-1 - TAIL])
