"""Rounds for people of whom nothing is known, to tell what could be drawn for them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

from . import _annealer, _bounds, _draws
from .core import Field, Ids

STEPS = 20_000  # a quarter of a second


def strangers(field: Field, rounds: int) -> tuple[_annealer.Tables, ...]:
    """As many people as there are in the field, numbered from 0; the same every time. Whoever rests
    has a table of one."""
    people = len(field.entrants)
    return _sketch(people, field.split(people), rounds)


@lru_cache(maxsize=64)
def _sketch(people: int, split: Ids, rounds: int) -> tuple[_annealer.Tables, ...]:
    repeats = [_draws.repeat_price(met) for met in range(rounds + 1)]
    short = [_draws.short_price(had) for had in range(rounds + 1)]
    visits = rounds * sum(size for size in split if size < split[0])
    forced = _bounds.forced_by_sizes(split, rounds)
    usual = rounds * sum(comb(size, 2) for size in split) // comb(people, 2)
    problem = _annealer.Problem(
        people=people,
        rounds=rounds,
        sizes=split,
        counter=_annealer.counters(people),
        prices=[short if b == people else repeats for _, b in combinations(range(people + 1), 2)],
        floor=short[1] * _bounds.evenly(visits, people) + repeats[1] * forced,
        threshold=2 * repeats[1] * (1 + 2 * usual),
    )
    return _annealer.anneal(problem, b"sketch", STEPS).rounds
