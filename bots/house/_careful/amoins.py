"""À moins: get rid of what would cost most, and leave little to play below."""

from __future__ import annotations

from ...players import Turn
from .xxl_cards import faces, total

WORDS = ("draw", "pass")


def choose(turn: Turn) -> int:
    """The card with the highest total; of equal ones that with the smaller high number, which fewer
    cards fit on. Never draws or keeps a card where one can be played."""
    return max(turn.moves, key=lambda move: _worth(turn.text(move)))


def _worth(text: str) -> tuple[int, int]:
    if text in WORDS:
        return -1, 0
    return total(text), -max(faces(text).values())
