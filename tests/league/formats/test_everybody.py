"""Everybody meets everybody: exact designs, the circle, and what is found by turning rounds."""

from collections import Counter
from collections.abc import Sequence
from math import comb

import pytest

from league.formats import _annealer, _designs, _rotations
from league.formats.core import Draw, Entrant, Field
from league.formats.everybody import FORMAT as EVERYBODY

from .fields import SEED, field_of, ids, meetings, short_visits, spread, written

EXACT = {  # (people, table size): rounds, meetings of every two
    (9, 3): (4, 1),
    (15, 3): (7, 1),
    (16, 4): (5, 1),
    (25, 5): (6, 1),
    (28, 4): (9, 1),
    (5, 4): (5, 3),
    (8, 4): (7, 3),
    (12, 4): (11, 3),
}


def test_every_design_is_checked_here() -> None:
    assert set(_designs.DESIGNS) == set(EXACT)


@pytest.mark.parametrize(("people", "size"), EXACT)
def test_in_a_design_any_two_meet_equally_often(people: int, size: int) -> None:
    rounds, times = EXACT[people, size]
    field = field_of(people, table_size=size)
    draws = EVERYBODY.plan(field, SEED)
    assert len(draws) == rounds
    met = meetings(draws)
    assert len(met) == comb(people, 2)
    assert set(met.values()) == {times}
    assert {len(table.seats) for draw in draws for table in draw.tables} == {size}
    assert spread(field, Counter(one for draw in draws for one in draw.resting)) == 0


@pytest.mark.parametrize("people", [2, 3, 4, 5, 8, 13, 40, 61, 200])
def test_at_tables_of_two_everybody_meets_everybody_once(people: int) -> None:
    field = field_of(people, table_size=2)
    draws = EVERYBODY.plan(field, SEED)
    assert len(draws) == people - 1 + people % 2
    met = meetings(draws)
    assert len(met) == comb(people, 2)
    assert set(met.values()) == {1}
    assert {len(draw.resting) for draw in draws} == {people % 2}
    assert spread(field, short_visits(draws)) == 0


def is_even(field: Field, draws: Sequence[Draw]) -> bool:
    """All have met, any two as often as any other two within one of the mean; short tables too."""
    met = meetings(draws)
    return (
        len(met) == comb(len(field.entrants), 2)
        and max(met.values()) - min(met.values()) <= 2
        and spread(field, short_visits(draws)) <= 1
    )


@pytest.mark.parametrize(
    ("people", "size"),
    [(people, size) for people in (3, 4, 5, 6, 7) for size in (3, 4, 5, 6)]
    + [(10, 3), (10, 4), (10, 6), (13, 5), (14, 4)],
)
def test_otherwise_any_two_meet_and_equally_often_within_one(people: int, size: int) -> None:
    field = field_of(people, table_size=size)
    draws = EVERYBODY.plan(field, SEED)
    if (people, size) not in EXACT:
        assert is_even(field, draws)
        assert {draw.resting for draw in draws} == {()}


@pytest.mark.parametrize(("people", "size", "rounds"), [(41, 4, 41), (127, 3, 127)])
def test_large_fields_are_turned_from_one_round(people: int, size: int, rounds: int) -> None:
    field = field_of(people, table_size=size)
    draws = EVERYBODY.plan(field, SEED)
    assert len(draws) == rounds
    assert is_even(field, draws)


def test_where_the_rules_know_one_size_only_rests_are_shared_out() -> None:
    field = field_of(7, range(4, 5))
    draws = EVERYBODY.plan(field, SEED)
    assert {len(draw.resting) for draw in draws} == {3}
    assert is_even(field, draws)


def test_one_table_for_all_is_one_round() -> None:
    assert EVERYBODY.rounds(field_of(4, table_size=6)) == 1


def test_the_seed_says_who_is_who_in_the_plan() -> None:
    field = field_of(9, table_size=3)
    firsts = {EVERYBODY.plan(field, bytes([n]) * 32)[0].tables[0].seats for n in range(8)}
    assert len(firsts) == 8
    assert set().union(*firsts) == set(ids(field))


def test_if_no_even_plan_is_found_the_nearest_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_annealer, "BACKSTOP_S", -1.0)
    _rotations.find.cache_clear()
    rounds = _rotations.find(7, (3, 2, 2))
    _rotations.find.cache_clear()
    for tables in rounds:
        assert sorted(one for table in tables for one in table) == list(range(7))


def test_a_seed_gives_this_draw_for_ever() -> None:
    """If this fails, `METHOD` needs a new number: receipts name the way they can be repeated."""
    field = Field(tuple(Entrant(number) for number in range(7)), range(2, 7), {"table_size": 3})
    draws = EVERYBODY.plan(field, SEED)
    assert draws[0].receipt.method == "everybody 1"
    assert [written(draw) for draw in draws] == [
        "1-2-0 3-6 5-4",
        "1-5-6 4-0 2-3",
        "3-4-1 0-6 2-5",
        "6-2-4 5-1 3-0",
        "0-3-5 6-2 4-1",
    ]
