"""A bot."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access, show

from .door import door


@door("GET")
def bot(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """What it has played and how that went."""
    found = access.bot(request.user, club, slug)
    page = show.bot(found, access.matches(request.user))
    return render(request, "bot.html", {"section": "club", "club": found.club, "page": page})
