"""Seasons as an organiser runs them: beginning one, its divisions and members, its end."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import access, seasons, show
from league.forms.leagues import (
    BeginForm,
    CountsForForm,
    DivisionsForm,
    EndForm,
    MembersForm,
    counting_for,
)
from league.models import League, Season, Tournament
from league.refusals import NotOpen, Refused

from . import clubs
from .door import door, known, looked_at


@door("GET", "POST")
def begin(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """Name the next season."""
    found = access.organised_league(request.user, club, league)
    last = found.season
    finished = found.tournaments.filter(season=None, state=Tournament.State.DONE)
    form = BeginForm(_sent(request), asks_before=last is None and finished.exists())
    if form.is_bound and form.is_valid():
        try:
            season = seasons.begin(found, **form.cleaned_data, by=known(request))
        except NotOpen as refused:
            return _season_says(request, found, refused)
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("“%(season)s” has begun.") % {"season": season})
            return redirect(season)
    page = {"league": found, "club": found.club, "last": last, "form": form}
    return _answer(request, "season/begin.html", page, form)


@door("GET", "POST")
def divisions(request: HttpRequest, club: str, league: str, number: int) -> HttpResponse:
    """The season's name and its divisions."""
    season = access.organised_season(request.user, club, league, number)
    form = DivisionsForm(season, _sent(request))
    refusal = None
    if form.is_bound and form.is_valid():
        lines = form.given()
        try:
            name = form.cleaned_data["name"]
            seasons.set_up(season, looked_at(request) or 0, name, lines, known(request))
        except NotOpen as refused:
            season.refresh_from_db()
            refusal, form = refused, DivisionsForm(season)
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("The divisions are saved."))
            return redirect(season)
    return _answer(request, "season/divisions.html", _of(season, form), form, refusal)


@door("GET", "POST")
def members(request: HttpRequest, club: str, league: str, number: int) -> HttpResponse:
    """Who is in which division."""
    season = access.organised_season(request.user, club, league, number)
    if not season.divisions.exists():
        raise NotOpen(_("This season has no divisions. Set them up first."))
    form = MembersForm(season, _sent(request))
    refusal = None
    if form.is_bound and form.is_valid():
        placed, left = form.placed(), form.left()
        try:
            seasons.place_members(season, looked_at(request) or 0, placed, left, known(request))
        except NotOpen as refused:
            season.refresh_from_db()
            refusal, form = refused, MembersForm(season)
        else:
            messages.success(request, _("The members are saved."))
            return redirect(season)
    return _answer(request, "season/members.html", _of(season, form), form, refusal)


@door("GET", "POST")
def close(request: HttpRequest, club: str, league: str, number: int) -> HttpResponse:
    """Who would go up and down: change it, count anew, confirm it."""
    season = access.organised_season(request.user, club, league, number)
    ending = show.ending(season)
    form = EndForm(ending, _sent(request))
    chosen = form.chosen() if form.is_bound and form.is_valid() else None
    refusal: Refused | None = None
    if chosen is not None and "again" not in request.POST:
        try:
            seasons.close(season, looked_at(request) or 0, chosen, known(request))
        except NotOpen as refused:
            refusal, chosen = refused, None
            season.refresh_from_db()
            ending = show.ending(season)
            form = EndForm(ending)
        else:
            messages.success(request, _("“%(season)s” is closed.") % {"season": season})
            return redirect(season)
    if not season.is_open:
        return _season_says(request, season.league, refusal) if refusal else redirect(season)
    page = _of(season, form) | {
        "looked_at": seasons.edition(season),
        "divisions": _with_fields(show.ending(season, chosen) if chosen else ending, form),
        "running": season.tournaments.filter(state=Tournament.State.RUNNING),
    }
    return _answer(request, "season/close.html", page, form, refusal)


def _with_fields(ending: tuple[show.EndDivision, ...], form: EndForm) -> list[Any]:
    return [
        (division, [(line, form[str(line.member.pk)]) for line in division.lines])
        for division in ending
    ]


@door("GET", "POST")
def counts_for(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """For which division a tournament counts, played or not."""
    found = access.organised_tournament(request.user, club, league, slug)
    if found.season is None or not found.season.divisions.exists():
        raise NotOpen(_("It is in no season with divisions."))
    initial = {"division": counting_for(found)}
    form = CountsForForm(found.season, _sent(request), initial=initial)
    if form.is_bound and form.is_valid():
        seasons.count_for(found, form.chosen(), known(request))
        messages.success(request, _("It counts like this now."))
        return redirect(found)
    page = {"tournament": found, "league": found.league, "club": found.club, "form": form}
    return _answer(request, "season/counts_for.html", page, form)


@door("POST")
def reopen(request: HttpRequest, club: str, league: str, number: int) -> HttpResponse:
    """Undo the closing."""
    season = access.organised_season(request.user, club, league, number)
    try:
        seasons.reopen(season, known(request))
    except NotOpen as refused:
        return _season_says(request, season.league, refused)
    messages.success(request, _("“%(season)s” is open again.") % {"season": season})
    return redirect(season)


@door("GET")
def log(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """Who did what to the league and its seasons, when and why."""
    found = access.organised_league(request.user, club, league)
    lines = show.log(access.league_acts(request.user, found))
    page = {"section": "club", "club": found.club, "league": found, "lines": lines}
    return render(request, "season/log.html", page)


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _of(season: Season, form: Form) -> dict[str, Any]:
    return {"season": season, "league": season.league, "club": season.league.club, "form": form}


def _answer(
    request: HttpRequest,
    template: str,
    page: dict[str, Any],
    form: Form,
    refusal: Refused | None = None,
) -> HttpResponse:
    """The page with its form, and 400 where something in it has to be put right."""
    status = refusal.status if refusal else 400 if form.errors else 200
    page |= {"section": "club", "refusal": refusal and refusal.sentence}
    return render(request, template, page, status=status)


def _season_says(request: HttpRequest, league: League, refused: Refused) -> HttpResponse:
    """The page of the league as it stands, with the sentence on top."""
    page = clubs.league_page(request, league, league.season) | {"refusal": refused.sentence}
    return render(request, "league.html", page, status=refused.status)
