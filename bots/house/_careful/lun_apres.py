"""L'un après l'autre: lay what will not fit again, and hold on to what a colour waits for.

A number that nobody else can hold stops its colour for all others, and who has the card can play it
at any time. So a card is played if it leaves little open, and if it is dear and its other number
will hardly have its turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.rules.xxl._deck import HIGHEST

from ...players import Hello, Turn
from .xxl_cards import Unseen, face_texts, faces, total

# In points of the hand. Found by play against `random`; none is sharp.
OPEN = 200  # what it costs if every unseen card fits
KEPT = 2  # what a card that fits is worth in hand
# How likely a card is to be played later for a number that a colour waits for, and how much less
# with each number that must be played before it.
FITS = 0.9
EACH_BEFORE = 0.8


class LunApres:
    """How one seat plays a match of it."""

    def __init__(self, hello: Hello) -> None:
        self.unseen = Unseen(hello)
        self.hand: list[str] = []

    def choose(self, turn: Turn) -> int:
        """A legal move; never draws where it can play."""
        view = turn.view
        self.hand = view["hand"]
        self.unseen.look(turn, self.hand, ())
        opened = {colour: run["next"] for colour, run in view["runs"].items() if run["next"]}
        return max(turn.moves, key=lambda move: self.worth(turn.text(move), opened))

    def worth(self, move: str, opened: Mapping[str, str]) -> float:
        """In points, roughly. `opened`: the face that each colour waits for."""
        if move == "draw":
            return -OPEN - KEPT
        if move == "pass":
            return KEPT - OPEN * self.unseen.share(opened.values())
        card, _, colour = move.partition(":")
        after = {**opened, colour: _below(opened[colour])}
        saved = total(card) * (1 - self.later(card, opened))
        return saved - OPEN * self.unseen.share(after.values())

    def later(self, card: str, opened: Mapping[str, str]) -> float:
        """How likely the card, if it is kept, is to be played for one of its numbers."""
        missed = 1.0
        for colour, number in faces(card).items():
            if colour in opened:
                missed *= 1 - self._comes(f"{colour}{number}", opened[colour])
        return 1 - missed

    def _comes(self, face: str, opened: str) -> float:
        """How likely a colour that waits for one face is to come to another."""
        before = list(_from(opened, face))
        if not all(map(self._is_left, before)):
            return 0.0
        return FITS * EACH_BEFORE ** len(before)

    def _is_left(self, face: str) -> bool:
        """Whether a card that shows it has yet to be played."""
        return self.unseen.faces[face] > 0 or any(face in face_texts(card) for card in self.hand)


def _from(opened: str, face: str) -> Iterator[str]:
    """What a colour must go through before a face."""
    while opened != face:
        yield opened
        opened = _below(opened)


def _below(face: str) -> str:
    """What a run goes on with; after its 0 a new 10 may begin (XXL-50)."""
    number = int(face[1:])
    return f"{face[0]}{number - 1 if number else HIGHEST}"
