"""Seasons: a league's tournaments in stretches, and divisions between which members go up and down
when an organiser says so.

A season is begun, gets divisions and members, and is closed; then the next one begins with the
same divisions, and in them whoever was sent there. Closing can be undone until that one is played.

Leagues and seasons are held with `no_key`: rows that point at them may be written meanwhile, or two
acts would wait for each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from league.scoring import promotion

from . import acts, rank, record
from .models import Bot, Division, League, Player, Season, SeasonMember, Tournament, User
from .refusals import Gone, NotOpen, Refused
from .submit import check_division, hold_bots, read_name

PREPARED = [Tournament.State.DRAFT, Tournament.State.DRAWN]
Who = Player | Bot


@dataclass(frozen=True, slots=True)
class Line:
    """A division as an organiser wants it; `pk` is None for a new one. Without a name it goes."""

    pk: int | None
    name: str
    up: int
    down: int


# Beginning


@transaction.atomic
def begin(league: League, name: str, before: str = "", by: User | None = None) -> Season:
    """The next season: divisions as in the last one, and in them those who were sent there. What is
    prepared but not played comes along. `before`: the name of an earlier season for the tournaments
    that finished before there was any; without it they are part of this one. Raises Refused,
    NotOpen."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    last = league.season
    if last and last.is_open:
        raise NotOpen(
            _("“%(season)s” is open. Close it before the next one begins.") % {"season": last}
        )
    if last is None and before.strip():
        last = _keep_what_was(league, before, by)
    season = Season.objects.create(
        league=league, number=last.number + 1 if last else 1, name=_new_name(league, name, "name")
    )
    if last:
        _copy(last, season)
        _take_along(last, season)
    league.tournaments.filter(season=None).update(season=season)
    acts.note(league, by, "season-begun", season=season)
    return season


def _keep_what_was(league: League, name: str, by: User | None) -> Season:
    season = Season.objects.create(
        league=league,
        number=1,
        name=_new_name(league, name, "before"),
        state=Season.State.CLOSED,
        settings=rank.settings_of(league, None),
        closed_at=timezone.now(),
        closed_by=by,
    )
    finished = league.tournaments.filter(season=None, state=Tournament.State.DONE)
    finished.update(season=season)
    return season


def _new_name(league: League, name: str, field: str, own: int = 0) -> str:
    name = read_name(name, _("A season needs a name."), field)
    if league.seasons.exclude(pk=own).filter(name__iexact=name).exists():
        raise Refused(_("There is a season called %(name)s already.") % {"name": name}, field)
    return name


def _copy(last: Season, season: Season) -> None:
    like = {
        one.pk: Division.objects.create(
            season=season, number=one.number, name=one.name, up=one.up, down=one.down
        )
        for one in last.divisions.all()
    }
    members = last.members.exclude(next=None).select_related("bot")
    SeasonMember.objects.bulk_create(
        SeasonMember(season=season, division=like[one.next_id], player=one.player, bot=one.bot)
        for one in members.order_by("pk")
        if one.next_id and not one.has_left
    )


def _take_along(last: Season, season: Season) -> None:
    """What is prepared in one season is played in the other, in the division that is as high."""
    like = {one.number: one for one in season.divisions.all()}
    prepared = last.tournaments.filter(state__in=PREPARED)
    for one in prepared.select_for_update(of=("self",), no_key=True).select_related("division"):
        division = like.get(one.division.number) if one.division else None
        Tournament.objects.filter(pk=one.pk).update(season=season, division=division)
        record.changed(one.pk)


# Divisions and members


@transaction.atomic
def set_up(
    season: Season, version: int, name: str, lines: Sequence[Line], by: User | None = None
) -> None:
    """Name the season and its divisions, the highest first. `version`: the season's when the
    organiser looked at it. Raises Refused with a field named `name`, or that of the line counted
    from 1, `name-2`; NotOpen, Gone."""
    season = _held(season, version)
    name = _new_name(season.league, name, "name", season.pk)
    names = [_division_name(one, number, lines) for number, one in enumerate(lines, 1)]
    known = season.divisions.in_bulk()
    for number, one in enumerate(lines, 1):
        if one.pk in known and not names[number - 1]:
            _remove(known[one.pk], f"name-{number}")
    kept = [
        Division(pk=one.pk, season=season, name=name, up=one.up, down=one.down)
        for one, name in zip(lines, names, strict=True)
        if name and (one.pk is None or one.pk in known)
    ]
    for number, division in enumerate(kept, 1):
        division.number = number  # never one that a later division still has
        division.save()
    Season.objects.filter(pk=season.pk).update(name=name)
    divisions = ", ".join(f"{one}: +{one.up} −{one.down}" for one in kept)
    acts.note(season.league, by, "season-set-up", season=name, divisions=divisions or "–")


