"""The API, version 1: reading what the pages show, through the same chapters."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Field, NinjaAPI
from ninja.errors import ValidationError
from ninja.pagination import LimitOffsetPagination, paginate

import games
from league import access, luck, rank, show, spread
from league.formats.catalog import LADDERS
from league.models import Club, Tournament
from league.refusals import NotOpen, Refusal

from . import answers, schemas

api = NinjaAPI(
    title="Stammtisch",
    version="1",
    description="Clubs, leagues, tournaments, standings, matches and transcripts, to read.",
    urls_namespace="api-1",
)


class Pages(LimitOffsetPagination):
    """So many rows at once, and no numbers that the database does not know."""

    class Input(LimitOffsetPagination.Input):
        limit: int = Field(100, ge=1, le=500)
        offset: int = Field(0, ge=0, le=10**9)


@api.exception_handler(Http404)
def not_there(request: HttpRequest, error: Http404) -> HttpResponse:
    """404, the same for what is not there and for what the reader may not know of."""
    return api.create_response(request, {"detail": _("There is nothing here.")}, status=404)


@api.exception_handler(PermissionDenied)
def not_allowed(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    """403 with the reason."""
    return api.create_response(request, {"detail": str(error)}, status=403)


@api.exception_handler(Refusal)
def refused(request: HttpRequest, error: Refusal) -> HttpResponse:
    """The status and sentence of a chapter's refusal."""
    return api.create_response(request, {"detail": error.sentence}, status=error.status)


@api.exception_handler(ValidationError)
def unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """422 with the parameter that is missing or no such value, the first if there are several."""
    first = error.errors[0]
    named = {"name": first["loc"][-1]}
    missing = _("The parameter %(name)s is missing.") % named
    wrong = _("The parameter %(name)s cannot have this value.") % named
    detail = missing if first["type"] == "missing" else wrong
    return api.create_response(request, {"detail": detail}, status=422)


@api.get("/clubs", response=list[schemas.ClubOut])
@paginate(Pages)
def clubs(request: HttpRequest) -> QuerySet[Club]:
    """All clubs, by name."""
    return access.clubs(request.user)


@api.get("/clubs/{slug:club}", response={200: schemas.ClubPageOut, 404: schemas.Said})
def club(request: HttpRequest, club: str) -> schemas.ClubPageOut:
    """A club and its leagues."""
    found = access.club(request.user, club)
    leagues = [schemas.LeagueOut.model_validate(league) for league in found.leagues.all()]
    head = schemas.ClubOut.model_validate(found).model_dump()
    return schemas.ClubPageOut(**head, leagues=leagues)


@api.get(
    "/clubs/{slug:club}/leagues/{slug:league}",
    response={200: schemas.LeaguePageOut, 404: schemas.Said},
)
def league(request: HttpRequest, club: str, league: str) -> schemas.LeaguePageOut:
    """A league and its cumulative ranking."""
    found = access.league(request.user, club, league)
    season = found.season
    ranking = rank.rankings(found, season)[0]
    return schemas.LeaguePageOut(
        slug=found.slug,
        name=found.name,
        settings=rank.settings_of(found, season),
        counted=[tournament.pk for tournament in ranking.counted],
        ranking=[answers.league_rank(one) for one in ranking.ranks],
        seasons=[schemas.SeasonOut.model_validate(one) for one in found.seasons.all()],
    )


@api.get(
    "/clubs/{slug:club}/leagues/{slug:league}/seasons/{int:number}",
    response={200: schemas.SeasonPageOut, 404: schemas.Said},
)
def season(request: HttpRequest, club: str, league: str, number: int) -> schemas.SeasonPageOut:
    """A season with its divisions, their members and rankings."""
    found = access.season(request.user, club, league, number)
    return schemas.SeasonPageOut(
        **schemas.SeasonOut.model_validate(found).model_dump(),
        settings=rank.settings_of(found.league, found),
        divisions=[answers.division(one) for one in rank.rankings(found.league, found)],
    )


@api.get(
    "/clubs/{slug:club}/leagues/{slug:league}/tournaments", response=list[schemas.TournamentOut]
)
@paginate(Pages)
def tournaments(request: HttpRequest, club: str, league: str) -> QuerySet[Tournament]:
    """The tournaments of a league, newest first."""
    found = access.league(request.user, club, league)
    seen = access.tournaments(request.user).filter(league=found)
    return seen.select_related("season", "division")


