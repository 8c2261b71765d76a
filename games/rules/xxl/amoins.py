"""À moins: play below one number of the top card, be first out.

A move is a card (`r6g0`), `draw`, or `pass` (keep the drawn card, or go on without a pile).

A seat sees (`view`), cards being written as in moves:
    game, seat, to_move, start
    hand       its own cards, null for a spectator
    hands      how many cards each seat holds
    top        the card to be played on
    pile       how many cards are left to draw
    has_drawn  whether the seat to move has drawn a card that fits
    drawn      that card, for that seat alone, else null

Events tell it:
    play       card
    draw       card, for that seat alone
    pass
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Self

from ...core import Game, Rules, Ruling
from .._general import CHANCE, SHARED_PLACES
from ._deck import BIT, CARDS, DECK, DECK_RULINGS, MEMBERS, Deck
from ._draw_or_play import CARDS_LEFT, DRAWING, ENDINGS, FRAME_RULINGS, VOLUNTARY_DRAW, DrawOrPlay

HAND = 6


@lru_cache(16)
def below(deck: Deck) -> list[int]:
    """For every card the set of cards that fit on it (XXL-20): those that show a number lower than
    one of its own, in that number's colour. Equal is not lower."""
    return [
        sum(
            1 << card
            for card in range(CARDS)
            if any(0 <= deck.number[colour][card] < number for number, colour in deck.faces[top])
        )
        for top in range(CARDS)
    ]


class Amoins(DrawOrPlay):
    """`top`: the card to be played on."""

    __slots__ = ("_below", "top")

    slug = "amoins"

    _below: list[int]
    top: int

    def __init__(
        self,
        seats: int,
        seed: bytes,
        start: int,
        points: tuple[int, ...],
        voluntary_draw: bool,
        deck: str | None,
    ) -> None:
        super().__init__(seats, seed, start, HAND, deck, voluntary_draw)
        self._below = below(self.deck)
        self._turn_up(self.pile.pop())
        self._open = self._moves()

    def _turn_up(self, card: int) -> None:
        self.laid |= BIT[card]
        self._lay(card)

    def _lay(self, card: int) -> None:
        self.top = card
        self.fit = self._below[card]

    def _plays(self, cards: int) -> tuple[int, ...]:
        return MEMBERS[cards]

    def copy(self) -> Self:
        twin = DrawOrPlay.copy(self)  # quicker than super()
        twin._below = self._below
        twin.top = self.top
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"top": self.deck.texts[self.top]}


AMOINS = Game(
    slug="amoins",
    name="À moins",
    says="Play below a number of the top card; be first to get rid of your hand.",
    seats=range(2, 7),
    low_wins=Amoins.low_wins,
    state=Amoins,
    options=(VOLUNTARY_DRAW, DECK),
    rules=Rules(
        setup=("Everyone gets six cards. The next card is turned up; the rest is the draw pile.",),
        play=(
            "On your turn play one card that shows a number lower than the open card's number of "
            "the same colour. Your card is then the open one, and both its numbers count. Nothing "
            "is lower than a 0, so below a 0 only the other number helps.",
            DRAWING,
        ),
        scoring=(CARDS_LEFT,),
        moves=(
            "A move is written as the card (r6g0: red 6, green 0), draw, or pass; pass also keeps "
            "the card just drawn.",
        ),
    ),
    endings=ENDINGS,
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        *FRAME_RULINGS,
        Ruling(
            "XXL-20",
            "A card fits when one of its numbers is strictly lower than the open card's number of "
            "the same colour. Equal is not lower, so no 0 fits on a 0. Both numbers of the card "
            "played count next.",
        ),
    ),
)
GAMES = (AMOINS,)
