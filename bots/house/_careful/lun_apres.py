"""L'un après l'autre: get rid of what would cost most, and hold on to what a colour waits for.

A number that nobody else can hold stops its colour for all others, and who has the card can play it
at any time. So a drawn card that fits is kept unless it costs much or leaves little open.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...players import Hello, Turn
from .xxl_cards import Unseen, faces, total

HIGHEST = 10
# In points of the hand. Found by play against itself; neither is sharp.
OPEN = 200  # what it costs if every unseen card fits
KEPT = 20  # what a card that fits is worth in hand, beside its total


class LunApres:
    """How one seat plays a match of it."""

    def __init__(self, hello: Hello) -> None:
        self.unseen = Unseen(hello)

    def choose(self, turn: Turn) -> int:
        """A legal move; never draws where it can play."""
        view = turn.view
        self.unseen.look(turn, view["hand"], ())
        opened = {colour: run["next"] for colour, run in view["runs"].items() if run["next"]}
        return max(turn.moves, key=lambda move: self.worth(turn.text(move), opened))

    def worth(self, move: str, opened: Mapping[str, str]) -> float:
        """In points, roughly. `opened`: the face that each colour waits for."""
        if move == "draw":
            return -OPEN - KEPT
        if move == "pass":
            return KEPT - OPEN * self.unseen.share(opened.values())
        card, _, colour = move.partition(":")
        below = faces(card)[colour] - 1
        after = {**opened, colour: f"{colour}{below if below >= 0 else HIGHEST}"}  # XXL-50
        return total(card) - OPEN * self.unseen.share(after.values())
