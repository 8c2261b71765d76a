"""XXL-3, as matches of other games count, too: a deal pays its place as points."""

from __future__ import annotations

from ..core import Outcome, Ruling
from ..matches import MatchRules

PLACES_ARE_POINTS = Ruling(
    "XXL-3",
    "After each deal every player scores his place as points; equal results share a place and "
    "the next does not exist. Fewest points win; a tie at the end is a shared victory.",
)
PLACES_PAID = (
    "After each deal every player scores his place: first 1 point, second 2 and so on. Equal "
    "results share a place and the next does not exist: 1, 2, 2, 4."
)
FEWEST_WIN = "After the last deal the fewest points win. Equal points are a shared victory."


class PaidByPlace(MatchRules):
    """A match whose deals pay places; fewest points win, a tie at the end is a shared victory."""

    low_wins = True

    def pays(self, outcome: Outcome) -> tuple[int, ...]:
        """XXL-3: the place is the points; 2nd, 2nd, 4th pay 2, 2, 4."""
        return outcome.places
