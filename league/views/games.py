"""The games: what they are, their rules, what was settled about them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import games
from league import rulebook
from league.templatetags.cards import EXAMPLES, deck_of

from .door import door


@door("GET")
def catalog(request: HttpRequest) -> HttpResponse:
    """Everything a table can play, and the single games it is made of."""
    page = {"section": "games", "matches": games.MATCHES.values(), "games": games.GAMES.values()}
    return render(request, "games.html", page)


@door("GET")
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a match or of a game; where both bear the name, of both."""
    page = rulebook.page(slug)
    if page is None:
        raise Http404
    deck = deck_of(page.match.games[0].slug if page.match else slug)
    context = {"section": "games", "page": page, "deck": deck, "cards": EXAMPLES.get(deck, ())}
    return render(request, "game.html", context)
