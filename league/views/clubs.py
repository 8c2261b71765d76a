"""A club and its leagues."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, show

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
    """The cumulative ranking and the tournaments it adds up."""
    found = access.league(request.user, club, league)
    page = {
        "section": "club",
        "club": found.club,
        "page": show.league(found, access.tournaments(request.user)),
        "is_organiser": found.club.is_run_by(request.user),
    }
    return render(request, "league.html", page)
