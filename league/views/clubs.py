"""A club and its leagues."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, show
from league.models import League, Season

from .door import door


@door("GET")
def club(request: HttpRequest, club: str) -> HttpResponse:
    """Leagues with their tournaments, bots, members."""
    found = access.club(request.user, club)
    page = {
        "section": "club",
        "club": found,
        "page": show.club(found, access.tournaments(request.user)),
        "is_organiser": found.is_run_by(request.user),
        "is_member": found.has_member(request.user),
    }
    return render(request, "club.html", page)


@door("GET")
def league(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """The cumulative ranking and the tournaments it adds up, of the current season if there are
    seasons."""
    found = access.league(request.user, club, league)
    return render(request, "league.html", league_page(request, found, found.season))


@door("GET")
def season(request: HttpRequest, club: str, league: str, number: int) -> HttpResponse:
    """The same of one season."""
    found = access.season(request.user, club, league, number)
    return render(request, "league.html", league_page(request, found.league, found))


def league_page(request: HttpRequest, found: League, season: Season | None) -> dict[str, Any]:
    """What the page of a league or a season is made of."""
    return {
        "section": "club",
        "club": found.club,
        "page": show.league(found, season, access.tournaments(request.user)),
        "is_organiser": found.club.is_run_by(request.user),
    }
