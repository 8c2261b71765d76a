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

from ...core import Game, IllegalMove, Ruling
from .._general import CHANCE, SHARED_PLACES
from ._deal import XxlDeal
from ._deck import COLOURS, DECK, DECK_RULINGS


class Couleur(XxlDeal):
    """Moves: 0 to 54 a card.

    `trick`: the cards played, from the `leader`'s on. `colours`: the set of colours that may be
    followed. `decider`: the last card that shows both colours of the led one, itself included.
    `taken`: the set of cards each seat won. `last`: leader, cards, colour and winner of a trick.
    """

    __slots__ = ("colours", "decider", "last", "leader", "taken", "trick")

    slug = "couleur"
    low_wins = False

    colours: int
    decider: int
    last: tuple[int, list[int], int, int] | None
    leader: int
    taken: list[int]
    trick: list[int]

    def __init__(
        self, seats: int, seed: bytes, start: int, points: tuple[int, ...], deck: str | None
    ) -> None:
        super().__init__(seats, seed, start, 12 if seats <= 4 else 9, deck)
        self.last = None
        self.taken = [0] * seats
        self._begin_trick(start)

    def _begin_trick(self, leader: int) -> None:
        self.leader = self.to_move = leader
        self.trick = []
        self.colours = 0
        self.decider = -1
        self._open = self._moves()

    def _moves(self) -> int:
        hand = self.hands[self.to_move]
        return hand & self.deck.showing[self.colours] or hand  # XXL-60

    def text(self, move: int) -> str:
        return self.deck.texts[move]

    def play(self, move: int) -> None:
        if move < 0 or not self._open >> move & 1:
            raise IllegalMove(self.refusal(move))
        seat = self.to_move
        self.hands[seat] ^= 1 << move
        self._lay(move)
        if self._ears:
            self._tell("play", seat, {"card": self.text(move)})
        if len(self.trick) == self.seats:
            self._end_trick()
        else:
            self.to_move = (seat + 1) % self.seats
            self._open = self._moves()

    def _lay(self, card: int) -> None:
        shown = self.deck.colours[card]
        if not self.trick:
            self.colours = shown  # XXL-60: the leader's card opens its two colours
            self.decider = card
        elif shown & self.colours == self.colours:
            self.decider = card
        elif shown & self.colours:
            self.colours &= shown  # XXL-60: the first with exactly one of them fixes it
        self.trick.append(card)

    def _end_trick(self) -> None:
        trick, leader, colour = self.trick, self.leader, self._colour()
        best = max(trick, key=self.deck.strength[colour].__getitem__)  # XXL-62
        winner = (leader + trick.index(best)) % self.seats
        self.taken[winner] |= sum(1 << card for card in trick)
        self.last = (leader, trick, colour, winner)
        if self._ears:
            self._tell("trick", winner, self._last())
        if self.hands[winner]:
            self._begin_trick(winner)  # XXL-62
        else:
            self.trick = []
            self._end("all cards played")

    def _colour(self) -> int:
        """The colour of the complete trick."""
        if self.colours.bit_count() == 1:
            return self.colours.bit_length() - 1
        (_, colour), _ = self.deck.faces[self.decider]
        return colour  # XXL-61: that of the higher number

    def _scores(self) -> list[int]:
        return [self.deck.total(cards) for cards in self.taken]  # XXL-62

    def copy(self) -> Self:
        twin = super().copy()
        twin.colours = self.colours
        twin.decider = self.decider
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
            "colours": [name for bit, name in enumerate(COLOURS) if self.colours >> bit & 1],
            "taken": self._scores(),
            "last": self._last(),
        }

    def _last(self) -> dict[str, Any] | None:
        if self.last is None:
            return None
        leader, cards, colour, winner = self.last
        return {
            "leader": leader,
            "cards": [self.text(card) for card in cards],
            "colour": COLOURS[colour],
            "winner": winner,
        }

    def cards(self) -> list[str]:
        won = [name for cards in self.taken for name in self.deck.names(cards)]
        return super().cards() + won + [self.text(card) for card in self.trick]


COULEUR = Game(
    slug="couleur",
    name="Déterminer la couleur",
    says="The led card opens two colours, and the table finds out which one the trick is about.",
    seats=range(2, 7),
    low_wins=Couleur.low_wins,
    state=Couleur,
    options=(DECK,),
    rules=(
        "Two to four players get twelve cards each, five or six get nine. The rest is set aside.",
        "The leader plays any card, and both its colours are open. The others follow in turn: they "
        "play a card that shows an open colour if they have one. The first card that shows just "
        "one of the two fixes the colour of the trick; from then on only that colour must be "
        "followed. Whoever cannot follow plays any card, which fixes nothing and cannot win.",
        "If nobody fixed the colour, look at the last card that shows both open colours, the "
        "leader's if no other does: the colour of its higher number counts.",
        "The highest number in the colour of the trick wins it; of equal numbers the card with the "
        "higher total. The winner leads to the next trick.",
        "When all cards are played, add up the totals of the cards in your tricks: the highest sum "
        "is first.",
        "A move is written as the card (r6g0: red 6, green 0).",
    ),
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        Ruling(
            "XXL-60",
            "The leader's card opens its two colours; follow an open colour if you can. The first "
            "card with exactly one open colour fixes it as the trick's. A card that cannot follow "
            "fixes nothing and cannot win.",
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
    ),
)
GAMES = (COULEUR,)
