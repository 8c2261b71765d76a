"""The games: what they are, their rules, what was settled about them."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import games
from games import Ruling
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
    match, game = games.MATCHES.get(slug), games.GAMES.get(slug)
    if match is None and game is None:
        raise Http404
    parts = [part for part in (match, game) if part is not None]
    deck = deck_of(slug if match is None else match.games[0].slug)
    page = {
        "section": "games",
        "match": match,
        "parts": parts,
        "name": parts[0].name,
        "game": game,
        "rulings": _in_order(ruling for part in parts for ruling in part.rulings),
        "options": parts[0].options,
        "deck": deck,
        "cards": EXAMPLES.get(deck, ()),
    }
    return render(request, "game.html", page)


def _in_order(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Each once, XXL-9 before XXL-10."""
    once = {ruling.id: ruling for ruling in rulings}
    return sorted(once.values(), key=lambda ruling: _parts(ruling.id))


def _parts(ruling_id: str) -> tuple[str, int]:
    book, _, number = ruling_id.rpartition("-")
    return book, int(number)