def _division_name(line: Line, number: int, lines: Sequence[Line]) -> str:
    field = f"name-{number}"
    if not line.name.strip():
        return ""
    name = read_name(line.name, "", field)
    before = (" ".join(one.name.split()).lower() for one in lines[: number - 1])
    if name.lower() in before:
        raise Refused(_("Two divisions cannot have the same name."), field)
    return name


def _remove(division: Division, field: str) -> None:
    if division.members.exists() or division.tournaments.exists():
        raise Refused(
            _("%(division)s has members or tournaments, so it stays.") % {"division": division},
            field,
        )
    division.delete()


@transaction.atomic
def place_members(
    season: Season,
    version: int,
    divisions: Mapping[Who, Division],
    left: Collection[Who] = (),
    by: User | None = None,
) -> None:
    """Who is in which division; nobody else is in any. Who has `left` it keeps what he has played
    and has no part in what follows. `version`: as in set_up. Raises Refused, NotOpen,
    Gone."""
    season = _held(season, version)
    _same_club(season, divisions)
    hold_bots(who for who in divisions if isinstance(who, Bot))
    members = {one.who: one for one in _with_names(season)}
    was = {who: one.division for who, one in members.items() if not one.left_at}
    gone = [one.pk for who, one in members.items() if who not in divisions and who not in left]
    season.members.filter(pk__in=gone).delete()
    for who, division in divisions.items():
        member = members.get(who) or _member(season, who)
        member.division, member.left_at = division, None
        member.save()
    stayed_away = [members[who].pk for who in left if who in members]
    season.members.filter(pk__in=stayed_away, left_at=None).update(left_at=timezone.now())
    if moves := _moves(was, divisions):
        acts.note(season.league, by, "season-members", season=season, moves=moves)


def _with_names(season: Season) -> QuerySet[SeasonMember]:
    return season.members.select_related("player", "bot", "division")


def _moves(was: Mapping[Who, Division], now: Mapping[Who, Division]) -> str:
    """Who is somewhere else now: Dora: Second → First, Emil: First → –."""
    return ", ".join(
        f"{who}: {was.get(who, '–')} → {now.get(who, '–')}"
        for who in {**was, **now}
        if was.get(who) != now.get(who)
    )


def _member(season: Season, who: Who) -> SeasonMember:
    if isinstance(who, Bot):
        return SeasonMember(season=season, bot=who)
    return SeasonMember(season=season, player=who)


@transaction.atomic
def count_for(tournament: Tournament, division: Division | None, by: User | None = None) -> None:
    """Let a tournament, played or not, count for this division of its season, or for none. Raises
    Refused, NotOpen."""
    held = Tournament.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    tournament = held.get(pk=tournament.pk)
    if tournament.season_id is None:
        raise NotOpen(_("It is in no season with divisions."))
    season = Season.objects.select_for_update(no_key=True).get(pk=tournament.season_id)
    if not season.is_open:
        raise NotOpen(_closed(season))
    check_division(tournament, division)
    Tournament.objects.filter(pk=tournament.pk).update(division=division)
    record.changed(tournament.pk)
    acts.note(tournament, by, "counts-for", division=division or "–")


def _same_club(season: Season, divisions: Mapping[Who, Division]) -> None:
    for who, division in divisions.items():
        if who.club_id != season.league.club_id:
            raise Refused(_("%(who)s is not in this club.") % {"who": who})
        if division.season_id != season.pk:
            raise Refused(
                _("%(division)s is not a division of this season.") % {"division": division}
            )


def _held(season: Season, version: int) -> Season:
    """The season as it is now, open, held until the transaction ends, its next version counted.
    Raises NotOpen, Gone."""
    season = _hold(season)
    if not season.is_open:
        raise NotOpen(_closed(season))
    if season.version != version:
        raise NotOpen(_("Somebody changed the season meanwhile. Look again, then save."))
    Season.objects.filter(pk=season.pk).update(version=F("version") + 1)
    return season


def _hold(season: Season) -> Season:
    """The season as it is now, held until the transaction ends. Raises Gone."""
    held = Season.objects.select_for_update(of=("self",), no_key=True)
    found = held.select_related("league__club").filter(pk=season.pk).first()
    if found is None:
        raise Gone(_("“%(season)s” was taken back meanwhile.") % {"season": season})
    return found


def _closed(season: Season) -> str:
    if season.closed_by is None:
        return _("“%(season)s” is closed.") % {"season": season}
    words = {"season": season, "who": season.closed_by.called}
    return _("“%(season)s” is closed: %(who)s has done it.") % words


