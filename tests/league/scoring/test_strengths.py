"""What everybody has shown on a ladder."""

import random
from math import log

import numpy as np
import pytest

from league.scoring.strengths import Seats, Strength, strengths

Table = dict[int, int]  # the place of each who sat there
SIZES = (2, 3, 4, 6)


def found(
    tables: list[Table], seed: str = "5eed", gone: tuple[int, ...] = ()
) -> dict[int, Strength]:
    rows = [
        (number, entry, place)
        for number, table in enumerate(tables)
        for entry, place in table.items()
    ]
    return strengths(columns(rows), seed, gone)


def columns(rows: list[tuple[int, int, int]]) -> Seats:
    return Seats(*np.array(rows, np.int64).reshape(-1, 3).T)


def numbers(tables: list[Table]) -> dict[int, int]:
    return {entry: one.shown for entry, one in found(tables).items()}


def evening(entries: int, tables: int, seed: int, luck: float = 3) -> list[Table]:
    """Tables of all sizes in which the lower entry tends to be first, some places shared."""
    chances = random.Random(seed)
    played = []
    for _table in range(tables):
        seated = chances.sample(range(entries), min(entries, chances.choice(SIZES)))
        shown = {one: round(one * 8 / entries + chances.gauss(0, luck)) for one in seated}
        played.append(
            {one: 1 + sum(o < mine for o in shown.values()) for one, mine in shown.items()}
        )
    return played


@pytest.mark.parametrize("entries", [2, 7, 100])
def test_the_order_of_tables_and_seats_does_not_matter(entries: int) -> None:
    played = evening(entries, 150, seed=entries)
    rows = [(n, *seat) for n, table in enumerate(played) for seat in table.items()]
    random.Random(1).shuffle(rows)
    other = {number: -number for number in range(len(played))}
    renamed = [(other[number], entry, place) for number, entry, place in rows]
    assert strengths(columns(renamed), "5eed") == found(played)


@pytest.mark.parametrize("entries", [2, 7, 40])
def test_upside_down_everybody_is_as_far_from_the_average_on_the_other_side(entries: int) -> None:
    played = evening(entries, 150, seed=entries)
    turned = [{one: -place for one, place in table.items()} for table in played]
    assert numbers(turned) == {one: 4000 - number for one, number in numbers(played).items()}


@pytest.mark.parametrize("seed", range(6))
def test_a_better_record_against_the_same_is_never_lower(seed: int) -> None:
    """Entry 100 sits where entry 0 sat, with the same others, and comes out as well or better."""
    played = [table for table in evening(9, 60, seed) if 0 in table]
    again = [{100 if one == 0 else one: place for one, place in table.items()} for table in played]
    equal = numbers(played + again)
    assert equal[100] == equal[0]
    for better in range(1, 5):
        for table in random.Random(seed).sample(again, better):
            table[100] = 0
        one = numbers(played + again)
        assert one[100] >= one[0]


def test_what_always_ends_in_a_tie_is_equal() -> None:
    tables = [{0: 1, 1: 1, 2: 1}, {0: 1, 3: 1}, {2: 1, 1: 1}]
    assert set(numbers(tables).values()) == {2000}
    assert set(numbers([{0: 1, 1: 2}, {0: 2, 1: 1}]).values()) == {2000}


def test_one_win_is_told_as_can_be_reckoned_by_hand() -> None:
    """The odds o of the first against the average, -o of the other: o²/(1+o²) + o/(1+o) = 3/2."""
    low, high = 1.0, 10.0
    while high - low > 1e-9:
        odds = (low + high) / 2
        more = odds**2 / (1 + odds**2) + odds / (1 + odds) > 3 / 2
        low, high = (low, odds) if more else (odds, high)
    by_hand = round(400 * log(low, 10))
    assert numbers([{0: 1, 1: 2}]) == {0: 2000 + by_hand, 1: 2000 - by_hand}


def test_who_has_100_more_comes_before_the_other_in_64_of_100_cases() -> None:
    shown = numbers([{0: 1, 1: 2}] * 640 + [{0: 2, 1: 1}] * 360)
    assert shown[0] - shown[1] == pytest.approx(100, abs=1)


def test_who_always_wins_or_loses_stays_finite() -> None:
    shown = numbers([{0: 1, 1: 2, 2: 3}] * 3000)
    assert 2000 == shown[1] < shown[0] < 5000
    assert shown[2] == 4000 - shown[0]


def test_a_chain_in_which_everybody_always_beats_the_next_stands_in_its_order() -> None:
    chain = [{one: 1, one + 1: 2} for one in range(40)] * 500
    shown = numbers(chain)
    assert sorted(shown, key=lambda one: -shown[one]) == list(range(41))
    assert len(set(shown.values())) == 41


def test_those_who_have_no_common_opponent_are_compared_with_the_average() -> None:
    apart = [{0: 1, 1: 2}, {2: 1, 3: 2}, {2: 1, 3: 2}, {4: 1, 5: 2}]
    shown = numbers(apart)
    assert shown[2] > shown[0] == shown[4] > 2000 > shown[1] == shown[5] > shown[3]


def test_without_a_table_nobody_has_shown_anything() -> None:
    assert found([]) == {}


def test_a_set_counts_once_by_the_sum_of_the_places() -> None:
    sat = [(1, 0, 1), (1, 1, 2), (1, 2, 3), (1, 0, 3), (1, 1, 1), (1, 2, 2)]
    assert strengths(columns(sat), "5eed") == found([{0: 2, 1: 1, 2: 3}])


def test_a_range_holds_the_place_and_is_the_same_from_the_same_seed() -> None:
    played = evening(12, 100, seed=3)
    ranges = found(played)
    in_order = sorted(-one.shown for one in ranges.values())
    for one in ranges.values():
        assert 1 <= one.best <= 1 + in_order.index(-one.shown) <= one.worst <= 12
    assert found(played) == ranges != found(played, seed="another")


def test_the_more_tables_tell_the_same_the_narrower_the_ranges() -> None:
    def width(times: int) -> int:
        return sum(one.worst - one.best for one in found(evening(12, 60, seed=5) * times).values())

    assert width(30) < width(5) < width(1)
    sure = found([{0: 1, 1: 2, 2: 3}] * 200)
    assert [one[1:] for one in sure.values()] == [(1, 1), (2, 2), (3, 3)]


def test_a_single_tie_leaves_every_place_open() -> None:
    assert {one[1:] for one in found([{0: 1, 1: 1}]).values()} == {(1, 2)}


def test_who_has_gone_counts_for_others_but_has_no_place_among_them() -> None:
    played = evening(6, 80, seed=2)
    others = found(played, gone=(0, 3))
    assert {one: each.shown for one, each in others.items()} == numbers(played)
    assert others[0][1:] == others[3][1:] == (0, 0)
    assert max(one.worst for one in others.values()) <= 4
