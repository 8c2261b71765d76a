"""Small things on pages: exact numbers, tallies, places, cards and moves in words."""

import re
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
import time_machine

from league.models import Bot, Club, Player, Round
from league.scoring.core import Played, Rest
from league.scoring.results import Results
from league.scoring.standings import standings
from league.templatetags import cards, charts, look, rules, telling

SHEET = (Path(cards.__file__).parents[1] / "static" / "cards.svg").read_text()


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(7), "7"),
        (Fraction(0), "0"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(1, 2), "½"),
        (Fraction(10, 7), "1\N{NO-BREAK SPACE}3/7"),
        (Fraction(-7, 3), "−2⅓"),
        (Fraction(-3, 7), "−3/7"),
        (5, "5"),
        (None, "–"),
    ],
)
def test_numbers_are_written_exactly(number: Fraction | int | None, written: str) -> None:
    assert look.exact(number) == written


def test_one_point_is_one() -> None:
    points = (Fraction(1), Fraction(1, 2), Fraction(9, 2), Fraction(0))
    assert [look.in_points(one) for one in points] == [
        *("1 point", "½ points", "4½ points", "0 points")
    ]


def test_no_two_tags_have_one_name() -> None:
    """A page that loads both would take the one that is loaded last."""
    names = Counter(
        name
        for library in (cards, charts, look, rules, telling)
        for name in (*library.register.filters, *library.register.tags)
    )
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize(
    ("microseconds", "written"),
    [(None, "–"), (3, "3 µs"), (1_500, "1.5 ms"), (1_900_000, "1.90 s")],
)
def test_thinking_is_told_in_fitting_units(microseconds: int | None, written: str) -> None:
    assert look.took(microseconds) == written


def test_a_tally_has_a_stroke_for_everything_and_pale_ones_for_what_is_to_come() -> None:
    strokes = look.tally(3, 7, "3 of 7")
    assert strokes.count("<use") == 7
    assert strokes.count("tally__rest") == 4
    assert strokes.count("<svg") == 2
    assert 'aria-label="3 of 7"' in strokes


def test_what_nobody_would_count_is_a_bar() -> None:
    assert "<progress" in look.tally(30, 100, "30 of 100")


def test_a_shared_place_has_a_sign_and_a_word() -> None:
    assert "=" not in look.place(1)
    assert "shared" in look.place(2, shared=True)
    assert "none yet" in look.place(None)
    assert ">none<" in look.reach(None)


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Ruth Adler", "RA"), ("Kiebitz", "Ki"), ("Wim de Boer", "Wd"), ("K", "K"), ("", "")],
)
def test_a_mat_carries_two_letters(name: str, letters: str) -> None:
    assert look.initials(name) == letters


def test_rounds_that_were_not_played_are_told_from_those_that_were() -> None:
    played = [Played(1, 1, 1, 0), Played(1, 2, 2, 0), Played(3, 2, 1, 0), Played(3, 3, 2, 0)]
    rests, missed = [Rest(2, 1), Rest(4, 1)], [Rest(3, 1)]
    (row,) = (
        one
        for one in standings([1, 2, 3], Results.of(played), rests, missed=missed)
        if one.entry == 1
    )
    rounds = [Round(number=number) for number in range(1, 6)]
    cells = look.round_cells(row, rounds, byes={4}).split("</td>")
    assert [re.sub(r"<[^>]*>", "", one) for one in cells] == [
        "1",
        "(1) rested",
        "[2] missed",
        "bye",
        "–",
        "",
    ]
    assert 'title="rested: the mean of the own rounds"' in cells[1]


def test_a_person_has_a_round_mat_and_a_bot_a_square_one() -> None:
    club = Club(name="Lindenhof", slug="lindenhof")
    assert "mat--bot" in look.mat(Bot(club=club, name="Kiebitz", slug="kiebitz"))
    assert "mat--bot" not in look.mat(Player(club=club, name="Alice"))


@time_machine.travel(datetime(2026, 11, 29, 22, 0, tzinfo=UTC), tick=False)
def test_today_is_told_by_the_hour_and_other_days_by_their_date() -> None:
    club = Club(timezone="Europe/Berlin")
    assert look.at(datetime(2026, 11, 29, 21, 5, tzinfo=UTC), club) == "22:05"
    assert look.at(datetime(2026, 11, 28, 21, 5, tzinfo=UTC), club) == "28 November 2026, 22:05"
    # Where the club is, this is tomorrow.
    assert "30 November 2026" in look.at(datetime(2026, 11, 29, 23, 30, tzinfo=UTC), club)


def test_every_card_of_every_deck_has_its_symbols() -> None:
    from games.rules.abluxxen import CARD_TEXTS
    from games.rules.arschmallows import DECK
    from games.rules.quibbles import VALUES
    from games.rules.xxl._deck import club_deck

    drawn = [cards.drawing(card, "xxl") for card in club_deck().texts]
    drawn += [cards.drawing(str(card), "ars") for card in DECK]
    drawn += [cards.drawing(card, "lux") for card in CARD_TEXTS]
    drawn += [cards.drawing(str(card), "qui") for card in VALUES]
    for drawing in drawn:
        assert drawing.text == ""  # nothing had to be written by hand
        for part in drawing.parts:
            assert f'id="{part}"' in SHEET
    for part in [*cards.BACKS.values(), *(f"state-{state}" for state in cards.STATES)]:
        assert f'id="{part}"' in SHEET


def test_a_card_says_what_it_is_and_in_which_state() -> None:
    drawn = cards.card("r6g0", state="played")
    assert 'aria-label="red 6, green 0, together 6, just played"' in drawn
    assert drawn.count("<use") == 5
    assert 'aria-label="marshmallow, −4"' in cards.card(-4, "ars")
    assert 'aria-label="marshmallow, 9, spy, blocked"' in cards.card("9", "ars", state="blocked")
    assert 'aria-label="lynx, 13"' in cards.card("13", "lux")
    assert 'aria-label="lynx, joker"' in cards.card("J", "lux")
    assert 'aria-label="quibble, 6"' in cards.card("6", "qui")


def test_a_set_is_drawn_as_one_picture_that_names_its_cards() -> None:
    drawn = cards.spread(["J", "7", "7"], "lux", "stolen")
    assert drawn.count("<svg") == 1
    assert drawn.count("<use") == 4
    assert 'aria-label="lynx, joker; lynx, 7; lynx, 7; stolen"' in drawn
    assert "stolen" not in cards.spread(["7"], "lux")


def test_a_card_without_artwork_is_paper_with_its_text() -> None:
    drawn = cards.card("<K>", "whist")
    assert "#paper" in drawn
    assert "&lt;K&gt;</text>" in drawn


def test_places_in_a_row_are_told_in_words() -> None:
    assert telling.ordinal(0) == "first"
    assert telling.ordinal(9) == "tenth"
    assert telling.ordinal(10) == "number 11"
