"""Tournaments in lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Q, QuerySet

from league import rank
from league.formats.catalog import LADDERS
from league.models import Match, Round, Tournament

from .tables import Progress
from .words import played

NEWEST_FIRST = ("-created_at", "-pk")  # said again, since counting drops a model's own order
LATEST = 5  # rows of a list that only gives a taste


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in a list; `round` is the one being played and `progress` how far that is."""

    tournament: Tournament
    played: str
    entries: int
    rounds: int
    round: Round | None = None
    progress: Progress | None = None
    winners: tuple[rank.Standing | rank.Climber, ...] = ()


def listed(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """Tournaments in a list, in one query."""
    counted = tournaments.select_related("league__club", "division").annotate(
        entry_count=Count("entries")
    )
    return tuple(Listed(one, played(one), one.entry_count, one.rounds_planned) for one in counted)


def running(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """Those being played, with their current round, newest first."""
    shown = listed(tournaments.filter(state=Tournament.State.RUNNING).order_by("-published_at"))
    finished = Count("matches", filter=Q(matches__state=Match.State.DONE))
    rounds = Round.objects.filter(tournament__in=_in_rounds(shown))
    waiting = rounds.exclude(state__in=[Round.State.HELD, Round.State.DONE]).order_by("-number")
    current = {one.tournament_id: one for one in waiting.annotate(Count("matches"), done=finished)}
    return tuple(_with_round(one, current.get(one.tournament.pk)) for one in shown)


def _with_round(one: Listed, current: Any) -> Listed:
    if current is None:
        return one
    begun = current.state == Round.State.RUNNING
    progress = Progress(current.done, current.matches__count) if begun else None
    return replace(one, round=current, progress=progress)


def finished(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """The last few that were finished, with their winners, newest first."""
    done = tournaments.filter(state=Tournament.State.DONE).order_by("-finished_at", "-pk")
    shown = listed(done[:LATEST])
    tables = rank.tables(_in_rounds(shown))
    return tuple(replace(one, winners=_winners(one.tournament, tables)) for one in shown)


def _winners(
    tournament: Tournament, tables: Mapping[int, tuple[rank.Standing, ...]]
) -> tuple[rank.Standing | rank.Climber, ...]:
    """Of a ladder none before its final order is worked out."""
    if tournament.pk in tables:
        return firsts(tables[tournament.pk])
    climbers = rank.ladder(tournament)
    return tuple(one for one in climbers if one.place == 1 and one.strength is not None)


def _in_rounds(shown: Iterable[Listed]) -> list[Tournament]:
    """Those that are played in rounds, which a ladder is not."""
    return [one.tournament for one in shown if one.tournament.format not in LADDERS]


def firsts(table: Iterable[rank.Standing]) -> tuple[rank.Standing, ...]:
    return tuple(standing for standing in table if standing.row.place == 1)


def prepared(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """Those not published yet, newest first; only their organisers get to see them."""
    states = [Tournament.State.DRAFT, Tournament.State.DRAWN]
    return listed(tournaments.filter(state__in=states).order_by(*NEWEST_FIRST))
