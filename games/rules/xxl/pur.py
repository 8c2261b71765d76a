"""XXL pur: all six variants, one deal each; places are points, fewest win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core import Game
from ._place_points import PLACE_RULINGS, PlacePoints
from .individuel import VARIANTS


class Pur(PlacePoints):
    """`xxl-pur`."""

    slug = "xxl-pur"
    name = "XXL pur"
    says = "All six XXL variants, one after the other; fewest points win."
    seats = range(2, 7)
    rules = (
        "Two to six players play one deal of each of the six variants, in this order: "
        f"{', '.join(game.name for game in VARIANTS)}.",
        "After each deal every player scores his place: first 1 point, second 2 and so on. Equal "
        "results share a place and the next does not exist: 1, 2, 2, 4.",
        "The player with the most points so far starts the next deal.",
        "After the sixth deal the fewest points win. Equal points are a shared victory.",
    )
    rulings = PLACE_RULINGS

    @property
    def games(self) -> tuple[Game, ...]:
        return VARIANTS

    def program(self, seats: int, own: Mapping[str, Any]) -> Sequence[Game]:
        return VARIANTS


GAMES = ()
MATCHES = (Pur(),)
