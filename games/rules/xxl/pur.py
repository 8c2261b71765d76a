"""XXL pur: all six variants, one deal each; places are points, fewest win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core import Game, Rules
from .._place_points import FEWEST_WIN, PLACES_PAID
from ._place_points import FURTHEST_BEHIND, PLACE_RULINGS, PlacePoints
from .individuel import VARIANTS


class Pur(PlacePoints):
    """`xxl-pur`."""

    slug = "xxl-pur"
    name = "XXL pur"
    says = "All six XXL variants, one after the other; fewest points win."
    seats = range(2, 7)
    rules = Rules(
        deals=(
            "One deal of each of the six variants is played, in this order: "
            f"{', '.join(game.name for game in VARIANTS)}.",
        ),
        start=(FURTHEST_BEHIND,),
        scoring=(PLACES_PAID, FEWEST_WIN),
    )
    rulings = PLACE_RULINGS

    @property
    def games(self) -> tuple[Game, ...]:
        return VARIANTS

    def program(self, seats: int, own: Mapping[str, Any]) -> Sequence[Game]:
        return VARIANTS


GAMES = ()
MATCHES = (Pur(),)
