"""Sets count as one result: by hand, and what must hold for any."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scoring.catalog import SCORINGS
from league.scoring.core import Counting, Played
from league.scoring.results import Results
from league.scoring.sets import as_one, placed
from league.scoring.standings import Row
from league.scoring.tiebreaks import TIE_BREAKS

from .by_seat import seats, standings
from .test_standings import TOURNAMENTS, Drawn, countings

ALICE, BOB, CHARLIE, DORA = 1, 2, 3, 4
HALF = Fraction(1, 2)


def a_set(round: int, table: int, *matches: dict[int, tuple[int, int, int]]) -> list[Played]:
    """Place, total and deals won of everybody, one mapping a match."""
    return [
        Played(round, entry, *brought, table, seating)
        for seating, match in enumerate(matches, 1)
        for entry, brought in match.items()
    ]


PAIR = a_set(1, 1, {ALICE: (1, 3, 2), BOB: (2, 9, 0)}, {BOB: (1, 0, 1), ALICE: (2, 8, 1)})
THREE = a_set(
    1,
    2,
    *({CHARLIE: (1, 4, 1), DORA: (2, 5, 1), 5: (3, 7, 0)} for _seating in range(2)),
    {CHARLIE: (2, 6, 0), DORA: (1, 2, 2), 5: (3, 9, 1)},
)


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        ("places", [3 * HALF, 3 * HALF, Fraction(4, 3), Fraction(5, 3), 3]),
        ("totals", [11 * HALF, 9 * HALF, Fraction(14, 3), 4, Fraction(23, 3)]),
        ("table-points", [4, 4, Fraction(13, 3), Fraction(11, 3), 2]),
    ],
)
def test_a_set_pays_the_mean_of_its_matches_at_a_table_of_any_size(
    scoring: str, points: list[Fraction]
) -> None:
    rows = standings(range(1, 6), [*PAIR, *THREE], counting=Counting(scoring))
    by_entry = {row.entry: row for row in rows}
    assert [by_entry[entry].rounds[1] for entry in range(1, 6)] == points
    assert [by_entry[entry].points for entry in range(1, 6)] == points


def test_matches_and_deals_won_are_counted_as_they_were_played() -> None:
    rows = {row.entry: row for row in standings(range(1, 6), [*PAIR, *THREE])}
    assert [(rows[entry].matches, rows[entry].won) for entry in (ALICE, CHARLIE)] == [
        (2, 3),
        (3, 2),
    ]


def test_a_set_is_one_match_of_means_in_whole_numbers() -> None:
    means, unit = as_one(Results.of([*PAIR, *THREE]))
    assert unit == 6
    assert seats(means)[:2] == [Played(1, ALICE, 9, 33, 9), Played(1, BOB, 9, 27, 3)]
    assert [(one.entry, one.place, one.table) for one in seats(means)[2:]] == [
        (CHARLIE, 8, 2),
        (DORA, 10, 2),
        (5, 18, 2),
    ]


def test_mean_places_make_the_places_of_a_set() -> None:
    means, _unit = as_one(Results.of([*PAIR, *THREE]))
    assert [(one.entry, one.place) for one in seats(placed(means))] == [
        (ALICE, 1),
        (BOB, 1),
        (CHARLIE, 1),
        (DORA, 2),
        (5, 3),
    ]


def test_a_match_that_is_missing_from_a_set_leaves_the_mean_of_the_others() -> None:
    rows = standings([CHARLIE, DORA, 5], THREE[3:])
    assert [(row.entry, row.points) for row in rows] == [
        (CHARLIE, 3 * HALF),
        (DORA, 3 * HALF),
        (5, 3),
    ]


def test_more_matches_at_a_larger_table_are_no_head_start_in_deals_won() -> None:
    """Per match, alice wins one deal at her table of three and bob two at his table of two."""
    at_three = a_set(1, 1, *({ALICE: (1, 0, 1), CHARLIE: (2, 1, 0), DORA: (3, 2, 0)},) * 3)
    at_two = a_set(1, 2, *({BOB: (1, 0, 1), 5: (2, 1, 0)}, {BOB: (1, 0, 2), 5: (2, 1, 0)}))
    counting = Counting("places", tie_breaks=("deals_won",))
    rows = standings(range(1, 6), [*at_three, *at_two], counting=counting)
    assert [row.entry for row in rows[:2]] == [BOB, ALICE]
    assert (rows[0].won, rows[1].won) == (3, 3)


def played_often(tournament: Drawn, times: int) -> tuple[list[int], list[Played]]:
    entries, played = tournament
    return entries, [
        one._replace(seating=seating) for one in played for seating in range(1, times + 1)
    ]


@settings(max_examples=12)
@given(TOURNAMENTS, countings(), st.integers(2, 4))
def test_a_set_of_equal_matches_counts_as_one_of_them(
    tournament: Drawn, counting: Counting, times: int
) -> None:
    def told(rows: tuple[Row, ...]) -> list[tuple[object, ...]]:
        return [(one.entry, one.place, one.shared, one.points, one.decided_by) for one in rows]

    once = standings(*tournament, counting=counting)
    often = standings(*played_often(tournament, times), counting=counting)
    assert told(often) == told(once)
    assert [one.matches for one in often] == [times * one.matches for one in once]


@settings(max_examples=12)
@given(TOURNAMENTS, st.sampled_from(list(SCORINGS)))
def test_the_order_in_which_a_set_was_played_changes_nothing(
    tournament: Drawn, scoring: str
) -> None:
    entries, played = played_often(tournament, 3)
    varied = [one._replace(total=one.total + one.seating * one.entry % 3) for one in played]
    counting = Counting(scoring, tie_breaks=tuple(TIE_BREAKS))
    before = standings(entries, varied, counting=counting)
    turned = [one._replace(seating=4 - one.seating) for one in varied]
    assert standings(entries, turned, counting=counting) == before
