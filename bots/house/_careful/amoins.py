"""À moins: get rid of what would cost most, and leave little to play below.

A low card fits nearly always and costs little. So it is kept when it was just drawn, and played
after the dear ones.
"""

from __future__ import annotations

from ...players import Hello, Turn
from .xxl_cards import Unseen, faces, total

# In points of the hand. Found by play against `random`. OPEN must be well below 20, where it
# outweighs what a card costs, since dear cards are those that most others fit on.
OPEN = 10  # what it costs if every unseen card fits
KEPT = 7  # what a card that fits is worth in hand


class Amoins:
    """How one seat plays a match of it."""

    def __init__(self, hello: Hello) -> None:
        self.unseen = Unseen(hello)

    def choose(self, turn: Turn) -> int:
        """A legal move; never draws where it can play."""
        view = turn.view
        top = view["top"]
        self.unseen.look(turn, view["hand"], [top])
        return max(turn.moves, key=lambda move: self.worth(turn.text(move), top))

    def worth(self, move: str, top: str) -> float:
        """In points, roughly. `top`: the card to be played on."""
        if move == "draw":
            return -OPEN - KEPT
        if move == "pass":
            return KEPT - OPEN * self.unseen.share(fitting(top))
        return total(move) - OPEN * self.unseen.share(fitting(move))


def fitting(top: str) -> list[str]:
    """The faces that may be played on a card (XXL-20)."""
    return [f"{colour}{below}" for colour, number in faces(top).items() for below in range(number)]
