"""Table plans: which tables a field can sit down to, and what each choice brings with it.

For organisers, before the draw: few large tables force people to meet again, several sizes make
some visit the smaller ones, whole tables let some rest. What is forced follows from counting; what
can be reached is tried by a quick draw, of people of whom nothing is known. In a knockout nobody is
forced to anything, but the tables decide how many rounds it takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any

from . import _bounds
from .core import LEFT_OVER, REST, TABLE_SIZE, Field, Format, Ids, Undrawable

Span = tuple[int, int]  # of all entrants, or pairs: the least and the most


@dataclass(frozen=True, slots=True)
class Tried:
    """What a quick draw reached: repeats, of which a third meeting is two, and how often any two
    meet, and anybody sits at a smaller table or rests."""

    repeats: int
    meetings: Span
    short: Span
    rests: Span


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The tables of a round, largest first, how many rest, and the settings that give them.

    `forced`: repeats that no draw of so many rounds can avoid. Where nothing was `tried`, because
    that takes long, there may be more rounds. All this is of the first stage; `then` are the table
    sizes of every round after it, see `Format.course`.
    """

    table_size: int
    left_over: str
    tables: Ids
    resting: int
    rounds: int
    forced: int
    tried: Tried | None
    then: tuple[Ids, ...] = ()

    @property
    def short(self) -> int:
        """Seats at tables smaller than the largest."""
        return sum(size for size in self.tables if size < self.tables[0])

    @property
    def is_best(self) -> bool:
        """Whether no draw at these tables could have fewer repeats than the one that was tried."""
        return self.tried is not None and self.tried.repeats == self.forced

    def seats_as(self, other: TablePlan) -> bool:
        """Whether it is the same tables, whatever the settings."""
        return self.seated == other.seated

    @property
    def seated(self) -> tuple[Ids, int, tuple[Ids, ...]]:
        """The tables of all rounds."""
        return self.tables, self.resting, self.then


@dataclass(frozen=True, slots=True)
class Course:
    """The table sizes of every round of a knockout, see `Format.course`, and the setting that gives
    them."""

    table_size: int
    rounds: tuple[Ids, ...]


def has_courses(format: Format) -> bool:
    """Whether every round is one from which only some go on."""
    return format.knocks_out({}, 1)


def courses(format: Format, field: Field) -> tuple[Course, ...]:
    """All that a field can choose from, by table size; a size that does not go with its other
    settings is none of them. Raises Undrawable."""
    format.check(field)
    own = format.read(field)[TABLE_SIZE.name]
    found: dict[tuple[Ids, ...], Course] = {}
    for size in field.seats:
        rounds = _course(format, replace(field, settings={**field.settings, TABLE_SIZE.name: size}))
        if rounds and (rounds not in found or size == own):
            found[rounds] = Course(size, rounds)
    return tuple(found.values())


def _course(format: Format, field: Field) -> tuple[Ids, ...]:
    try:
        return format.course(field)
    except Undrawable:
        return ()


def has_plans(format: Format, settings: Mapping[str, Any]) -> bool:
    """Whether a format has the same tables in every round, or in every round of its first stage, so
    that they can be chosen. How many rounds a stage takes in which all meet is not known soon
    enough."""
    all_meet = any(format.all_meet(settings, stage) for stage in (1, 2))
    return LEFT_OVER in format.settings and not (format.in_stages and all_meet)


def plans(format: Format, field: Field) -> tuple[TablePlan, ...]:
    """All that a field can choose from, by table size: smaller tables too or, where there are as
    many tables as would rest, whole ones alone; but none that do not go with its other settings, or
    cannot keep apart who never sit together. Raises Undrawable."""
    unknown = _strangers(field)
    format.check(unknown)
    found: dict[tuple[Ids, int, tuple[Ids, ...]], TablePlan] = {}
    for one in _choices(unknown):
        with suppress(Undrawable):
            format.check_apart(replace(one, never=field.never))
            made = plan(format, one)
            found.setdefault(made.seated, made)
    if not found:
        format.check_apart(field)
    return tuple(found.values())


def plan(format: Format, field: Field) -> TablePlan:
    """What the field's own settings give, whoever is kept apart. Raises Undrawable."""
    field = _strangers(field)
    sketched = format.sketch(field)
    tables, resting = _seated(field, sketched)
    then = format.course(field)[len(sketched) :] if format.in_stages else ()
    settings, rounds = format.read(field), format.fewest_rounds(field) - len(then)
    return TablePlan(
        table_size=settings[TABLE_SIZE.name],
        left_over=settings[LEFT_OVER.name],
        tables=tables,
        resting=resting,
        rounds=rounds,
        forced=_bounds.forced_by_sizes(tables + (1,) * resting, rounds),
        tried=_tried(len(field.entrants), sketched) if sketched else None,
        then=then,
    )


def _strangers(field: Field) -> Field:
    return replace(field, never=frozenset(), rather_not=frozenset())


def _choices(field: Field) -> Iterable[Field]:
    """The field with all settings that may be chosen, and at the end with its own."""
    for size in field.seats:
        yield _with(field, size, str(LEFT_OVER.default))
        tables, resting = divmod(len(field.entrants), size)
        if 0 < resting <= tables:
            yield _with(field, size, REST)
    yield field


def _with(field: Field, size: int, left_over: str) -> Field:
    chosen = {TABLE_SIZE.name: size, LEFT_OVER.name: left_over}
    return replace(field, settings={**field.settings, **chosen})


def _seated(field: Field, sketched: Sequence[_bounds.Tables]) -> tuple[Ids, int]:
    """The tables of every round, and how many rest."""
    people = len(field.entrants)
    split = tuple(map(len, sketched[0])) if sketched else field.split(people)
    tables = tuple(sorted((size for size in split if size > 1), reverse=True))
    return tables, people - sum(tables)


def _tried(people: int, rounds: Sequence[_bounds.Tables]) -> Tried:
    """What came of these rounds, the people numbered from 0."""
    met = Counter(p for one in rounds for table in one for p in combinations(sorted(table), 2))
    short = Counter(person for one in rounds for person in _short(one))
    seats = Counter(person for one in rounds for table in one if len(table) > 1 for person in table)
    rests = Counter({person: len(rounds) - seats[person] for person in range(people)})
    return Tried(
        repeats=_bounds.repeats(met),
        meetings=_range(met, comb(people, 2)),
        short=_range(short, people),
        rests=_range(rests, people),
    )


def _short(tables: _bounds.Tables) -> list[int]:
    largest = max(map(len, tables))
    return [person for table in tables if 1 < len(table) < largest for person in table]


def _range(counted: Counter[int] | Counter[tuple[int, int]], of: int) -> Span:
    """The least and the most, if so many are counted; who has none is not in it."""
    counts = counted.values()
    return min(counts) if len(counts) == of else 0, max(counts, default=0)
