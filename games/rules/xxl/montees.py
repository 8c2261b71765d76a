"""Montées et descentes: two piles, runs that climb or fall, be first out.

A move is a card with the colour of the face it is played for and the pile (`r6g0:r@0`), `draw`, or
`pass` (keep the drawn card, or go on without a pile).

A seat sees (`view`), cards being written as in moves and faces as `r6`:
    game, seat, to_move, start
    hand       its own cards, null for a spectator
    hands      how many cards each seat holds
    tops       what lies on top of each of the two piles:
        card   the card to be played on
        run    its face that was played, null if it is the start card
        step   1 if that run climbs, -1 if it falls, null if it is the start card
        open   the faces that may be played on it, first the one that continues the run
    pile       how many cards are left to draw
    has_drawn  whether the seat to move has drawn a card that fits
    drawn      that card, for that seat alone, else null

Events tell it:
    play       card, face, pile
    draw       card, for that seat alone
    pass
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self

from ...core import Game, Rules, Ruling
from .._general import CHANCE, SHARED_PLACES
from .._members import Remembered
from ._deck import BIT, COLOURS, DECK, DECK_RULINGS, HIGHEST, Deck, Face
from ._draw_or_play import (
    CARDS_LEFT,
    DRAWING,
    ENDINGS,
    FRAME_RULINGS,
    VOLUNTARY_DRAW,
    WAY,
    WORDS,
    DrawOrPlay,
)
from ._faces import face_text, faces, showing

HAND = 6
PILE = 2 * WAY  # a move on pile 1 is the same move on pile 0, and this
UP, DOWN = 1, -1
MOST_REMEMBERED = 1 << 8  # sets of cards for each top of a pile, 20 MB a deck were they ever full


Plays = Remembered[tuple[int, ...]]


def _plays_of(moves: list[int]) -> Plays:
    """By set of cards those of these moves that lay one of them. The sets are few, since about
    eight cards fit on a pile."""
    return Remembered(
        lambda cards: tuple(move for move in moves if cards & BIT[move % WAY]), MOST_REMEMBERED
    )


@dataclass(slots=True, eq=False)
class Top:
    """A card on top of a pile.

    `run`: its face that was played, None if it is a start card. `step`: UP or DOWN, 0 for a start
    card. `open`: the faces that may be played on it. `after[move]`: what lies there after such a
    move, on either pile. `fit`: the set of cards that may be played on it. `plays[pile]`: by set of
    these cards the moves that play them.
    """

    card: int
    run: Face | None
    step: int
    open: tuple[Face, ...]
    after: dict[int, Top] = field(default_factory=dict)
    fit: int = 0
    plays: tuple[Plays, ...] = ()


@lru_cache(16)
def start_tops(deck: Deck) -> list[Top]:
    """For every card what it is as a start card, open on both numbers (XXL-10), and from there on
    all that can follow."""
    starts = [
        Top(card, None, 0, _beside(high, DOWN, UP) + _beside(low, DOWN, UP))
        for card, (high, low) in enumerate(deck.faces)
    ]
    runs = {(face, step): _run_top(deck, face, step) for face in faces(deck) for step in (DOWN, UP)}
    for top in [*starts, *runs.values()]:
        _find_plays(deck, top, runs)
    return starts


def _run_top(deck: Deck, move: int, step: int) -> Top:
    """The card of a face that was played, in a run that goes up or down."""
    way, card = divmod(move, WAY)
    run, other = deck.faces[card][way], deck.faces[card][1 - way]
    # XXL-10: one step on, or a new run from the other number
    return Top(card, run, step, _beside(run, step) + _beside(other, DOWN, UP))


def _beside(face: Face, *steps: int) -> tuple[Face, ...]:
    """The faces of the same colour (XXL-11) that many steps away, none beyond 0 and 10 (XXL-10)."""
    number, colour = face
    return tuple((number + step, colour) for step in steps if 0 <= number + step <= HIGHEST)


def _find_plays(deck: Deck, top: Top, runs: dict[tuple[int, int], Top]) -> None:
    """Fill in what may be played on a card and what lies there then."""
    after = {}
    for number, colour in top.open:
        step = number - deck.number[colour][top.card]
        for face in showing(deck)[colour][number]:
            after[face] = after[PILE + face] = runs[face, step]
            top.fit |= BIT[face % WAY]
    top.after = after
    top.plays = tuple(_plays_of([m for m in sorted(after) if m // PILE == pile]) for pile in (0, 1))


@lru_cache(16)
def texts(deck: Deck) -> dict[int, str]:
    """How every move is written (XXL-11)."""
    return WORDS | {
        pile * PILE + move: f"{deck.texts[move % WAY]}:{COLOURS[colour]}@{pile}"
        for pile in (0, 1)
        for move, (_number, colour) in faces(deck).items()
    }


class Montees(DrawOrPlay):
    """Moves: a face, 128 more on pile 1.

    `tops`: what lies on top of each pile.
    """

    __slots__ = ("tops",)

    slug = "montees"

    tops: list[Top]

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
        self._turn_up(self.pile.pop(), self.pile.pop())
        self._open = self._moves()

    def _turn_up(self, *cards: int) -> None:
        self.tops = [start_tops(self.deck)[card] for card in cards]
        self.laid |= sum(BIT[card] for card in cards)
        self._find_fit()

    def _lay(self, move: int) -> None:
        pile = move // PILE
        self.tops[pile] = self.tops[pile].after[move]
        self._find_fit()

    def _find_fit(self) -> None:
        on_0, on_1 = self.tops
        self.fit = on_0.fit | on_1.fit  # XXL-12

    def _plays(self, cards: int) -> tuple[int, ...]:
        on_0, on_1 = self.tops
        return on_0.plays[0][cards & on_0.fit] + on_1.plays[1][cards & on_1.fit]

    def _played(self, move: int) -> dict[str, Any]:
        pile, face = divmod(move, PILE)
        return super()._played(move) | {"face": face_text(*faces(self.deck)[face]), "pile": pile}

    def text(self, move: int) -> str:
        return texts(self.deck)[move]

    def copy(self) -> Self:
        twin = DrawOrPlay.copy(self)  # quicker than super()
        twin.tops = self.tops.copy()
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"tops": [self._seen(top) for top in self.tops]}

    def _seen(self, top: Top) -> dict[str, Any]:
        return {
            "card": self.deck.texts[top.card],
            "run": face_text(*top.run) if top.run else None,
            "step": top.step or None,
            "open": [face_text(*face) for face in top.open],
        }


MONTEES = Game(
    slug="montees",
    name="Montées et descentes",
    says="Lengthen runs that climb or fall on two piles; be first to get rid of your hand.",
    seats=range(2, 7),
    low_wins=Montees.low_wins,
    state=Montees,
    options=(VOLUNTARY_DRAW, DECK),
    rules=Rules(
        setup=(
            "Everyone gets six cards. The next two are turned up side by side as start cards of "
            "two piles, A and B; the rest is the draw pile.",
        ),
        play=(
            "On your turn play one card on either pile. One of its numbers must be the neighbour, "
            "one higher or one lower, of a number of the same colour on that pile's top card. On "
            "a start card both numbers are open in both directions.",
            "A card that was played continues a run, and the run keeps its direction: after a red "
            "6 on a red 5 only a red 7 goes on. Or somebody begins a new run from the other "
            "number of that card, one up or one down as he likes, and the old run is done with. "
            "After a 10 comes no 0 and after a 0 no 10, so a run that got there leaves only the "
            "other number.",
            DRAWING,
        ),
        scoring=(CARDS_LEFT,),
        moves=(
            "A move is written as the card, the colour of the number that it is played for, and "
            "the pile, 0 for pile A or 1 for pile B (r6g0:r@0: red 6, green 0, played as red 6 on "
            "pile A), draw, or pass; pass also keeps the card just drawn.",
        ),
    ),
    endings=ENDINGS,
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        *FRAME_RULINGS,
        Ruling(
            "XXL-10",
            "A start card is open on both numbers, one up or one down. A played card offers the "
            "number it was played for one step on in its direction, and its other number one up "
            "or one down, which begins a new run. There is no step beyond 0 or 10.",
        ),
        Ruling(
            "XXL-11",
            "A number is played on its neighbour of the same colour. A card can fit in more ways "
            "than one, so a move names the card, the pile and the face used.",
        ),
        Ruling("XXL-12", "Both piles stay open all game."),
    ),
)
GAMES = (MONTEES,)
