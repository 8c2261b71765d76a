"""A club's page, and its bots."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Count, Q, QuerySet

from league.models import Bot, Club, League, Match, Tournament, Version

from .lists import NEWEST_FIRST, Listed, listed


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A league with the tournaments the reader may see, newest first."""

    league: League
    tournaments: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot with the number of matches it has finished. `program`: that of the house which plays
    for it, where it is asked for; empty for uploaded ones."""

    bot: Bot
    matches: int
    is_orphan: bool
    program: str = ""


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club: its leagues, its bots, how many members it has."""

    club: Club
    leagues: tuple[LeagueLine, ...]
    bots: tuple[BotLine, ...]
    members: int


def club(club: Club, tournaments: QuerySet[Tournament]) -> ClubPage:
    """A club's page; `tournaments` are those the reader may see."""
    shown = listed(tournaments.filter(league__club=club).order_by(*NEWEST_FIRST))
    leagues = tuple(
        LeagueLine(one, tuple(t for t in shown if t.tournament.league_id == one.pk))
        for one in club.leagues.select_related("club")
    )
    return ClubPage(club, leagues, bots(club), club.memberships.count())


def bots(club: Club) -> tuple[BotLine, ...]:
    """A club's bots by name."""
    done = Count("entries__seats", filter=Q(entries__seats__match__state=Match.State.DONE))
    found = club.bots.filter(retired_at=None).select_related("club", "owner")
    found = found.annotate(match_count=done)
    orphans = set(Bot.orphans().filter(club=club).values_list("pk", flat=True))
    return tuple(
        BotLine(bot, bot.match_count, bot.pk in orphans) for bot in found.order_by("name", "pk")
    )


def may_enter(tournament: Tournament) -> tuple[BotLine, ...]:
    """Bots of the club that play this and are not entered, by name."""
    lines = bots(tournament.league.club)
    playing = Version.playing(line.bot.pk for line in lines)
    entered = set(tournament.entries.values_list("bot", flat=True))
    return tuple(
        replace(line, program=playing[line.bot.pk].house)
        for line in lines
        if line.bot.pk not in entered
        and line.bot.pk in playing
        and playing[line.bot.pk].can_play(tournament.rules)
    )
