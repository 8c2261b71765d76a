"""What goes on tonight."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

import games
from league import access, rank, show

from .door import door


@door("GET")
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for the sign of a page that names none, as those of the back office."""
    return redirect(static("logo.svg"))


@door("GET")
def home(request: HttpRequest) -> HttpResponse:
    """What is being played, what was, what is being prepared, and the clubs (see context)."""
    tournaments = access.tournaments(request.user)
    league = access.leagues(request.user).first()
    page = {
        "section": "home",
        "running": show.running(tournaments),
        "finished": show.finished(tournaments),
        "prepared": show.prepared(tournaments),
        "matches": games.MATCHES.values(),
        "league": league,
        "ranking": rank.league_table(league)[: show.LATEST] if league else (),
    }
    return render(request, "home.html", page)
