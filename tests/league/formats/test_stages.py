"""Two stages: who goes on, how either stage is drawn, and what stays as it was."""

from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from league.formats import planned, swiss
from league.formats.core import Draw, Entrant, Field, Finish, Seeding, Undrawable
from league.formats.stages import FORMAT as STAGES
from league.formats.stages import GOING_ON

from .fields import SEED, after, field_of, ids, played_out, standing, written

FOUR_ON: dict[str, Any] = {"first_stage": "planned", "first_stage_rounds": 1}


def seeded(people: int, **settings: Any) -> Field:
    """Entrants 1, 2, 3, ... that stand in this order."""
    entrants = tuple(Entrant(number) for number in range(1, people + 1))
    field = Field(entrants, range(2, 7), {**FOUR_ON, **settings})
    return standing(field, {one.id: one.id for one in entrants})


def drawn_in(draw: Draw) -> set[int]:
    return {one for table in draw.tables for one in table.seats} | set(draw.resting)


def second_stage(field: Field, seed: bytes = SEED) -> tuple[Draw, ...]:
    """What is drawn when the first stage is over and has left them as they stand."""
    return STAGES.plan(field, seed, STAGES.plan(field, seed))


# Tables of every size meet nearly every format in either stage. Fields go up to 200, those in which
# everybody meets everybody only as far as plans are known.
COVERING = [
    (people, size, first, second, on)
    for people, size, first, second, on in zip(
        (9, 200, 14, 25, 5, 61, 26, 28, 17, 3, 40, 9),
        cycle((2, 3, 4, 5, 6)),
        cycle(("planned", "swiss", "planned", "everybody")),
        cycle(("knockout", "planned", "swiss", "everybody", "knockout")),
        (4, 16, 6, 5, 4, 30, 12, 16, 5, 2, 13, 8),
        strict=False,
    )
]


@pytest.mark.parametrize(("people", "size", "first", "second", "on"), COVERING)
def test_the_best_of_the_first_stage_play_the_second_and_nobody_else(
    people: int, size: int, first: str, second: str, on: int
) -> None:
    field = field_of(
        people,
        table_size=size,
        first_stage=first,
        first_stage_rounds=1,
        going_on=on,
        second_stage=second,
        second_stage_rounds=2,
    )
    draws = played_out(STAGES, field)
    assert [draw.number for draw in draws] == list(range(1, len(draws) + 1))
    one, two = ([draw for draw in draws if (draw.stage > 1) is later] for later in (False, True))
    assert all(drawn_in(draw) == set(ids(field)) for draw in one)
    assert len(drawn_in(two[0])) == on
    knocks_out = second == "knockout"
    assert all(draw.stage == 2 and drawn_in(draw) == drawn_in(two[0]) for draw in two) or knocks_out
    assert [draw.stage for draw in two] == list(range(2, 2 + len(two))) or not knocks_out
    sizes = tuple((*(len(t.seats) for t in d.tables), *(1 for _ in d.resting)) for d in draws)
    assert STAGES.course(field) == sizes


def test_who_stands_first_goes_on_whoever_is_the_better_by_lot() -> None:
    for number in range(5):
        (final,) = second_stage(seeded(16), bytes([number]) * 32)
        assert drawn_in(final) == {1, 2, 3, 4}
        assert final.receipt.costs["ties_by_lot"].count == 0
        assert (final.number, final.stage) == (2, 2)


def test_between_equals_at_the_border_a_lot_decides_and_the_receipt_says_so() -> None:
    field = seeded(16)
    field = replace(field, places={**field.places, 4: 3, 5: 3})
    finals = [second_stage(field, bytes([number]) * 32)[0] for number in range(9)]
    assert {frozenset(drawn_in(final) - {1, 2}) for final in finals} == {
        frozenset(pair) for pair in ((3, 4), (3, 5), (4, 5))
    }
    assert all(final.receipt.costs["ties_by_lot"].count == 1 for final in finals)
    seeding = STAGES.seeding(field, SEED, STAGES.plan(field, SEED))
    assert seeding
    (final,) = second_stage(field)
    assert seeding.decided_by == dict.fromkeys(drawn_in(final) - {1, 2}, "drawn_lot")


def test_who_has_left_is_followed_by_the_next_and_a_newcomer_comes_last() -> None:
    field = seeded(8)
    first = STAGES.plan(field, SEED)
    left = tuple(one for one in field.entrants if one.id != 2)
    (final,) = STAGES.plan(replace(field, entrants=(Entrant(99), *left)), SEED, first)
    assert drawn_in(final) == {1, 3, 4, 5}
    (final,) = STAGES.plan(replace(field, entrants=(Entrant(99), *left[:3])), SEED, first)
    assert drawn_in(final) == {1, 3, 4, 99}


def test_if_too_few_are_left_for_a_table_it_is_over() -> None:
    field = seeded(8)
    first = STAGES.plan(field, SEED)
    assert STAGES.plan(replace(field, entrants=field.entrants[:1]), SEED, first) == ()


