"""A league's page, and how its ranking counts in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league import rank
from league.models import League, Tournament
from league.scoring.cumulative import ATTENDANCE, BEST, MISSED, settings_of

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


def ranking_says(league: League) -> str:
    """How its ranking counts, in a few sentences."""
    chosen = settings_of(league.settings)
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
class LeaguePage:
    """A league: the cumulative ranking over `counted` (one column each, oldest first), and all
    tournaments the reader may see."""

    league: League
    ranking: tuple[rank.Rank, ...]
    counted: tuple[Tournament, ...]
    tournaments: tuple[Listed, ...]

    @property
    def skips(self) -> bool:
        """Whether missed tournaments are skipped, so that mean places rank."""
        return bool(settings_of(self.league.settings)[MISSED.name] == "skip")

    @property
    def says(self) -> str:
        """How the ranking counts."""
        return ranking_says(self.league)


def league(league: League, tournaments: QuerySet[Tournament]) -> LeaguePage:
    """A league's page; `tournaments` are those the reader may see."""
    shown = listed(tournaments.filter(league=league).order_by(*NEWEST_FIRST))
    return LeaguePage(league, rank.league_table(league), tuple(rank.finished(league)), shown)