# The end


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a division's final ranking proposes about its members."""

    ranking: rank.Ranking
    proposal: promotion.Proposal[SeasonMember]


def proposed(season: Season) -> tuple[Proposed, ...]:
    """Who would go up and down if the season ended now, the highest division first; nothing where
    there are no divisions."""
    rankings = [one for one in rank.rankings(season.league, season) if one.division]
    made = promotion.propose([_final(one) for one in rankings])
    return tuple(Proposed(*both) for both in zip(rankings, made, strict=True))


def _final(ranking: rank.Ranking) -> promotion.Division[SeasonMember]:
    division = ranking.division
    assert division is not None  # see proposed
    places = {one.who: one.row.place for one in ranking.ranks}
    finals = (promotion.Final(one, places.get(one.who), one.has_left) for one in ranking.members)
    return promotion.Division(division.up, division.down, tuple(finals))


def edition(season: Season) -> int:
    """Grows with everything that a proposal comes from: the season itself and each of its
    tournaments."""
    played = season.tournaments.aggregate(Sum("version"))["version__sum"] or 0
    return season.version + int(played)


@transaction.atomic
def close(
    season: Season,
    looked_at: int,
    next: Mapping[int, Division | None],
    by: User | None = None,
) -> None:
    """End the season. `next`: by a member's key the division in whose like he plays next season,
    None for nowhere. `looked_at`: the season's edition when the organiser decided. Raises Refused,
    NotOpen, Gone."""
    League.objects.select_for_update(no_key=True).get(
        pk=season.league_id
    )  # nothing is added meanwhile
    season = _hold(season)
    _check_open_to_close(season, looked_at)
    members = _with_names(season)
    for member in members:
        _send(member, next)
    moves = _moves(
        {one.who: one.division for one in members},
        {one.who: one.next for one in members if one.next},
    )
    Season.objects.filter(pk=season.pk).update(
        state=Season.State.CLOSED,
        settings=rank.settings_of(season.league, None),
        closed_at=timezone.now(),
        closed_by=by,
        version=F("version") + 1,
    )
    acts.note(season.league, by, "season-closed", season=season, moves=moves or "–")


def _check_open_to_close(season: Season, looked_at: int) -> None:
    if not season.is_open:
        raise NotOpen(_closed(season))
    running = season.tournaments.filter(state=Tournament.State.RUNNING).first()
    if running:
        raise NotOpen(
            _("%(tournament)s is still being played. The season ends after it.")
            % {"tournament": running}
        )
    if edition(season) != looked_at:
        raise NotOpen(
            _("Somebody changed the season or a result meanwhile. Look again, then close it.")
        )


def _send(member: SeasonMember, next: Mapping[int, Division | None]) -> None:
    if member.pk not in next:
        raise Refused(_("Say where %(who)s plays next season.") % {"who": member})
    member.next = next[member.pk]
    if member.next and member.next.season_id != member.season_id:
        raise Refused(
            _("%(division)s is not a division of this season.") % {"division": member.next}
        )
    member.save(update_fields=["next"])


@transaction.atomic
def reopen(season: Season, by: User | None = None) -> None:
    """Undo the closing. A season that has begun since, in which nothing is played, goes away; what
    is prepared there comes back. Raises NotOpen, Gone."""
    League.objects.select_for_update(no_key=True).get(pk=season.league_id)
    following = season.league.seasons.filter(number__gt=season.number)
    # Before the seasons, in the order in which publishing one takes them.
    list(
        Tournament.objects.select_for_update(of=("self",), no_key=True).filter(season__in=following)
    )
    season = _hold(season)
    if reason := stays_closed(season):
        raise NotOpen(reason)
    for one in following:
        _take_along(one, season)
        one.delete()
    season.members.update(next=None)
    Season.objects.filter(pk=season.pk).update(
        state=Season.State.OPEN,
        settings=None,
        closed_at=None,
        closed_by=None,
        version=F("version") + 1,
    )
    acts.note(season.league, by, "season-reopened", season=season)


def stays_closed(season: Season) -> str:
    """Why the closing cannot be undone, empty if it can."""
    following = season.league.seasons.filter(number__gt=season.number)
    if season.is_open:
        return _("“%(season)s” is open.") % {"season": season}
    if len(following) > 1:
        return _("Two seasons have begun since “%(season)s” was closed.") % {"season": season}
    played = Tournament.objects.filter(season__in=following).exclude(state__in=PREPARED).first()
    if played:
        words = {"tournament": played, "season": played.season}
        return _("“%(season)s” has begun: %(tournament)s is published there.") % words
    return ""
