"""A match: who sat there, how it ended, and every move of it once nothing is secret any more."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import access, run, show, stepping
from league.models import Bot, Match
from league.reading import natural
from league.refusals import NotOpen, Refused

from .door import door, known


@door("GET")
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """The match after `?move=33` moves of `?deal=2`."""
    found = access.match(request.user, pk)
    return render(request, "match.html", _page(request, found))


def refused(request: HttpRequest, found: Match, refused: Refused) -> HttpResponse:
    """The page as it stands, with the sentence on top, and what was sent."""
    page = _page(request, found) | {"refusal": refused.sentence, "sent": request.POST}
    return render(request, "match.html", page, status=refused.status)


def _page(request: HttpRequest, found: Match) -> dict[str, Any]:
    """Raises Http404 for a move there is none of."""
    deal, move = _number(request, "deal", 1), _number(request, "move", 0)
    try:
        page = show.match(found, deal - 1, move, access.seat_logs(request.user, found))
    except stepping.NoSuchMove:
        raise Http404 from None
    club = found.event.club
    return {
        "section": "club",
        "club": club,
        "page": page,
        "runs_it": found.is_run_by(request.user),
        "versions": show.versions(found),
        "owns_a_seat": any(
            isinstance(who := line.seat.who, Bot) and who.is_owned_by(request.user)
            for line in page.table.seats
        ),
    }


@door("GET")
def transcript(request: HttpRequest, pk: int) -> HttpResponse:
    """The match on paper, to take home and check."""
    found = access.match(request.user, pk)
    paper = show.open_transcript(found)
    if paper is None:
        raise NotOpen(_("The transcript opens when everybody has finished with these cards."))
    name = f'attachment; filename="match-{found.pk}.json"'
    return HttpResponse(
        paper.text, content_type="application/json", headers={"Content-Disposition": name}
    )


@door("POST")
def play_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Queue a void match once more."""
    found = access.organised_match(request.user, pk)
    run.play_again(found, known(request))
    return redirect(found)


def _number(request: HttpRequest, name: str, default: int) -> int:
    """A number of the query. Raises Http404 for anything else."""
    given = natural(request.GET.get(name, str(default)), 6)
    if given is None:
        raise Http404
    return given
