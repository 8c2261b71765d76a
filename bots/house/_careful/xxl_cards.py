"""XXL cards from their texts: a card is two faces, `r6g0` red 6 and green 0."""

from __future__ import annotations

import re
from functools import lru_cache

TWO_FACES = re.compile(r"([rgby])(\d+)([rgby])(\d+)")
KNOWN = 2048  # a deck has 55 cards, and a club may load its own


@lru_cache(KNOWN)
def faces(card: str) -> dict[str, int]:
    """Number by colour, the higher number first."""
    found = TWO_FACES.fullmatch(card)
    assert found is not None  # it came out of a state
    first, high, second, low = found.groups()
    return {first: int(high), second: int(low)}


@lru_cache(KNOWN)
def total(card: str) -> int:
    """The sum of both numbers."""
    return sum(faces(card).values())
