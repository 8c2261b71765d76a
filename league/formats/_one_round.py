"""Seats people at the tables of one round, so that those who meet cost as little as can be found.

The annealer of `_annealer`, for a round whose every meeting has its price beforehand: nothing need
be counted, so a step is the difference of a few numbers. And a step is taken where it may lead
somewhere: mostly two who stand near each other change places.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from itertools import combinations

from . import _annealer
from ._apart import Apart, seated

RESTARTS = 4
STEPS_A_SEAT = 2_000  # in a restart
MOST_STEPS = 400_000  # in all: one to three seconds
AT_ONCE = 100  # steps at one threshold, and between two looks at the clock
NEARER = 3  # the higher, the more often those who change places stand next to each other

Row = Sequence[int]


def anneal(
    prices: Sequence[Row],
    sizes: Sequence[int],
    near: Row,
    threshold: int,
    seed: str,
    most_steps: int,
    apart: Apart,
) -> _annealer.Seating:
    """The best round of a few restarts, the same for the same arguments.

    `prices[one][other]` is what a meeting of two costs, 0 of somebody with himself; the last of a
    row is what a seat at a table smaller than the largest costs one, or a rest. `sizes`: of the
    tables, largest first; whoever rests has a table of one. `near`: a number for each; those with
    near ones are seated together at first and change places most. `threshold` is how much worse a
    step may make the round at the start. Those in `apart` do not meet at the start of the search,
    so if their meetings cost far more than that, they never do.
    """
    # Of all that Random offers, only random() is promised to stay the same in later Pythons.
    chance = random.Random(seed).random
    ends = time.monotonic() + _annealer.BACKSTOP_S
    steps = min(STEPS_A_SEAT * len(prices), most_steps)
    tried: list[_Round] = []
    for _ in range(min(RESTARTS, most_steps // steps)):
        found = _Round(prices, sizes, near, chance, apart)
        found.anneal(steps, threshold, ends)
        tried.append(found)
        best = min(tried, key=lambda one: one.price)
        again = sum(one.price == best.price for one in tried) > 1
        if found.cut_short or best.price == 0 or again:  # hardly to be beaten
            break
    return best.as_seating(sum(one.steps for one in tried), found.cut_short)


class _Round:
    """A round in the making. At a table that is short the ghost sits too, the last in the rows."""

    def __init__(
        self,
        prices: Sequence[Row],
        sizes: Sequence[int],
        near: Row,
        chance: Callable[[], float],
        apart: Apart,
    ) -> None:
        self.prices = prices
        self.chance = chance
        self.steps = 0
        self.cut_short = False
        people = range(len(prices))
        ghost = len(prices)
        self.standing = sorted(people, key=lambda one: (near[one], chance()))
        # Whom a short table costs least is the last to sit down, which is at the short ones.
        queue = sorted(self.standing, key=lambda one: -prices[one][ghost])
        self.tables = seated(queue, sizes, apart)
        self.table_of = [0] * len(prices)
        for number, (size, table) in enumerate(zip(sizes, self.tables, strict=True)):
            for one in table:
                self.table_of[one] = number
            if size < sizes[0]:
                table.append(ghost)
        self.price = sum(
            prices[one][other] for table in self.tables for one, other in combinations(table, 2)
        )

    def anneal(self, steps: int, threshold: int, ends: float) -> None:
        """Take so many steps, unless nothing is to be gained any more or the clock says stop."""
        while self.price and self.steps < steps and not self.cut_short:
            self._step(AT_ONCE, threshold * (1 - self.steps / steps) ** 2)
            self.cut_short = time.monotonic() > ends

    def _step(self, times: int, threshold: float) -> None:
        chance, prices, standing = self.chance, self.prices, self.standing
        tables, table_of = self.tables, self.table_of
        people = len(prices)
        for _ in range(times):
            at = int(chance() * people)
            away = 1 + int(chance() ** NEARER * people)
            one, other = standing[at], standing[(at + away) % people]
            here, there = table_of[one], table_of[other]
            if here == there:
                continue
            mine, yours = prices[one], prices[other]
            change = -2 * mine[other]  # the tables below hold the two themselves
            for met in tables[here]:
                change += yours[met] - mine[met]
            for met in tables[there]:
                change += mine[met] - yours[met]
            if change <= threshold * chance():
                self.price += change
                tables[here][tables[here].index(one)] = other
                tables[there][tables[there].index(other)] = one
                table_of[one], table_of[other] = there, here
        self.steps += times

    def as_seating(self, steps: int, cut_short: bool) -> _annealer.Seating:
        """The tables without the ghost."""
        ghost = len(self.prices)
        tables = tuple(tuple(one for one in table if one != ghost) for table in self.tables)
        return _annealer.Seating((tables,), self.price, steps, cut_short)
