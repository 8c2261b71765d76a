"""What a table does to the ratings of those who sat there."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scoring.ratings import NEWCOMER, Rating, after_table, rated, replayed

NOTHING = 1e-9  # what the order of additions may change

few = settings(max_examples=40)
beliefs = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 10))
tables = st.integers(2, 6).flatmap(
    lambda size: st.lists(st.tuples(beliefs, st.integers(1, size)), min_size=size, max_size=size)
)


def gains(before: list[Rating], places: list[int]) -> list[float]:
    return [new.mu - old.mu for old, new in zip(before, rated(before, places), strict=True)]


@few
@given(beliefs, st.lists(st.integers(1, 6), min_size=2, max_size=6))
def test_among_equals_a_worse_place_never_gains_more_and_equal_places_gain_the_same(
    belief: Rating, places: list[int]
) -> None:
    gained = sorted(zip(places, gains([belief] * len(places), places), strict=True))
    for (better, more), (worse, less) in pairwise(gained):
        assert more == pytest.approx(less, abs=NOTHING) if better == worse else more > less


@few
@given(tables, beliefs)
def test_whoever_sits_with_others_gains_no_more_by_a_worse_place(
    table: list[tuple[Rating, int]], mine: Rating
) -> None:
    before = [mine, *(belief for belief, _place in table)]
    others = [place for _belief, place in table]
    by_place = [gains(before, [place, *others])[0] for place in range(1, 8)]
    assert all(worse <= better + NOTHING for better, worse in pairwise(by_place))


@few
@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(
    table: list[tuple[Rating, int]], chances: random.Random
) -> None:
    order = list(range(len(table)))
    chances.shuffle(order)
    before, places = zip(*table, strict=True)
    seated = rated(before, places)
    moved = rated([before[seat] for seat in order], [places[seat] for seat in order])
    for new, seat in zip(moved, order, strict=True):
        assert new == pytest.approx(seated[seat], abs=NOTHING)


@few
@given(tables)
def test_only_who_was_before_whom_counts_not_the_number_of_the_place(
    table: list[tuple[Rating, int]],
) -> None:
    before, places = zip(*table, strict=True)
    assert rated(before, [place * 7 for place in places]) == rated(before, places)


def test_two_who_share_the_second_place_stay_and_the_fourth_loses_what_the_first_gains() -> None:
    first, second, third, fourth = gains([NEWCOMER] * 4, [1, 2, 2, 4])
    assert first > 0
    assert second == third == pytest.approx(0)
    assert fourth == pytest.approx(-first)


def test_with_every_table_we_are_surer_but_never_quite() -> None:
    sigmas = [NEWCOMER.sigma]
    ratings = [NEWCOMER] * 4
    for places in ([1, 2, 3, 4], [4, 3, 2, 1]) * 100:
        ratings = rated(ratings, places)
        sigmas.append(ratings[0].sigma)
    assert sigmas[:9] == sorted(sigmas[:9], reverse=True)
    assert sigmas[-1] > 0.5


def test_a_newcomer_is_shown_with_a_thousand_and_has_the_first_table_to_gain() -> None:
    assert NEWCOMER.shown == 1000
    assert Rating(25, 0).shown == 2000
    after = after_table({}, {"alice": 1, "bob": 2, "charlie": 3})
    assert after["alice"].shown > 1000 > after["charlie"].shown


def test_who_beats_a_better_one_gains_more() -> None:
    strong = {"alice": Rating(35, 2)}
    weak = {"alice": Rating(15, 2)}
    table = {"bob": 1, "alice": 2}
    assert after_table(strong, table)["bob"].mu > after_table(weak, table)["bob"].mu


def test_a_log_is_rated_table_by_table_in_its_order() -> None:
    log = [{"alice": 1, "bob": 2}, {"bob": 1, "charlie": 1}, {"charlie": 2, "alice": 1}]
    known: dict[str, Rating] = {}
    for table in log:
        known = {**known, **after_table(known, table)}
    assert replayed(log) == known
    assert replayed(reversed(log)) != known
