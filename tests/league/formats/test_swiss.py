"""Swiss: equals meet, few meet twice, and whoever comes or goes changes nothing that is played."""

from dataclasses import replace
from itertools import combinations

import pytest

from league.formats import _annealer
from league.formats.core import Draw, Entrant, Field
from league.formats.swiss import FORMAT as SWISS

from .fields import (
    SEED,
    field_of,
    ids,
    played_out,
    repeats,
    short_visits,
    spread,
    standing,
    written,
)


@pytest.fixture(autouse=True)
def short_search() -> None:
    """Here it matters how good a draw is, so it is searched for as long as on a site."""


def test_a_whole_search_shares_short_tables_out_too() -> None:
    field = field_of(11, rounds=3)
    assert spread(field, short_visits(played_out(SWISS, field))) <= 1


def test_equals_meet_where_nobody_has_met() -> None:
    field = field_of(32)
    groups = [ids(field)[start::8] for start in range(8)]  # who comes first, second, ... of eight
    points = {one: number for number, group in enumerate(groups) for one in group}
    (draw,) = SWISS.plan(standing(field, points), SEED)
    assert {frozenset(table.seats) for table in draw.tables} == set(map(frozenset, groups))
    assert draw.receipt.costs["places_apart"].count == 0


def test_the_first_round_is_drawn_by_chance() -> None:
    (draw,) = SWISS.plan(field_of(16), SEED)
    (other,) = SWISS.plan(field_of(16), SEED[::-1])
    assert draw.tables != other.tables
    assert "places_apart" not in draw.receipt.costs


@pytest.mark.parametrize(("people", "again", "apart"), [(24, 3, 24), (48, 6, 36)])
def test_few_meet_twice_and_many_meet_their_equals(people: int, again: int, apart: int) -> None:
    """In the fourth round, when many equals have met before."""
    draws = played_out(SWISS, field_of(people, rounds=4))
    assert repeats(draws) <= again
    assert draws[-1].receipt.costs["places_apart"].count <= apart


def test_two_who_have_just_met_meet_again_only_if_they_must() -> None:
    """Four people in twos, three rounds: everybody meets everybody, whatever the results."""
    draws = played_out(SWISS, field_of(4, table_size=2))
    assert repeats(draws) == 0


def test_who_leaves_is_never_drawn_again_and_who_comes_late_sits_down() -> None:
    field = field_of(12)
    (first,) = SWISS.plan(field, SEED)
    gone, late = ids(field)[0], Entrant(9_999)
    left = replace(field, entrants=(*(e for e in field.entrants if e.id != gone), late))
    points = {one: number for number, one in enumerate(ids(field))}
    (second,) = SWISS.plan(standing(left, points), SEED, [first])
    seated = {one for table in second.tables for one in table.seats} | set(second.resting)
    assert seated == {entrant.id for entrant in left.entrants}
    assert second.number == 2


def test_two_of_one_owner_do_not_meet_though_they_are_equals() -> None:
    owners = ["alice", "bob", "charlie", "dora"] * 2
    entrants = tuple(Entrant(number, owner) for number, owner in enumerate(owners))
    field = Field(entrants, range(2, 7), places={number: 1 + number % 4 for number in range(8)})
    (draw,) = SWISS.plan(field, SEED)
    for table in draw.tables:
        assert not [p for p in combinations(table.seats, 2) if owners[p[0]] == owners[p[1]]]


def test_seats_are_balanced_over_what_was_played_before() -> None:
    draws: tuple[Draw, ...] = played_out(SWISS, field_of(4, table_size=4, rounds=4))
    for one in ids(field_of(4)):
        assert sorted(draw.tables[0].seats.index(one) for draw in draws) == [0, 1, 2, 3]


def test_those_who_stand_next_to_each_other_meet_where_all_stand_apart() -> None:
    field = field_of(64)
    places = {one: number for number, one in enumerate(ids(field))}
    (draw,) = SWISS.plan(standing(field, places), SEED)
    assert {len(table.seats) for table in draw.tables} == {4}
    assert all(max(table.seats) - min(table.seats) == 3 * 7 for table in draw.tables)


def test_a_search_cut_short_by_the_clock_says_so_and_seats_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_annealer, "BACKSTOP_S", -1.0)
    field = field_of(14)
    (draw,) = SWISS.plan(standing(field, {one: one for one in ids(field)}), SEED)
    assert draw.receipt.cut_short
    assert sorted(one for table in draw.tables for one in table.seats) == ids(field)


def test_a_seed_gives_this_draw_for_ever() -> None:
    """If this fails, `METHOD` needs a new number: receipts name the way they can be repeated."""
    field = Field(tuple(Entrant(number) for number in range(10)), range(2, 7))
    (draw,) = SWISS.plan(standing(field, {one: one % 4 for one in range(10)}), SEED)
    assert draw.receipt.method == "swiss 2"
    assert written(draw) == "2-6-7-3 8-4-0 9-5-1"
