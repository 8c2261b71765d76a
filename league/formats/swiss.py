"""Each round drawn from the results so far: equals meet equals, and few meet twice.

A round is a plan of one round, given all that was played before. To a meeting's other prices comes
one for how far apart the two stand, so repeats and distance are weighed against each other: neither
is a rule that may not be broken.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import _draws, _one_round
from ._sketch import strangers
from .core import LEFT_OVER, ROUNDS, TABLE_SIZE, Draw, Entrant, Field, Format, Ids

METHOD = "swiss 2"  # raise the number when the same seed begins to give another draw
FINE = 64  # the search counts in whole numbers; of two who stand apart a part of a price counts
THRESHOLD = 2 * FINE * _draws.repeat_price(1)


class Swiss(Format):
    """One round at a time, annealed from the standings and from who has met whom."""

    slug = "swiss"
    name = "Swiss"
    says = "Each round is drawn from the results so far, so that equals meet; for larger fields."
    settings = (TABLE_SIZE, LEFT_OVER, ROUNDS)
    most_entrants = 1_000

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
    ledger = _draws.Ledger(field, drawn)
    stands = [ledger.stands.get(entrant.id, 0) for entrant in entrants]
    prices = prices_of(ledger, entrants, stands)
    most = _one_round.MOST_STEPS
    apart = _draws.kept_apart(field, [entrant.id for entrant in entrants], split)
    found = _one_round.anneal(prices, split, stands, THRESHOLD, chance, most, apart)
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


def prices_of(
    ledger: _draws.Ledger, entrants: Sequence[Entrant], stands: Sequence[int]
) -> list[list[int]]:
    """Of each with each, in the order of the entrants; the last of a row is a short table's."""
    always = _draws.always_prices(entrants, ledger.apart)
    gaps = [_draws.gap_price(halves, ledger.size) for halves in range(2 * len(entrants))]
    # A million pairs share a few thousand numbers: the search is quicker the less memory it reads.
    apart = {
        price: [FINE * price + int(FINE * gap) for gap in gaps] for price in set().union(*always)
    }
    prices = [
        [apart[price][abs(mine - theirs)] for price, theirs in zip(row, stands, strict=True)]
        for row, mine in zip(always, stands, strict=True)
    ]
    _add_repeats(prices, ledger, entrants)
    for row, entrant in zip(prices, entrants, strict=True):
        row.append(FINE * _draws.short_price(ledger.visits[entrant.id]))
    return prices


def _add_repeats(
    prices: list[list[int]], ledger: _draws.Ledger, entrants: Sequence[Entrant]
) -> None:
    number = {entrant.id: number for number, entrant in enumerate(entrants)}
    for (one, other), met in ledger.met.items():
        if one in number and other in number:
            again = FINE * _draws.repeat_price(met) * (2 if (one, other) in ledger.met_last else 1)
            prices[number[one]][number[other]] += again
            prices[number[other]][number[one]] += again
