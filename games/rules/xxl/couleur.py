"""Déterminer la couleur: the led card opens two colours, and the table finds out which one counts.

A move is a card (`r6g0`).

A seat sees (`view`), cards being written as in moves:
    game, seat, to_move, start
    hand     its own cards, null for a spectator
    hands    how many cards each seat holds
    aside    how many cards are out of play
    leader   who led the trick
    trick    its cards so far, from the leader's on
    colours  those that may be followed: two, one once it is fixed, none before the lead
    taken    the total of the cards each seat has won
    last     the trick before this one: leader, cards, colour, winner; null before the second

Events tell it:
    play     card
    trick    leader, cards, colour, winner
"""

from __future__ import annotations

from typing import Any, Self

from ...core import Game, IllegalMove, Rules, Ruling
from .._general import CHANCE, SHARED_PLACES
from ._deck import BIT, COLOURS, DECK, DECK_RULINGS, members
from ._tricks import Tricks

FIXED = {1 << colour: colour for colour in range(len(COLOURS))}  # by the set of one colour


class Couleur(Tricks):
    """Moves: 0 to 54 a card.

    `colours`: the set of colours that may be followed, none before the lead.
    """

    __slots__ = ("colours",)

    slug = "couleur"

    colours: int

    def __init__(
        self, seats: int, seed: bytes, start: int, points: tuple[int, ...], deck: str | None
    ) -> None:
        super().__init__(seats, seed, start, 12 if seats <= 4 else 9, deck)
        self._begin_trick(start)

    def _begin_trick(self, leader: int) -> None:
        self.leader = self.to_move = leader
        self.colours = 0
        self._open = self._moves()

    def _moves(self) -> tuple[int, ...]:
        hand = self.hands[self.to_move]
        return members(hand & self.deck.showing[self.colours] or hand)  # XXL-60

    def text(self, move: int) -> str:
        return self.deck.texts[move]

    def play(self, move: int) -> None:
        if move not in self._open:
            raise IllegalMove(self.refusal(move))
        seat, trick = self.to_move, self.trick
        self.hands[seat] ^= BIT[move]
        self.lying |= BIT[move]
        shown = self.deck.colours[move]
        if not trick:
            self.colours = shown  # XXL-60: the leader's card opens its two colours
        elif shown & self.colours:
            self.colours &= shown  # XXL-60: the first with exactly one of them fixes it
        trick[move] = seat
        if self._ears:
            self._tell("play", seat, {"card": self.text(move)})
        if len(trick) == self.seats:
            self._end_trick()
        else:
            self.to_move = (seat + 1) % self.seats
            self._open = self._moves()

    def _end_trick(self) -> None:
        winner = self._take_trick(self._colour())
        if self.hands[winner]:
            self._begin_trick(winner)  # XXL-62
        else:
            self._end("all cards played")

    def _colour(self) -> int:
        """The colour of the complete trick."""
        fixed = FIXED.get(self.colours)
        if fixed is not None:
            return fixed
        shown = self.deck.colours
        last = [card for card in self.trick if shown[card] == self.colours][-1]
        (_, colour), _ = self.deck.faces[last]
        return colour  # XXL-61: that of the higher number on the last card that shows both

    def copy(self) -> Self:
        twin = Tricks.copy(self)  # quicker than super()
        twin.colours = self.colours
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {
            "colours": [name for bit, name in enumerate(COLOURS) if self.colours >> bit & 1],
        }


COULEUR_RULINGS = (
    Ruling(
        "XXL-60",
        "The leader's card opens its two colours; follow an open colour if you can. The first "
        "card with exactly one open colour fixes it as the trick's, and from then on only that "
        "need be followed. A card that cannot follow fixes nothing and cannot win.",
    ),
    Ruling(
        "XXL-61",
        "A colour that nobody fixed is that of the higher number on the last card that shows "
        "both open colours, the leader's if no other does.",
    ),
    Ruling(
        "XXL-62",
        "The highest number of the trick's colour wins, of equal ones the higher total. The "
        "winner leads. The totals of the cards in one's tricks count, high is good.",
    ),
)
COULEUR = Game(
    slug="couleur",
    name="Déterminer la couleur",
    says="The led card opens two colours, and the table finds out which one the trick is about.",
    seats=range(2, 7),
    low_wins=Couleur.low_wins,
    state=Couleur,
    options=(DECK,),
    rules=Rules(
        setup=(
            "Two to four players get twelve cards each, five or six get nine. The rest is set "
            "aside.",
        ),
        play=(
            "The leader plays any card, and both its colours are open. The others follow in turn: "
            "they play a card that shows an open colour if they have one. The first card that "
            "shows just one of the two fixes the colour of the trick; from then on only that "
            "colour must be followed. Whoever cannot follow plays any card, which fixes nothing "
            "and cannot win.",
            "If nobody fixed the colour, look at the last card that shows both open colours, the "
            "leader's if no other does: the colour of its higher number counts.",
            "The highest number in the colour of the trick wins it; of equal numbers the card "
            "with the higher total. The winner leads to the next trick.",
        ),
        scoring=(
            "When all cards are played, add up the totals of the cards in your tricks: the "
            "highest sum is first.",
        ),
        moves=("A move is written as the card (r6g0: red 6, green 0).",),
    ),
    endings=("all cards played",),
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        *COULEUR_RULINGS,
    ),
)
GAMES = (COULEUR,)
