"""The only ways a request reaches a row.

Whatever a user may not know of is not there (Http404); what he may see but not do is refused
(PermissionDenied). Every view and every endpoint begins with one of these.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.formats.catalog import LADDERS

from .models import (
    Act,
    Attempt,
    Bot,
    Challenge,
    Club,
    Entry,
    League,
    Match,
    Membership,
    Penalty,
    Player,
    Rating,
    Round,
    Season,
    Seat,
    SeatLog,
    Source,
    Tournament,
    Trial,
    User,
    Version,
    Worker,
)
from .reading import KEY_DIGITS, natural
from .refusals import Refused

Visitor = User | AnonymousUser


def clubs(user: Visitor) -> QuerySet[Club]:
    """Every club; clubs show themselves to anybody."""
    return Club.objects.all()


def club(user: Visitor, slug: str) -> Club:
    """Raises Http404."""
    return get_object_or_404(clubs(user), slug=slug)


def leagues(user: Visitor) -> QuerySet[League]:
    """Every league of the clubs the user may see."""
    return League.objects.filter(club__in=clubs(user)).select_related("club")


def league(user: Visitor, club_slug: str, slug: str) -> League:
    """Raises Http404."""
    return get_object_or_404(leagues(user), club__slug=club_slug, slug=slug)


def season(user: Visitor, club_slug: str, league_slug: str, number: int) -> Season:
    """Raises Http404."""
    found = league(user, club_slug, league_slug)
    seasons = found.seasons.select_related("league__club", "closed_by")
    return get_object_or_404(seasons, number=number)


def tournaments(user: Visitor) -> QuerySet[Tournament]:
    """Tournaments that are published, and the others for those who organise them."""
    all_of_them = Tournament.objects.select_related("league__club")
    if user.is_authenticated and user.is_superuser:
        return all_of_them
    published = Q(state__in=[Tournament.State.RUNNING, Tournament.State.DONE])
    return all_of_them.filter(published | Q(league__club__in=_organised_clubs(user)))


def tournament(user: Visitor, club_slug: str, league_slug: str, slug: str) -> Tournament:
    """Raises Http404."""
    return get_object_or_404(
        tournaments(user), league__club__slug=club_slug, league__slug=league_slug, slug=slug
    )


def drawn_round(user: Visitor, club_slug: str, league_slug: str, slug: str, number: int) -> Round:
    """A round of a tournament, for a member of its club. Raises Http404, PermissionDenied."""
    found = tournament(user, club_slug, league_slug, slug)
    _member_of(user, found.club)
    drawn = rounds(user, found).select_related("tournament__league__club")
    return get_object_or_404(drawn, number=number)


def rounds(user: Visitor, tournament: Tournament) -> QuerySet[Round]:
    """Of a tournament the user may see; one that is held only if he runs it."""
    drawn = tournament.rounds.all()
    return drawn if tournament.club.is_run_by(user) else drawn.exclude(state=Round.State.HELD)


def organised_round(
    user: Visitor, club_slug: str, league_slug: str, slug: str, number: int
) -> Round:
    """A round of a tournament the user runs. Raises Http404 (also on a ladder, which has tables
    and no rounds), PermissionDenied."""
    found = organised_tournament(user, club_slug, league_slug, slug)
    drawn = found.rounds.exclude(tournament__format__in=LADDERS)
    return get_object_or_404(drawn.select_related("tournament__league__club"), number=number)


def tournament_by_id(user: Visitor, pk: int) -> Tournament:
    """Raises Http404."""
    return get_object_or_404(tournaments(user), pk=pk)


def ladder_by_id(user: Visitor, pk: int) -> Tournament:
    """A ladder that has been opened. Raises Http404."""
    open_ones = tournaments(user).filter(format__in=LADDERS)
    return get_object_or_404(open_ones.exclude(state=Tournament.State.DRAFT), pk=pk)


def challenges(user: Visitor) -> QuerySet[Challenge]:
    """Those in which a bot of the user's plays."""
    if not user.is_authenticated:
        return Challenge.objects.none()
    playing = Seat.objects.filter(version__bot__owner=user).exclude(match__challenge=None)
    found = Challenge.objects.filter(pk__in=playing.values("match__challenge"))
    return found.select_related("version__bot__club", "version__bot__owner")


def challenge(user: Visitor, pk: int) -> Challenge:
    """Raises Http404."""
    return get_object_or_404(challenges(user), pk=pk)


def own_challenge(user: Visitor, pk: int) -> Challenge:
    """One that the user has made. Raises Http404, PermissionDenied."""
    found = challenge(user, pk)
    _owner_of(user, found.version.bot)
    return found


def matches(user: Visitor) -> QuerySet[Match]:
    """Matches of the tournaments and challenges the user may see."""
    shown = ~Q(round__state=Round.State.HELD)
    if user.is_authenticated:
        shown |= Q(round__tournament__league__club__in=_looked_after(user))
    seen = Q(round__tournament__in=tournaments(user)) & shown | Q(challenge__in=challenges(user))
    return Match.objects.filter(seen).select_related(
        "shuffle", "round__tournament__league__club", "challenge__version__bot__club"
    )


