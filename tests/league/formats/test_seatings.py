"""The seatings of a set: everybody in every seat once, and neighbours that change."""

from collections import Counter

import pytest

from league.formats.core import seatings


@pytest.mark.parametrize("size", range(2, 11))
def test_everybody_has_every_seat_once_and_sits_as_drawn_at_first(size: int) -> None:
    orders = seatings(size)
    assert len(orders) == size
    assert orders[0] == tuple(range(size))
    for lines in (orders, zip(*orders, strict=True)):
        assert all(sorted(line) == list(range(size)) for line in lines)


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_at_an_even_table_everybody_sits_behind_everybody_once_or_twice(size: int) -> None:
    behind = Counter(
        (order[seat], order[(seat + 1) % size]) for order in seatings(size) for seat in range(size)
    )
    assert len(behind) == size * (size - 1)
    assert set(behind.values()) == {1, 2}


def test_a_table_of_four_as_it_is_played() -> None:
    assert seatings(4) == ((0, 1, 2, 3), (2, 0, 3, 1), (3, 2, 1, 0), (1, 3, 0, 2))
