"""Each round drawn from the results so far: equals meet equals, and few meet twice.

A round is a plan of one round, given all that was played before. To a meeting's other prices comes
one for how far apart the two stand, so repeats and distance are weighed against each other: neither
is a rule that may not be broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from . import _annealer, _draws
from ._sketch import strangers
from .core import LEFT_OVER, ROUNDS, TABLE_SIZE, Draw, Entrant, Field, Format, Ids

METHOD = "swiss 1"  # raise the number when the same seed begins to give another draw
FINE = 64  # the search counts in whole numbers; of two who stand apart a part of a price counts


class Swiss(Format):
    """One round at a time, annealed from the standings and from who has met whom."""

    slug = "swiss"
    name = "Swiss"
    says = "Each round is drawn from the results so far, so that equals meet; for larger fields."
    settings = (TABLE_SIZE, LEFT_OVER, ROUNDS)
    most_entrants = 500

    def rounds(self, field: Field) -> int:
        self.check(field)
        rounds: int = self.read(field)[ROUNDS.name]
        return rounds

    def sketch(self, field: Field) -> tuple[tuple[Ids, ...], ...]:
        """As if nobody cared who stands where: with few tables it cannot do better than that."""
        return strangers(field, self.rounds(field))

    def plan(self, field: Field, seed: bytes, drawn: Sequence[Draw] = ()) -> tuple[Draw, ...]:
        return next_round(field, seed, drawn, METHOD) if len(drawn) < self.rounds(field) else ()


FORMAT = Swiss()


def next_round(field: Field, seed: bytes, drawn: Sequence[Draw], method: str) -> tuple[Draw, ...]:
    """The round after those in `drawn`; without places in the field nobody stands apart."""
    entrants = sorted(field.entrants, key=lambda entrant: entrant.id)
    split = field.split(len(entrants))
    chance = f"{seed.hex()} {len(drawn) + 1}"
    found = _annealer.anneal(_problem(field, entrants, split, drawn), chance)
    tables = [tuple(entrants[one].id for one in table) for table in found.rounds[0]]
    return _draws.make(
        field,
        [tables],
        seed=seed,
        method=method,
        steps=found.steps,
        cut_short=found.cut_short,
        drawn=drawn,
    )


def _problem(
    field: Field, entrants: Sequence[Entrant], split: tuple[int, ...], drawn: Sequence[Draw]
) -> _annealer.Problem:
    """One round: every two have a counter, and everybody one with the ghost."""
    people = len(entrants)
    ledger = _draws.Ledger(field, drawn)
    pairs = list(combinations(range(people + 1), 2))
    return _annealer.Problem(
        people=people,
        rounds=1,
        sizes=split,
        counter=_annealer.counters(people),
        prices=[_prices(ledger, entrants, *pair) for pair in pairs],
        threshold=2 * FINE * _draws.repeat_price(1),
        had=[ledger.visits[entrants[one].id] if other == people else 0 for one, other in pairs],
        near=[ledger.stands.get(entrant.id, 0) for entrant in entrants],
    )


def _prices(ledger: _draws.Ledger, entrants: Sequence[Entrant], one: int, other: int) -> list[int]:
    """Of the two at one table; the last one is the ghost, whom somebody meets twice in the middle
    of an exchange between short tables."""
    if other == len(entrants):
        most = ledger.visits[entrants[one].id] + 2
        return [FINE * _draws.short_price(visits) for visits in range(most)]
    pair = entrants[one], entrants[other]
    ids = pair[0].id, pair[1].id
    again = _draws.repeat_price(ledger.met[ids]) * (2 if ids in ledger.met_last else 1)
    always = _draws.always_price(*pair, ledger.mixed)
    apart = ledger.stands.get(ids[0], 0) - ledger.stands.get(ids[1], 0)
    return [FINE * (again + always) + int(FINE * _draws.gap_price(apart, ledger.size))]