def match(user: Visitor, pk: int) -> Match:
    """One of these, or for those who look after its club one that is void and played again. Raises
    Http404."""
    return matches(user).filter(pk=pk).first() or get_object_or_404(_replaced(user), pk=pk)


def replaced(user: Visitor, match: Match) -> QuerySet[Match]:
    """What came of a match before it was played again, for those who look after its club."""
    return _replaced(user).filter(replaced_by=match)


def _replaced(user: Visitor) -> QuerySet[Match]:
    mine = Match.objects.filter(
        replaced_by__round__tournament__league__club__in=_looked_after(user)
    )
    return mine.select_related("shuffle", "replaced_by__round__tournament__league__club")


def bots(user: Visitor) -> QuerySet[Bot]:
    """Every bot of the clubs the user may see."""
    return Bot.objects.filter(club__in=clubs(user)).select_related("club", "owner")


def bot(user: Visitor, club_slug: str, slug: str) -> Bot:
    """Raises Http404."""
    return get_object_or_404(bots(user), club__slug=club_slug, slug=slug)


def players(user: Visitor) -> QuerySet[Player]:
    """The people who play in the clubs the user may see: their names stand on every page of
    results."""
    return Player.objects.filter(club__in=clubs(user)).select_related("club")


def contestant(user: Visitor, club: Club, key: str) -> Player | Bot:
    """A player or a bot of a club by what addresses call it: player-12, bot-kiebitz. Raises
    Http404."""
    kind, _dash, which = key.partition("-")
    if kind == "player" and (pk := natural(which, KEY_DIGITS)) is not None:
        return get_object_or_404(players(user), club=club, pk=pk)
    if kind == "bot" and "\0" not in which:  # which PostgreSQL does not take
        return get_object_or_404(bots(user), club=club, slug=which)
    raise Http404


def two_contestants(
    user: Visitor, club: Club, one: str, other: str
) -> tuple[Player | Bot, Player | Bot]:
    """Two of a club who are compared. Raises Http404, and Refused where they are one."""
    if one == other:
        raise Refused(_("Choose two who are not the same."))
    return contestant(user, club, one), contestant(user, club, other)


def ratings(user: Visitor) -> QuerySet[Rating]:
    """Of all who have been rated in the clubs the user may see. They are made of results, and every
    tournament with results is published."""
    rated = Rating.objects.filter(pool__club__in=clubs(user), matches__gt=0)
    return rated.select_related("pool__club", "player", "bot__club")


def rating(user: Visitor, club_slug: str, pk: int) -> Rating:
    """Raises Http404."""
    return get_object_or_404(ratings(user), pool__club__slug=club_slug, pk=pk)


def joined_club(user: Visitor, slug: str) -> Club:
    """A club the user is a member of. Raises Http404, PermissionDenied."""
    found = club(user, slug)
    _member_of(user, found)
    return found


def own_bot(user: Visitor, club_slug: str, slug: str) -> Bot:
    """A bot the user uploads. Raises Http404, PermissionDenied."""
    found = bot(user, club_slug, slug)
    _owner_of(user, found)
    return found


def deletable_bot(user: Visitor, club_slug: str, slug: str) -> Bot:
    """A bot the user uploads, or any of a club he runs. Raises Http404, PermissionDenied."""
    found = bot(user, club_slug, slug)
    if not found.may_be_deleted_by(user):
        words = {"bot": found, "club": found.club}
        raise PermissionDenied(
            _("Only who has uploaded %(bot)s, or an organiser of %(club)s, can do this.") % words
        )
    return found


def versions(user: Visitor, bot: Bot) -> QuerySet[Version]:
    """Of a bot, newest first: what has been ready once to all, all of them to its owner."""
    found = bot.versions.select_related("bot__club", "bot__owner").order_by("-number")
    if bot.is_owned_by(user):
        return found
    return found.filter(Q(state=Version.State.READY) | Q(seats__isnull=False)).distinct()


def version(user: Visitor, club_slug: str, slug: str, number: int) -> Version:
    """Raises Http404."""
    return get_object_or_404(versions(user, bot(user, club_slug, slug)), number=number)


def own_version(user: Visitor, club_slug: str, slug: str, number: int) -> Version:
    """A version the user has uploaded. Raises Http404, PermissionDenied."""
    found = version(user, club_slug, slug, number)
    _owner_of(user, found.bot)
    return found


def source(user: Visitor, club_slug: str, slug: str, number: int) -> Source:
    """What the user himself has uploaded. Raises Http404, PermissionDenied."""
    found = own_version(user, club_slug, slug, number)
    return get_object_or_404(Source.objects.select_related("version__bot"), version=found)


