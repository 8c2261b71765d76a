"""L'un après l'autre: a run a colour, from 10 down to 0, one by one; be first out.

A move is a card with the colour of the face it is played for (`r6g0:r`), `draw`, or `pass` (keep
the drawn card, or go on without a pile).

A seat sees (`view`), cards being written as in moves and faces as `r6`:
    game, seat, to_move, start
    hand       its own cards, null for a spectator
    hands      how many cards each seat holds
    runs       the run of each colour, `r`, `g`, `b` and `y`:
        card   the card on its end, null before the first
        next   the face it waits for, null if every card that shows it has been played
    pile       how many cards are left to draw
    has_drawn  whether the seat to move has drawn a card that fits
    drawn      that card, for that seat alone, else null

Events tell it:
    play       card, face
    draw       card, for that seat alone
    pass
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Self

from ...core import Game, Rules, Ruling
from .._general import CHANCE, SHARED_PLACES
from .._members import Remembered
from ._deck import BIT, COLOURS, DECK, DECK_RULINGS, HIGHEST, MEMBERS, Deck, members
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


@lru_cache(16)
def texts(deck: Deck) -> dict[int, str]:
    """How every move is written (XXL-50)."""
    return WORDS | {
        move: f"{deck.texts[move % WAY]}:{COLOURS[colour]}"
        for move, (_number, colour) in faces(deck).items()
    }


@lru_cache(16)
def steps(deck: Deck) -> dict[int, tuple[int, int, int]]:
    """For every face its colour, and what changes when it is played in the sets of cards that fit
    by their higher and by their lower number (XXL-50): this number of the colour is done, the one
    below is next."""
    found = {}
    for played, (number, colour) in faces(deck).items():
        changes = [0, 0]
        for face in showing(deck)[colour][number] + showing(deck)[colour][_below(number)]:
            way, card = divmod(face, WAY)
            changes[way] |= BIT[card]
        found[played] = colour, changes[0], changes[1]
    return found


LOWER = Remembered(lambda cards: tuple(WAY + card for card in members(cards)))  # the faces


class LunApres(DrawOrPlay):
    """Moves: a face.

    `ends`: the face on the end of each colour's run, as a move, -1 before the first. `fit_higher`,
    `fit_lower`: the sets of cards that fit by their higher and by their lower number.
    """

    __slots__ = ("_steps", "ends", "fit_higher", "fit_lower")

    slug = "lun-apres"

    _steps: dict[int, tuple[int, int, int]]
    ends: list[int]
    fit_higher: int
    fit_lower: int

    def __init__(
        self,
        seats: int,
        seed: bytes,
        start: int,
        points: tuple[int, ...],
        voluntary_draw: bool,
        deck: str | None,
    ) -> None:
        super().__init__(seats, seed, start, 9 if seats <= 4 else 7, deck, voluntary_draw)
        self._steps = steps(self.deck)
        self.ends = [-1] * len(COLOURS)
        # XXL-50: 10s begin; on every card they are the higher number
        self.fit = self.fit_higher = sum(
            BIT[face] for shown in showing(self.deck) for face in shown[HIGHEST]
        )
        self.fit_lower = 0
        self._open = self._moves()

    def _lay(self, move: int) -> None:
        colour, higher, lower = self._steps[move]
        self.ends[colour] = move
        self.fit_higher ^= higher
        self.fit_lower ^= lower
        self.fit = self.fit_higher | self.fit_lower

    def _plays(self, cards: int) -> tuple[int, ...]:
        return MEMBERS[cards & self.fit_higher] + LOWER[cards & self.fit_lower]

    def _played(self, move: int) -> dict[str, Any]:
        return super()._played(move) | {"face": face_text(*faces(self.deck)[move])}

    def text(self, move: int) -> str:
        return texts(self.deck)[move]

    def copy(self) -> Self:
        twin = DrawOrPlay.copy(self)  # quicker than super()
        twin._steps = self._steps
        twin.ends = self.ends.copy()
        twin.fit_higher = self.fit_higher
        twin.fit_lower = self.fit_lower
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        runs = {name: self._run(colour) for colour, name in enumerate(COLOURS)}
        return super().view(seat) | {"runs": runs}

    def _run(self, colour: int) -> dict[str, Any]:
        end = self.ends[colour]
        number = HIGHEST if end < 0 else _below(faces(self.deck)[end][0])
        waiting = showing(self.deck)[colour][number]
        is_dead = all(self.laid & BIT[face % WAY] for face in waiting)  # XXL-50
        return {
            "card": None if end < 0 else self.deck.texts[end % WAY],
            "next": None if is_dead else face_text(number, colour),
        }


def _below(number: int) -> int:
    """What a run goes on with; after its 0 a new 10 may begin (XXL-50)."""
    return number - 1 if number else HIGHEST


LUN_APRES = Game(
    slug="lun-apres",
    name="L'un après l'autre",
    says="Each colour runs from 10 down to 0, one by one; be first to get rid of your hand.",
    seats=range(2, 7),
    low_wins=LunApres.low_wins,
    state=LunApres,
    options=(VOLUNTARY_DRAW, DECK),
    rules=Rules(
        setup=(
            "Two to four players get nine cards each, five or six get seven. The rest is the draw "
            "pile; nothing is turned up.",
        ),
        play=(
            "Each of the four colours has one run. A 10 begins it, and then it goes down one by "
            "one: after the 10 of a colour comes its 9, after the 9 its 8, to the 0. Once the 0 "
            "lies there, a new 10 of that colour may begin another run.",
            "On your turn play one card that goes on with a run or begins one, for one of its two "
            "numbers; the other one does not count. If all cards that show the number a run waits "
            "for have been played, that colour is at an end.",
            DRAWING,
        ),
        scoring=(CARDS_LEFT,),
        moves=(
            "A move is written as the card and the colour of the number that it is played for "
            "(r6g0:r: red 6, green 0, played as red 6), draw, or pass; pass also keeps the card "
            "just drawn.",
        ),
    ),
    endings=ENDINGS,
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        *FRAME_RULINGS,
        Ruling(
            "XXL-7",
            "The cards left in hand count, and not those in runs, of which the book speaks by a "
            "slip.",
        ),
        Ruling(
            "XXL-50",
            "One run a colour: it begins with a 10 and goes down one by one, and after its 0 a new "
            "10 may begin. A card is played for one of its faces, which the move names. A colour "
            "whose next number is used up is dead.",
        ),
    ),
)
GAMES = (LUN_APRES,)
