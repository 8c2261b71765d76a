"""ALL-1 to ALL-4, in words for the rules pages of the games they bear on."""

from __future__ import annotations

from ..core import Ruling

FIRST_START = Ruling("ALL-1", "Seat 0 starts the first deal of a match.")
CHANCE = Ruling(
    "ALL-2",
    "All chance in a deal comes from the deal's seed, in the order the rules need it, so that "
    "anyone can check a shuffle.",
)
SHARED_PLACES = Ruling(
    "ALL-3",
    "Where the rules name no winner of a tie, the place is shared and the next does not exist.",
)
LONGEST_DEAL = Ruling(
    "ALL-4",
    "A deal that reaches 5,000 moves, forced ones included, ends there and is scored as it lies.",
)
