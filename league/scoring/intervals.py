"""How sure the places of a tournament are: where everybody might have come, had its tables come out
a little otherwise.

A bootstrap over sets, a set being what one table played in one round: again and again every set
counts as often as chance has it, and everybody stands by the mean of his results so weighted. In
simulated tournaments, where the true order was known, nine in ten ranges held the true place from
eight rounds on; after three rounds only three in four did, since three results tell little of how
much results vary.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from math import lcm
from random import Random

import numpy as np
from numpy.typing import NDArray

from .core import in_parts
from .results import Numbers, Positions, Results, places_in
from .standings import Row

RESAMPLES = 1000
TAIL = RESAMPLES // 20  # left out at either end: nine in ten are within
FEWEST_ROUNDS = 3

# How often a set counts, by a random byte: the Poisson distribution with mean 1 in 256ths.
_TIMES = bytes([0] * 94 + [1] * 94 + [2] * 47 + [3] * 16 + [4] * 4 + [5])

Sat = Mapping[int, int]  # by the number of a round, at which set


def intervals(
    rows: Sequence[Row],
    results: Results,
    fewest: bool,
    seed: str,
    gone: Collection[int] = (),
) -> dict[int, tuple[int, int]]:
    """The best and the worst place, by entry, that nine in ten cases lie between. `rows` are the
    final standings of one stage, `fewest`: whether few points are good. The same `seed` gives the
    same ranges. Nobody is in it who has played nothing or has `gone`, and nobody at all where fewer
    than three rounds were played."""
    sat, sets = _sat(rows, results)
    if len(np.unique(results.round)) < FEWEST_ROUNDS:
        return {}
    compared = [row for row in rows if sat[row.entry] and row.entry not in gone]
    if not compared:
        return {}
    places = places_in(_scores(compared, sat, _times(sets, seed), 1 if fewest else -1))
    places.sort(axis=0)
    # Without the tails, but never without the place that was reached.
    tails = zip(compared, places[TAIL].tolist(), places[-1 - TAIL].tolist(), strict=True)
    return {row.entry: (min(row.place, best), max(row.place, worst)) for row, best, worst in tails}


def _sat(rows: Sequence[Row], results: Results) -> tuple[dict[int, dict[int, int]], int]:
    """At which set every entry sat, and how many there are."""
    sets: dict[tuple[int, int], int] = {}
    sat: dict[int, dict[int, int]] = {row.entry: {} for row in rows}
    seats = (one.tolist() for one in (results.round, results.table, results.entry))
    for number, table, entry in zip(*seats, strict=True):
        sat[entry][number] = sets.setdefault((number, table), len(sets))
    return sat, len(sets)


def _times(sets: int, seed: str) -> Numbers:
    """How often each set counts in every resample, shape (resamples, sets)."""
    drawn = Random(f"places {seed}").randbytes(RESAMPLES * sets).translate(_TIMES)
    return np.frombuffer(drawn, np.uint8).reshape(RESAMPLES, sets).astype(np.int64)


def _scores(
    compared: Sequence[Row], sat: Mapping[int, Sat], times: Numbers, sign: int
) -> NDArray[np.float64]:
    """Those of everybody in every resample, shape (resamples, entries), the lower the better. A
    rest pays the mean of one's own rounds, so it is so many times what a set pays in the mean, or
    pays as things are if no own set counts; and then what no table has decided. In whole parts of a
    point up to the one division, so that equals stay equal."""
    decided = [sum((row.rounds[one] for one in row.missed), row.penalty) for row in compared]
    points = chain(decided, *(row.rounds.values() for row in compared))
    unit = sign * lcm(*{one.denominator for one in points})
    which, paid = _at_sets(compared, sat, times.shape[1], unit)
    times = np.pad(times, ((0, 0), (0, 1)))  # and a set that never counts
    counted = [times[:, sets] for sets in which]
    weights = sum(counted)
    sums = sum(one * payments for one, payments in zip(counted, paid, strict=True))
    sums = np.where(weights == 0, paid.sum(axis=0), sums)
    weights = np.where(weights == 0, [len(sat[row.entry]) for row in compared], weights)
    rounds = np.array([len(row.rounds) - len(row.missed) for row in compared])
    scores: NDArray[np.float64] = rounds * sums / weights
    return scores + [in_parts(one, unit) for one in decided]


def _at_sets(
    compared: Sequence[Row], sat: Mapping[int, Sat], never: int, unit: int
) -> tuple[Positions, Numbers]:
    """At which sets everybody sat and what they paid, in parts of a point, shape (sets of one,
    entries); who sat at fewer than others was at the one that is `never` counted."""
    longest = max(len(sat[row.entry]) for row in compared)
    which = np.full((longest, len(compared)), never)
    paid = np.zeros_like(which)
    for at, row in enumerate(compared):
        own = sat[row.entry]
        which[: len(own), at] = [*own.values()]
        paid[: len(own), at] = [in_parts(row.rounds[number], unit) for number in own]
    return which, paid
