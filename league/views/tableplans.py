"""The step between entries and draw: which tables there are to be."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import access, show, submit
from league.formats.catalog import FORMATS
from league.formats.core import Undrawable
from league.formats.tableplans import has_courses
from league.models import Tournament
from league.reading import natural
from league.refusals import Refused, in_words

from .door import door, known, looked_at


@door("GET", "POST")
def tables(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Look at the plans, choose one, and go on to the draw; `?minutes=7` says what a deal takes."""
    found = access.organised_tournament(request.user, club, league, slug)
    if request.method != "POST":
        if show.has_table_plans(found):
            return _tables(request, found)
        return redirect("tournament-draw", club, league, slug)
    size, _dash, left_over = request.POST.get("plan", "").partition("-")
    try:
        submit.choose_tables(found, _number(size), left_over, looked_at(request), known(request))
    except Refused as refused:
        found.refresh_from_db()
        if show.has_table_plans(found):
            return _tables(request, found, refused)
        raise
    messages.success(request, _("The next draw will be at these tables."))
    return redirect("tournament-draw", club, league, slug)


def _tables(
    request: HttpRequest, found: Tournament, refused: Refused | None = None
) -> HttpResponse:
    minutes = _number(request.GET.get("minutes", str(show.MINUTES_A_DEAL)))
    if minutes not in show.MINUTES:
        most = {"most": show.MINUTES[-1]}
        refused = Refused(_("A deal takes from 1 to %(most)d minutes, in whole numbers.") % most)
        minutes = show.MINUTES_A_DEAL
    page = {"section": "club", "club": found.club, "tournament": found}
    plans = show.courses if has_courses(FORMATS[found.format]) else show.table_plans
    try:
        page["page"] = plans(found, minutes)
    except Undrawable as error:
        refused = refused or Refused(in_words(error))
    page["refusal"] = refused and refused.sentence
    status = refused.status if refused else 200
    return render(request, "tournament/tables.html", page, status=status)


def _number(text: str) -> int:
    """0 for what is none."""
    return natural(text, 4) or 0
