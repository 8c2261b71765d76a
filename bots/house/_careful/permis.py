"""Permis de refuser: win cards first and points later, keep the strongest, refuse what would lose.

A card is worth the trick times the chance to win it, less what the card itself would be worth
later. In part one every card won is one more in hand later; in part two its total counts.
"""

from __future__ import annotations

from typing import Any

from ...players import Turn
from .xxl_cards import MEAN_TOTAL, chance, faces, total

BETTER_IS_LIKELY = 6  # three cards in five show a higher number than this
# Found by play against itself; half the price does a little worse.
PRICE = 2  # of a card, for each point of its higher number in part one, of its total in part two
# Low cards are better played: the sooner a hand is empty, the fewer tricks the others make alone.
# -10 does alike, 0 loses to it.
REFUSING = -20


def choose(turn: Turn) -> int:
    """The move that is worth most now."""
    view = turn.view
    if view["phase"] == "keep":
        return max(turn.moves, key=lambda move: to_keep(turn.text(move)))
    trick = Trick(view)
    return max(turn.moves, key=lambda move: trick.worth(turn.text(move)))


def to_keep(move: str) -> tuple[int, int]:
    """The higher number of a card, of equal ones the total; for no card what it takes to beat
    that."""
    if move == "keep none":
        return BETTER_IS_LIKELY, 0
    card = move.removeprefix("keep ")
    return max(faces(card).values()), total(card)


class Trick:
    """The trick as it lies before a card is added."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.is_first_part = view["phase"] == "first part"
        self.cards: list[str] = view["trick"]
        self.colour: str = view["colour"] or ""
        hands: list[int] = view["hands"]
        me, seats = view["seat"], len(hands)
        behind = (view["leader"] - me) % seats or seats  # so many steps to the leader
        to_come = [hands[(me + step) % seats] for step in range(1, behind)]
        more = len(to_come) - to_come.count(0)
        unseen = sum(hands) - hands[me] + view["aside"]
        # How many of the unseen cards are in hands that have yet to play, as a share.
        self.share = sum(to_come) / max(unseen, 1)
        self.points = sum(map(total, self.cards)) + more * MEAN_TOTAL
        self.size = len(self.cards) + 1 + more

    def worth(self, move: str) -> float:
        """In points, roughly. `move`: a card, one with the colour it names, or `refuse`."""
        if move == "refuse":
            return REFUSING
        card, _, named = move.partition(":")
        wins = chance(card, named or self.colour, self.cards, self.share)
        if self.is_first_part:
            return wins * MEAN_TOTAL * self.size - PRICE * max(faces(card).values())
        return wins * (self.points + total(card)) - PRICE * total(card)
