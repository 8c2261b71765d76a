"""Who needs a certain table sits there in every round; nothing else about a draw changes."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from league.formats import byhand
from league.formats._numbers import by_number
from league.formats.byhand import Clash
from league.formats.catalog import FORMATS
from league.formats.core import Draw, Entrant, Field

from .fields import SEED, after, field_of, played_out, results

TABLES = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]


def fixing(field: Field, tables: Mapping[int, int | None]) -> Field:
    """The same field, where some need certain tables."""
    entrants = tuple(replace(one, table=tables.get(one.id)) for one in field.entrants)
    return replace(field, entrants=entrants)


def table_of(draw: Draw, one: int) -> int | None:
    at = (n for n, table in enumerate(draw.tables, start=1) if one in table.seats)
    return next(at, None)


def unnumbered(draws: tuple[Draw, ...]) -> list[tuple[set[object], tuple[int, ...]]]:
    return [(set(draw.tables), draw.resting) for draw in draws]


@pytest.mark.parametrize(
    ("fixed", "order"),
    [
        ({}, [0, 1, 2]),
        ({10: 1}, [2, 0, 1]),
        ({1: 3}, [1, 2, 0]),
        ({1: 2, 5: 1}, [1, 0, 2]),
        ({5: 4, 9: 1}, [2, 0, 1]),  # there is no table 4
        ({2: 3, 3: 2}, [1, 2, 0]),  # at one table: 2 is served
        ({2: 3, 9: 3}, [1, 2, 0]),  # at two tables: 2 again
        ({3: 9, 4: 2}, [1, 0, 2]),  # who cannot be served keeps nobody from it
        ({99: 2}, [0, 1, 2]),  # rests
    ],
    ids=str,
)
def test_tables_get_the_numbers_that_are_needed_and_the_others_stay_in_order(
    fixed: dict[int, int], order: list[int]
) -> None:
    assert by_number(TABLES, fixed) == [TABLES[index] for index in order]


@pytest.mark.parametrize("name", ["planned", "everybody", "swiss", "knockout", "stages"])
def test_one_who_needs_a_table_sits_there_in_every_round(name: str) -> None:
    field = field_of(9, table_size=3)
    one = field.entrants[5].id
    draws = played_out(FORMATS[name], fixing(field, {one: 2}))
    assert {table_of(draw, one) for draw in draws if len(draw.tables) > 1} <= {2, None}
    assert any(table_of(draw, one) == 2 for draw in draws)
    for draw in draws:
        if len(draw.tables) > 1:
            assert draw.receipt.costs["fixed_tables"].count == 0


@pytest.mark.parametrize("name", ["planned", "everybody", "swiss", "knockout"])
def test_one_who_needs_a_table_changes_nothing_but_its_number(name: str) -> None:
    field = field_of(9, table_size=3)
    fixed = fixing(field, {field.entrants[3].id: 3})
    as_ever, draws = (FORMATS[name].plan(one, SEED) for one in (field, fixed))
    assert unnumbered(draws) == unnumbered(as_ever)
    assert "fixed_tables" not in as_ever[0].receipt.costs


@pytest.mark.parametrize("name", ["planned", "swiss", "knockout"])
def test_those_who_need_different_tables_never_share_one(name: str) -> None:
    field = field_of(16, table_size=4)
    fixed = {field.entrants[index].id: table for index, table in ((2, 4), (3, 1), (7, 2), (15, 3))}
    draws = played_out(FORMATS[name], fixing(field, fixed))
    full = [draw for draw in draws if len(draw.tables) == 4]
    assert full
    for draw in full:
        assert {one: table_of(draw, one) for one in fixed} == fixed


def test_where_they_must_meet_the_lower_id_keeps_its_table_and_the_receipt_counts_the_other() -> (
    None
):
    field = field_of(9, table_size=3)
    one, other = field.entrants[0].id, field.entrants[8].id
    draws = FORMATS["everybody"].plan(fixing(field, {one: 1, other: 3}), SEED)
    counts = [draw.receipt.costs["fixed_tables"].count for draw in draws]
    assert sorted(counts) == [0, 0, 0, 1]
    assert {table_of(draw, one) for draw in draws} == {1}
    assert table_of(draws[counts.index(1)], other) == 1


def test_a_table_that_there_is_not_is_counted_in_every_round() -> None:
    field = field_of(8, table_size=4, rounds=2)
    draws = FORMATS["planned"].plan(fixing(field, {field.entrants[0].id: 3}), SEED)
    assert [draw.receipt.costs["fixed_tables"].count for draw in draws] == [1, 1]


def test_a_plan_goes_on_as_it_was_when_somebody_needs_another_table() -> None:
    field = field_of(16, table_size=4, rounds=3)
    one = field.entrants[4].id
    plan = FORMATS["planned"].plan(fixing(field, {one: 2}), SEED)
    rest = FORMATS["planned"].plan(fixing(field, {one: 4}), SEED, plan[:1])
    assert [table_of(draw, one) for draw in rest] == [4, 4]
    assert unnumbered(rest) == unnumbered(plan[1:])


def test_a_later_round_drawn_from_results_costs_what_its_receipt_says() -> None:
    field = fixing(field_of(12, table_size=4), {100: 3, 107: 3, 121: 1})
    first = FORMATS["swiss"].plan(field, SEED)
    now = after(field, {1: results(first[0], Random(1))})
    second = FORMATS["swiss"].plan(now, SEED, first)
    assert byhand.priced(now, second, first) == second


def test_who_is_swapped_away_from_his_table_is_named() -> None:
    field = fixing(field_of(8, table_size=4, rounds=1), {100: 2})
    (draw,) = FORMATS["planned"].plan(field, SEED)
    changed = byhand.swap(draw, 100, draw.tables[0].seats[0])
    assert Clash(1, "fixed_tables", (100,)) in byhand.clashes(field, [changed], ())
    (priced,) = byhand.priced(field, [changed], ())
    assert priced.receipt.costs["fixed_tables"].count == 1


def test_a_field_is_kept_as_ever_where_nobody_needs_a_table() -> None:
    field = Field((Entrant(1, table=3), Entrant(2, "x", bot=True)), range(2, 7))
    kept = field.as_json()
    assert kept["entrants"] == [[1, None, False, 3], [2, "1", True]]
    assert [one.table for one in Field.from_json(kept).entrants] == [3, None]
