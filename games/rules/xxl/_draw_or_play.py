"""XXL-5 and XXL-6: play a card or draw one, until a hand is empty or nobody can go on.

A variant lays the cards and says which fit (`fit`); whose turn it is, drawing, keeping, passing,
the end and the score are here. Every move but a pass uses up a card of a hand or of the pile, and
a whole round of passes ends the deal, so no deal comes near the limit of ALL-4.

A card may be laid in up to four ways, such as for one face or the other. A move is 64 * way + card,
or 256 draw, 257 pass.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

from ...core import IllegalMove, Option, Ruling
from ._deal import XxlDeal
from ._deck import BIT

WAY = 64
DRAW = 4 * WAY
PASS = DRAW + 1
ONLY_DRAW = (DRAW,)
ONLY_PASS = (PASS,)
WORDS = {DRAW: "draw", PASS: "pass"}

VOLUNTARY_DRAW = Option(
    "voluntary_draw",
    "switch",
    False,
    (),
    "Whoever can play may draw instead while the pile lasts.",
    means=(
        "Whoever can play must; only who cannot draws.",
        "Drawing is open every turn; once it has been done the drawn card alone may be played.",
    ),
    ruling="XXL-5",
)
DRAWING = (
    "If nothing in your hand fits, draw a card. If that one fits you may play it at once or keep "
    "it. Then the player to your left has his turn. When the pile is used up, whoever cannot play "
    "passes."
)
CARDS_LEFT = (
    "The deal ends when someone has no cards left, or when the pile is used up and nobody can "
    "play. Add up the totals of the cards in your hand: the lowest sum is first."
)
ENDINGS = ("hand empty", "nobody can play")
FRAME_RULINGS = (
    Ruling(
        "XXL-5",
        "One card a turn. Whoever can play must, unless voluntary drawing was agreed and there is "
        "a pile; whoever cannot draws one card. If that fits, it may be played at once or kept, "
        "and no other may be played. Without a pile he passes.",
    ),
    Ruling(
        "XXL-6",
        "The deal ends after a turn when a hand is empty, or when the pile is empty and no hand "
        "holds a card that fits. The totals of the cards left in hand count, low is good.",
    ),
)


class DrawOrPlay(XxlDeal):
    """`laid`: the set of cards on the table. `fit`: the set of cards that may be laid now, whoever
    holds them. `drawn`: the card just drawn while its drawer may play or keep it, else -1.
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
    def _lay(self, move: int) -> None:
        """Put a card on the table and keep `fit` up to date."""

    @abstractmethod
    def _plays(self, cards: int) -> tuple[int, ...]:
        """Every way to lay one of these cards, which all fit."""

    def _played(self, move: int) -> dict[str, Any]:
        """What all see of a card being laid."""
        return {"card": self.deck.texts[move % WAY]}

    def text(self, move: int) -> str:
        return WORDS.get(move) or self.deck.texts[move]

    def play(self, move: int) -> None:
        if move not in self._open:
            raise IllegalMove(self.refusal(move))
        seat, hands = self.to_move, self.hands
        if move < DRAW:
            card = BIT[move % WAY]
            hands[seat] ^= card
            self.laid |= card
            self._lay(move)
            if self._ears:
                self._tell("play", seat, self._played(move))
            if not hands[seat]:
                self._end("hand empty")  # XXL-6
                return
        elif move == DRAW:
            if self._draw(seat):
                return
        elif self._ears:
            self._tell("pass", seat, {})
        self.drawn = -1
        self.to_move = (seat + 1) % self.seats
        self._open = self._moves()
        if self._open is ONLY_PASS and not sum(hands) & self.fit:
            self._end("nobody can play")  # XXL-6; he may only pass, so the pile is empty

    def _draw(self, seat: int) -> bool:
        """Whether the card that was drawn fits, so that the turn goes on."""
        card = self.pile.pop()
        self.hands[seat] |= BIT[card]
        if self._ears:
            self._tell("draw", seat, {}, {seat: {"card": self.deck.texts[card]}})
        if not self.fit & BIT[card]:
            return False
        self.drawn = card
        self._open = self._moves()
        return True

    def _moves(self) -> tuple[int, ...]:
        if self.drawn >= 0:
            return self._plays(BIT[self.drawn]) + ONLY_PASS  # XXL-5: play it at once or keep it
        fitting = self.hands[self.to_move] & self.fit
        if not fitting:
            return ONLY_DRAW if self.pile else ONLY_PASS
        if self.voluntary_draw and self.pile:
            return self._plays(fitting) + ONLY_DRAW
        return self._plays(fitting)  # XXL-5: whoever can play must

    def _scores(self) -> list[int]:
        return [self.deck.total(hand) for hand in self.hands]  # XXL-6, XXL-7

    def copy(self) -> Self:
        twin = XxlDeal.copy(self)  # quicker than super()
        twin.pile = self.pile.copy()
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
            self.drawn = next(card for card in self.pile if self.fit & BIT[card])
            self.pile.remove(self.drawn)
            self.pile.append(self.drawn)
        super()._deal_hidden(others)
