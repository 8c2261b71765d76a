"""Cards that are laid for one of their faces: way 0 for the higher number, way 1 for the lower.

A move is a face here, in the lowest two ways; a variant may put more above them.
"""

from __future__ import annotations

from functools import lru_cache

from .._members import Members
from ._deck import COLOURS, MEMBERS, Deck, Face
from ._draw_or_play import WAY

EITHER = 1 | 1 << WAY  # times a set of cards: the set of their faces
HIGHER = (1 << WAY) - 1  # & a set of faces: the cards in it for their higher number
HIGHEST = 10


class Lower(Members):
    """The moves that lay these cards for their lower number."""

    def _find(self, cards: int) -> tuple[int, ...]:
        return tuple(WAY + card for card in MEMBERS[cards])


LOWER = Lower()


@lru_cache(16)
def faces(deck: Deck) -> dict[int, Face]:
    """The number and the colour of every face."""
    return {
        WAY * way + card: face
        for card, both in enumerate(deck.faces)
        for way, face in enumerate(both)
    }


@lru_cache(16)
def showing(deck: Deck) -> list[list[int]]:
    """`[colour][number]`: the set of faces that show this number in this colour."""
    sets = [[0] * (HIGHEST + 1) for _ in COLOURS]
    for move, (number, colour) in faces(deck).items():
        sets[colour][number] |= 1 << move
    return sets


def face_text(number: int, colour: int) -> str:
    """A face as it is written: `r6` (XXL-2)."""
    return f"{COLOURS[colour]}{number}"
