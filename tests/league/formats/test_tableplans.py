"""Table plans: what there is to choose from, what each choice forces, what a quick draw reaches."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

import pytest

from league.formats import _bounds
from league.formats.catalog import FORMATS
from league.formats.core import Undrawable
from league.formats.tableplans import TablePlan, courses, has_courses, has_plans, plan, plans

from .fields import SEED, field_of, meetings, short_visits, spread

Seated = tuple[frozenset[int], ...]
PLANNED, EVERYBODY = FORMATS["planned"], FORMATS["everybody"]


def planned(people: int, seats: range = range(2, 7), **settings: Any) -> dict[str, TablePlan]:
    """The plans by their tables, such as 4+4+3 or 4+4 and 1."""
    field = field_of(people, seats, **{"table_size": seats[-1], **settings})
    return {shown(one): one for one in plans(PLANNED, field)}


def shown(one: TablePlan) -> str:
    tables = "+".join(map(str, one.tables))
    return f"{tables} and {one.resting}" if one.resting else tables


def test_organisers_choose_from_smaller_tables_and_from_whole_ones() -> None:
    assert list(planned(14)) == [
        "2+2+2+2+2+2+2",
        "3+3+3+3+2",
        "3+3+3+3 and 2",
        "4+4+3+3",
        "4+4+4 and 2",
        "5+5+4",
        "6+6 and 2",
    ]
    assert list(planned(13, range(3, 5))) == ["4+3+3+3", "3+3+3+3 and 1", "4+4+4 and 1"]
    assert list(planned(3)) == ["3", "2 and 1"]


@pytest.mark.parametrize(
    ("people", "tables", "forced"),
    [
        (12, "4+4+4", 9),
        (12, "3+3+3+3", 0),
        (8, "4+4", 12),
        (8, "3+3+2", 0),
        (24, "6+6+6+6", 24),
        (24, "5+5+5+5+4", 0),
    ],
)
def test_three_rounds_force_so_many_repeats_and_no_more(
    people: int, tables: str, forced: int
) -> None:
    one = planned(people, rounds=3)[tables]
    assert one.forced == forced
    assert one.is_best


@pytest.mark.parametrize(
    ("people", "tables", "forced"),
    [(11, "4+4+3", 9), (14, "4+4+3+3", 4), (13, "4+3+3+3", 6), (14, "4+4+4 and 2", 3)],
)
def test_taking_turns_at_smaller_tables_and_rests_forces_repeats_too(
    people: int, tables: str, forced: int
) -> None:
    """Who has just left the table of three sits down to one of the two tables of four."""
    one = planned(people, rounds=3)[tables]
    assert one.forced == forced
    assert one.is_best


def test_where_more_is_reached_than_is_proven_it_is_not_called_the_best() -> None:
    one = planned(30, range(5, 6), rounds=6)["5+5+5+5+5+5"]
    assert one.forced == 0
    assert one.tried is not None
    assert one.tried.repeats > 0
    assert not one.is_best


def rounds_of(people: frozenset[int], split: tuple[int, ...]) -> Iterator[Seated]:
    """Every way to seat people at such tables."""
    if not split:
        yield ()
        return
    for table in combinations(sorted(people), split[0]):
        for others in rounds_of(people - set(table), split[1:]):
            yield (frozenset(table), *others)


@pytest.mark.parametrize(
    "split", [(2, 2), (3, 2), (3, 3), (2, 2, 2), (4, 3), (3, 2, 2), (4, 2), (3, 3, 1), (2, 2, 1, 1)]
)
def test_no_second_round_has_fewer_repeats_than_are_forced(
    split: tuple[int, ...],
) -> None:
    """All second rounds in which as few as can be are at a short table again, or rest again."""
    people = frozenset(range(sum(split)))
    first = next(rounds_of(people, split))
    away = people.difference(*(table for table in first if len(table) == split[0]))
    found: dict[int, int] = {}
    for second in rounds_of(people, split):
        again = sum(len(table & away) for table in second if len(table) < split[0])
        shared = sum(comb(len(table & other), 2) for table in first for other in second)
        found[again] = min(shared, found.get(again, shared))
    assert found[min(found)] == _bounds.forced_by_sizes(split, 2)


COVERING = [  # people, table size, rounds; 2-200 and 2-6, each beside others
    (2, 2, 3), (3, 3, 5), (5, 4, 2), (7, 5, 6), (9, 3, 4), (10, 6, 3), (13, 4, 12), (16, 5, 2),
    (19, 6, 30), (23, 2, 9), (29, 3, 3), (37, 4, 4), (53, 5, 3), (88, 6, 2), (121, 2, 5),
    (150, 4, 3), (200, 3, 2),
]  # fmt: skip


@pytest.mark.parametrize(("people", "size", "rounds"), COVERING)
def test_a_plan_seats_everybody_shares_visits_out_and_never_beats_its_bound(
    people: int, size: int, rounds: int
) -> None:
    for one in planned(people, range(max(2, size - 1), size + 1), rounds=rounds).values():
        assert sum(one.tables) + one.resting == people
        assert one.rounds == rounds
        assert one.tried is not None
        assert one.tried.repeats >= one.forced
        for least, most in (one.tried.short, one.tried.rests):
            assert most - least <= 1
        assert one.tried.short[0] * people <= rounds * one.short <= one.tried.short[1] * people


def test_a_real_draw_keeps_the_promise() -> None:
    field = field_of(7, table_size=4, rounds=2)
    chosen = plan(PLANNED, field)
    draws = PLANNED.plan(field, SEED)
    met = meetings(draws)
    assert _bounds.repeats(met) == chosen.forced == 6
    assert spread(field, short_visits(draws)) == 1


def test_the_settings_of_a_plan_give_its_tables() -> None:
    for one in planned(13, rounds=1).values():
        settings: dict[str, Any] = {
            "table_size": one.table_size,
            "left_over": one.left_over,
        }
        draws = PLANNED.plan(field_of(13, rounds=1, **settings), SEED)
        for draw in draws:
            assert tuple(len(table.seats) for table in draw.tables) == one.tables
            assert len(draw.resting) == one.resting


def test_whole_tables_that_nobody_would_choose_are_shown_once_they_are_chosen() -> None:
    assert "4 and 3" not in planned(7)
    chosen = field_of(7, table_size=4, left_over="rest")
    assert "4 and 3" in planned(7, table_size=4, left_over="rest")
    assert shown(plan(PLANNED, chosen)) == "4 and 3"


def test_everybody_tells_exactly_what_is_known_and_otherwise_what_is_needed_at_least() -> None:
    found = {shown(one): one for one in plans(EVERYBODY, field_of(12))}
    exact = found["4+4+4"]
    assert (exact.rounds, exact.is_best) == (11, True)
    assert exact.tried is not None
    assert exact.tried.meetings == (3, 3)
    open = found["3+3+3+3"]
    assert (open.rounds, open.tried) == (6, None)


def test_at_whole_tables_everybody_meets_everybody_and_rests_in_turn() -> None:
    field = field_of(17, table_size=3, left_over="rest")
    draws = EVERYBODY.plan(field, SEED)
    assert {len(draw.resting) for draw in draws} == {2}
    assert len(meetings(draws)) == 17 * 16 // 2
    assert spread(field, short_visits(draws)) <= 1


def test_only_formats_with_the_same_tables_round_after_round_have_plans() -> None:
    assert {slug for slug, one in FORMATS.items() if has_plans(one, {})} >= {
        "planned",
        "swiss",
        "everybody",
        "stages",
    }
    assert not has_plans(FORMATS["knockout"], {})
    for stage in ("first_stage", "second_stage"):
        assert not has_plans(FORMATS["stages"], {stage: "everybody"})


def two_stages(people: int, seats: range, **settings: Any) -> dict[tuple[int, str], TablePlan]:
    """Plans of which eight go on after three rounds, by their settings."""
    first: dict[str, Any] = {"first_stage": "planned", "first_stage_rounds": 3, "going_on": 8}
    field = field_of(people, seats, **first, **settings)
    return {(one.table_size, one.left_over): one for one in plans(FORMATS["stages"], field)}


def test_plans_of_two_stages_are_those_of_the_first_and_then_the_tables_of_the_second() -> None:
    found = two_stages(14, range(2, 5), second_stage="knockout", advance=2)
    one = found[4, "smaller_tables"]
    assert replace(one, then=()) == planned(14, range(2, 5), rounds=3)["4+4+3+3"]
    assert one.then == ((4, 4), (4,))
    assert {size for size, _left_over in found} == {3, 4}  # of two at a table only one can go on
    found = two_stages(14, range(2, 7), second_stage="swiss", second_stage_rounds=2)
    assert found[3, "smaller_tables"].then == ((3, 3, 2),) * 2
    assert found[3, "rest"].then == ((3, 3, 1, 1),) * 2
    assert found[6, "rest"].then == ((6, 1, 1),) * 2
    assert all(one.rounds == 3 for one in found.values())


def test_too_few_for_a_whole_table_are_told() -> None:
    with pytest.raises(Undrawable) as refused:
        plan(PLANNED, field_of(3, table_size=4, left_over="rest"))
    assert str(refused.value) == "A draw needs at least 4 entries and has 3."
    with pytest.raises(Undrawable) as refused:
        plan(PLANNED, field_of(3, left_over="go"))
    assert str(refused.value) == "Left over is one of these: smaller_tables, rest."


def test_a_knockout_has_a_course_for_every_size_that_goes_with_its_settings() -> None:
    knockout = FORMATS["knockout"]
    assert [slug for slug, one in FORMATS.items() if has_courses(one)] == ["knockout"]
    found = courses(knockout, field_of(11, range(2, 6), table_size=4, advance=2))
    assert [one.table_size for one in found] == [3, 4, 5]
    assert found[1].rounds == knockout.course(field_of(11, range(2, 6), table_size=4, advance=2))
    byes = courses(knockout, field_of(10, range(4, 5), table_size=4))
    assert byes[0].rounds == ((4, 4, 1, 1), (4,))
    (same,) = courses(knockout, field_of(3, table_size=5))  # three at a table, whatever the size
    assert (same.table_size, same.rounds) == (5, ((3,),))
    with pytest.raises(Undrawable):
        courses(knockout, field_of(1))
