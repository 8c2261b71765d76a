"""Plans of all rounds, and how they go on when somebody has come or gone since they were made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .core import Draw, Field
from .swiss import next_round

METHOD = "one by one 2"  # raise the number when the same seed begins to give another draw


def rest_of(
    plan: Callable[[], tuple[Draw, ...]],
    rounds: int,
    field: Field,
    seed: bytes,
    drawn: Sequence[Draw],
) -> tuple[Draw, ...]:
    """What comes after the rounds in `drawn`, of so many: the rest of the plan, as long as they are
    its beginning. Otherwise every further round is drawn for itself, given all before it."""
    if not drawn or drawn[0].ids == {entrant.id for entrant in field.entrants}:
        planned = plan()
        if all(map(_is_same, drawn, planned)):
            return planned[len(drawn) :]
    # It was planned before anybody had points, so those do not matter now.
    social, draws = replace(field, places={}, finishes={}), tuple(drawn)
    while len(draws) < rounds:
        draws += next_round(social, seed, draws, METHOD)
    return draws[len(drawn) :]


def _is_same(one: Draw, other: Draw) -> bool:
    """Whether the same people sit together, whatever the numbers of their tables: somebody may need
    another one by now."""
    return set(one.tables) == set(other.tables)
