"""How many tables, and how large."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.core import sizes

FROM_TWO = range(2, 7)


@pytest.mark.parametrize(
    ("people", "preferred", "allowed", "split"),
    [
        (16, 4, FROM_TWO, (4, 4, 4, 4)),
        (14, 4, FROM_TWO, (4, 4, 3, 3)),
        (8, 3, FROM_TWO, (3, 3, 2)),
        (24, 5, FROM_TWO, (5, 5, 5, 5, 4)),
        (3, 6, FROM_TWO, (3,)),
        (5, 2, FROM_TWO, (3, 2)),
        (3, 2, FROM_TWO, (3,)),
        (5, 3, range(3, 6), (5,)),
        (7, 6, range(2, 6), (4, 3)),
    ],
)
def test_few_tables_none_above_the_wish_unless_one_would_sit_alone(
    people: int, preferred: int, allowed: range, split: tuple[int, ...]
) -> None:
    assert sizes(people, preferred, allowed) == split


@pytest.mark.parametrize(
    ("people", "preferred", "allowed", "split"),
    [
        (3, 2, range(2, 3), (2,)),
        (10, 4, range(4, 5), (4, 4)),
        (7, 4, range(4, 7), (6,)),
        (1, 4, FROM_TWO, ()),
    ],
)
def test_somebody_rests_only_where_no_table_can_hold_him(
    people: int, preferred: int, allowed: range, split: tuple[int, ...]
) -> None:
    assert sizes(people, preferred, allowed) == split


@given(
    people=st.integers(1, 200),
    least=st.integers(2, 6),
    more=st.integers(0, 4),
    wish=st.integers(0, 4),
)
def test_tables_are_allowed_and_differ_by_one_seat_at_most(
    people: int, least: int, more: int, wish: int
) -> None:
    allowed = range(least, least + more + 1)
    split = sizes(people, least + min(wish, more), allowed)
    resting = people - sum(split)
    assert all(size in allowed for size in split)
    assert list(split) == sorted(split, reverse=True)
    assert not split or split[0] - split[-1] <= 1
    assert bool(split) == (people >= least)
    if resting and split:
        seatable = {tables * size for tables in range(1, people + 1) for size in allowed}
        assert people not in seatable
