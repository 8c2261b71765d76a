"""Knockout: folded seeds, who goes on from a table, what fills the next round, who has a bye."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.core import Draw, Entrant, Field, Finish, Undrawable
from league.formats.knockout import FORMAT as KNOCKOUT

from .fields import SEED, field_of, ids, played_out, written

FOUR = range(4, 5)  # match rules that know one size of table


def seeded(people: int, seats: range = range(2, 7), **settings: int) -> Field:
    """Entrants 1, 2, 3, ... that stand in this order."""
    entrants = tuple(Entrant(number) for number in range(1, people + 1))
    return Field(entrants, seats, settings, {one.id: one.id for one in entrants})


def tables(draw: Draw) -> list[list[int]]:
    """Who sits together, whatever the seats."""
    return [sorted(table.seats) for table in draw.tables]


def second_round(field: Field, finishes: Mapping[int, Finish]) -> Draw:
    """What follows from these results of the first round."""
    first = KNOCKOUT.plan(field, SEED)
    (second,) = KNOCKOUT.plan(replace(field, finishes={1: finishes}), SEED, first)
    return second


def as_seeded(draw: Draw, totals: Mapping[int, int] | None = None) -> dict[int, Finish]:
    """At every table the lower number is the better."""
    return {
        one: Finish(place, (totals or {}).get(one, 0))
        for table in tables(draw)
        for place, one in enumerate(table, start=1)
    }


def test_seeds_are_folded() -> None:
    (draw,) = KNOCKOUT.plan(seeded(16), SEED)
    assert tables(draw) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]


def test_the_best_seeds_sit_at_the_smaller_tables() -> None:
    (draw,) = KNOCKOUT.plan(seeded(11), SEED)
    assert tables(draw) == [[2, 5, 8, 11], [3, 4, 9, 10], [1, 6, 7]]


def test_who_stands_nowhere_is_seeded_last_and_equals_by_lot() -> None:
    field = replace(seeded(8), places={5: 1, 6: 1})
    draws = [KNOCKOUT.plan(field, bytes([number]) * 32)[0] for number in range(8)]
    assert all({5, 6} & set(table) for draw in draws for table in tables(draw))
    assert len({written(draw) for draw in draws}) == 8


def test_by_rating_the_league_is_asked_where_everybody_stands_and_by_lot_it_is_not() -> None:
    assert KNOCKOUT.starts_from_ratings({"seeds": "by_rating"})
    assert not KNOCKOUT.starts_from_ratings({"seeds": "by_lot"})
    assert not KNOCKOUT.starts_from_ratings({})
    said = KNOCKOUT.plan(field_of(11, seeds="by_lot"), SEED)
    assert said == KNOCKOUT.plan(field_of(11), SEED)


def test_the_seeds_are_told_as_they_were_drawn() -> None:
    field = seeded(10, advance=2)
    first = KNOCKOUT.plan(field, SEED)
    assert KNOCKOUT.seeding(field, SEED, ()).order == tuple(range(1, 11))
    played = replace(field, finishes={1: as_seeded(first[0], {1: 9, 2: 5, 3: 7})})
    (second,) = KNOCKOUT.plan(played, SEED, first)
    order = KNOCKOUT.seeding(played, SEED, first).order
    assert order[:3] == (2, 3, 1)
    assert set(order) == second.ids


@pytest.mark.parametrize(
    ("people", "table_size", "advance", "course"),
    [
        (16, 4, 1, [16, 4]),
        (16, 4, 2, [16, 8, 4]),
        (11, 4, 2, [11, 8, 4]),  # six, and the better two of the thirds at the tables of four
        (9, 4, 2, [9, 6, 4]),  # three tables of three: whoever is third is last
        (32, 4, 1, [32, 8, 4]),
        (8, 2, 1, [8, 4, 2]),
        (11, 2, 1, [11, 6, 3]),
        (4, 4, 3, [4]),
    ],
)
def test_the_best_of_the_others_fill_the_next_round(
    people: int, table_size: int, advance: int, course: list[int]
) -> None:
    field = field_of(people, table_size=table_size, advance=advance)
    assert [sum(split) for split in KNOCKOUT.course(field)] == course
    assert KNOCKOUT.rounds(field) == len(course)


def test_the_first_of_each_table_go_on_and_are_seeded_by_place_then_total() -> None:
    field = seeded(16, advance=2)
    (first,) = KNOCKOUT.plan(field, SEED)
    totals = {1: 40, 2: 30, 3: 20, 4: 10}  # the fewer, the better
    second = second_round(field, as_seeded(first, totals))
    assert set().union(*tables(second)) == set(range(1, 9))
    assert [{1, 2, 3, 4} & set(table) for table in tables(second)] == [{4, 1}, {3, 2}]
    assert second.stage == second.number == 2


def test_the_second_of_four_is_before_the_second_of_three() -> None:
    """Seventeen: five first go on, and three of those behind them."""
    field = seeded(17)
    (first,) = KNOCKOUT.plan(field, SEED)
    assert tables(first)[:2] == [[4, 7, 14, 17], [5, 6, 15, 16]]
    assert tables(first)[2:] == [[1, 10, 11], [2, 9, 12], [3, 8, 13]]
    second = second_round(field, as_seeded(first, {10: -3, 9: -2, 8: -1, 14: -99}))
    assert set().union(*tables(second)) == {4, 5, 1, 2, 3} | {7, 6} | {10}


def decided(draw: Draw) -> tuple[int, int]:
    """At how many borders the total, and the lot, decided who goes on."""
    costs = draw.receipt.costs
    return costs["ties_by_total"].count, costs["ties_by_lot"].count


@pytest.mark.parametrize(
    ("totals", "thirds", "by"),
    [
        ({7: 5, 8: 9, 9: 4}, [{7, 9}], (1, 0)),
        ({7: 5, 8: 5, 9: 4}, [{7, 9}, {8, 9}], (0, 1)),
        ({7: 5, 8: 5, 9: 6}, [{7, 8}], (1, 0)),
    ],
)
def test_between_tables_the_total_decides_then_the_lot_and_the_receipt_says_so(
    totals: dict[int, int], thirds: list[set[int]], by: tuple[int, int]
) -> None:
    field = seeded(12, advance=2)
    (first,) = KNOCKOUT.plan(field, SEED)
    assert tables(first) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    second = second_round(field, as_seeded(first, totals))
    assert set().union(*tables(second)) - set(range(1, 7)) in thirds
    assert decided(second) == by


def test_the_fields_tie_breaks_decide_in_their_order_and_the_seeding_says_for_whom() -> None:
    field = replace(seeded(12, advance=2), tie_breaks=("share", "match_total"))
    (first,) = KNOCKOUT.plan(field, SEED)
    ranks = {7: (1, 3), 8: (0, 9), 9: (1, 4)}
    finishes = {
        one: replace(finish, ranks=ranks.get(one, (0, 0)))
        for one, finish in as_seeded(first, {9: -99}).items()
    }
    second = second_round(field, finishes)
    assert set().union(*tables(second)) - set(range(1, 7)) == {7, 8}
    seeding = KNOCKOUT.seeding(replace(field, finishes={1: finishes}), SEED, (first,))
    assert seeding.decided_by == {8: "share", 7: "match_total"}
    assert decided(second) == (1, 0)
    assert second.receipt.costs["ties_by_tie_break"].count == 0
    second = second_round(field, finishes | {7: Finish(3, 0, (1, 4))})
    assert decided(second) == (0, 1)
    del finishes[8]  # who brought nothing comes last
    assert 8 not in second_round(field, finishes).ids


@pytest.mark.parametrize(
    ("totals", "on", "by"),
    [((0, -1), {8}, (1, 0)), ((7, 7), {1, 8}, (0, 1)), ((0, 1), {1}, (1, 0))],
)
def test_at_a_table_a_shared_place_is_parted_the_same_way(
    totals: tuple[int, int], on: set[int], by: tuple[int, int]
) -> None:
    field = seeded(16)
    (first,) = KNOCKOUT.plan(field, SEED)
    shared = {1: Finish(1, totals[0]), 8: Finish(1, totals[1])}
    second = second_round(field, as_seeded(first) | shared)
    assert {1, 8} & set(tables(second)[0]) <= on
    assert set(tables(second)[0]) > {2, 3, 4}
    assert decided(second) == by


def test_the_lot_is_the_seeds() -> None:
    field = replace(seeded(16), finishes={1: {}})
    finals = set()
    for number in range(8):
        seed = bytes([number]) * 32
        first = KNOCKOUT.plan(field, seed)
        finals |= {tuple(tables(draw)[0]) for draw in KNOCKOUT.plan(field, seed, first)}
    assert len(finals) > 1


@settings(deadline=None, max_examples=30)
@given(people=st.integers(2, 70), size=st.integers(2, 6), advance=st.integers(1, 5))
def test_the_last_of_a_table_is_out_and_the_first_go_on(
    people: int, size: int, advance: int
) -> None:
    field = field_of(people, table_size=size, advance=min(advance, size - 1))
    draws = played_out(KNOCKOUT, field)
    assert len(draws) == KNOCKOUT.rounds(field)
    assert len(draws[-1].tables) == 1
    for draw, following in pairwise(draws):
        on = set().union(*tables(following), following.resting)
        for table in tables(draw):
            assert min(advance, size - 1, len(table) - 1) <= len(on & set(table)) < len(table)


def test_there_are_byes_only_where_no_table_holds_somebody_and_for_the_best() -> None:
    (draw,) = KNOCKOUT.plan(seeded(10, FOUR), SEED)
    assert draw.resting == (1, 2)
    assert tables(draw) == [[3, 6, 7, 10], [4, 5, 8, 9]]
    second = second_round(seeded(10, FOUR), as_seeded(draw))
    assert tables(second) == [[1, 2, 3, 4]]
    assert second.resting == ()


def test_nobody_has_a_second_bye_before_all_others_had_one() -> None:
    draws = played_out(KNOCKOUT, field_of(16, FOUR, advance=3))
    assert [len(draw.resting) for draw in draws] == [0, 0, 1, 3, 2, 1, 0]
    had = dict.fromkeys(ids(field_of(16)), 0)
    for draw in draws:
        if draw.resting:
            seated = {one for table in draw.tables for one in table.seats}
            assert max(had[one] for one in draw.resting) <= min(had[one] for one in seated)
        for one in draw.resting:
            had[one] += 1


def without(field: Field, *gone: int) -> Field:
    return replace(field, entrants=tuple(one for one in field.entrants if one.id not in gone))


def test_for_one_who_leaves_the_next_best_goes_on() -> None:
    field = seeded(16)
    first = KNOCKOUT.plan(field, SEED)
    left = replace(without(field, 1), finishes={1: as_seeded(first[0])})
    (second,) = KNOCKOUT.plan(left, SEED, first)
    assert tables(second) == [[2, 3, 4, 8]]


def test_if_too_few_are_left_it_is_over() -> None:
    """One who went on, and one who is out and stays out."""
    field = seeded(16, advance=2)
    first = KNOCKOUT.plan(field, SEED)
    left = replace(field, finishes={1: as_seeded(first[0])})
    second = KNOCKOUT.plan(left, SEED, first)
    left = without(replace(left, finishes={**left.finishes, 2: {}}), *range(2, 16))
    assert KNOCKOUT.plan(left, SEED, (*first, *second)) == ()


def together(draw: Draw, owners: Sequence[str]) -> int:
    """Pairs of one owner at a table."""
    pairs = [pair for table in draw.tables for pair in combinations(table.seats, 2)]
    return sum(owners[one] == owners[other] for one, other in pairs)


def test_two_of_one_owner_sit_apart_where_equals_can_change_places() -> None:
    owners = [name for name in ("alice", "bob", "charlie", "dora") for _ in range(4)]
    entrants = tuple(Entrant(number, owner) for number, owner in enumerate(owners))
    for number in range(5):
        (draw,) = KNOCKOUT.plan(Field(entrants, range(2, 7)), bytes([number]) * 32)
        assert together(draw, owners) == 0
    field = Field(entrants, range(2, 7), places={one.id: one.id + 1 for one in entrants})
    (draw,) = KNOCKOUT.plan(field, SEED)
    assert tables(draw)[0] == [0, 7, 8, 15]


def test_two_who_have_met_sit_apart_where_equals_can_change_places() -> None:
    """The first two of four tables at two: nobody need meet again."""
    field = seeded(16, advance=2)
    (first,) = KNOCKOUT.plan(field, SEED)
    for totals in ({}, {1: 40, 2: 30, 3: 20, 4: 10}, {1: 3, 2: 9, 5: 1, 6: 7, 8: 2}):
        second = second_round(field, as_seeded(first, totals))
        assert second.receipt.costs["repeats"].count == 0


def test_more_may_not_go_on_than_sit_at_a_table() -> None:
    with pytest.raises(Undrawable) as refused:
        KNOCKOUT.check_settings(field_of(0, table_size=3, advance=3))
    assert refused.value.setting == "advance"
    assert str(refused.value) == "Fewer go on than sit at a table: at most 2 of 3."


def test_a_seed_gives_this_draw_for_ever() -> None:
    """If this fails, `METHOD` needs a new number: receipts name the way they can be repeated."""
    field = Field(tuple(Entrant(number) for number in range(11)), range(2, 7), {"advance": 2})
    draws = played_out(KNOCKOUT, field)
    assert draws[0].receipt.method == "knockout 1"
    assert [written(draw) for draw in draws] == [
        "2-6-4-5 9-8-1-0 10-3-7",
        "5-0-6-3 4-9-10-8",
        "8-5-3-4",
    ]
