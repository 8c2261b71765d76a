"""Two change chairs by hand: choose them, look at what it costs, then confirm."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import access, show
from league import swap as swaps
from league.models import Entry, Round
from league.refusals import Refused

from .door import door, key, known


@door("GET", "POST")
def swap(request: HttpRequest, club: str, league: str, slug: str, number: int) -> HttpResponse:
    """`?one=3&other=8` shows what it would cost if these entries changed chairs."""
    played = access.organised_round(request.user, club, league, slug, number)
    given = request.POST if request.method == "POST" else request.GET
    if "one" not in given:
        return _page(request, played)
    one, other = _entry(played, given, "one"), _entry(played, given, "other")
    chosen: dict[str, Any] = {"one": one.pk, "other": other.pk}
    try:
        if request.method != "POST":
            return _page(
                request, played, planned=show.swap(swaps.look(played, one, other)), **chosen
            )
        swaps.swap(played, one, other, given.get("mark", ""), known(request), given.get("why", ""))
    except Refused as refused:
        return _page(request, played, refused, **chosen)
    messages.success(
        request, _("%(one)s and %(other)s have changed chairs.") % {"one": one, "other": other}
    )
    return redirect(request.path)


def _page(
    request: HttpRequest, played: Round, refused: Refused | None = None, **more: Any
) -> HttpResponse:
    found = played.tournament
    page = {
        "section": "club",
        "club": found.league.club,
        "tournament": found,
        "round": show.round_page(played),
        "chairs": show.chairs(swaps.chairs(played), played.resting.all()),
        "refusal": refused and refused.sentence,
    }
    status = refused.status if refused else 200
    return render(request, "tournament/swap.html", page | more, status=status)


def _entry(played: Round, given: QueryDict, name: str) -> Entry:
    """Raises Http404."""
    return access.entry(played.tournament, key(given.get(name, "")))