def seat_logs(user: Visitor, match: Match) -> QuerySet[SeatLog]:
    """What the user's own bots left in a match."""
    if not user.is_authenticated:
        return SeatLog.objects.none()
    mine = SeatLog.objects.filter(seat__match=match, seat__version__bot__owner=user)
    related = ["seat__entry__bot__club", "seat__version__bot__club"]
    return mine.select_related(*related).order_by("seat__number")


def organised_league(user: Visitor, club_slug: str, slug: str) -> League:
    """A league the user runs. Raises Http404, PermissionDenied."""
    found = league(user, club_slug, slug)
    _organiser_of(user, found.club)
    return found


def organised_season(user: Visitor, club_slug: str, league_slug: str, number: int) -> Season:
    """A season of a league the user runs. Raises Http404, PermissionDenied."""
    found = season(user, club_slug, league_slug, number)
    _organiser_of(user, found.league.club)
    return found


def organised_tournament(user: Visitor, club_slug: str, league_slug: str, slug: str) -> Tournament:
    """A tournament the user runs. Raises Http404 (also for a draft he may not know of),
    PermissionDenied."""
    found = tournament(user, club_slug, league_slug, slug)
    _organiser_of(user, found.league.club)
    return found


def organised_match(user: Visitor, pk: int) -> Match:
    """A match of a tournament the user runs, or of a challenge of his own. Raises Http404,
    PermissionDenied."""
    found = match(user, pk)
    if found.replaced_by:
        raise Http404
    if found.challenge:
        _owner_of(user, found.challenge.version.bot)
    else:
        _organiser_of(user, found.event.club)
    return found


def corrected_match(user: Visitor, pk: int) -> Match:
    """A match of a tournament the user runs. Raises Http404 (also for a challenge, whose results
    count for nothing), PermissionDenied."""
    found = get_object_or_404(matches(user).exclude(round=None), pk=pk)
    _organiser_of(user, found.event.club)
    return found


def workers(user: Visitor) -> QuerySet[Worker]:
    """Every worker, for those who look after a club: all clubs share them."""
    return Worker.objects.all() if _looked_after(user).exists() else Worker.objects.none()


def attempts(user: Visitor) -> QuerySet[Attempt]:
    """At the matches of the clubs the user looks after."""
    mine = Attempt.objects.filter(match__round__tournament__league__club__in=_looked_after(user))
    return mine.select_related("match__round__tournament__league__club")


def trials(user: Visitor) -> QuerySet[Trial]:
    """Of the bots of the clubs the user looks after."""
    return Trial.objects.filter(version__bot__club__in=_looked_after(user))


def acts(user: Visitor, tournament: Tournament) -> QuerySet[Act]:
    """What was done to a tournament the user runs, the latest first."""
    if not tournament.club.is_run_by(user):
        return Act.objects.none()
    return tournament.acts.select_related("by")


def league_acts(user: Visitor, league: League) -> QuerySet[Act]:
    """What was done to a league the user runs and to its seasons, the latest first."""
    if not league.club.is_run_by(user):
        return Act.objects.none()
    return league.acts.filter(tournament=None).select_related("by")


def entry(tournament: Tournament, pk: int) -> Entry:
    """An entry of this very tournament. Raises Http404."""
    return get_object_or_404(tournament.entries.select_related("bot", "player"), pk=pk)


def penalty(entry: Entry, pk: str) -> Penalty:
    """A penalty of this very entry, by what a form sent. Raises Http404."""
    number = natural(pk, KEY_DIGITS)
    return get_object_or_404(entry.penalties.select_related("entry__tournament"), pk=number)


def club_bots(club: Club, pks: list[int]) -> list[Bot]:
    """Bots of this very club, in the order asked for. Raises Http404 if any is not there."""
    found = club.bots.in_bulk(pks)
    if len(found) != len(set(pks)):
        raise Http404(_("One of these bots is not in this club."))
    return [found[pk] for pk in dict.fromkeys(pks)]


def _organised_clubs(user: Visitor) -> QuerySet[Membership, int]:
    if not user.is_authenticated:
        return Membership.objects.none().values_list("club_id", flat=True)
    mine = user.memberships.filter(role=Membership.Role.ORGANISER)
    return mine.values_list("club_id", flat=True)


def _looked_after(user: Visitor) -> QuerySet[Club]:
    """The clubs the user organises; all of them for whoever runs the machine."""
    if user.is_authenticated and user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(pk__in=_organised_clubs(user))


def _organiser_of(user: Visitor, club: Club) -> None:
    if not club.is_run_by(user):
        raise PermissionDenied(_("Only an organiser of %(club)s can do this.") % {"club": club})


def _member_of(user: Visitor, club: Club) -> None:
    if not club.has_member(user):
        raise PermissionDenied(_("Only a member of %(club)s can do this.") % {"club": club})


def _owner_of(user: Visitor, bot: Bot) -> None:
    if not bot.is_owned_by(user):
        raise PermissionDenied(_("Only who has uploaded %(bot)s can do this.") % {"bot": bot})
