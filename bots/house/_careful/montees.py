"""Montées et descentes: get rid of what would cost most, and open little that others may hold.

A card that fits is worth something in hand as well. So a low card just drawn is kept for the next
turn, unless playing it leaves the others less. The more others there are, the less likely it is to
fit then.
"""

from __future__ import annotations

from typing import Any

from ...players import Hello, Turn
from .xxl_cards import Unseen, faces, total

# In points of the hand. Found by play against itself and `random`; neither is sharp.
OPEN = 100  # what it costs if every unseen card fits
KEPT = 20  # what a card that fits is worth in hand with one opponent, more opponents sharing it


class Montees:
    """How one seat plays a match of it."""

    def __init__(self, hello: Hello) -> None:
        self.unseen = Unseen(hello)
        self.kept = KEPT / (hello.seats - 1)

    def choose(self, turn: Turn) -> int:
        """A legal move; never draws where it can play."""
        view = turn.view
        tops = view["tops"]
        self.unseen.look(turn, view["hand"], [top["card"] for top in tops])
        return max(turn.moves, key=lambda move: self.worth(turn.text(move), tops))

    def worth(self, move: str, tops: list[dict[str, Any]]) -> float:
        """In points, roughly."""
        if move == "draw":
            return -OPEN - KEPT
        if move == "pass":
            return self.kept - OPEN * self.unseen.share(tops[0]["open"] + tops[1]["open"])
        card, _, played = move.partition(":")
        colour, _, pile = played.partition("@")
        below, beside = tops[int(pile)], tops[1 - int(pile)]
        opened = opened_by(card, colour, below["card"])
        return total(card) - OPEN * self.unseen.share(opened + beside["open"])


def opened_by(card: str, colour: str, below: str) -> list[str]:
    """The faces that fit on a card which is played on another for its face of that colour
    (XXL-10)."""
    direction = faces(card)[colour] - faces(below)[colour]
    steps = {shown: (direction,) if shown == colour else (1, -1) for shown in faces(card)}
    return [
        f"{shown}{number + step}" for shown, number in faces(card).items() for step in steps[shown]
    ]
