"""What holds for every format in the catalog that plans rounds, whatever it is called."""

import json
from dataclasses import replace
from functools import cache
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.catalog import FORMATS
from league.formats.core import Draw, Entrant, Field, Format, Undrawable

from .fields import (
    SEED,
    after,
    field_of,
    ids,
    played_out,
    results,
    seats_had,
    short_visits,
    spread,
)

SMALL = (2, 3, 4, 5, 6, 7, 8, 11)  # people; tables of every size come up
FEWEST = {"stages": 5}  # people of whom, if nothing else is said, some can go out
IN_ROUNDS = {slug: format for slug, format in FORMATS.items() if not format.continuous}
every_format = pytest.mark.parametrize("format", IN_ROUNDS.values(), ids=list(IN_ROUNDS))


def small_field(people: int) -> Field:
    """So many people at tables of 2 to 6, as far as the rules allow, which take turns too."""
    seats = range(2, 6 + people // 5 % 2)
    return field_of(people, seats, table_size=min(2 + people % 5, seats[-1]))


def small(format: Format) -> list[int]:
    """How many people to try it with."""
    return [people for people in SMALL if people >= FEWEST.get(format.slug, 2)]


def a_seed(people: int) -> bytes:
    return Random(people).randbytes(32)


@cache
def drawn(format: Format, people: int) -> tuple[Draw, ...]:
    """The draws of a small field: some take a second to find."""
    return played_out(format, small_field(people), a_seed(people))


def stages(draws: tuple[Draw, ...]) -> list[list[Draw]]:
    """The rounds of every stage, in order."""
    return [list(rounds) for _stage, rounds in groupby(draws, lambda draw: draw.stage)]


def drawn_in(draw: Draw) -> list[int]:
    """Everybody who is seated in a round, or rests or has a bye."""
    return sorted([*(one for table in draw.tables for one in table.seats), *draw.resting])


def assert_lawful(field: Field, draws: tuple[Draw, ...]) -> None:
    assert [draw.number for draw in draws] == list(range(1, len(draws) + 1))
    for draw in draws:
        sizes = [len(table.seats) for table in draw.tables]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes
        assert all(size in field.seats for size in sizes)


@every_format
def test_everybody_is_seated_once_a_round_or_rests(format: Format) -> None:
    """Everybody who has not gone out in a stage before; who has is never drawn again."""
    for people in small(format):
        field = small_field(people)
        draws = drawn(format, people)
        assert_lawful(field, draws)
        assert len(draws) == format.rounds(field)
        assert [draw.stage for draw in draws] == sorted(draw.stage for draw in draws)
        still = ids(field)
        for rounds in stages(draws):
            here = drawn_in(rounds[0])
            assert here == still if rounds[0].stage == 1 else set(here) < set(still)
            assert all(drawn_in(draw) == here for draw in rounds)
            still = here


@every_format
def test_only_in_stages_does_anybody_go_out_and_the_course_says_when(format: Format) -> None:
    for people in small(format):
        draws = drawn(format, people)
        assert format.in_stages or len(stages(draws)) == 1
        for rounds in stages(draws):
            once = format.knocks_out(small_field(people).settings, rounds[0].stage)
            assert len(rounds) == 1 or not once
        sizes = tuple(
            (*(len(table.seats) for table in draw.tables), *(1 for _ in draw.resting))
            for draw in draws
        )
        assert format.course(small_field(people)) == sizes


@every_format
def test_the_same_seed_gives_the_same_draw_in_whatever_order_people_entered(
    format: Format,
) -> None:
    for people in small(format):
        field = small_field(people)
        entrants = Random(-people).sample(field.entrants, people)
        again = Field(tuple(entrants), field.seats, field.settings)
        assert played_out(format, again, a_seed(people)) == drawn(format, people)


@every_format
def test_nobody_has_one_seat_more_than_once_oftener_than_another(format: Format) -> None:
    """Except that the last seat of the largest tables cannot come to everybody alike."""
    for people in small(format):
        draws = drawn(format, people)
        planned = format.plan(small_field(people), a_seed(people))
        most = 1 if len(planned) == len(draws) else 2  # who cannot plan does it worse
        everywhere = min(len(table.seats) for draw in draws for table in draw.tables)
        for had in seats_had(small_field(people), draws):
            assert max(had[:everywhere]) - min(had[:everywhere]) <= most
            assert had[-1] - min(had) <= most


@every_format
def test_visits_to_short_tables_and_rests_differ_by_one_at_most(format: Format) -> None:
    for people in small(format):
        if format.slug != "everybody":  # its rounds are as many as it takes to meet everybody
            for rounds in stages(drawn(format, people)):
                still = set(drawn_in(rounds[0]))
                visits = [short_visits(rounds)[one] for one in still]
                assert max(visits) - min(visits) <= 1


def assert_shared_out(format: Format, field: Field) -> None:
    """In as many rounds as were asked for everybody is seated, at short tables in turn."""
    draws = played_out(format, field)
    assert_lawful(field, draws)
    assert len(draws) == field.settings["rounds"]
    assert spread(field, short_visits(draws)) <= 1
    assert all(drawn_in(draw) == ids(field) and not draw.resting for draw in draws)


@settings(max_examples=10)
@given(people=st.integers(2, 200), size=st.integers(2, 6), rounds=st.integers(1, 4))
def test_planned_rounds_share_short_tables_out_whatever_the_field(
    people: int, size: int, rounds: int
) -> None:
    assert_shared_out(FORMATS["planned"], field_of(people, table_size=size, rounds=rounds))


@settings(max_examples=10)
@given(people=st.integers(2, 60), size=st.integers(2, 6), rounds=st.integers(1, 4))
def test_swiss_rounds_share_short_tables_out_whatever_the_field(
    people: int, size: int, rounds: int
) -> None:
    assert_shared_out(FORMATS["swiss"], field_of(people, table_size=size, rounds=rounds))


@every_format
def test_another_seed_gives_another_draw(format: Format) -> None:
    field = small_field(11)
    draws = {format.plan(field, bytes([number]) * 32)[0].tables for number in range(4)}
    assert len(draws) == 4


@every_format
def test_what_is_drawn_is_not_drawn_again(format: Format) -> None:
    field = field_of(9, table_size=3)
    draws = played_out(format, field)
    planned = format.plan(field, SEED)
    assert format.plan(field, SEED, drawn=planned[:1])[: len(planned) - 1] == planned[1:]
    assert format.plan(field, SEED, drawn=draws) == ()


@every_format
def test_who_has_left_is_never_drawn_again_and_who_came_late_is(format: Format) -> None:
    """Whoever comes or goes between two rounds, and whatever was drawn before stays drawn."""
    for people in (5, 8, 11):
        field = small_field(people)
        first = format.plan(field, a_seed(people))[:1]
        now = after(field, {1: results(first[0], Random(people))})
        gone = first[0].tables[0].seats[0]
        late = (Entrant(7),) if format.takes_latecomers(1) else ()
        left = tuple(one for one in now.entrants if one.id != gone)
        changed = replace(now, entrants=left + late)
        draws = first
        while more := format.plan(changed, a_seed(people), draws):
            draws += more
        assert_lawful(field, draws)
        assert format.in_stages or len(draws) == format.rounds(changed)
        for draw in draws[1:]:
            here = drawn_in(draw)
            assert gone not in here
            assert format.in_stages or here == ids(changed)


def test_a_plan_goes_on_as_it_was_when_who_left_comes_back_before_the_next_round() -> None:
    for slug in ("planned", "everybody"):
        field = field_of(8, table_size=4)
        planned = FORMATS[slug].plan(field, SEED)
        assert FORMATS[slug].plan(field, SEED, planned[:2]) == planned[2:]


@every_format
def test_a_receipt_is_json_and_names_seed_and_method(format: Format) -> None:
    for draw in format.plan(field_of(7), SEED):
        receipt = json.loads(json.dumps(draw.receipt.as_json()))
        assert receipt["seed"] == SEED.hex()
        assert receipt["method"].startswith(format.slug)
        assert receipt["costs"]["short_tables"]["count"] == 3


BAD_FIELDS = {
    "nobody": field_of(0),
    "one alone": field_of(1),
    "too few for the rules": field_of(2, range(3, 7)),
    "far too many": field_of(5_000),
    "one entry twice": Field((Entrant(1), Entrant(1), Entrant(2)), range(2, 7)),
    "a table too small": field_of(8, table_size=1),
    "a table too large": field_of(8, table_size=7),
    "a table larger than the rules allow": field_of(8, range(2, 6), table_size=6),
    "a word for a number": field_of(8, table_size="four"),
    "a number with a sign": field_of(8, table_size="+4"),
    "yes for a number": field_of(8, table_size=True),
    "a setting that does not exist": field_of(8, colour="red"),
}


@every_format
@pytest.mark.parametrize("field", BAD_FIELDS.values(), ids=list(BAD_FIELDS))
def test_a_field_that_cannot_be_drawn_is_refused_in_one_sentence(
    format: Format, field: Field
) -> None:
    for ask in (format.check, format.rounds, lambda field: format.plan(field, SEED)):
        with pytest.raises(Undrawable) as refused:
            ask(field)
        sentence = str(refused.value)
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "!" not in sentence
        assert refused.value.says % refused.value.values == sentence


@every_format
def test_a_wrong_setting_is_named_so_that_the_form_can_say_it_there(format: Format) -> None:
    with pytest.raises(Undrawable) as refused:
        format.check(field_of(8, table_size=9))
    assert refused.value.setting == "table_size"
    assert str(refused.value) == "Table size is a number from 2 to 6."


@every_format
def test_settings_have_defaults_and_may_come_as_texts(format: Format) -> None:
    defaults = {setting.name: setting.default for setting in format.settings}
    assert format.read(field_of(8)) == defaults
    assert format.read(field_of(8, table_size="3")) == defaults | {"table_size": 3}
    assert all(setting.default in setting.choices for setting in format.settings)
    assert format.says.endswith(".")
    assert all(setting.says.endswith(".") for setting in format.settings)
