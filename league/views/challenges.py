"""Challenges: a member's version against bots of his choice, and what came of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

import games
from league import access, show, submit
from league import challenge as challenging
from league.forms.challenges import ChallengeForm
from league.models import Version
from league.refusals import NotOpen, Refused

from .door import door, known


@door("GET", "POST")
def new(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """What is played (`?rules=xxl-pur`), against whom, how often."""
    found = access.own_version(request.user, club, slug, number)
    access.joined_club(request.user, club)
    if not found.is_open:
        raise NotOpen(_("This version is not ready, so it does not play."))
    form = _form(request, found)
    if form.is_bound and form.is_valid():
        try:
            return redirect(_made(request, found, form))
        except Refused as refused:
            _refuse(form, refused)
    return _ask(request, found, form)


def _form(request: HttpRequest, found: Version) -> ChallengeForm:
    sent = request.POST if request.method == "POST" else None
    plays = _plays(found)
    if not plays:  # games go, and versions stay
        raise NotOpen(_("What this version plays is not played here any more."))
    asked = (request.GET if sent is None else sent).get("rules", next(iter(plays)))
    rules = plays[submit.one_of(plays, asked, "rules")]
    opponents = [one for one in challenging.opponents(found) if one.can_play(rules.slug)]
    first = {"opponent-1": opponents[0].pk} if opponents else {}
    return ChallengeForm(rules, opponents, sent, initial=first)


def _plays(found: Version) -> dict[str, games.MatchRules]:
    return {slug: rules for slug, rules in games.MATCHES.items() if found.can_play(slug)}


def _made(request: HttpRequest, found: Version, form: ChallengeForm) -> Any:
    return challenging.challenge(
        known(request),
        found,
        form.rules.slug,
        form.given("option"),
        form.opponents(),
        form.cleaned_data["count"],
    )


def _refuse(form: ChallengeForm, refused: Refused) -> None:
    if refused.field in ("opponents", "seats"):
        refused.field = "opponent-1"
    form.refuse(refused)


def _ask(request: HttpRequest, found: Version, form: ChallengeForm) -> HttpResponse:
    club = found.bot.club
    page = {
        "section": "club",
        "club": club,
        "version": found,
        "form": form,
        "plays": _plays(found).values(),
        "left": challenging.left_today(known(request), club),
        "kept_days": challenging.KEPT_DAYS,
    }
    return render(request, "challenge/new.html", page, status=400 if form.errors else 200)


@door("GET")
def challenge(request: HttpRequest, pk: int) -> HttpResponse:
    """How far it is and how it went, match by match."""
    found = access.challenge(request.user, pk)
    page = {
        "section": "club",
        "club": found.club,
        "page": show.challenge(found),
        "is_owner": found.version.bot.is_owned_by(request.user),
        "kept_days": challenging.KEPT_DAYS,
    }
    return render(request, "challenge.html", page)


@door("POST")
def open_or_close(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Whether other members may challenge this bot (`open` is there or not)."""
    found = access.own_bot(request.user, club, slug)
    challenging.open_or_close(found, takes="open" in request.POST)
    return redirect(found)
