"""Couleur avec atout: Déterminer la couleur with a trump that the first player names.

A move is `trump r` for the colour that is trump, then a card (`r6g0`).

A seat sees (`view`), cards being written as in moves:
    game, seat, to_move, start
    trump    the colour that is trump, null before it is named
    hand     its own cards, null for a spectator
    hands    how many cards each seat holds
    aside    how many cards are out of play
    leader   who led the trick
    trick    its cards so far, from the leader's on
    colours  those that may be followed: two, one once it is fixed or trump was led, none before
    taken    the total of the cards each seat has won
    last     the trick before this one: leader, cards, colour, winner; null before the second

Events tell it:
    trump    colour
    play     card
    trick    leader, cards, colour (trump if there was one), winner
"""

from __future__ import annotations

from typing import Any

from ...core import Game, IllegalMove, Rules, Ruling
from ...matches import OneGame
from .._general import CHANCE, FIRST_START, SHARED_PLACES
from .._place_points import FEWEST_WIN, PLACES_ARE_POINTS, PLACES_PAID, PaidByPlace
from ._deck import CARDS, COLOURS, DECK, DECK_RULINGS, with_trump
from .couleur import COULEUR, COULEUR_RULINGS, Couleur

TRUMP = CARDS
NAMINGS = tuple(TRUMP + colour for colour in range(len(COLOURS)))


class CouleurAtout(Couleur):
    """Moves: 0 to 54 a card, 55 to 58 name a colour as trump.

    A deck with a trump takes the place of the plain one, so that what follows is as in `couleur`.
    """

    __slots__ = ()

    slug = "couleur-atout"

    def _moves(self) -> tuple[int, ...]:
        if self.deck.trump < 0:
            return NAMINGS  # XXL-70: the start seat, before leading
        # XXL-71: of a card with trump only trump can be followed, of others what shows no trump.
        return Couleur._moves(self)

    def text(self, move: int) -> str:
        return super().text(move) if move < CARDS else f"trump {COLOURS[move - TRUMP]}"

    def play(self, move: int) -> None:
        if self.deck.trump >= 0:
            Couleur.play(self, move)  # quicker than super()
        elif move not in self._open:
            raise IllegalMove(self.refusal(move))
        else:
            self._name(move - TRUMP)

    def _name(self, trump: int) -> None:
        self.deck = with_trump(self.deck, trump)
        self._open = self._moves()
        if self._ears:
            self._tell("trump", self.to_move, {"colour": COLOURS[trump]})

    def _colour(self) -> int:
        trump = self.deck.trump
        trumps = self.deck.showing[1 << trump]
        if self.lying & trumps:
            return trump  # XXL-71: the highest trump wins, of equal ones the higher total
        return super()._colour()  # XXL-71: without trump as XXL-61

    def view(self, seat: int | None) -> dict[str, Any]:
        trump = self.deck.trump
        return super().view(seat) | {"trump": COLOURS[trump] if trump >= 0 else None}


COULEUR_ATOUT = Game(
    slug="couleur-atout",
    name="Couleur avec atout",
    says="As Déterminer la couleur, but the first player names a colour that beats the others.",
    seats=range(2, 7),
    low_wins=CouleurAtout.low_wins,
    state=CouleurAtout,
    options=(DECK,),
    rules=Rules(
        setup=COULEUR.rules.setup,
        play=(
            "Whoever starts looks at his hand and names one of the four colours as trump; then he "
            "leads. A card that shows the trump colour is a trump and nothing else: its other "
            "number follows nothing and fixes nothing.",
            "If a trump is led, whoever has a trump plays one.",
            "If another card is led, both its colours are open. Whoever has a card without trump "
            "that shows an open colour plays such a card; the first that shows just one of the "
            "two fixes the colour of the trick. Whoever has none plays any card: a trump if he "
            "likes, but nobody must.",
            "The highest trump in the trick wins it, of equal numbers the card with the higher "
            "total. A trick without trump is won as in Déterminer la couleur: by the highest "
            "number of its colour, and if nobody fixed that, the higher number on the last card "
            "with both open colours says which it is. The winner leads to the next trick.",
        ),
        scoring=(
            "When all cards are played, add up the totals of the cards in your tricks, both "
            "numbers of the trumps too: the highest sum is first.",
        ),
        moves=(
            "The first move is written trump r, trump g, trump b or trump y; after it a move is "
            "the card (r6g0: red 6, green 0).",
        ),
    ),
    endings=COULEUR.endings,
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        *COULEUR_RULINGS,
        Ruling(
            "XXL-70",
            "The start seat names a trump colour after seeing his hand and before leading. A card "
            "with that colour belongs to trump only; its other face follows and fixes nothing.",
        ),
        Ruling(
            "XXL-71",
            "A led trump must be followed. Where another card is led, a card without trump of an "
            "open colour must follow, else anything goes. The highest trump wins, of equal ones "
            "the higher total of the whole card; without trump it is as in Déterminer la couleur.",
        ),
    ),
)


class XxlAtout(PaidByPlace, OneGame):
    """`xxl-atout`: a deal a player; the start moves left, in place of XXL-4 (XXL-72)."""

    game = COULEUR_ATOUT
    slug = "xxl-atout"
    name = "XXL avec atout"
    says = "Couleur avec atout until everyone has named trump once; fewest points win."
    seats = COULEUR_ATOUT.seats
    rules = Rules(
        deals=("Couleur avec atout is played as often as there are players.",),
        start=(
            "The start moves to the left from deal to deal, so that everyone names trump once.",
        ),
        scoring=(PLACES_PAID, FEWEST_WIN),
    )
    rulings = (
        FIRST_START,
        SHARED_PLACES,
        PLACES_ARE_POINTS,
        Ruling(
            "XXL-72",
            "There are as many deals as players, and the start seat moves left from deal to deal, "
            "whoever has how many points.",
        ),
    )


GAMES = (COULEUR_ATOUT,)
MATCHES = (XxlAtout(),)
