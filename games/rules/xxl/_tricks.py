"""Tricks: what lies in one, who takes it, and what everybody has won."""

from __future__ import annotations

from typing import Any, Self

from ._deal import XxlDeal
from ._deck import CARDS, COLOURS, MEMBERS, members

Last = tuple[dict[int, int], int, int]


class Tricks(XxlDeal):
    """`trick`: the cards played and who played each, from the `leader`'s on. `taken`: the set of
    cards each seat won. `last`: the trick before this one, the colour that won it, and the winner.
    """

    __slots__ = ("last", "leader", "taken", "trick")

    low_wins = False

    last: Last | None
    leader: int
    taken: list[int]
    trick: dict[int, int]

    def __init__(self, seats: int, seed: bytes, start: int, each: int, deck: str | None) -> None:
        super().__init__(seats, seed, start, each, deck)
        self.last = None
        self.taken = [0] * seats
        self.leader = start
        self.trick = {}

    def legal(self) -> list[int]:
        # Hands are new nearly every time; moves that are no cards are few and come back.
        return list(MEMBERS[self._open] if self._open >> CARDS else members(self._open))

    def _take_trick(self, colour: int) -> int:
        """Give the trick to the highest number of that colour, of equal ones to the higher total
        (XXL-30, XXL-62). Returns the winner."""
        trick = self.trick
        winner = trick[max(trick, key=self.deck.strength[colour].__getitem__)]
        won = 0
        for card in trick:
            won |= 1 << card
        self.taken[winner] |= won
        self.last = (trick, colour, winner)
        self.trick = {}
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
