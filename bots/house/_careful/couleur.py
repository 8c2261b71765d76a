"""Déterminer la couleur, with and without trump: win dear tricks cheaply, lose cheap cards.

A card is worth the trick times the chance to win it, less what the card itself would be worth
later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...players import Turn
from .xxl_cards import MEAN_TOTAL, chance, faces, total

# Found by play against itself: 1 to 2 wins least, 4 and 5 no more than 3.
PRICE = 3  # of a card, for each point of its total
# 3 to 8 do alike, 0 loses to them.
TRUMP_PRICE = 4  # of a trump besides, for each point of its number in that colour


def choose(turn: Turn) -> int:
    """The trump that the hand is strongest in, then the card that is worth most now."""
    view = turn.view
    if view.get("trump", "") is None:
        return turn.parse(f"trump {strongest(view['hand'])}")
    trick = Trick(view)
    return max(turn.moves, key=lambda move: trick.worth(turn.text(move)))


def strongest(hand: list[str]) -> str:
    """The colour with the highest sum of numbers."""
    sums = dict.fromkeys("rgby", 0)
    for card in hand:
        for colour, number in faces(card).items():
            sums[colour] += number
    return max(sums, key=lambda colour: sums[colour])


class Trick:
    """The trick as it lies before a card is added."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.cards: list[str] = view["trick"]
        self.colours: list[str] = view["colours"]
        self.trump: str = view.get("trump", "")
        hands: list[int] = view["hands"]
        self.to_come = len(hands) - len(self.cards) - 1
        unseen = sum(hands) - hands[view["seat"]] + view["aside"]
        # How many of the unseen cards are in hands that have yet to play, as a share.
        self.share = self.to_come * sum(hands) / len(hands) / max(unseen, 1)
        self.points = sum(map(total, self.cards)) + self.to_come * MEAN_TOTAL

    def worth(self, card: str) -> float:
        """In points, roughly."""
        colours = self._may_count(card)
        wins = min(chance(card, colour, self.cards, self.share) for colour in colours)
        price = PRICE * total(card) + TRUMP_PRICE * faces(card).get(self.trump, 0)
        return wins * (self.points + total(card)) - price

    def _may_count(self, card: str) -> Sequence[str]:
        """The colours that the trick may be about once this card lies there."""
        if any(self.trump in faces(one) for one in [*self.cards, card]):
            return self.trump  # XXL-71
        shown = [colour for colour in faces(card) if colour in self.colours or not self.cards]
        colours = shown or self.colours
        if len(colours) == 1 or self.to_come:
            return colours
        both = [c for c in [*self.cards, card] if faces(c).keys() >= set(colours)]
        return list(faces(both[-1]))[:1]  # XXL-61
