"""The XXL deck: the table this project ships, and tables of a club's own."""

from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations

import pytest

from games import GAMES, BadOption
from games.chance import shuffled
from games.rules._members import Remembered, one_by_one
from games.rules.xxl._deck import COLOURS, HEADER, MEMBERS, club_deck, deck_from, members

from .cases import is_sentence

TABLE = files("games.rules.xxl").joinpath("deck.csv").read_text("utf-8")
ROWS = TABLE.split()[1:]


def table(rows: list[str], header: str = HEADER) -> str:
    return "\n".join([header, *rows]) + "\n"


def test_xxl_1_every_pair_of_different_numbers_is_one_card() -> None:
    pairs = [(faces[1][0], faces[0][0]) for faces in club_deck().faces]
    assert pairs == list(combinations(range(11), 2))


def test_xxl_1_the_colours_of_a_card_differ_and_are_spread_evenly() -> None:
    faces = club_deck().faces
    every_face = Counter(face for card in faces for face in card)
    assert set(every_face.values()) == {2, 3}
    assert len(every_face) == 44
    assert set(Counter(colour for card in faces for _, colour in card).values()) <= {27, 28}
    pairs = Counter(frozenset(colour for _, colour in card) for card in faces)
    assert set(pairs.values()) <= {9, 10}
    assert {len(pair) for pair in pairs} == {2}


def test_xxl_1_all_cards_of_the_books_examples_are_there() -> None:
    assert {"y7r0", "y7b4", "r6g0", "r2g0", "r2g1", "b5g2"} <= set(club_deck().texts)


def test_xxl_1_a_club_plays_with_its_own_table() -> None:
    swapped = [row.translate(str.maketrans("rg", "gr")) for row in ROWS]
    own = GAMES["amoins"].deal(2, bytes(32), deck=table(swapped)).view(0)["hand"]
    ours = GAMES["amoins"].deal(2, bytes(32)).view(0)["hand"]
    assert own == [card.translate(str.maketrans("rg", "gr")) for card in ours]
    assert GAMES["amoins"].deal(2, bytes(32), deck=TABLE).view(0)["hand"] == ours
    assert GAMES["amoins"].deal(2, bytes(32), deck="").view(0)["hand"] == ours
    from_a_spreadsheet = "\ufeff" + TABLE.replace("\n", "\r\n")
    assert GAMES["amoins"].deal(2, bytes(32), deck=from_a_spreadsheet).view(0)["hand"] == ours


def test_xxl_1_the_order_of_its_rows_is_the_decks_order() -> None:
    own = GAMES["amoins"].deal(2, bytes(32), deck=table(ROWS[::-1]))
    texts = club_deck().texts[::-1]
    first_six = [texts[card] for card in shuffled(range(55), bytes(32), 0)[:-7:-1]]
    assert sorted(own.view(0)["hand"]) == sorted(first_six)
    assert own.view(0)["hand"] == sorted(first_six, key=texts.index)


def test_a_table_may_have_windows_line_ends() -> None:
    assert deck_from(TABLE.replace("\n", "\r\n")).texts == club_deck().texts


BAD_TABLES: dict[str, Callable[[], str]] = {
    "no header": lambda: "\n".join(ROWS),
    "another header": lambda: table(ROWS, "number,colour"),
    "spaces only": lambda: "  \n",
    "too few rows": lambda: table(ROWS[:-1]),
    "too many rows": lambda: table([*ROWS, ROWS[0]]),
    "a pair twice": lambda: table([ROWS[0], *ROWS[:-1]]),
    "one colour on both faces": lambda: table([*ROWS[:-1], "9,y,10,y"]),
    "an unknown colour": lambda: table([*ROWS[:-1], "9,y,10,w"]),
    "no colour": lambda: table([*ROWS[:-1], "9,y,10,"]),
    "two colours in a cell": lambda: table([*ROWS[:-1], "9,y,10,rg"]),
    "a number too high": lambda: table([*ROWS[:-1], "9,y,11,b"]),
    "the higher number first": lambda: table([*ROWS[:-1], "10,b,9,y"]),
    "equal numbers": lambda: table([*ROWS[:-1], "9,y,9,b"]),
    "no number": lambda: table([*ROWS[:-1], "nine,y,10,b"]),
    "a number in other digits": lambda: table([*ROWS[:-1], "٩,y,10,b"]),
    "a leading zero": lambda: table([*ROWS[:-1], "09,y,10,b"]),
    "a column missing": lambda: table([*ROWS[:-1], "9,y,10"]),
    "a column too many": lambda: table([*ROWS[:-1], "9,y,10,b,19"]),
    "a megabyte": lambda: TABLE + " " * 1_000_000,
}


@pytest.mark.parametrize("bad", BAD_TABLES)
def test_xxl_1_a_bad_table_is_refused_with_a_sentence(bad: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAMES["couleur"].deal(2, bytes(32), deck=BAD_TABLES[bad]())
    assert is_sentence(str(caught.value))
    assert caught.value.option == "deck"


def test_xxl_2_a_card_is_its_faces_higher_number_first() -> None:
    for text, faces in zip(club_deck().texts, club_deck().faces, strict=True):
        (high, high_colour), (low, low_colour) = faces
        assert high > low
        assert text == f"{COLOURS[high_colour]}{high}{COLOURS[low_colour]}{low}"


def test_xxl_2_the_total_of_a_card_is_the_sum_of_its_numbers() -> None:
    deck = club_deck()
    assert deck.totals[deck.texts.index("r6g0")] == 6
    assert deck.totals[deck.texts.index("b10y9")] == 19
    assert sum(deck.totals) == 550


def test_the_members_of_a_set_are_its_cards_in_order() -> None:
    assert MEMBERS[0] == ()
    assert MEMBERS[1 << 54 | 1 << 3 | 1] == (0, 3, 54)
    assert MEMBERS[(1 << 55) - 1] == tuple(range(55))


def test_the_members_of_a_new_set_are_found_in_five_parts() -> None:
    for cards in (0, 1, 1 << 10 | 1 << 11, 1 << 54, (1 << 55) - 1, 0x55AA55AA55AA55, 3 << 43):
        assert members(cards) == one_by_one(cards)


def test_a_table_of_sets_starts_anew_when_it_is_full() -> None:
    table = Remembered(one_by_one, most=3)
    for cards in range(8, 16):
        assert table[cards] == tuple(bit for bit in range(4) if cards >> bit & 1)
        assert 0 < len(table) <= 3
