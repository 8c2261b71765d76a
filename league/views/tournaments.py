"""A tournament as everybody sees it, and the part of its page that follows the play."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition
from django_htmx.http import reswap, retarget

from league import access, ladder, schedule, show
from league.formats.catalog import LADDERS
from league.models import Round, Tournament
from league.reading import natural
from league.refusals import NotOpen, Refused

from .door import door


@door("GET")
def tournament(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Rounds, tables, standings; `?round=2` shows that round."""
    found = access.tournament(request.user, club, league, slug)
    return render(request, "tournament.html", _whole(request, found))


def refused(request: HttpRequest, found: Tournament, refused: Refused) -> HttpResponse:
    """The page as it stands, with the sentence on top."""
    page = _whole(request, found) | {"refusal": refused.sentence}
    return render(request, "tournament.html", page, status=refused.status)


def _whole(request: HttpRequest, found: Tournament) -> dict[str, Any]:
    """What does not follow the play is not in its live part."""
    return context(request, found) | {"counts_for": show.counts_for(found)}


def context(request: HttpRequest, found: Tournament) -> dict[str, Any]:
    """What both the page and its live part are made of. Raises Http404 for an unknown round."""
    page = (
        _ladder(found) if found.is_public and found.format in LADDERS else _rounds(request, found)
    )
    club = found.league.club
    roles = {
        "is_organiser": club.is_run_by(request.user),
        "is_member": club.has_member(request.user),
    }
    return {"section": "club", "club": club, "tournament": found, **roles, **page}


def _ladder(found: Tournament) -> dict[str, Any]:
    return {"page": show.ladder_page(found), "part": "ladder/_live.html", "follows": True}


def _rounds(request: HttpRequest, found: Tournament) -> dict[str, Any]:
    wanted = request.GET.get("round")
    number = None if wanted is None else natural(wanted, 5)
    if wanted is not None and number is None:
        raise Http404
    try:
        rounds = access.rounds(request.user, found)
        page = show.tournament(found, number, rounds)
    except Round.DoesNotExist:
        raise Http404 from None
    return {
        "page": page,
        "part": "tournament/_live.html",
        "follows": wanted is None,
        "corrections": show.corrections(found),
    }


@door("POST")
def draw_again(
    request: HttpRequest, club: str, league: str, slug: str, number: int
) -> HttpResponse:
    """Draw a round once more, to see whether its tables are those that come of it."""
    played = access.drawn_round(request.user, club, league, slug, number)
    found = played.tournament
    on_ladder = found.format in LADDERS
    again = ladder.comes_out_again if on_ladder else schedule.comes_out_again
    if not again(played):
        said = _("Round %(n)d was drawn again, and other tables came out. Tell who runs the site.")
        if on_ladder:
            said = _("Table %(n)d was drawn again, and another came out. Tell who runs the site.")
        return refused(request, found, NotOpen(said % {"n": number}))
    messages.success(request, _comes_out(played, on_ladder) % {"n": number})
    return redirect(found if on_ladder else f"{found.get_absolute_url()}?round={number}")


def _comes_out(played: Round, on_ladder: bool) -> str:
    if on_ladder:
        return _("Table %(n)d was drawn again from its seed: the same table came out.")
    if played.receipt.get("swaps"):
        return _(
            "Round %(n)d was drawn again from its seed: the tables came out as they were before "
            "somebody changed chairs by hand."
        )
    return _("Round %(n)d was drawn again from its seed: the same tables came out.")


def _tag(request: HttpRequest, club: str, league: str, slug: str) -> str:
    """Changes with everything the live part depends on."""
    found = access.tournament(request.user, club, league, slug)
    here = found.league.club
    role = f"{here.is_run_by(request.user)}-{here.has_member(request.user)}"
    shown = request.GET.get("round", "")[:6].encode().hex()
    return f'"{found.pk}-{found.version}-{role}-{get_language()}-{shown}"'


@door("GET")
@condition(etag_func=_tag)
def live(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """The part of the page that follows the play. Once the tournament is over the answer takes the
    place of the whole section, and the page stops to listen."""
    found = access.tournament(request.user, club, league, slug)
    if not found.is_public:
        raise Http404
    page = context(request, found)
    response = _fresh(render(request, page["part"], page))
    if found.state != Tournament.State.RUNNING:
        response = retarget(reswap(response, "outerHTML"), "#live")
    return response


@door("GET")
def standings_file(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """The standings for a spreadsheet. A ladder has none."""
    found = access.tournament(request.user, club, league, slug)
    if not found.is_public or found.format in LADDERS:
        raise Http404
    return HttpResponse(
        show.standings_file(found, access.rounds(request.user, found)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{found.slug}.csv"'},
    )


@door("GET")
@condition(etag_func=_tag)
def needs(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """What everybody needs in the last round. The tournament's page takes its part of this."""
    found = access.tournament(request.user, club, league, slug)
    page = {"section": "club", "club": found.club, "tournament": found, "page": show.needs(found)}
    return _fresh(render(request, "tournament/needs.html", page))


def _fresh(response: HttpResponse) -> HttpResponse:
    """To be asked for again every time, by each reader for himself."""
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
