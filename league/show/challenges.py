"""Challenges: those of a bot, and each one's page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from league import workers
from league.models import Bot, Challenge, Match, Seat, Version

from .lists import LATEST, NEWEST_FIRST
from .tables import Progress, SeatLine, Table, table, with_seats
from .words import Setting, decided, played


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge in the list of a bot. `against`: whom the version plays that was sent; `mean`:
    its place so far, or that of the bot where another bot's was sent; None before the first."""

    challenge: Challenge
    played: str
    progress: Progress
    against: str
    mean: Fraction | None


def challenges(bot: Bot, seen: QuerySet[Challenge]) -> tuple[ChallengeLine, ...]:
    """The latest in which a bot plays; `seen` are those the reader may see."""
    playing = Seat.objects.filter(version__bot=bot).exclude(match__challenge=None)
    done = Count("matches", filter=Q(matches__state=Match.State.DONE))
    found = seen.filter(pk__in=playing.values("match__challenge"))
    counted = found.annotate(Count("matches"), done=done).order_by(*NEWEST_FIRST)[:LATEST]
    rows: list[Any] = list(counted)  # what is counted is not in the model
    taken = _taken(rows)
    return tuple(
        ChallengeLine(
            challenge=one,
            played=played(one),
            progress=Progress(one.done, one.matches__count),
            against=", ".join(it.version.told for it in taken[one.pk] if it.version != one.version),
            mean=_mean(taken[one.pk], one, bot),
        )
        for one in rows
    )


@dataclass(frozen=True, slots=True)
class Taken:
    """The places that a version has taken in a challenge: how many, and their sum."""

    version: Version
    seats: int
    places: int


def _taken(challenges: Iterable[Challenge]) -> dict[int, list[Taken]]:
    seats = Seat.objects.filter(match__challenge__in=challenges).order_by("version")
    summed = seats.values_list("match__challenge", "version")
    rows = summed.annotate(Count("awarded"), Sum("awarded"))
    versions = Version.objects.select_related("bot").in_bulk({row[1] for row in rows})
    found: dict[int, list[Taken]] = defaultdict(list)
    for challenge, version, count, places in rows:
        found[challenge].append(Taken(versions[version], count, places or 0))
    return found


def _mean(taken: Iterable[Taken], challenge: Challenge, bot: Bot) -> Fraction | None:
    if challenge.version.bot_id == bot.pk:
        mine = [one for one in taken if one.version == challenge.version]
    else:
        mine = [one for one in taken if one.version.bot_id == bot.pk]
    seats = sum(one.seats for one in mine)
    return Fraction(sum(one.places for one in mine), seats) if seats else None


@dataclass(frozen=True, slots=True)
class Score:
    """What one version has reached in the seats it had in the finished matches of a challenge."""

    version: Version
    seats: int
    firsts: int
    faults: int
    places: int

    @property
    def mean(self) -> Fraction:
        """Its mean place."""
        return Fraction(self.places, self.seats)


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """A challenge, match by match, and the sum of it, best first. `waits`: what keeps its uploaded
    bots from being run, if anything does."""

    challenge: Challenge
    played: str
    settings: tuple[Setting, ...]
    tables: tuple[Table, ...]
    scores: tuple[Score, ...]
    waits: str

    @property
    def progress(self) -> Progress:
        """How many of its matches are finished."""
        done = sum(one.match.state == Match.State.DONE for one in self.tables)
        return Progress(done, len(self.tables))

    @property
    def goes_on(self) -> bool:
        """Whether a match of it waits or is being played."""
        ended = (Match.State.DONE, Match.State.VOID)
        return any(one.match.state not in ended for one in self.tables)


def challenge(challenge: Challenge) -> ChallengePage:
    """A challenge's page."""
    tables = tuple(map(table, with_seats(challenge.matches.order_by("table"))))
    page = ChallengePage(
        challenge=challenge,
        played=played(challenge),
        settings=decided(challenge.match_rules.options, challenge.options),
        tables=tables,
        scores=_scores(tables),
        waits="",
    )
    return replace(page, waits=workers.trouble_everywhere()) if page.goes_on else page


def _scores(tables: Iterable[Table]) -> tuple[Score, ...]:
    by_version: dict[int, list[SeatLine]] = defaultdict(list)
    for one in tables:
        for line in one.seats:
            if line.place is not None and line.seat.version_id:
                by_version[line.seat.version_id].append(line)
    scores = map(_score, by_version.values())
    return tuple(sorted(scores, key=lambda score: (score.mean, score.version.pk)))


def _score(lines: Sequence[SeatLine]) -> Score:
    places = [line.place or 0 for line in lines]
    version = lines[0].seat.version
    assert version is not None  # somebody_sits_there, and nobody enters a challenge
    faults = sum(not line.is_clean for line in lines)
    return Score(version, len(places), places.count(1), faults, sum(places))
