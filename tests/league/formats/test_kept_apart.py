"""Who never sit together never do, and who should not only where there is no other way."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from league.formats import _annealer, _apart, byhand
from league.formats.byhand import Clash
from league.formats.catalog import FORMATS
from league.formats.core import Draw, Entrant, Field, Pair, Undrawable
from league.formats.tableplans import plan, plans

from .fields import (
    SEED,
    after,
    field_of,
    ids,
    meetings,
    played_out,
    results,
    search_shortly,
    short_visits,
    spread,
)

FIELDS = [(2, 2), (5, 2), (7, 3), (9, 4), (12, 4), (14, 4), (23, 6), (33, 5), (64, 4), (200, 4)]
in_rounds = pytest.mark.parametrize("name", ["planned", "swiss"])


def kept_apart(field: Field, never: Iterable[Pair] = (), rather_not: Iterable[Pair] = ()) -> Field:
    """The same field, these pairs being places in the order of the ids."""
    of = ids(field)
    hard, soft = (
        frozenset((of[one], of[other]) for one, other in pairs) for pairs in (never, rather_not)
    )
    return replace(field, never=hard, rather_not=soft)


def some_pairs(field: Field, most: int, chance: Random) -> list[Pair]:
    every = list(combinations(range(len(field.entrants)), 2))
    return chance.sample(every, min(len(every), chance.randint(1, most)))


def together(draws: Iterable[Draw], pairs: Iterable[Pair]) -> set[Pair]:
    met = meetings(draws)
    return {two for two in pairs if met[two]}


def can_be(people: Sequence[int], sizes: Sequence[int], pairs: Sequence[Pair]) -> bool:
    """Whether there are such tables: all of them are tried."""
    if not sizes:
        return True
    return any(
        can_be([one for one in people if one not in table], sizes[1:], pairs)
        for table in combinations(people, sizes[0])
        if not any(two in pairs for two in combinations(table, 2))
    )


@in_rounds
@pytest.mark.parametrize(("people", "size"), FIELDS)
def test_those_who_never_sit_together_do_not_in_any_round(
    name: str, people: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    search_shortly(monkeypatch)
    chance = Random(people)
    for left_over in ("smaller_tables", "rest"):
        field = field_of(people, table_size=size, rounds=3, left_over=left_over)
        some = some_pairs(field, people, chance)
        split = field.split(people)
        apart = _apart.neighbours(some)
        field = kept_apart(field, some, some_pairs(field, 3, chance))
        field = replace(field, rather_not=field.rather_not - field.never)
        if _apart.possible(range(people), split, apart):
            draws = played_out(FORMATS[name], field)
            assert len(draws) == 3
            assert together(draws, field.never) == set()
        else:
            with pytest.raises(Undrawable, match="No tables were found"):
                FORMATS[name].plan(field, SEED)


@in_rounds
def test_nor_do_they_when_there_is_no_time_to_search(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_annealer, "BACKSTOP_S", -1)
    field = field_of(200, table_size=4, rounds=2)
    pairs = some_pairs(field, 200, Random(3))
    draws = played_out(FORMATS[name], kept_apart(field, pairs, some_pairs(field, 9, Random(4))))
    assert draws[-1].receipt.cut_short
    assert together(draws, kept_apart(field, pairs).never) == set()


@in_rounds
@pytest.mark.parametrize(("people", "size"), [(12, 4), (14, 4), (19, 5), (26, 4)])
def test_a_few_pairs_leave_short_tables_shared_out(name: str, people: int, size: int) -> None:
    for left_over in ("smaller_tables", "rest"):
        field = field_of(people, table_size=size, rounds=4, left_over=left_over)
        draws = played_out(FORMATS[name], kept_apart(field, [(0, 1), (0, 2), (4, 9)]))
        assert spread(field, short_visits(draws)) <= 1


def test_tables_are_found_wherever_there_are_any() -> None:
    chance = Random(11)
    answers = set()
    for _ in range(400):
        people = chance.randint(2, 8)
        sizes: list[int] = []
        while sum(sizes) < people:
            sizes.append(min(people - sum(sizes), chance.randint(1, 4)))
        sizes.sort(reverse=True)
        pairs = chance.sample(every := list(combinations(range(people), 2)), len(every) // 2 + 1)
        apart = _apart.neighbours(pairs)
        answers.add(found := _apart.possible(range(people), sizes, apart))
        assert found == can_be(range(people), sizes, pairs)
        if found:
            queue = chance.sample(range(people), people)
            tables = _apart.seated(queue, sizes, apart)
            assert [len(table) for table in tables] == sizes
            assert sorted(chain(*tables)) == list(range(people))
            assert not any(two in pairs for t in tables for two in combinations(sorted(t), 2))
    assert answers == {True, False}


def test_whoever_nothing_is_said_of_sits_down_as_he_comes() -> None:
    assert _apart.seated([4, 2, 0, 1, 3], (3, 2), {}) == [[4, 2, 0], [1, 3]]
    assert _apart.seated([4, 2, 0, 1, 3], (3, 2), _apart.neighbours([(1, 4)])) == [
        [4, 2, 0],
        [1, 3],
    ]


def test_a_search_that_finds_nothing_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_apart, "MOST_TRIES", 0)
    with pytest.raises(Undrawable, match="No tables were found"):
        FORMATS["planned"].plan(kept_apart(field_of(12, table_size=4), [(0, 1)]), SEED)


@in_rounds
def test_those_who_should_not_do_not_where_that_can_be_avoided(name: str) -> None:
    chance = Random(7)
    avoided = 0
    for _ in range(12):
        people, size = chance.choice([(6, 3), (6, 2), (8, 4), (8, 2), (9, 3)])
        field = field_of(people, table_size=size, rounds=1)
        pairs = some_pairs(field, people, chance)
        field = kept_apart(field, rather_not=pairs)
        draws = FORMATS[name].plan(field, SEED)
        if can_be(range(people), field.split(people), pairs):
            avoided += 1
            assert together(draws, field.rather_not) == set()
        else:
            assert draws[0].receipt.costs["kept_apart"].count > 0
    assert 3 <= avoided <= 11


@in_rounds
def test_those_who_should_not_do_not_over_some_rounds_either(name: str) -> None:
    field = kept_apart(field_of(12, table_size=4), rather_not=[(0, 1), (1, 2), (5, 9)])
    draws = played_out(FORMATS[name], field)
    assert together(draws, field.rather_not) == set()
    assert [draw.receipt.costs["kept_apart"].count for draw in draws] == [0, 0, 0]


@pytest.mark.parametrize(
    ("name", "settings", "sentence"),
    [
        ("planned", {"table_size": 5}, "No tables were found"),
        ("swiss", {"table_size": 5}, "No tables were found"),
        ("everybody", {"table_size": 2}, "Everybody meets everybody"),
        ("knockout", {"table_size": 2}, "In a knockout results decide"),
        ("stages", {"table_size": 2, "first_stage": "everybody"}, "Everybody meets everybody"),
        ("stages", {"table_size": 2, "second_stage": "knockout"}, "the second stage"),
        ("stages", {"table_size": 4, "going_on": 4}, "the second stage"),
    ],
)
def test_a_draw_that_cannot_keep_them_apart_is_refused_and_made_if_they_only_should_be(
    name: str, settings: dict[str, Any], sentence: str
) -> None:
    field = field_of(5, **settings)
    with pytest.raises(Undrawable, match=sentence):
        FORMATS[name].plan(kept_apart(field, [(0, 1)]), SEED)
    draws = played_out(FORMATS[name], kept_apart(field, rather_not=[(0, 1)]))
    for draw in draws:
        if draw.ids.issuperset(ids(field)[:2]):
            met = len(together([draw], [(100, 107)]))
            assert draw.receipt.costs["kept_apart"].count == met


def test_a_second_stage_with_tables_enough_keeps_them_apart_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search_shortly(monkeypatch)
    field = field_of(9, table_size=3, going_on=6, second_stage_rounds=2)
    field = kept_apart(field, [(0, 4), (1, 4)])
    for number in range(5):
        draws = played_out(FORMATS["stages"], field, bytes([number]))
        assert len(draws) == 5
        assert together(draws, field.never) == set()


def test_only_tables_that_keep_them_apart_can_be_chosen() -> None:
    field = field_of(12, table_size=6)
    three = kept_apart(field, [(0, 1), (0, 2), (1, 2)])
    assert plan(FORMATS["planned"], three).tables == (6, 6)
    found = {one.tables for one in plans(FORMATS["planned"], three)}
    assert found == {one.tables for one in plans(FORMATS["planned"], field)} - {(6, 6)}
    assert (4, 4, 4) in found
    with pytest.raises(Undrawable, match="No tables were found"):
        plans(FORMATS["planned"], kept_apart(field, combinations(range(12), 2)))


def test_equals_in_a_knockout_change_places_so_that_two_need_not_meet() -> None:
    field = field_of(16, table_size=4)
    (as_ever,) = FORMATS["knockout"].plan(field, SEED)
    one, *others = as_ever.tables[0].seats
    pairs = frozenset((min(one, other), max(one, other)) for other in others)
    (draw,) = FORMATS["knockout"].plan(replace(field, rather_not=pairs), SEED)
    assert together([as_ever], pairs) == pairs
    assert together([draw], pairs) == set()


@in_rounds
def test_from_a_later_round_on_they_are_kept_apart_in_those_that_follow(name: str) -> None:
    field = field_of(12, table_size=4, rounds=4)
    first = FORMATS[name].plan(field, SEED)[:1]
    one, *others = sorted(first[0].tables[0].seats)
    now = replace(
        after(field, {1: results(first[0], Random(1))}), never=frozenset([(one, others[0])])
    )
    rest = FORMATS[name].plan(now, SEED, first)
    assert rest[0].number == 2
    assert together(rest, now.never) == set()
    assert byhand.priced(now, rest, first) == rest
    left = now.only(set(ids(field)) - {one})
    assert left.never == frozenset()
    assert FORMATS[name].plan(left, SEED, first)


def test_those_who_come_together_by_hand_are_named() -> None:
    field = kept_apart(field_of(8, table_size=4, rounds=1), rather_not=[(0, 1)])
    (draw,) = FORMATS["planned"].plan(field, SEED)
    there = next(table.seats for table in draw.tables if 100 in table.seats)
    changed = byhand.swap(draw, 107, next(one for one in there if one != 100))
    assert Clash(1, "kept_apart", (100, 107)) in byhand.clashes(field, [changed], ())
    (priced,) = byhand.priced(field, [changed], ())
    assert priced.receipt.costs["kept_apart"].count == 1


def test_a_field_is_kept_as_ever_where_nobody_is_kept_apart() -> None:
    field = field_of(4, table_size=2)
    kept = field.as_json()
    assert set(kept) == {"entrants", "seats", "settings", "places", "finishes"}
    assert Field.from_json(kept) == field
    (draw,) = FORMATS["planned"].plan(field_of(4, rounds=1), SEED)
    assert "kept_apart" not in draw.receipt.costs
    apart = kept_apart(field, [(2, 3), (0, 1)], [(1, 2)])
    assert apart.as_json()["never"] == [[100, 107], [114, 121]]
    assert Field.from_json(apart.as_json()) == apart
    assert apart.only({100, 107, 114}) == Field(
        tuple(Entrant(one) for one in (100, 107, 114)),
        field.seats,
        field.settings,
        never=frozenset([(100, 107)]),
        rather_not=frozenset([(107, 114)]),
    )
