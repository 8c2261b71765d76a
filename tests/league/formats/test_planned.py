"""Planned rounds: few repeats, short tables shared out, owners and bots kept apart."""

from dataclasses import replace

import pytest

from league.formats import _annealer
from league.formats.core import Entrant, Field
from league.formats.planned import FORMAT as PLANNED

from .fields import SEED, field_of, meetings, repeats, short_visits, spread, written


@pytest.fixture(autouse=True)
def short_search() -> None:
    """Here it matters how good a draw is, so it is searched for as long as on a site."""


@pytest.mark.parametrize(
    ("people", "seats", "size", "resting"),
    [(5, range(4, 5), 4, 1), (10, range(4, 5), 4, 2), (7, range(2, 3), 2, 1)],
)
def test_rests_are_shared_out_like_short_tables(
    people: int, seats: range, size: int, resting: int
) -> None:
    field = field_of(people, seats, table_size=size, rounds=4)
    draws = PLANNED.plan(field, SEED)
    assert {len(draw.resting) for draw in draws} == {resting}
    assert spread(field, short_visits(draws)) <= 1


@pytest.mark.parametrize(
    ("people", "size", "fewest"),
    [
        *((12, 4, 9), (12, 3, 0), (8, 4, 12), (8, 3, 0), (24, 6, 24), (24, 5, 0)),
        *((9, 3, 0), (10, 3, 0), (16, 4, 0), (17, 4, 0), (25, 5, 0), (36, 6, 0)),
    ],
)
def test_three_rounds_have_no_more_repeats_than_they_must(
    people: int, size: int, fewest: int
) -> None:
    """The numbers are proven: what tables of that size force on so many people. Nobody need meet
    twice where there are as many tables as seats at the largest."""
    field = field_of(people, table_size=size)
    draws = PLANNED.plan(field, SEED)
    assert repeats(draws) == fewest
    assert spread(field, short_visits(draws)) <= 1


@pytest.mark.parametrize(("people", "size"), [(200, 4), (200, 6), (199, 5), (100, 2)])
def test_in_a_large_field_nobody_meets_twice(people: int, size: int) -> None:
    draws = PLANNED.plan(field_of(people, table_size=size), SEED)
    assert max(meetings(draws).values()) == 1
    assert draws[0].receipt.steps < _annealer.MOST_STEPS


def test_a_plan_that_goes_on_with_others_avoids_whom_one_has_met() -> None:
    field = field_of(16, table_size=4, rounds=4)
    planned = PLANNED.plan(field, SEED)
    fewer = replace(field, entrants=field.entrants[1:])
    draws = planned[:2] + PLANNED.plan(fewer, SEED, planned[:2])
    assert repeats(draws) <= 3  # of 93 meetings; a plan of all four rounds has none


def test_when_all_meet_again_and_again_they_do_so_equally_often() -> None:
    draws = PLANNED.plan(field_of(5, table_size=4, rounds=30), SEED)
    assert set(meetings(draws).values()) == {12}


def test_necessary_repeats_do_not_follow_one_another() -> None:
    """At tables of 2, six people have met all others after five rounds."""
    draws = PLANNED.plan(field_of(6, table_size=2, rounds=9), SEED)
    assert repeats(draws) == 12
    assert sum(draw.receipt.costs["repeats_in_a_row"].count for draw in draws) == 0


def test_two_of_one_owner_never_meet_where_tables_allow_it() -> None:
    owners = ["alice"] * 4 + ["bob"] * 4 + ["charlie"] * 4 + [None] * 4
    entrants = tuple(Entrant(number, owner) for number, owner in enumerate(owners))
    draws = PLANNED.plan(Field(entrants, range(2, 7)), SEED)
    met = meetings(draws)
    assert not [pair for pair in met if owners[pair[0]] and owners[pair[0]] == owners[pair[1]]]
    assert all(draw.receipt.costs["same_owner"].count == 0 for draw in draws)


def test_entrants_of_one_owner_alone_are_drawn_like_any_others() -> None:
    entrants = tuple(Entrant(number, "alice") for number in range(12))
    draws = PLANNED.plan(Field(entrants, range(2, 7), {"table_size": 3}), SEED)
    assert repeats(draws) == 0


def test_bots_are_spread_over_the_tables() -> None:
    entrants = tuple(Entrant(number, bot=number < 6) for number in range(24))
    for draw in PLANNED.plan(Field(entrants, range(2, 7)), SEED):
        assert [sum(one < 6 for one in table.seats) for table in draw.tables] == [1] * 6


def test_every_round_keeps_what_it_cost_by_rule() -> None:
    draws = PLANNED.plan(field_of(14, table_size=4), SEED)
    costs = [draw.receipt.costs for draw in draws]
    assert [cost["short_tables"].count for cost in costs] == [6, 6, 6]
    assert costs[0]["repeats"].count == 0
    assert sum(cost["repeats"].count for cost in costs) == repeats(draws)


def test_a_search_cut_short_by_the_clock_says_so_and_seats_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_annealer, "BACKSTOP_S", -1.0)
    field = field_of(14)
    draws = PLANNED.plan(field, SEED)
    assert all(draw.receipt.cut_short for draw in draws)
    assert spread(field, short_visits(draws)) <= 1


def test_a_seed_gives_this_draw_for_ever() -> None:
    """If this fails, `METHOD` needs a new number: receipts name the way they can be repeated."""
    field = Field(tuple(Entrant(number) for number in range(10)), range(2, 7))
    draws = PLANNED.plan(field, SEED)
    assert draws[0].receipt.method == "planned 1"
    assert [written(draw) for draw in draws] == [
        "9-7-4-0 6-8-3 2-5-1",
        "4-2-8-3 5-0-7 1-6-9",
        "3-1-6-5 8-4-0 7-9-2",
    ]
