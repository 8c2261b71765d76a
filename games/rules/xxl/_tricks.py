"""Tricks: what lies in one, who takes it, and what everybody has won."""

from __future__ import annotations

from typing import Any, Self

from ._deal import XxlDeal
from ._deck import COLOURS

Last = tuple[dict[int, int], int, int]


class Tricks(XxlDeal):
    """`trick`: the cards played and who played each, from the `leader`'s on; `lying`: the same as a
    set of cards. `taken`: the set of cards each seat won. `last`: the trick before this one, the
    colour that won it, and the winner. The `pile` is what was set aside, never changed, at most
    replaced, since copies share it.
    """

    __slots__ = ("last", "leader", "lying", "taken", "trick")

    low_wins = False

    last: Last | None
    leader: int
    lying: int
    taken: list[int]
    trick: dict[int, int]

    def __init__(self, seats: int, seed: bytes, start: int, each: int, deck: str | None) -> None:
        super().__init__(seats, seed, start, each, deck)
        self.last = None
        self.taken = [0] * seats
        self.leader = start
        self.trick = {}
        self.lying = 0

    def _take_trick(self, colour: int) -> int:
        """Give the trick to the highest number of that colour, of equal ones to the higher total
        (XXL-30, XXL-62). Returns the winner."""
        trick, strength = self.trick, self.deck.strength[colour]
        winner, highest = self.leader, -1
        for card in trick:  # takes a third as long as max with a key
            if strength[card] > highest:
                winner, highest = trick[card], strength[card]
        self.taken[winner] |= self.lying
        self.last = (trick, colour, winner)
        self.trick = {}
        self.lying = 0
        if self._ears:
            self._tell("trick", winner, self._told(self.last))
        return winner

    def _told(self, last: Last) -> dict[str, Any]:
        """A complete trick in words."""
        trick, colour, winner = last
        return {
            "leader": next(iter(trick.values())),
            "cards": [self.text(card) for card in trick],
            "colour": COLOURS[colour],
            "winner": winner,
        }

    def _scores(self) -> list[int]:
        return [self.deck.total(cards) for cards in self.taken]  # XXL-35, XXL-62

    def copy(self) -> Self:
        twin = XxlDeal.copy(self)  # quicker than super()
        twin.last = self.last
        twin.leader = self.leader
        twin.lying = self.lying
        twin.taken = self.taken.copy()
        twin.trick = self.trick.copy()
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {
            "aside": len(self.pile),
            "leader": self.leader,
            "trick": [self.text(card) for card in self.trick],
            "taken": self._scores(),
            "last": self._told(self.last) if self.last else None,
        }

    def cards(self) -> list[str]:
        won = [name for cards in self.taken for name in self.deck.names(cards)]
        return super().cards() + won + [self.text(card) for card in self.trick]
