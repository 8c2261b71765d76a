"""How well everybody of a club plays, how that came, and how two of them did against each other."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import games
from league import access, show
from league.refusals import Refused

from .door import door


@door("GET")
def ratings(request: HttpRequest, club: str, rules: str | None = None) -> HttpResponse:
    """The ratings of a club in one game; in the one most played, if none is named."""
    found = access.club(request.user, club)
    if rules is not None and rules not in games.MATCHES:
        raise Http404
    page = show.ratings(found, access.ratings(request.user), rules)
    return render(request, "ratings.html", {"section": "club", "club": found, "page": page})


@door("GET")
def rating(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """One rating, match by match; `?page=2` goes further back."""
    found = access.rating(request.user, club, pk)
    seen = access.tournaments(request.user)
    page = show.rating(found, seen, request.GET.get("page"))
    return render(
        request, "rating.html", {"section": "club", "club": found.pool.club, "page": page}
    )


@door("GET")
def head_to_head(request: HttpRequest, club: str) -> HttpResponse:
    """Two of a club against each other: `?one=bot-kiebitz&other=player-12`."""
    found = access.club(request.user, club)
    one, other = (request.GET.get(name, "") for name in ("one", "other"))
    context = {
        "section": "club",
        "club": found,
        "players": access.players(request.user).filter(club=found),
        "bots": access.bots(request.user).filter(club=found),
        "one": one,
        "other": other,
    }
    status = 200
    if one and other:
        try:
            two = access.two_contestants(request.user, found, one, other)
            seen = access.tournaments(request.user)
            context["page"] = show.head_to_head(*two, seen, request.GET.get("page"))
        except Refused as error:
            context["refusal"] = error.sentence
            status = error.status
    return render(request, "head_to_head.html", context, status=status)
