"""XXL cards from their texts: a card is two faces, `r6g0` red 6 and green 0."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import exp

from games.rules.xxl._deck import HIGHEST, deck_option

from ...players import Hello, Turn

TWO_FACES = re.compile(r"([rgby])(\d+)([rgby])(\d+)")
MEAN_TOTAL = 10  # of the 55 pairs of numbers 0 to 10
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


def face_texts(card: str) -> list[str]:
    """Both faces as they are written: `r6`, `g0`."""
    return [f"{colour}{number}" for colour, number in faces(card).items()]


def chance(card: str, colour: str, lying: Iterable[str], share: float) -> float:
    """Of winning a trick of that colour with a card: none where it is beaten already, else the less
    the lower its number is. `share`: of the unseen cards those in hands that have yet to play."""
    mine = _strength(card, colour)
    if mine[0] < 0 or any(_strength(other, colour) > mine for other in lying):
        return 0.0
    return exp(-(HIGHEST - mine[0]) * share)


def _strength(card: str, colour: str) -> tuple[int, int]:
    return faces(card).get(colour, -1), total(card)


class Unseen:
    """What is neither in the own hand nor was ever seen on the table: `cards` of them, and how many
    show each of the `faces`. Reads the events of every turn."""

    def __init__(self, hello: Hello) -> None:
        self._deck = deck_option(hello.options.get("deck")).texts
        self._deal = -1
        self._laid: set[str] = set()
        self.cards = 0
        self.faces: Counter[str] = Counter()

    def look(self, turn: Turn, hand: Iterable[str], table: Iterable[str]) -> None:
        """Take in what happened, and what lies in hand and open on the table now."""
        if turn.deal != self._deal:
            self._deal = turn.deal
            self._laid.clear()
        for event in turn.events:
            if event["what"] == "play" and event["deal"] == turn.deal:
                self._laid.add(event["card"])
        self._laid.update(table)
        unseen = set(self._deck) - self._laid - set(hand)
        self.cards = len(unseen)
        self.faces = Counter(face for card in unseen for face in face_texts(card))

    def share(self, opened: Iterable[str]) -> float:
        """Of the unseen cards those that show one of these faces, counted twice if they show
        two."""
        return sum(self.faces[face] for face in set(opened)) / max(self.cards, 1)
