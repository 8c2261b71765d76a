"""Cards that are laid for one of their faces: way 0 for the higher number, way 1 for the lower.

A move is a face here, in the lowest two ways; a variant may put more above them.
"""

from __future__ import annotations

from functools import lru_cache

from ._deck import COLOURS, HIGHEST, Deck, Face
from ._draw_or_play import WAY


@lru_cache(16)
def faces(deck: Deck) -> dict[int, Face]:
    """The number and the colour of every face."""
    return {
        WAY * way + card: face
        for card, both in enumerate(deck.faces)
        for way, face in enumerate(both)
    }


@lru_cache(16)
def showing(deck: Deck) -> list[list[tuple[int, ...]]]:
    """`[colour][number]`: the faces that show this number in this colour, as moves."""
    return [
        [
            tuple(move for move, shown in faces(deck).items() if shown == (number, colour))
            for number in range(HIGHEST + 1)
        ]
        for colour in range(len(COLOURS))
    ]


def face_text(number: int, colour: int) -> str:
    """A face as it is written: `r6` (XXL-2)."""
    return f"{COLOURS[colour]}{number}"
