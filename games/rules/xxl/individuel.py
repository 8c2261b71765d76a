"""XXL individuel: one variant, a set number of deals; places are points, fewest win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core import Game, Option, Rules
from ...matches import DEALS
from .._place_points import FEWEST_WIN, PLACES_PAID
from ._place_points import FURTHEST_BEHIND, PLACE_RULINGS, PlacePoints
from .amoins import AMOINS
from .couleur import COULEUR
from .lun_apres import LUN_APRES
from .montees import MONTEES
from .permis import PERMIS
from .series import SERIES

VARIANTS = (  # in the order of XXL pur
    MONTEES,
    AMOINS,
    PERMIS,
    SERIES,
    LUN_APRES,
    COULEUR,
)


class Individuel(PlacePoints):
    """`xxl-individuel`."""

    slug = "xxl-individuel"
    name = "XXL individuel"
    says = "Your favourite XXL variant, deal after deal; fewest points win."
    seats = range(2, 7)
    own_options = (
        Option(
            "variant",
            "choice",
            choices=tuple(game.slug for game in VARIANTS),
            says="The XXL variant that is played.",
            required=True,
            means=tuple(game.says for game in VARIANTS),
        ),
        Option("deals", "number", None, DEALS, "How many deals; empty: as many as players."),
    )
    rules = Rules(
        deals=(
            "One variant of XXL is played a set number of times: as often as there are players, "
            "unless another number was agreed.",
        ),
        start=(FURTHEST_BEHIND,),
        scoring=(PLACES_PAID, FEWEST_WIN),
    )
    rulings = PLACE_RULINGS

    @property
    def games(self) -> tuple[Game, ...]:
        return VARIANTS

    def program(self, seats: int, own: Mapping[str, Any]) -> Sequence[Game]:
        (game,) = (game for game in VARIANTS if game.slug == own["variant"])
        deals: int = own["deals"] or seats
        return (game,) * deals


GAMES = ()
MATCHES = (Individuel(),)
