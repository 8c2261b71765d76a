"""The end of a season, who could be a member of a division, and for what a tournament counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import rank, seasons
from league.models import Bot, Division, Player, Season, SeasonMember, Tournament
from league.scoring.promotion import Cut, Goes

STEP = {Goes.UP: -1, Goes.STAYS: 0, Goes.DOWN: 1}
LEAST = 2  # members of a division that can play


@dataclass(frozen=True, slots=True)
class EndLine:
    """A member at the end of a season. `rank` is None for who never played; `next`: the division
    proposed, None for nowhere and while it is `undecided`."""

    member: SeasonMember
    rank: rank.Rank | None
    next: Division | None
    undecided: bool

    @property
    def says(self) -> str:
        """What is special about him, mostly nothing."""
        if self.member.has_left:
            return _("has left")
        return "" if self.rank else _("did not play")


@dataclass(frozen=True, slots=True)
class EndDivision:
    """A division at the end of a season; `then`: how many members it would have."""

    division: Division
    lines: tuple[EndLine, ...]
    cuts: tuple[str, ...]
    then: int

    @property
    def size_says(self) -> str:
        """How its size would change, empty if it does not."""
        words = {"now": len(self.lines), "then": self.then}
        if self.then < LEAST:
            said = _("%(then)d members would be left: too few to play.")
        elif self.then != len(self.lines):
            said = _("There would be %(then)d members, now it is %(now)d.")
        else:
            return ""
        return said % words


def ending(
    season: Season, chosen: Mapping[int, Division | None] | None = None
) -> tuple[EndDivision, ...]:
    """The season's divisions as they would end, the highest first. `chosen`: where an organiser
    sends the members, by their keys; sizes are as proposed without it."""
    proposed = seasons.proposed(season)
    divisions = [one.ranking.division for one in proposed if one.ranking.division]
    sizes = Counter(chosen.values()) if chosen is not None else None
    return tuple(
        EndDivision(
            division,
            _lines(one, divisions),
            tuple(_cut(cut) for cut in one.proposal.cuts),
            one.proposal.then if sizes is None else sizes[division],
        )
        for one, division in zip(proposed, divisions, strict=True)
    )


def _lines(proposed: seasons.Proposed, divisions: list[Division]) -> tuple[EndLine, ...]:
    """In the order of the ranking, who never played last."""
    ranks = {one.who: one for one in proposed.ranking.ranks}
    order = {who: number for number, who in enumerate(ranks)}
    members = sorted(proposed.proposal.moves, key=lambda one: order.get(one.who, len(order)))
    return tuple(
        EndLine(
            one,
            ranks.get(one.who),
            _next(one, proposed.proposal.moves[one], divisions),
            proposed.proposal.moves[one] is Goes.UNDECIDED,
        )
        for one in members
    )


def _next(member: SeasonMember, goes: Goes, divisions: list[Division]) -> Division | None:
    if goes not in STEP:
        return None
    return divisions[divisions.index(member.division) + STEP[goes]]


def _cut(cut: Cut[SeasonMember]) -> str:
    names = ", ".join(str(one) for one in cut.among)
    if cut.goes is Goes.UP:
        said = ngettext(
            "%(names)s are equal, and one of them goes up. Choose.",
            "%(names)s are equal, and %(n)d of them go up. Choose.",
            cut.count,
        )
    else:
        said = ngettext(
            "%(names)s are equal, and one of them goes down. Choose.",
            "%(names)s are equal, and %(n)d of them go down. Choose.",
            cut.count,
        )
    return said % {"names": names, "n": cut.count}


def candidates(season: Season) -> tuple[tuple[Player | Bot, SeasonMember | None], ...]:
    """Everybody of the club who could be in a division, people first, with what he is in now."""
    members = {one.who: one for one in season.members.select_related("player", "bot", "division")}
    club = season.league.club
    bots = club.bots.filter(retired_at=None)
    everybody: list[Player | Bot] = [*club.players.all(), *bots]
    gone = [who for who in members if who not in everybody]
    return tuple((who, members.get(who)) for who in (*everybody, *gone))


@dataclass(frozen=True, slots=True)
class CountsFor:
    """The season a tournament counts for, its division if it does for one, the `members` of that
    and the `guests` who are entered and not ranked in it."""

    season: Season
    division: Division | None
    members: frozenset[Player | Bot]
    guests: tuple[Player | Bot, ...]

    def ranks(self, who: Player | Bot) -> bool:
        """Whether the tournament counts for him."""
        return self.division is None or who in self.members


def counts_for(tournament: Tournament) -> CountsFor | None:
    """None in a league without seasons."""
    if tournament.season_id is None:
        return None
    # That one may have been taken back after the tournament was read.
    related = Tournament.objects.select_related("season__league__club", "division")
    now = related.get(pk=tournament.pk)
    season, division = now.season, now.division
    if season is None:
        return None
    if division is None:
        return CountsFor(season, None, frozenset(), ())
    members = division.members.select_related("player", "bot")
    whom = frozenset(one.who for one in members)
    entered = [one.who for one in tournament.entries.select_related("player", "bot")]
    guests = tuple(who for who in entered if who not in whom)
    return CountsFor(season, division, whom, guests)
