"""All rounds drawn before play: few meet twice, short tables are shared out, seats are balanced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import comb

from . import _ahead, _annealer, _draws
from ._sketch import strangers
from .core import LEFT_OVER, ROUNDS, TABLE_SIZE, Draw, Entrant, Field, Format, Ids

METHOD = "planned 1"  # raise the number when the same seed begins to give another draw


class Planned(Format):
    """The annealer's plan, its rounds in the order that keeps repeat meetings apart."""

    slug = "planned"
    name = "Planned rounds"
    says = "All rounds are drawn before play, so that as few as possible meet twice."
    settings = (TABLE_SIZE, LEFT_OVER, ROUNDS)
    most_entrants = 1_000
    draws_ahead = True

    def rounds(self, field: Field) -> int:
        self.check(field)
        rounds: int = self.read(field)[ROUNDS.name]
        return rounds

    def sketch(self, field: Field) -> tuple[tuple[Ids, ...], ...]:
        return strangers(field, self.rounds(field))

    def plan(self, field: Field, seed: bytes, drawn: Sequence[Draw] = ()) -> tuple[Draw, ...]:
        rounds = self.rounds(field)
        return _ahead.rest_of(lambda: self._plan(field, seed), rounds, field, seed, drawn)

    def _plan(self, field: Field, seed: bytes) -> tuple[Draw, ...]:
        entrants = sorted(field.entrants, key=lambda entrant: entrant.id)
        split = field.split(len(entrants))
        wanted = problem(field, entrants, self.rounds(field), split)
        found = _annealer.anneal(wanted, seed, _annealer.MOST_STEPS)
        rounds = [
            [tuple(entrants[one].id for one in table) for table in tables]
            for tables in _apart(found.rounds)
        ]
        return _draws.make(
            field, rounds, seed=seed, method=METHOD, steps=found.steps, cut_short=found.cut_short
        )


FORMAT = Planned()


def problem(
    field: Field, entrants: Sequence[Entrant], rounds: int, split: tuple[int, ...]
) -> _annealer.Problem:
    """The entrants of a field, numbered as they stand here."""
    people, pairs = len(entrants), comb(len(entrants), 2)
    meetings = rounds * sum(comb(size, 2) for size in split)
    visits = rounds * sum(size for size in split if size < split[0])
    repeats = [_draws.repeat_price(met) for met in range(rounds + 1)]
    short = [_draws.short_price(had) for had in range(rounds + 1)]
    always = _draws.always_prices(entrants, _draws.apart_prices(field))
    cheapest = min(min(row[one + 1 :]) for one, row in enumerate(always[:-1]))
    least = _least(meetings, pairs, repeats) + _least(visits, people, short)
    return _annealer.Problem(
        people=people,
        rounds=rounds,
        sizes=split,
        counter=_annealer.counters(people),
        prices=_prices(repeats, short, always),
        floor=least + meetings * cheapest,
        threshold=2 * _draws.repeat_price(1) * (1 + 2 * (meetings // pairs)),
        apart=_draws.kept_apart(field, [entrant.id for entrant in entrants], split),
    )


def _prices(
    repeats: Sequence[int], short: Sequence[int], always: Sequence[Sequence[int]]
) -> list[Sequence[int]]:
    """Of all counters; the last one of every row is the ghost's."""
    priced = {more: [more + price for price in repeats] for more in set().union(*always)}
    return [
        price
        for one, row in enumerate(always)
        for price in (*map(priced.__getitem__, row[one + 1 :]), short)
    ]


def _least(meetings: int, counters: int, prices: Sequence[int]) -> int:
    """What so many meetings cost at least: spread evenly over these counters."""
    each, more = divmod(meetings, counters)
    return counters * sum(prices[:each]) + more * prices[each]


def _apart(rounds: Sequence[_annealer.Tables]) -> list[_annealer.Tables]:
    """The rounds in an order in which few meet twice running: two change places while it helps."""
    met = [{p for table in tables for p in combinations(sorted(table), 2)} for tables in rounds]
    shared = [[len(one & other) for other in met] for one in met]
    order = list(range(len(rounds)))
    while closer := next(_better_orders(order, shared), None):
        order = closer
    return [rounds[number] for number in order]


def _better_orders(order: list[int], shared: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    now = _running(order, shared)
    for one, other in combinations(range(len(order)), 2):
        changed = order.copy()
        changed[one], changed[other] = order[other], order[one]
        if _running(changed, shared) < now:
            yield changed


def _running(order: Sequence[int], shared: Sequence[Sequence[int]]) -> int:
    """How many meet in two rounds running."""
    return sum(shared[one][other] for one, other in pairwise(order))
