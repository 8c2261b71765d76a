"""XXL-41: the runs of a deck, and which of them some cards can form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from .._members import Remembered
from ._deck import CARDS, HIGHEST, Deck

IN_A_RUN = 3
APART = 12  # bits a colour, so that no run goes on from its 10 to the next colour's 0
MOST_REMEMBERED = 1 << 10  # sets of cards for each face that runs begin with

Run = tuple[int, int]  # its number, and its cards as a set


class Runs:
    """All runs of a deck, numbered by colour, then lowest number, then cards.

    By the number of a run: `colours`, `cards` (three, lowest number first), `sets` (the same as a
    set), `totals` (what the run counts). `within[cards]`: the runs that these cards can form.
    """

    def __init__(self, deck: Deck) -> None:
        found = list(_all_runs(deck))
        self.colours = [colour for colour, _, _ in found]
        self.cards = [cards for _, _, cards in found]
        self.sets = [sum(1 << card for card in cards) for cards in self.cards]
        self.totals = [deck.total(cards) for cards in self.sets]
        begin = [APART * colour + lowest for colour, lowest, _ in found]
        self.within = Within(deck, list(zip(begin, enumerate(self.sets), strict=True)))


def _all_runs(deck: Deck) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Colour, lowest number and cards: three that show one colour with consecutive numbers."""
    for colour, number in enumerate(deck.number):
        showing = [[c for c in range(CARDS) if number[c] == n] for n in range(HIGHEST + 1)]
        for lowest in range(HIGHEST - IN_A_RUN + 2):
            for cards in product(*showing[lowest : lowest + IN_A_RUN]):
                yield colour, lowest, cards


class Within:
    """By set of cards the runs within it, lowest number first.

    It works with sets of faces, in which bit `12 * colour + number` is a face: three bits in a row
    are a run. Only what was asked last is remembered, for a turn asks twice: a swap leaves hand and
    table together what they were. New sets hardly ever come back, so that remembering more takes
    longer than it saves.
    """

    def __init__(self, deck: Deck, runs: list[tuple[int, Run]]) -> None:
        faces = [sum(1 << APART * colour + n for n, colour in card) for card in deck.faces]
        self._five_parts = [_unions(faces[at : at + 11]) for at in range(0, CARDS, 11)]
        by_face: dict[int, list[Run]] = {}
        for face, run in runs:
            by_face.setdefault(1 << face, []).append(run)
        self._from = {face: _within_from(runs) for face, runs in by_face.items()}
        self._last: tuple[int, Sequence[Run]] = 0, ()

    def __getitem__(self, cards: int) -> Sequence[Run]:
        asked, found = self._last  # set and read as one, since threads share it
        if asked != cards:
            found = self._find(cards)
            self._last = cards, found
        return found

    def _find(self, cards: int) -> Sequence[Run]:
        one, two, three, four, five = self._five_parts
        faces = (
            one[cards & 2047]
            | two[cards >> 11 & 2047]
            | three[cards >> 22 & 2047]
            | four[cards >> 33 & 2047]
            | five[cards >> 44]
        )
        lowest = faces & faces >> 1 & faces >> 2
        return self._beginning(lowest, cards) if lowest else ()

    def _beginning(self, faces: int, cards: int) -> list[Run]:
        found: list[Run] = []
        while faces:
            face = faces & -faces
            faces ^= face
            span, runs = self._from[face]
            found += runs[cards & span]
        return found


def _unions(faces: list[int]) -> list[int]:
    """For every set of these cards all faces it shows."""
    unions = [0]
    for shown in faces:
        unions += [shown | others for others in unions]
    return unions


def _within_from(runs: list[Run]) -> tuple[int, Remembered[list[Run]]]:
    """The same of the runs that begin with one face: all their cards, and by set of these the
    runs."""
    span = 0
    for _, its in runs:
        span |= its
    return span, Remembered(
        lambda cards: [run for run in runs if not run[1] & ~cards], MOST_REMEMBERED
    )


@lru_cache(16)
def runs_of(deck: Deck) -> Runs:
    """Worked out once for a deck."""
    return Runs(deck)
