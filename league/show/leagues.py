"""A league's page, and how its ranking counts in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league import rank, seasons
from league.models import Bot, League, Player, Season, SeasonMember, Tournament
from league.scoring.cumulative import ATTENDANCE, BEST, MISSED

from .lists import NEWEST_FIRST, Listed, listed

SUM = gettext_noop("The places of the finished tournaments are added, fewest first.")
IF_MISSED = {
    "last_place_plus_one": (
        SUM,
        gettext_noop(
            "A tournament in brackets was missed: that counts one place behind all who played "
            "there, so that staying away never pays."
        ),
    ),
    "own_mean": (
        SUM,
        gettext_noop(
            "A tournament in brackets was missed: that counts the mean of one's own places."
        ),
    ),
    "skip": (
        gettext_noop("The mean place in the finished tournaments counts, lowest first."),
        gettext_noop("A tournament that was missed does not count."),
    ),
}


def ranking_says(chosen: Mapping[str, Any]) -> str:
    """How a ranking counts, in a few sentences."""
    says = [_(sentence) for sentence in IF_MISSED[chosen[MISSED.name]]]
    best, least = chosen[BEST.name], chosen[ATTENDANCE.name]
    if best:
        words = ngettext(
            "Only one's best result counts; the others are crossed out.",
            "Only one's best %(n)d results count; the others are crossed out.",
            best,
        )
        says.append(words % {"n": best})
    if least:
        words = ngettext(
            "For a place one has to come to one tournament.",
            "For a place one has to come to %(n)d tournaments; while there have been fewer, to all "
            "of them.",
            least,
        )
        says.append(words % {"n": least})
    return " ".join(says)


@dataclass(frozen=True, slots=True)
class RankingPart:
    """One ranking on a page. `goes`: in words who of a division goes where at the end."""

    ranking: rank.Ranking
    settings: Mapping[str, Any]
    goes: Mapping[Player | Bot, str]

    @property
    def skips(self) -> bool:
        """Whether missed tournaments are skipped, so that mean places rank."""
        return bool(self.settings[MISSED.name] == "skip")

    @property
    def says(self) -> str:
        """How the ranking counts."""
        return ranking_says(self.settings)

    @property
    def first_people(self) -> tuple[Player | Bot, ...]:
        """Where a bot is first: who is it among the people, if there are any with a place."""
        placed = [one for one in self.ranking.ranks if one.row.place]
        people = [one for one in placed if isinstance(one.who, Player)]
        if all(isinstance(one.who, Player) for one in placed if one.row.place == 1):
            return ()
        first = people[0].row.place if people else None
        return tuple(one.who for one in people if one.row.place == first)


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A league, or one of its `seasons` (the newest first): its rankings, and all tournaments of it
    that the reader may see. `stays_closed`: why the closing of this season is not undone."""

    league: League
    season: Season | None
    rankings: tuple[RankingPart, ...]
    tournaments: tuple[Listed, ...]
    seasons: tuple[Season, ...]

    @property
    def newest(self) -> bool:
        """Whether no season came after this one."""
        return not self.seasons or self.season == self.seasons[0]

    @property
    def stays_closed(self) -> str:
        return seasons.stays_closed(self.season) if self.season else ""


def league(league: League, season: Season | None, tournaments: QuerySet[Tournament]) -> LeaguePage:
    """The page of a season, or of a league without any; `tournaments` are those the reader may
    see."""
    shown = listed(tournaments.filter(league=league, season=season).order_by(*NEWEST_FIRST))
    settings = rank.settings_of(league, season)
    parts = (
        RankingPart(one, settings, _goes(season, one)) for one in rank.rankings(league, season)
    )
    others = league.seasons.select_related("league__club", "closed_by").order_by("-number")
    return LeaguePage(league, season, tuple(parts), shown, tuple(others))


def _goes(season: Season | None, ranking: rank.Ranking) -> dict[Player | Bot, str]:
    """Nothing about those who stay."""
    if season is None or season.is_open:
        return {one.who: _("left") for one in ranking.members if one.has_left}
    return {one.who: words for one in ranking.members if (words := _next(one))}


def _next(member: SeasonMember) -> str:
    if member.next is None:
        return _("leaves")
    if member.next.number == member.division.number:
        return ""
    return _("up") if member.next.number < member.division.number else _("down")
