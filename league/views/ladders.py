"""A ladder is opened, and is no draft from then on."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league import access, ladder
from league.refusals import Refused

from . import tournaments
from .door import door, known


@door("POST")
def open_it(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Show it to everybody and begin to draw tables."""
    found = access.organised_tournament(request.user, club, league, slug)
    try:
        ladder.start(found, known(request))
    except Refused as refused:
        return tournaments.refused(request, found, refused)
    messages.success(request, _("The ladder is open."))
    return redirect(found)
