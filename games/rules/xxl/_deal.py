"""What all XXL variants share: hands, a pile, and one set of moves that are open."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Self

from ...chance import shuffled
from ...core import Outcome, State, ranked_outcome
from ._deck import BIT, CARDS, MEMBERS, Deck, deck_option


class XxlDeal(State):
    """One deal: a hand a seat and the rest of the deck, as a draw pile or set aside.

    `hands[seat]` is a set of cards, `pile` a list of cards with its top last. `_open` holds the
    legal moves in their order, kept up to date by every `play`; empty when the deal is over.
    """

    __slots__ = ("_open", "_reason", "deck", "hands", "pile", "start")

    slug: ClassVar[str]
    low_wins: ClassVar[bool]

    _open: Sequence[int]
    _reason: str
    deck: Deck
    hands: list[int]
    pile: list[int]
    start: int

    def __init__(self, seats: int, seed: bytes, start: int, each: int, deck: str | None) -> None:
        self._ears = []
        self._reason = ""
        self.seats = seats
        self.start = self.to_move = start
        self.deck = deck_option(deck)
        self.pile = shuffled(range(CARDS), seed, 0)  # ALL-2
        self.hands = [self._from_pile(each) for _ in range(seats)]

    def _from_pile(self, count: int) -> int:
        cards = 0
        for _ in range(count):
            cards |= BIT[self.pile.pop()]
        return cards

    @abstractmethod
    def _moves(self) -> Sequence[int]:
        """The moves open to the seat to move, in their order."""

    @abstractmethod
    def _scores(self) -> list[int]:
        """What each seat has scored, the deal being over."""

    def legal(self) -> list[int]:
        return [*self._open]

    def _end(self, reason: str) -> None:
        self._reason = reason
        self._open = ()
        self.to_move = -1

    def outcome(self) -> Outcome | None:
        if self.to_move >= 0:
            return None
        return ranked_outcome(self._scores(), self.low_wins, self._reason)  # ALL-3

    def copy(self) -> Self:
        """An independent copy, but for the `pile`, which a variant that draws copies as well."""
        twin = object.__new__(type(self))
        twin._ears = []
        twin._open = self._open
        twin._reason = self._reason
        twin.seats = self.seats
        twin.to_move = self.to_move
        twin.start = self.start
        twin.deck = self.deck
        twin.hands = self.hands.copy()
        twin.pile = self.pile
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "game": self.slug,
            "seat": seat,
            "to_move": self.to_move,
            "start": self.start,
            "hand": None if seat is None else self.deck.names(self.hands[seat]),
            "hands": [hand.bit_count() for hand in self.hands],
        }

    def cards(self) -> list[str]:
        in_hands = [card for hand in self.hands for card in MEMBERS[hand]]
        return [self.deck.texts[card] for card in in_hands + self.pile]

    def redealt(self, seat: int | None, rng: Random) -> Self:
        twin = self.copy()
        # Clockwise from the seat to move, so that it gets the top of what is dealt.
        clockwise = [(self.to_move + step) % self.seats for step in range(self.seats)]
        others = [other for other in clockwise if other != seat]
        hidden = sum(self.hands[other] for other in others) + sum(1 << card for card in self.pile)
        twin.pile = list(MEMBERS[hidden])
        rng.shuffle(twin.pile)
        twin._deal_hidden(others)
        if twin.to_move >= 0:
            twin._open = twin._moves()
        return twin

    def _deal_hidden(self, others: list[int]) -> None:
        for other in others:
            self.hands[other] = self._from_pile(self.hands[other].bit_count())
