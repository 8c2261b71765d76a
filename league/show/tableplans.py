"""Which tables a draft can have, for its organiser to choose from before the draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games
from league import schedule, workers
from league.deals import matches_of
from league.formats import tableplans
from league.formats.catalog import FORMATS
from league.formats.core import Format
from league.formats.tableplans import Course, TablePlan
from league.models import Attempt, Tournament

from .words import how_often

MINUTES = range(1, 121)  # what a deal may take people
MINUTES_A_DEAL = 5
LATEST_MATCHES = 30  # whose time is taken
FEW_TABLES = 6  # so many are listed one by one


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a deal takes, and how many tables are played at once (None: all of them).

    For people `minutes` is what the organiser says; for bots `seconds` is the median over so many
    `matches` of the same rules, None where there has been none.
    """

    minutes: int | None
    seconds: float | None
    matches: int
    at_once: int | None

    @property
    def is_known(self) -> bool:
        return self.seconds is not None

    @property
    def says(self) -> str:
        """Where the times come from."""
        if self.minutes is not None:
            return _("The end is an estimate from what you say that a deal takes.")
        if self.seconds is None:
            return _("No bots have played this here yet, so there is no telling when it would end.")
        words = ngettext(
            "The end is an estimate: in the last match of bots here a deal took %(seconds)s s.",
            "The end is an estimate: in the last %(n)d matches of bots here a deal took "
            "%(seconds)s s, taking the middle one.",
            self.matches,
        )
        seconds = f"{self.seconds:.2g}" if self.seconds < 10 else f"{self.seconds:.0f}"
        return words % {"n": self.matches, "seconds": seconds}


@dataclass(frozen=True, slots=True)
class StageRound:
    """A round in words, where some go out on the way: how many are still in it, at which tables."""

    number: int
    left: int
    tables: str


@dataclass(frozen=True, slots=True)
class PlanLine:
    """One plan in words. `ends`: when the last round would be over if it began now, None if nobody
    can tell. `then`: the rounds after the first stage."""

    plan: TablePlan
    is_chosen: bool
    ends: datetime | None
    then: tuple[StageRound, ...]

    @property
    def value(self) -> str:
        """By which the form knows it."""
        return f"{self.plan.table_size}-{self.plan.left_over}"

    @property
    def name(self) -> str:
        """The tables and how many rest."""
        return _with_rests(self.plan.tables, self.plan.resting)

    @property
    def repeats(self) -> str:
        """How many meet again, and whether that is proven to be least."""
        forced, tried = self.plan.forced, self.plan.tried
        if tried is None:
            return _("%(n)d at least") % {"n": forced} if forced else _("none is forced")
        if not tried.repeats:
            return _("none")
        if self.plan.is_best:
            return _("%(n)d, no draw has fewer") % {"n": forced}
        counts = {"n": tried.repeats, "forced": forced}
        if forced:
            return _("%(n)d in a quick try, %(forced)d are forced") % counts
        return _("%(n)d in a quick try, none is proven to be forced") % counts

    @property
    def meetings(self) -> str:
        """How often any two meet, where that was tried."""
        return how_often(*self.plan.tried.meetings) if self.plan.tried else ""

    @property
    def short(self) -> str:
        """Who sits at a smaller table."""
        if not self.plan.short:
            return _("nobody")
        if self.plan.tried is None:
            return _("%(n)d a round, in turn") % {"n": self.plan.short}
        return _("%(times)s each") % {"times": how_often(*self.plan.tried.short)}

    @property
    def rests(self) -> str:
        """Who rests."""
        if not self.plan.resting:
            return _("nobody")
        if self.plan.tried is None:
            return _("%(n)d a round, in turn") % {"n": self.plan.resting}
        words = {"n": self.plan.resting, "times": how_often(*self.plan.tried.rests)}
        return _("%(n)d a round, %(times)s each") % words


