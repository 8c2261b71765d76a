"""XXL-3 and XXL-4: a deal pays its place as points, and who has the most points starts the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core import Outcome, Ruling
from ...matches import most_points
from .._general import FIRST_START, SHARED_PLACES
from .._place_points import PLACES_ARE_POINTS, PaidByPlace

PLACE_RULINGS = (
    FIRST_START,
    SHARED_PLACES,
    PLACES_ARE_POINTS,
    Ruling(
        "XXL-4",
        "Later deals are started by the player with the most points so far; among equals by the "
        "first met clockwise from the default starter, the seat of the deal's number modulo the "
        "number of players. So it is in every variant.",
    ),
)
FURTHEST_BEHIND = (
    "The player with the most points so far starts the next deal; of equal ones the first in turn "
    "from the seat that would start if the start moved left from deal to deal."
)


class PlacePoints(PaidByPlace):
    """A match whose deals pay places and are started by whoever is furthest behind."""

    def next_start(self, outcomes: Sequence[Outcome], seats: int, **options: Any) -> int:
        """XXL-4: most points so far; among equals the first met clockwise from the default
        starter."""
        totals = self.totals(outcomes, seats)
        return most_points(totals, len(outcomes) % seats)
