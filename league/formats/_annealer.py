"""Seats people at tables, round by round, so that their meetings cost as little as can be found.

A seeded annealer: two people of a round change places, a change for the better stays, one for the
worse stays while it is below a threshold, which falls to nothing. The work is counted in steps, so
that a seed gives the same plan for ever and on any machine; the clock is a backstop far away.

All that a plan can do well or badly is a *meeting*. Meetings are counted by numbered counters, and
each counter has the price of its next meeting. Who sits at a table smaller than the largest, or
rests, meets the *ghost* there: so visits to short tables are counted and spread like all the rest.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ._apart import Apart, seated

RESTARTS = 4
STEPS_A_SEAT = 1_000  # in a restart, for every seat of every round
MOST_STEPS = 200_000  # in all: two to four seconds
BACKSTOP_S = 120.0
CLOCK_STEPS = 1_000  # between two looks at the clock

Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be seated: `people` numbered from 0, the ghost's number is `people`.

    `sizes` are a round's tables, largest first; whoever rests has a table of one. `counter[a][b]`
    (symmetric) counts the meetings of a and b, `prices[counter][n]` is what one more costs after n
    of them. No plan can cost less than `floor`: the search ends there. `threshold` is how much
    worse a step may make the plan at the start. Those in `apart` do not meet at the start of the
    search, so if their meetings cost far more than that, they never do.
    """

    people: int
    rounds: int
    sizes: tuple[int, ...]
    counter: Sequence[Sequence[int]]
    prices: Sequence[Sequence[int]]
    floor: int = 0
    threshold: int = 8
    apart: Apart = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seating:
    """What was found: a round's tables stand in the order of `Problem.sizes`."""

    rounds: tuple[Tables, ...]
    price: int
    steps: int
    cut_short: bool


def anneal(problem: Problem, seed: bytes | str, most_steps: int) -> Seating:
    """The best plan of a few restarts, the same for the same problem and seed.

    Ends early at a plan that costs the floor, and when a second restart comes to the best price,
    which then is hardly to be beaten.
    """
    # Of all that Random offers, only random() is promised to stay the same in later Pythons.
    search = _Search(problem, random.Random(seed).random)
    steps = min(STEPS_A_SEAT * problem.people * problem.rounds, most_steps // 2)
    best = search.restart(steps)
    for _ in range(min(RESTARTS, most_steps // steps) - 1):
        if search.cut_short or best.price == problem.floor:
            break
        best, other = sorted([best, search.restart(steps)], key=lambda plan: plan.price)
        if best.price == other.price:
            break
    return Seating(best.as_tuples(), best.price, search.steps, search.cut_short)


def counters(people: int) -> list[list[int]]:
    """A counter for every two and one for everybody with the ghost, in the order of
    `combinations(range(people + 1), 2)`."""
    rows: list[list[int]] = []
    count = 0
    for one in range(people + 1):
        more = people - one
        rows.append([*(row[one] for row in rows), 0, *range(count, count + more)])
        count += more
    return rows


class _Search:
    """What the restarts of one search share: chance, clock and the count of steps."""

    def __init__(self, problem: Problem, chance: Callable[[], float]) -> None:
        self.problem = problem
        self.chance = chance
        self.ends = time.monotonic() + BACKSTOP_S
        self.steps = 0
        self.cut_short = False

    def restart(self, steps: int) -> _Plan:
        """A plan annealed from a random start."""
        plan = _Plan(self.problem, self.chance)
        for step in range(steps):
            if plan.price == self.problem.floor or self._late():
                break
            self._step(plan, self.problem.threshold * (1 - step / steps))
        return plan

    def _step(self, plan: _Plan, threshold: float) -> None:
        self.steps += 1
        people = self.problem.people
        one, other = int(self.chance() * people), int(self.chance() * people)
        rounds = self._rounds_to_change(plan, one, other)
        before = plan.price
        for number in rounds:
            plan.swap(number, one, other)
        if plan.price - before > threshold * self.chance():
            for number in rounds:
                plan.swap(number, one, other)

    def _rounds_to_change(self, plan: _Plan, one: int, other: int) -> tuple[int, ...]:
        """A round in which the two sit apart. If only one of them is at a short table there, also a
        round that gives the visit back: where all have had equally many, no single swap is open."""
        first = int(self.chance() * self.problem.rounds)
        if plan.table_of[first][one] == plan.table_of[first][other]:
            return ()
        lean = plan.lean(first, one, other)
        if lean:
            second = int(self.chance() * self.problem.rounds)
            if plan.lean(second, other, one) == lean:
                return first, second
        return (first,)

    def _late(self) -> bool:
        if self.steps % CLOCK_STEPS == 0 and time.monotonic() > self.ends:
            self.cut_short = True
        return self.cut_short


class _Plan:
    """A plan in the making, with the count of every counter and the price of it all."""

    def __init__(self, problem: Problem, chance: Callable[[], float]) -> None:
        self.problem = problem
        self.counter, self.prices = problem.counter, problem.prices
        self.price = 0
        self.short = [size < problem.sizes[0] for size in problem.sizes]
        self.count = [0] * len(problem.prices)
        self.tables: list[list[list[int]]] = []
        self.table_of: list[list[int]] = []
        for _ in range(problem.rounds):
            self._seat_round(chance)

    def _seat_round(self, chance: Callable[[], float]) -> None:
        """At random, but who saw least of the short tables sits down there."""
        ghost = self.problem.people
        seen = [self.count[self.problem.counter[one][ghost]] for one in range(ghost)]
        queue = sorted(range(ghost), key=lambda one: (-seen[one], chance()))
        tables, table_of = seated(queue, self.problem.sizes, self.problem.apart), [0] * ghost
        for number, table in enumerate(tables):
            for one in table:
                table_of[one] = number
            if self.short[number]:
                table.append(ghost)
            self._meet(table)
        self.tables.append(tables)
        self.table_of.append(table_of)

    def _meet(self, table: list[int]) -> None:
        for one, other in combinations(table, 2):
            counter = self.problem.counter[one][other]
            self.price += self.problem.prices[counter][self.count[counter]]
            self.count[counter] += 1

    def swap(self, number: int, one: int, other: int) -> None:
        """Let two people of a round, at different tables, change places. Twice is as never."""
        table_of, tables = self.table_of[number], self.tables[number]
        here, there = table_of[one], table_of[other]
        self._replace(tables[here], one, other)
        self._replace(tables[there], other, one)
        table_of[one], table_of[other] = there, here

    def lean(self, number: int, one: int, other: int) -> int:
        """1 if only the one sits at a short table, -1 if only the other does, 0 otherwise."""
        short, table_of = self.short, self.table_of[number]
        return short[table_of[one]] - short[table_of[other]]

    def _replace(self, table: list[int], goes: int, comes: int) -> None:
        count, prices = self.count, self.prices
        left, met = self.counter[goes], self.counter[comes]
        table.remove(goes)
        change = 0
        for one in table:
            counter = left[one]
            count[counter] = meetings = count[counter] - 1
            change -= prices[counter][meetings]
            counter = met[one]
            meetings = count[counter]
            change += prices[counter][meetings]
            count[counter] = meetings + 1
        table.append(comes)
        self.price += change

    def as_tuples(self) -> tuple[Tables, ...]:
        """The tables without their ghosts."""
        ghost = self.problem.people
        return tuple(
            tuple(tuple(one for one in table if one != ghost) for table in tables)
            for tables in self.tables
        )
