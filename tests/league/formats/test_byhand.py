"""Changing chairs by hand: the price is that of any draw, and the draw as it was is found again."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from league.formats import byhand
from league.formats.byhand import Clash
from league.formats.catalog import FORMATS
from league.formats.core import Draw, Entrant, Field, Receipt, Undrawable

from .fields import SEED, after, field_of, results


@cache
def planned(people: int, rounds: int = 1) -> tuple[Field, tuple[Draw, ...]]:
    """In fours and nothing but fours, so that some may rest."""
    field = field_of(people, range(4, 5), table_size=4, rounds=rounds)
    return field, FORMATS["planned"].plan(field, SEED)


def apart(draw: Draw) -> tuple[int, int]:
    """Two of different tables."""
    return draw.tables[0].seats[0], draw.tables[-1].seats[-1]


@pytest.mark.parametrize("name", ["planned", "everybody", "swiss", "knockout"])
def test_a_draw_that_nobody_touched_costs_what_its_receipt_says(name: str) -> None:
    owners = ("x", "y", None, None, None)
    entrants = tuple(Entrant(n, owners[n % 5], bot=n % 4 == 0) for n in range(1, 10))
    field = Field(entrants, range(3, 7), {"table_size": 3})
    draws = FORMATS[name].plan(field, SEED)
    assert byhand.priced(field, draws, ()) == draws


@pytest.mark.parametrize("name", ["swiss", "knockout"])
def test_later_rounds_of_a_draw_from_results_cost_what_their_receipts_say(name: str) -> None:
    field = field_of(9, table_size=4)
    first = FORMATS[name].plan(field, SEED)
    now = after(field, {1: results(first[0], Random(1))})
    second = FORMATS[name].plan(now, SEED, first)
    assert byhand.priced(now, second, first) == second


def test_two_change_chairs_and_keep_their_seats() -> None:
    _field, (draw,) = planned(8)
    one, other = apart(draw)
    changed = byhand.swap(draw, one, other)
    assert changed.tables[0].seats == (other, *draw.tables[0].seats[1:])
    assert changed.tables[1].seats == (*draw.tables[1].seats[:-1], one)
    assert changed.receipt.swaps == ((one, other),)


def test_whoever_rests_takes_the_chair_of_one_who_then_does() -> None:
    _field, (draw,) = planned(9)
    (resting,) = draw.resting
    changed = byhand.swap(draw, resting, draw.tables[1].seats[2])
    assert changed.resting == (draw.tables[1].seats[2],)
    assert changed.tables[1].seats[2] == resting


def test_the_draw_as_it_came_out_is_found_behind_all_swaps() -> None:
    _field, (draw,) = planned(9)
    changed = draw
    for _time in range(3):
        changed = byhand.swap(changed, changed.resting[0], changed.tables[0].seats[1])
        changed = byhand.swap(changed, *apart(changed))
    assert changed.tables != draw.tables
    found = byhand.as_drawn(changed)
    assert (found.tables, found.resting) == (draw.tables, draw.resting)


@pytest.mark.parametrize("pick", [(0, 1), (0, 0)])
def test_two_at_one_table_are_refused(pick: tuple[int, int]) -> None:
    _field, draws = planned(8)
    seats = draws[0].tables[0].seats
    with pytest.raises(Undrawable, match="nothing would change"):
        byhand.swap(draws[0], seats[pick[0]], seats[pick[1]])


def test_somebody_who_is_not_in_the_round_is_refused() -> None:
    _field, draws = planned(8)
    with pytest.raises(Undrawable, match="have to be in this round"):
        byhand.swap(draws[0], draws[0].tables[0].seats[0], 7)


def test_a_swap_is_priced_in_its_round_and_in_those_after_it() -> None:
    field, draws = planned(16, rounds=2)
    assert all(draw.receipt.costs["repeats"].count == 0 for draw in draws)
    one, other = apart(draws[0])
    changed = (byhand.swap(draws[0], one, other), draws[1])
    first, second = byhand.priced(field, changed, ())
    assert first.receipt.costs["repeats"].count == 0
    met = {*first.tables[0].seats, *first.tables[-1].seats}
    again = [clash for clash in byhand.clashes(field, changed, ()) if clash.rule == "repeats"]
    assert second.receipt.costs["repeats"].count == len(again) > 0
    assert {clash.number for clash in again} == {2}
    assert all({one, other} & set(clash.who) and set(clash.who) <= met for clash in again)


def test_owners_and_short_tables_are_named() -> None:
    entrants = tuple(Entrant(n, "x" if n < 3 else None) for n in range(1, 8))
    field = Field(entrants, range(2, 7), {"table_size": 4, "rounds": 1})
    (draw,) = FORMATS["planned"].plan(field, SEED)
    home = next(table.seats for table in draw.tables if 1 in table.seats)
    there = next(one for one in home if one != 1)
    changed = byhand.swap(draw, 2, there)
    before, after_it = (set(byhand.clashes(field, [one], ())) for one in (draw, changed))
    assert Clash(1, "same_owner", (1, 2)) in after_it - before
    short = {clash.who for clash in after_it if clash.rule == "short_tables"}
    assert short == {(one,) for one in changed.tables[1].seats}
    (priced,) = byhand.priced(field, [changed], ())
    assert priced.receipt.costs["same_owner"].count == 1


def test_a_receipt_of_before_swaps_were_kept_is_read() -> None:
    _field, draws = planned(8)
    kept = draws[0].receipt.as_json()
    del kept["swaps"]
    assert Receipt.from_json(kept) == draws[0].receipt
    swapped = replace(draws[0].receipt, swaps=((1, 2), (3, 4)))
    assert Receipt.from_json(swapped.as_json()) == swapped
