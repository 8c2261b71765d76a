"""XXL-1 and XXL-2: 55 two-faced cards, their texts, and the masks the variants play with.

Card `c` is the c-th row of the deck's table; a set of cards is an int whose bit `c` is card `c`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files

from ...core import BadOption, Option, Ruling
from .._members import Remembered

COLOURS = "rgby"
BYTE_ORDER_MARK = "\ufeff"  # which spreadsheets write before a table
HEADER = "low,low_colour,high,high_colour"
HIGHEST = 10
NUMBERS = {str(number) for number in range(HIGHEST + 1)}
CARDS = 55
ALL_CARDS = (1 << CARDS) - 1
BIT = [1 << card for card in range(CARDS)]  # the set of one card
LARGEST_TABLE_TEXT = 10_000  # characters; the table has about 500

Face = tuple[int, int]  # number, colour


class Deck:
    """One table of 55 cards; with a `trump` (-1: none), as that colour changes them.

    Colours are 0 to 3 as in COLOURS, a set of colours is an int whose bit `k` is colour `k`.
    `faces[c]`: ((number, colour), (number, colour)), higher number first. `texts[c]`: `r6g0`.
    `totals[c]`: sum of both numbers. `colours[c]`: the set of its colours. `showing[colours]`: the
    cards that show one of these colours. `number[colour][c]`: that card's number in the colour,
    -1 if it does not show it. `strength[colour][c]`: orders cards within a colour, by number, then
    by total; no two are equal but those that do not show it.
    """

    def __init__(self, rows: list[tuple[int, int, int, int]], trump: int = -1) -> None:
        self.rows = rows
        self.trump = trump
        self.faces = [((high, hc), (low, lc)) for low, lc, high, hc in rows]
        self.texts = [f"{COLOURS[hc]}{high}{COLOURS[lc]}{low}" for low, lc, high, hc in rows]
        self.totals = [low + high for low, _, high, _ in rows]
        playing = [_playing(faces, trump) for faces in self.faces]
        self.colours = [sum(1 << colour for _, colour in faces) for faces in playing]
        self.showing = [
            sum(1 << card for card in range(CARDS) if self.colours[card] & colours)
            for colours in range(1 << len(COLOURS))
        ]
        self.number = [[-1] * CARDS for _ in COLOURS]
        self.strength = [[-1] * CARDS for _ in COLOURS]
        for card, faces in enumerate(playing):
            for number, colour in faces:
                self.number[colour][card] = number
                self.strength[colour][card] = 100 * number + self.totals[card]

    def total(self, cards: int) -> int:
        """Sum of the totals of a set of cards."""
        return sum(self.totals[card] for card in MEMBERS[cards])

    def names(self, cards: int) -> list[str]:
        """The texts of a set of cards, in the deck's order."""
        return [self.texts[card] for card in MEMBERS[cards]]


def _playing(faces: tuple[Face, Face], trump: int) -> list[Face]:
    """The faces of a card that play a part: of one with the trump colour only that (XXL-70)."""
    return [face for face in faces if face[1] == trump] or list(faces)


@lru_cache(64)
def with_trump(deck: Deck, trump: int) -> Deck:
    """The same cards where cards with the trump colour show nothing else. Their texts, faces and
    totals stay whole."""
    return Deck(deck.rows, trump)


def moves_from(first: int) -> Callable[[int], tuple[int, ...]]:
    """What makes a set of cards the moves `first` + card, lowest first, without remembering it. For
    sets that are new nearly every time: two to five times as fast as MEMBERS there, but a sixth as
    fast with one it remembers."""
    one, two, three, four, five = (_eleven(first + part) for part in range(0, CARDS, 11))

    def moves(cards: int) -> tuple[int, ...]:
        return (
            one[cards & 2047]
            + two[cards >> 11 & 2047]
            + three[cards >> 22 & 2047]
            + four[cards >> 33 & 2047]
            + five[cards >> 44]
        )

    return moves


def _eleven(lowest: int) -> list[tuple[int, ...]]:
    """The moves of every set of eleven cards in a row."""
    sets: list[tuple[int, ...]] = [()]
    for move in range(lowest, lowest + 11):
        sets += [(*moves, move) for moves in sets]
    return sets


members = moves_from(0)
MEMBERS = Remembered(members)


@cache
def club_deck() -> Deck:
    """The table this project ships (XXL-1, ours)."""
    return deck_from(files(__package__).joinpath("deck.csv").read_text("utf-8"))


@lru_cache(16)
def deck_from(table: str) -> Deck:
    """A deck from the text of a CSV; its order of rows is the deck's order. Raises BadOption."""
    if len(table) > LARGEST_TABLE_TEXT:
        raise BadOption(
            "The deck table is too long; it has 55 rows of four short columns.", DECK.name
        )
    header, *lines = table.removeprefix(BYTE_ORDER_MARK).split() or [""]
    if header != HEADER:
        raise BadOption("The deck table starts with the line %(header)s.", DECK.name, header=HEADER)
    if len(lines) != CARDS:
        raise BadOption(
            "The deck table has %(rows)d rows, not %(given)d.",
            DECK.name,
            rows=CARDS,
            given=len(lines),
        )
    rows = [_row(number, line.split(",")) for number, line in enumerate(lines, 1)]
    pairs = {(low, high) for low, _, high, _ in rows}
    if len(pairs) != CARDS:
        raise BadOption(
            "The deck table has each pair of different numbers 0 to 10 once.", DECK.name
        )
    return Deck(rows)


def _row(number: int, cells: list[str]) -> tuple[int, int, int, int]:
    if len(cells) != 4:
        raise BadOption("Row %(row)d of the deck table has four columns.", DECK.name, row=number)
    low, low_colour, high, high_colour = cells
    if low not in NUMBERS or high not in NUMBERS or int(low) >= int(high):
        raise BadOption(
            "Row %(row)d of the deck table needs two numbers 0 to 10, lower first.",
            DECK.name,
            row=number,
        )
    if low_colour == high_colour or not {low_colour, high_colour} <= set(COLOURS):
        raise BadOption(
            "Row %(row)d of the deck table needs two different colours of r g b y.",
            DECK.name,
            row=number,
        )
    return int(low), COLOURS.index(low_colour), int(high), COLOURS.index(high_colour)


def deck_option(value: str | None) -> Deck:
    """The deck an option names: a table, or the club's own when there is none."""
    return deck_from(value) if value else club_deck()


DECK = Option(
    "deck",
    "text",
    says="The table of a deck of your own, as CSV; empty: ours.",
    check=deck_option,
    ruling="XXL-1",
)
DECK_RULINGS = (
    Ruling(
        "XXL-1",
        "55 cards, one for each pair of different numbers 0 to 10, its two numbers in two of four "
        "colours. The book prints no list; ours is used unless a club gives its own, which must "
        "hold each pair once; the order of its rows is that of the deck.",
    ),
    Ruling(
        "XXL-2",
        "A face is a colour letter and a number, a card its two faces, higher number first; the "
        "total of a card is the sum of its numbers.",
    ),
)
