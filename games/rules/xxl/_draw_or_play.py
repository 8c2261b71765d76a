"""XXL-5 and XXL-6: play a card or draw one, until a hand is empty or nobody can go on.

A variant lays the cards and says which fit (`fit`); whose turn it is, drawing, keeping, passing,
the end and the score are here. Every move but a pass uses up a card of a hand or of the pile, and
a whole round of passes ends the deal, so no deal comes near the limit of ALL-4.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

from ...core import IllegalMove, Option, Ruling
from ._deal import XxlDeal
from ._deck import CARDS

DRAW = CARDS
PASS = CARDS + 1
DRAW_BIT = 1 << DRAW
PASS_BIT = 1 << PASS

VOLUNTARY_DRAW = Option(
    "voluntary_draw", "switch", False, (), "Whoever can play may draw instead while the pile lasts."
)
FRAME_RULINGS = (
    Ruling(
        "XXL-5",
        "One card a turn. Whoever can play must, unless voluntary drawing was agreed; whoever "
        "cannot draws one card and may play it at once if it fits; without a pile he passes.",
    ),
    Ruling(
        "XXL-6",
        "The deal ends after a turn when a hand is empty, or when the pile is empty and no hand "
        "holds a card that fits. The totals of the cards left in hand count, low is good.",
    ),
)


class DrawOrPlay(XxlDeal):
    """Moves: 0 to 54 a card, 55 draw, 56 pass.

    `laid`: the set of cards on the table. `fit`: the set of cards, wherever they are, that may be
    laid now. `drawn`: the card just drawn while its drawer may play or keep it, else -1.
    """

    __slots__ = ("drawn", "fit", "laid", "voluntary_draw")

    low_wins = True

    drawn: int
    fit: int
    laid: int
    voluntary_draw: bool

    def __init__(
        self, seats: int, seed: bytes, start: int, each: int, deck: str | None, voluntary_draw: bool
    ) -> None:
        super().__init__(seats, seed, start, each, deck)
        self.voluntary_draw = voluntary_draw
        self.drawn = -1
        self.fit = self.laid = 0

    @abstractmethod
    def _lay(self, card: int) -> None:
        """Put a card on the table and keep `laid` and `fit` up to date."""

    def text(self, move: int) -> str:
        return self.deck.texts[move] if move < CARDS else ("draw", "pass")[move - CARDS]

    def play(self, move: int) -> None:
        if move < 0 or not self._open >> move & 1:
            raise IllegalMove(self.refusal(move))
        if move < CARDS:
            self.hands[self.to_move] ^= 1 << move
            self._lay(move)
            if self._ears:
                self._tell("play", self.to_move, {"card": self.text(move)})
        elif move == DRAW:
            self._draw()
            if self.drawn >= 0:
                return
        elif self._ears:
            self._tell("pass", self.to_move, {})
        self._end_turn()

    def _draw(self) -> None:
        seat = self.to_move
        card = self.pile.pop()
        self.hands[seat] |= 1 << card
        if self.fit >> card & 1:
            self.drawn = card
            self._open = self._moves()
        if self._ears:
            self._tell("draw", seat, {}, {seat: {"card": self.text(card)}})

    def _end_turn(self) -> None:
        seat = self.to_move
        if not self.hands[seat]:
            self._end("hand empty")  # XXL-6
            return
        self.drawn = -1
        self.to_move = (seat + 1) % self.seats
        self._open = self._moves()
        if self._open == PASS_BIT and not any(hand & self.fit for hand in self.hands):
            self._end("nobody can play")  # XXL-6; he may only pass, so the pile is empty

    def _moves(self) -> int:
        if self.drawn >= 0:
            return 1 << self.drawn | PASS_BIT  # XXL-5: play the drawn card at once or keep it
        plays = self.hands[self.to_move] & self.fit
        if plays and not self.voluntary_draw:
            return plays  # XXL-5: whoever can play must
        if self.pile:
            return plays | DRAW_BIT
        return plays or PASS_BIT

    def _scores(self) -> list[int]:
        return [self.deck.total(hand) for hand in self.hands]  # XXL-6

    def copy(self) -> Self:
        twin = super().copy()
        twin.drawn = self.drawn
        twin.fit = self.fit
        twin.laid = self.laid
        twin.voluntary_draw = self.voluntary_draw
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        mine = self.drawn >= 0 and seat == self.to_move
        return super().view(seat) | {
            "pile": len(self.pile),
            "has_drawn": self.drawn >= 0,
            "drawn": self.deck.texts[self.drawn] if mine else None,
        }

    def cards(self) -> list[str]:
        return super().cards() + self.deck.names(self.laid)

    def _deal_hidden(self, others: list[int]) -> None:
        if self.drawn >= 0 and self.to_move in others:
            # All saw that the drawn card fits, but not which one it is.
            self.drawn = next(card for card in self.pile if self.fit >> card & 1)
            self.pile.remove(self.drawn)
            self.pile.append(self.drawn)
        super()._deal_hidden(others)