@dataclass(frozen=True, slots=True)
class CoursePlan:
    """The course of a knockout at tables of one size, in words. `ends`: as of a PlanLine."""

    course: Course
    is_chosen: bool
    ends: datetime | None

    @property
    def value(self) -> str:
        """By which the form knows it."""
        return str(self.course.table_size)

    @property
    def name(self) -> str:
        """The size that is set: the tables of a first round may follow from several."""
        return _("Tables of %(n)d") % {"n": self.course.table_size}

    @property
    def rounds(self) -> tuple[StageRound, ...]:
        """Up to the last table."""
        return _stage_rounds(self.course.rounds, 1, has_byes=True)


def _tables(sizes: Sequence[int]) -> str:
    """As 4 + 4 + 3, or 12 × 4, 3 × 3."""
    if len(sizes) <= FEW_TABLES:
        return " + ".join(map(str, sizes))
    counted = sorted(Counter(sizes).items(), reverse=True)
    return ", ".join(f"{count} × {size}" for size, count in counted)


def _with_rests(tables: Sequence[int], resting: int) -> str:
    if not resting:
        return _tables(tables)
    words = ngettext("%(tables)s, one rests", "%(tables)s, %(n)d rest", resting)
    return words % {"tables": _tables(tables), "n": resting}


def _with_byes(tables: Sequence[int], byes: int) -> str:
    if not byes:
        return _tables(tables)
    words = ngettext("%(tables)s, one bye", "%(tables)s, %(n)d byes", byes)
    return words % {"tables": _tables(tables), "n": byes}


def _stage_rounds(
    rounds: Sequence[Sequence[int]], first: int, has_byes: bool
) -> tuple[StageRound, ...]:
    """Rounds of these table sizes, numbered from the `first`; who sits out is at a table of one."""
    told = _with_byes if has_byes else _with_rests
    return tuple(
        StageRound(number, sum(split), told(_seated(split), split.count(1)))
        for number, split in enumerate(rounds, start=first)
    )


def _seated(split: Sequence[int]) -> list[int]:
    return [size for size in split if size > 1]


@dataclass(frozen=True, slots=True)
class CoursesPage:
    """The courses that a knockout can take, and what the times are made of."""

    lines: tuple[CoursePlan, ...]
    pace: Pace
    is_knockout: bool = True


@dataclass(frozen=True, slots=True)
class TablePlansPage:
    """The plans, and what the times are made of. `counts_thirds`: whether somebody may meet for
    the third time, which counts as two repeats. `is_drawn_from_results`: whether the rounds that
    are spoken of will be."""

    lines: tuple[PlanLine, ...]
    format: Format
    pace: Pace
    is_drawn_from_results: bool

    @property
    def rounds(self) -> int | None:
        """Of every plan; None if they differ or nobody can tell before the draw."""
        rounds = {one.plan.rounds for one in self.lines}
        tried = all(one.plan.tried for one in self.lines)
        return rounds.pop() if len(rounds) == 1 and tried else None

    @property
    def counts_thirds(self) -> bool:
        return any(one.plan.forced and one.plan.rounds > 2 for one in self.lines)


def has_table_plans(tournament: Tournament) -> bool:
    """Whether its organiser has tables to choose: it is a draft, and its format asks for them."""
    is_draft, format = tournament.state == Tournament.State.DRAFT, FORMATS[tournament.format]
    has_plans = tableplans.has_plans(format, tournament.settings)
    return is_draft and (has_plans or tableplans.has_courses(format))


def courses(tournament: Tournament, minutes: int = MINUTES_A_DEAL) -> CoursesPage:
    """What the draft of a knockout can choose from, as `table_plans`. Raises Undrawable."""
    format = FORMATS[tournament.format]
    field = schedule.field_of(tournament, schedule.playing(tournament))
    own, pace = format.course(field), _pace(tournament, minutes)
    lines = tuple(
        CoursePlan(one, one.rounds == own, _ends(tournament, one.rounds, pace))
        for one in tableplans.courses(format, field)
        if _goes(tournament, one.rounds)
    )
    return CoursesPage(lines, pace)


