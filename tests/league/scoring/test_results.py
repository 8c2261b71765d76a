"""Results in columns say what the seats said."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from league.scoring.core import Played
from league.scoring.results import Results, places_in

from .by_seat import seats

SEATS = [
    Played(2, 7, 1, -5, won=2, table=1),
    Played(1, 9, 2, 4, table=2),
    Played(1, 7, 2, 4, table=2),
    Played(1, 8, 1, 3, won=1, table=2),
    Played(2, 9, 2, 1, won=1, table=1),
]


def test_those_who_sat_together_follow_one_another_in_the_order_of_rounds() -> None:
    results = Results.of(SEATS)
    assert seats(results) == [*SEATS[1:4], SEATS[0], SEATS[4]]
    assert results.starts.tolist() == [0, 3]
    assert results.sizes.tolist() == [3, 2]
    assert results.match.tolist() == [0, 0, 0, 1, 1]


def test_how_many_share_a_place_is_counted_table_by_table() -> None:
    assert Results.of(SEATS).sharing.tolist() == [2, 2, 1, 1, 1]


def test_numbers_are_added_up_by_entry() -> None:
    results = Results.of(SEATS)
    assert results.by_entry(results.won) == {7: 2, 8: 1, 9: 1}
    assert results.by_entry(results.total) == {7: -1, 8: 3, 9: 5}


def test_equal_numbers_of_a_line_share_the_place_and_the_next_does_not_exist() -> None:
    lines = [[5, 3, 5, 9], [2, 2, 2, -1]]
    places = [[2, 1, 2, 4], [2, 2, 2, 1]]
    assert places_in(np.array(lines)).tolist() == places
    assert places_in(np.array(lines, object) * 2**70).tolist() == places


def test_nothing_played_is_nothing_in_every_column() -> None:
    nothing = Results.of([])
    assert (seats(nothing), nothing.by_entry(nothing.won)) == ([], {})
    assert (nothing.starts.size, nothing.sizes.size, nothing.sharing.size) == (0, 0, 0)


@given(st.permutations(SEATS))
def test_the_order_in_which_seats_come_makes_no_match_another(given: list[Played]) -> None:
    whole = Results.of(given)
    assert sorted(seats(whole)) == sorted(SEATS)
    assert [(one.round, one.table) for one in seats(whole)] == [(1, 2)] * 3 + [(2, 1)] * 2


def test_seats_of_other_matches_are_put_where_they_belong() -> None:
    later, first = Results.joined([np.array([SEATS[0], SEATS[4]])]), Results.of(SEATS[1:4])
    assert seats(first.and_those(later)) == seats(Results.of(SEATS))
    assert seats(later.and_those(first)) == seats(Results.of(SEATS))
