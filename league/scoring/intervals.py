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
from dataclasses import dataclass
from operator import mul
from random import Random

from .results import Results
from .standings import Row

RESAMPLES = 1000
TAIL = RESAMPLES // 20  # left out at either end: nine in ten are within
FEWEST_ROUNDS = 3

# How often a set counts, by a random byte: the Poisson distribution with mean 1 in 256ths.
_TIMES = bytes([0] * 94 + [1] * 94 + [2] * 47 + [3] * 16 + [4] * 4 + [5])


@dataclass(frozen=True, slots=True)
class _Results:
    """What an entry's score is made of: the `points` that each of its `sets` paid. A rest pays the
    mean of one's own rounds, so there are `rounds` times the mean; `fixed` is what no table has
    decided. The lower the score, the better."""

    sets: tuple[int, ...]
    points: tuple[float, ...]
    rounds: int
    fixed: float

    def score(self, times: bytes) -> float:
        """If every set counts so many times; as it was, if none of its own does."""
        weights = [times[one] for one in self.sets]
        weight = sum(weights)
        if not weight:
            return self.rounds * sum(self.points) / len(self.points) + self.fixed
        points: float = sum(map(mul, weights, self.points))
        return self.rounds * points / weight + self.fixed


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
    sets: dict[tuple[int, int], int] = {}
    sat: dict[int, dict[int, int]] = {row.entry: {} for row in rows}
    seats = (one.tolist() for one in (results.round, results.entry, results.table))
    # In an order of their own, for the sake of the seed.
    for number, entry, table in sorted(zip(*seats, strict=True)):
        sat[entry][number] = sets.setdefault((number, table), len(sets))
    if len({number for number, _table in sets}) < FEWEST_ROUNDS:
        return {}
    compared = [row for row in rows if sat[row.entry] and row.entry not in gone]
    scored = [_results(row, sat[row.entry], 1 if fewest else -1) for row in compared]
    resampled = _resampled(scored, len(sets), Random(f"places {seed}"))
    return {
        row.entry: _range(row.place, places)
        for row, places in zip(compared, resampled, strict=True)
    }


def _results(row: Row, sat: Mapping[int, int], sign: int) -> _Results:
    """`sat`: at which set in which round."""
    fixed = sum((row.rounds[number] for number in row.missed), row.penalty)
    return _Results(
        sets=tuple(sat.values()),
        points=tuple(float(sign * row.rounds[number]) for number in sat),
        rounds=len(row.rounds) - len(row.missed),
        fixed=float(sign * fixed),
    )


def _resampled(results: Sequence[_Results], sets: int, chances: Random) -> list[list[int]]:
    """The places of each in every resample, shared ones as standings give them."""
    places: list[list[int]] = [[] for _one in results]
    for _resample in range(RESAMPLES):
        times = chances.randbytes(sets).translate(_TIMES)
        scores = [one.score(times) for one in results]
        place = 0
        before: float | None = None
        for number, at in enumerate(sorted(range(len(scores)), key=scores.__getitem__), start=1):
            if scores[at] != before:
                place, before = number, scores[at]
            places[at].append(place)
    return places


def _range(place: int, places: list[int]) -> tuple[int, int]:
    """Without the tails, but never without the place that was reached."""
    places.sort()
    return min(place, places[TAIL]), max(place, places[-1 - TAIL])
