"""XXL-3 and XXL-4: a deal pays its place as points, and who has the most points starts the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core import Outcome, Ruling
from ...matches import MatchRules
from .._general import FIRST_START, SHARED_PLACES

PLACES = Ruling(
    "XXL-3",
    "After each deal every player scores his place as points; equal results share a place and "
    "the next does not exist. Fewest points win; a tie at the end is a shared victory.",
)
PLACE_RULINGS = (
    FIRST_START,
    SHARED_PLACES,
    PLACES,
    Ruling(
        "XXL-4",
        "Later deals are started by the player with the most points so far; among equals by the "
        "first met clockwise from the default starter, the seat of the deal's number modulo the "
        "number of players.",
    ),
)


class PlacePoints(MatchRules):
    """A match whose deals pay places; fewest points win, a tie at the end is a shared victory."""

    low_wins = True

    def pays(self, outcome: Outcome) -> tuple[int, ...]:
        """XXL-3: the place is the points; 2nd, 2nd, 4th pay 2, 2, 4."""
        return outcome.places

    def next_start(self, outcomes: Sequence[Outcome], seats: int, **options: Any) -> int:
        """XXL-4: most points so far; among equals the first met clockwise from the default
        starter."""
        totals = self.tally(outcomes, seats, **options).totals
        default = len(outcomes) % seats
        clockwise = [(default + step) % seats for step in range(seats)]
        return max(clockwise, key=lambda seat: totals[seat])
