"""Standings of a tournament: by hand, and what must hold for any."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.scoring.standings import Penalty, Played, Rest, Row, standings

ALICE, BOB, CHARLIE, DORA = 1, 2, 3, 4


def places(rows: tuple[Row, ...]) -> dict[int, int]:
    return {row.entry: row.place for row in rows}


def round_of(number: int, *placed: tuple[int, int], total: int = 0) -> list[Played]:
    return [Played(number, entry, place, total) for entry, place in placed]


def test_the_fewest_place_points_win_and_a_shared_place_takes_the_next_one_away() -> None:
    played = [
        *round_of(1, (ALICE, 1), (BOB, 2), (CHARLIE, 3), (DORA, 4)),
        *round_of(2, (ALICE, 1), (BOB, 3), (CHARLIE, 2), (DORA, 4)),
    ]
    rows = standings([DORA, CHARLIE, BOB, ALICE], played)
    assert [(row.entry, row.place, row.shared, row.points) for row in rows] == [
        (ALICE, 1, False, 2),
        (CHARLIE, 2, True, 5),
        (BOB, 2, True, 5),
        (DORA, 4, False, 8),
    ]


def test_a_shared_place_at_a_table_pays_that_place_to_both() -> None:
    rows = standings([ALICE, BOB, CHARLIE], round_of(1, (ALICE, 1), (BOB, 2), (CHARLIE, 2)))
    assert [row.points for row in rows] == [1, 2, 2]


@pytest.mark.parametrize(("low_wins", "first"), [(True, ALICE), (False, BOB)])
def test_totals_are_added_and_the_direction_is_the_games(low_wins: bool, first: int) -> None:
    played = [Played(1, ALICE, 2, 10), Played(1, BOB, 1, 30), Played(2, ALICE, 1, -4)]
    rows = standings([ALICE, BOB], played, scoring="totals", low_wins=low_wins)
    assert rows[0].entry == first
    assert {row.entry: row.points for row in rows} == {ALICE: 6, BOB: 30}


def test_equal_totals_go_to_who_won_more_deals_and_are_shared_after_that() -> None:
    played = [
        Played(1, ALICE, 1, 12, won=1),
        Played(1, BOB, 1, 12, won=2),
        Played(1, CHARLIE, 1, 12, won=1),
    ]
    rows = standings([ALICE, BOB, CHARLIE], played, scoring="totals")
    assert places(rows) == {BOB: 1, ALICE: 2, CHARLIE: 2}
    assert [row.shared for row in rows] == [False, True, True]


def test_deals_won_break_no_tie_of_places() -> None:
    played = [Played(1, ALICE, 1, 0, won=3), Played(1, BOB, 1, 0, won=0)]
    assert places(standings([ALICE, BOB], played)) == {ALICE: 1, BOB: 1}


def test_a_rest_is_credited_with_the_exact_mean_of_ones_own_rounds() -> None:
    played = [
        *round_of(1, (ALICE, 1), (BOB, 2)),
        *round_of(2, (ALICE, 2), (BOB, 1)),
        *round_of(3, (ALICE, 1)),
    ]
    rows = standings([ALICE, BOB], played, rests=[Rest(3, BOB), Rest(4, ALICE)])
    by_entry = {row.entry: row for row in rows}
    assert by_entry[BOB].rounds[3] == Fraction(3, 2)
    assert by_entry[ALICE].points == 4 + Fraction(4, 3)
    assert by_entry[ALICE].rests == {4}
    assert by_entry[ALICE].matches == 3


def test_who_has_only_rested_is_credited_with_nothing() -> None:
    (row,) = standings([ALICE], [], rests=[Rest(1, ALICE)])
    assert (row.points, row.rounds) == (0, {})


@pytest.mark.parametrize("scoring", ["places", "totals"])
@pytest.mark.parametrize("low_wins", [True, False])
def test_who_has_only_rested_comes_after_all_who_have_played(scoring: str, low_wins: bool) -> None:
    played = [Played(1, ALICE, 1, 30), Played(1, BOB, 2, -10)]
    rows = standings(
        [CHARLIE, DORA, ALICE, BOB],
        played,
        rests=[Rest(1, CHARLIE), Rest(1, DORA)],
        scoring=scoring,
        low_wins=low_wins,
    )
    assert sorted([places(rows)[ALICE], places(rows)[BOB]]) == [1, 2]
    assert places(rows)[CHARLIE] == places(rows)[DORA] == 3


def test_before_the_first_match_all_share_the_first_place() -> None:
    rows = standings([ALICE, BOB, CHARLIE], [])
    assert [(row.place, row.shared) for row in rows] == [(1, True)] * 3


@pytest.mark.parametrize(("low_wins", "points"), [(True, 13), (False, 7)])
def test_a_penalty_is_to_ones_disadvantage_in_either_direction(low_wins: bool, points: int) -> None:
    (row,) = standings(
        [ALICE],
        [Played(1, ALICE, 1, 10)],
        penalties=[Penalty(ALICE, Fraction(3))],
        scoring="totals",
        low_wins=low_wins,
    )
    assert row.points == points


TOURNAMENTS = st.integers(2, 9).flatmap(
    lambda entries: st.lists(
        st.builds(
            Played,
            st.integers(1, 5),
            st.integers(1, entries),
            st.integers(1, 6),
            st.integers(-40, 120),
            st.integers(0, 3),
        ),
        unique_by=lambda one: (one.round, one.entry),
    ).map(lambda played: (list(range(1, entries + 1)), played))
)
Drawn = tuple[list[int], list[Played]]
SCORING = st.sampled_from(["places", "totals"])


@given(TOURNAMENTS, SCORING, st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_entries_and_matches_changes_no_place(
    tournament: Drawn, scoring: str, low: bool, random: Random
) -> None:
    entries, played = tournament
    before = standings(entries, played, scoring=scoring, low_wins=low)
    random.shuffle(entries)
    random.shuffle(played)
    after = standings(entries, played, scoring=scoring, low_wins=low)
    assert places(before) == places(after)
    assert sorted(row.place for row in before) == [row.place for row in before]


@given(TOURNAMENTS)
def test_a_worse_place_at_a_table_never_gains(tournament: Drawn) -> None:
    entries, played = tournament
    if not played:
        return
    first = played[0]
    worse = Played(first.round, first.entry, first.place + 1, first.total, first.won)
    before = places(standings(entries, played))[first.entry]
    after = places(standings(entries, [worse, *played[1:]]))[first.entry]
    assert after >= before


@given(TOURNAMENTS, SCORING)
def test_a_rest_leaves_the_mean_of_ones_rounds_as_it_was(tournament: Drawn, scoring: str) -> None:
    entries, played = tournament
    rested = standings(entries, played, rests=[Rest(99, 1)], scoring=scoring)
    plain = standings(entries, played, scoring=scoring)
    (with_rest,) = (row for row in rested if row.entry == 1)
    (without,) = (row for row in plain if row.entry == 1)
    if without.rounds:
        mean = without.points / len(without.rounds)
        assert with_rest.points / len(with_rest.rounds) == mean