def table_plans(tournament: Tournament, minutes: int = MINUTES_A_DEAL) -> TablePlansPage:
    """What a draft can choose from; `minutes`: what a deal takes people. Raises Undrawable."""
    format = FORMATS[tournament.format]
    field = schedule.field_of(tournament, schedule.playing(tournament))
    chosen = tableplans.plan(format, field)
    found = tableplans.plans(format, field)
    pace = _pace(tournament, minutes)
    has_byes = format.knocks_out(tournament.settings, 2)
    lines = tuple(
        PlanLine(
            plan=one,
            is_chosen=one.seats_as(chosen),
            ends=_ends(tournament, _rounds(one), pace),
            then=_stage_rounds(one.then, one.rounds + 1, has_byes),
        )
        for one in found
        if _goes(tournament, _rounds(one))
    )
    waits = format.waits_for_results(tournament.settings, 1)
    return TablePlansPage(lines, format, pace, waits)


def _rounds(plan: TablePlan) -> list[Sequence[int]]:
    return [*[plan.tables] * plan.rounds, *plan.then]


def _goes(tournament: Tournament, rounds: Sequence[Sequence[int]]) -> bool:
    """Whether the rules go with all these tables."""
    return all(_deals(tournament, _seated(split)) for split in rounds)


def _deals(tournament: Tournament, tables: Sequence[int]) -> list[list[int]]:
    """How many deals each table plays in each of its matches of a round, of which a set has
    several; nothing if the rules do not go with these sizes."""
    try:
        deals = {size: _deals_at(tournament, size) for size in set(tables)}
    except games.BadOption:
        return []
    return [[deals[size]] * matches_of(tournament, size) for size in tables]


def _deals_at(tournament: Tournament, size: int) -> int:
    return len(tournament.match_rules.plan(size, tournament.options))


def _ends(tournament: Tournament, rounds: Sequence[Sequence[int]], pace: Pace) -> datetime | None:
    """After rounds with tables of these sizes; who sits out is at one of one."""
    if pace.seconds is None:
        return None
    deals = sum(_longest(_deals(tournament, _seated(split)), pace.at_once) for split in rounds)
    pauses = tournament.pause_s * (len(rounds) - 1)
    return timezone.now() + timedelta(seconds=deals * pace.seconds + pauses)


def _longest(deals: Sequence[Sequence[int]], at_once: int | None) -> float:
    """How many deals a round lasts: people take as long as their longest table; machines as their
    longest match, or as all of them one after another."""
    if at_once is None:
        return max(map(sum, deals))
    return max(max(map(max, deals)), sum(map(sum, deals)) / at_once)


def _pace(tournament: Tournament, minutes: int) -> Pace:
    if tournament.entries.exclude(player=None).exists():
        return Pace(minutes, 60.0 * minutes, 0, None)
    took = list(_seconds_a_deal(tournament))
    seconds = median(took) if took else None
    return Pace(None, seconds, len(took), max(1, workers.there().count()))


def _seconds_a_deal(tournament: Tournament) -> Iterable[float]:
    """In the latest matches of bots by the same rules."""
    played = Attempt.objects.filter(
        state=Attempt.State.DONE,
        ended_at__isnull=False,
        match__round__tournament__rules=tournament.rules,
        match__round__tournament__options=tournament.options,
    ).exclude(match__seats__version=None)
    sized = played.annotate(size=Count("match__seats")).order_by("-pk")
    times = sized.values_list("size", "started_at", "ended_at")
    for size, started_at, ended_at in times[:LATEST_MATCHES]:
        assert ended_at is not None  # see above
        yield (ended_at - started_at).total_seconds() / _deals_at(tournament, size)