def test_a_knockout_is_seeded_by_where_they_stand() -> None:
    field = seeded(20, second_stage="knockout", going_on=16)
    (draw,) = second_stage(field)
    tables = [sorted(table.seats) for table in draw.tables]
    assert tables == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    first = STAGES.plan(field, SEED)
    seeding = STAGES.seeding(field, SEED, first)
    assert seeding
    assert seeding.order == tuple(range(1, 17))
    assert STAGES.seeding(seeded(20), SEED, first) == Seeding(())
    assert STAGES.seeding(field, SEED, ()) is None


def test_any_other_second_stage_begins_as_if_nobody_stood_anywhere() -> None:
    field = seeded(20, second_stage="swiss", going_on=16)
    turned = standing(field, {one: -one for one in range(1, 17)})
    both = [second_stage(one)[0] for one in (field, turned)]
    assert written(both[0]) == written(both[1])
    assert "places_apart" not in both[0].receipt.costs


def test_of_rounds_drawn_together_the_first_tells_how_it_was_decided_who_goes_on() -> None:
    draws = second_stage(seeded(12, going_on=8, second_stage_rounds=3))
    assert ["ties_by_lot" in draw.receipt.costs for draw in draws] == [True, False, False]


def test_a_later_round_of_the_second_stage_follows_its_own_results() -> None:
    """Two tables of a knockout: the results that count are those of its own first round."""
    field = field_of(12, **FOUR_ON, second_stage="knockout", going_on=8)
    (first,) = STAGES.plan(field, SEED)
    finishes = {1: {one: Finish(1, 0) for one in ids(field)}}
    (second,) = STAGES.plan(after(field, finishes), SEED, (first,))
    finishes[2] = {
        one: Finish(seat + 1, 0) for table in second.tables for seat, one in enumerate(table.seats)
    }
    (final,) = STAGES.plan(after(field, finishes), SEED, (first, second))
    assert {table.seats[0] for table in second.tables} < drawn_in(final)
    assert (final.number, final.stage) == (3, 3)
    assert STAGES.plan(after(field, finishes), SEED, (first, second, final)) == ()


def test_who_meets_again_counts_the_first_stage_too() -> None:
    field = seeded(5, table_size=5)
    (final,) = second_stage(field)
    assert final.receipt.costs["repeats"].count == 6


def test_both_formats_are_named_in_the_receipts() -> None:
    (first,) = STAGES.plan(seeded(16, first_stage="swiss"), SEED)
    (final,) = second_stage(seeded(16))
    assert first.receipt.method == f"stages 1, {swiss.METHOD}"
    assert final.receipt.method == f"stages 1, {planned.METHOD}"


def test_only_those_settings_are_told_on_which_something_depends() -> None:
    knockout = {"first_stage": "everybody", "second_stage": "knockout"}
    for settings, needless in (
        ({}, {"advance"}),
        (knockout, {"first_stage_rounds", "second_stage_rounds"}),
    ):
        names = {one.name for one in STAGES.settings} - {one.name for one in STAGES.asked(settings)}
        assert names == needless


def test_byes_are_had_in_a_knockout_and_rests_in_any_other_stage() -> None:
    knockout = {"second_stage": "knockout"}
    assert [STAGES.knocks_out(knockout, stage) for stage in (1, 2, 3)] == [False, True, True]
    assert not STAGES.knocks_out({}, 2)


def test_everybody_meets_everybody_in_the_stage_that_is_drawn_so() -> None:
    first, second = {"first_stage": "everybody"}, {"second_stage": "everybody"}
    assert [STAGES.all_meet(first, stage) for stage in (1, 2)] == [True, False]
    assert [STAGES.all_meet(second, stage) for stage in (1, 2)] == [False, True]


@pytest.mark.parametrize(
    ("settings", "field", "sentence"),
    [
        ({"going_on": 8}, "going_on", "Of 8 entries at most 7 can go on, not 8."),
        ({"going_on": 201}, "going_on", "Going on is a number from 2 to 200."),
        (
            {"first_stage": "knockout"},
            "first_stage",
            "First stage is one of these: swiss, planned, everybody.",
        ),
        (
            {"second_stage": 4},
            "second_stage",
            "Second stage is one of these: swiss, planned, everybody, knockout.",
        ),
        (
            {"second_stage": "knockout", "table_size": 2, "advance": 2},
            "advance",
            "Fewer go on than sit at a table: at most 1 of 2.",
        ),
    ],
)
def test_what_does_not_go_together_is_refused_beside_its_field(
    settings: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(Undrawable) as refused:
        STAGES.check(field_of(8, **settings))
    assert (refused.value.setting, str(refused.value)) == (field, sentence)


def test_a_final_that_no_table_holds_is_refused_before_anybody_enters() -> None:
    with pytest.raises(Undrawable, match="2 are too few for a table") as refused:
        STAGES.check_settings(field_of(0, range(3, 7), going_on=2))
    assert refused.value.setting == GOING_ON.name


def test_a_seed_lets_these_go_on_for_ever() -> None:
    """If this fails, `METHOD` needs a new number: receipts name the way they can be repeated."""
    field = seeded(11, going_on=5)
    (final,) = second_stage(replace(field, places=dict.fromkeys(ids(field), 1)))
    assert final.receipt.method == f"stages 1, {planned.METHOD}"
    assert sorted(drawn_in(final)) == [2, 8, 9, 10, 11]