@api.get("/clubs/{slug:club}/bots/{slug:bot}", response={200: schemas.BotOut, 404: schemas.Said})
def bot(request: HttpRequest, club: str, bot: str) -> schemas.BotOut:
    """A bot and its versions, newest first."""
    found = access.bot(request.user, club, bot)
    return answers.bot(found, access.versions(request.user, found))


@api.get(
    "/clubs/{slug:club}/ratings/{slug:rules}",
    response={200: list[schemas.RatingOut], 404: schemas.Said},
)
def ratings(request: HttpRequest, club: str, rules: str) -> list[schemas.RatingOut]:
    """The ratings of a club in one game, by kind of table, best first."""
    found = access.club(request.user, club)
    if rules not in games.MATCHES:
        raise Http404
    page = show.ratings(found, access.ratings(request.user), rules)
    return [answers.rating(line) for table in page.pools for line in table.lines]


@api.get(
    "/clubs/{slug:club}/head-to-head",
    response={200: schemas.HeadToHeadOut, 400: schemas.Said, 404: schemas.Said},
)
def head_to_head(
    request: HttpRequest, club: str, one: str, other: str, page: int = 1
) -> schemas.HeadToHeadOut:
    """Two of a club against each other, by the keys that ratings tell: player-12, bot-kiebitz."""
    found = access.club(request.user, club)
    two = access.two_contestants(request.user, found, one, other)
    return answers.head_to_head(
        show.head_to_head(*two, access.tournaments(request.user), str(page))
    )


@api.get("/tournaments/{id}", response={200: schemas.TournamentPageOut, 404: schemas.Said})
def tournament(request: HttpRequest, id: int) -> schemas.TournamentPageOut:
    """A tournament with all its rounds, tables and results. A ladder has no end of them: ask for it
    at `/ladder`."""
    found = access.tournament_by_id(request.user, id)
    seen = access.rounds(request.user, found)
    pages = () if found.format in LADDERS else show.draw(seen)
    rounds = [answers.played_round(page) for page in pages]
    head = schemas.TournamentOut.model_validate(found).model_dump()
    return schemas.TournamentPageOut(**head, rounds=rounds)


@api.get("/tournaments/{id}/ladder", response={200: schemas.LadderOut, 404: schemas.Said})
def ladder(request: HttpRequest, id: int) -> schemas.LadderOut:
    """A ladder: who stands where, and what everybody does or waits for."""
    found = access.ladder_by_id(request.user, id)
    page = show.ladder_page(found)
    return schemas.LadderOut(
        **schemas.TournamentOut.model_validate(found).model_dump(),
        tables=page.tables,
        climbers=[answers.climber(one, page.spread) for one in page.lines],
        open=[answers.match(table.match) for table in page.open],
        latest=[answers.match(table.match) for table in page.latest],
    )


@api.get(
    "/tournaments/{id}/standings", response={200: list[schemas.StandingOut], 404: schemas.Said}
)
def standings(request: HttpRequest, id: int) -> list[schemas.StandingOut]:
    """The standings after the rounds finished so far, best first; those of a ladder are at
    `/ladder`."""
    found = access.tournament_by_id(request.user, id)
    probably = spread.of(found)
    return [answers.standing(one, probably) for one in rank.table(found)]


@api.get("/tournaments/{id}/needs", response={200: schemas.NeedsOut, 404: schemas.Said})
def needs(request: HttpRequest, id: int) -> schemas.NeedsOut:
    """What everybody needs in the last round, while it is played or comes next."""
    return answers.needs(show.needs(access.tournament_by_id(request.user, id)))


@api.get("/tournaments/{id}/luck", response={200: schemas.LuckOut, 404: schemas.Said})
def what_was_cards(request: HttpRequest, id: int) -> schemas.LuckOut:
    """How everybody did on the same cards in the rounds finished so far, and how much was cards;
    nothing of a ladder."""
    return answers.on_same_cards(luck.luck(access.tournament_by_id(request.user, id)))


@api.get("/matches/{id}", response={200: schemas.MatchOut, 404: schemas.Said})
def match(request: HttpRequest, id: int) -> schemas.MatchOut:
    """A match with its seats."""
    return answers.match(show.seated(access.match(request.user, id)))


@api.get("/matches/{id}/transcript", response={404: schemas.Said, 409: schemas.Said})
def transcript(request: HttpRequest, id: int) -> HttpResponse:
    """The transcript as `python -m games check` reads it. 409 while it is closed: seed and moves
    are shown when the last match with the same cards has ended."""
    paper = show.open_transcript(access.match(request.user, id))
    if paper is None:
        raise NotOpen(_("This transcript opens when everybody has played these cards."))
    return HttpResponse(paper.text, content_type="application/json")
