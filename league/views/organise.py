"""Setting a tournament up: what is played, who enters, the draw, and its publication."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games
from league import access, attendance, schedule, show, submit
from league.formats.catalog import FORMATS, LADDERS
from league.forms.leagues import LeagueForm
from league.forms.tournaments import TournamentForm, initial_of
from league.models import League, Tournament
from league.refusals import NotOpen, Refused
from league.scoring.catalog import SCORINGS

from . import tournaments
from .door import door, ids, known, looked_at

Save = Callable[[submit.Setup], Tournament]


@door("GET", "POST")
def new(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """First what is played, how tables are drawn and points counted, then everything else."""
    found = access.organised_league(request.user, club, league)
    submit.open_season(found)  # or it is said before anything is filled in
    page = {"league": found, "club": found.club, "section": "club"}
    if request.method != "POST" and not {"rules", "format"} & set(request.GET):
        return render(request, "tournament/choose.html", page | _choices())

    def save(setup: submit.Setup) -> Tournament:
        return submit.new_tournament(found, by=known(request), **setup)

    return _ask(request, page, save)


@door("GET", "POST")
def edit(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """The same for a draft; `?choose` goes back to what is played."""
    found = access.organised_tournament(request.user, club, league, slug)
    if found.state != Tournament.State.DRAFT:
        raise NotOpen(_("The tables are drawn. Take the draw back to change the tournament."))
    page = {"league": found.league, "club": found.league.club, "section": "club"}
    page |= {"tournament": found}
    if "choose" in request.GET:
        chosen = _choices(found.rules, found.format, found.scoring)
        return render(request, "tournament/choose.html", page | chosen)

    def save(setup: submit.Setup) -> Tournament:
        submit.change_tournament(found, by=known(request), **setup)
        return found

    return _ask(request, page, save)


def _ask(request: HttpRequest, page: dict[str, Any], save: Save) -> HttpResponse:
    """The form, and when it is sent the tournament as it says. Sentences of refusal stand beside
    their fields; nothing is saved then."""
    sent = request.POST if request.method == "POST" else None
    chosen = request.GET if sent is None else sent
    draft: Tournament | None = page.get("tournament")
    rules = games.MATCHES.get(chosen.get("rules", draft.rules if draft else ""))
    format = FORMATS.get(chosen.get("format", draft.format if draft else ""))
    usual = draft.scoring if draft else next(iter(SCORINGS))
    scoring = SCORINGS.get(chosen.get("scoring", usual))
    if rules is None or format is None or scoring is None:
        said = {
            "refusal": _("Choose a game, a way to draw the tables and to count points from these.")
        }
        return render(request, "tournament/choose.html", page | _choices() | said, status=400)
    initial = initial_of(draft, scoring) if draft else None
    season = draft.season if draft else page["league"].season
    divisions = list(season.divisions.all()) if season else []
    form = TournamentForm(rules, format, scoring, sent, initial=initial, divisions=divisions)
    if sent is not None and form.is_valid():
        try:
            return redirect("tournament-entries", *_address(save(form.setup())))
        except NotOpen:
            raise
        except Refused as refused:
            form.refuse(refused)
    status = 400 if form.is_bound else 200
    return render(request, "tournament/form.html", page | {"form": form}, status=status)


@door("GET", "POST")
def league_settings(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """How the ranking of a league counts."""
    found = access.organised_league(request.user, club, league)
    form = LeagueForm(request.POST if request.method == "POST" else None, initial=found.settings)
    if form.is_bound and form.is_valid():
        submit.change_league(found, form.cleaned_data, known(request))
        messages.success(request, _("The ranking counts like this now."))
        return redirect(found)
    page = {"league": found, "club": found.club, "section": "club", "form": form}
    status = 400 if form.is_bound else 200
    return render(request, "league_settings.html", page, status=status)


def _choices(rules: str = "", format: str = "", scoring: str = "") -> dict[str, Any]:
    return {
        "matches": games.MATCHES.values(),
        "formats": FORMATS.values(),
        "scorings": SCORINGS.values(),
        "scoring_chosen": scoring or next(iter(SCORINGS)),
        "rules_chosen": rules or next(iter(games.MATCHES)),
        "format_chosen": format or next(iter(FORMATS)),
    }


@door("GET", "POST")
def entries(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Who plays. Several bots enter at once; one is withdrawn at a time."""
    found = access.organised_tournament(request.user, club, league, slug)
    if request.method != "POST":
        return _entries(request, found)
    try:
        said = _withdraw(request, found) if "withdraw" in request.POST else _enter(request, found)
    except Refused as refused:
        return _entries(request, found, refused)
    messages.success(request, said)
    return redirect("tournament-entries", *_address(found))


def _enter(request: HttpRequest, found: Tournament) -> str:
    chosen = access.club_bots(found.league.club, ids(request, "bots"))
    if not chosen:
        raise Refused(_("No bot is chosen. Tick those that play."))
    running = found.state == Tournament.State.RUNNING
    enter = attendance.come_late if running else submit.enter
    count = len(enter(found, chosen, known(request)))
    return ngettext("One bot is entered.", "%(count)d bots are entered.", count) % {"count": count}


def _withdraw(request: HttpRequest, found: Tournament) -> str:
    (pk,) = ids(request, "withdraw")[:1]
    entry = access.entry(found, pk)
    submit.withdraw(entry, known(request))
    return _("%(who)s is withdrawn.") % {"who": entry}


def _entries(
    request: HttpRequest, found: Tournament, refused: Refused | None = None
) -> HttpResponse:
    entered = list(found.entries.select_related("player", "bot__club"))
    counts_for = show.counts_for(found)
    bots = show.may_enter(found)
    page = {
        "section": "club",
        "club": found.league.club,
        "tournament": found,
        "is_ladder": found.format in LADDERS,
        "may_enter": attendance.may_enter(found),
        "counts_for": counts_for,
        "entries": entered,
        "bots": [line for line in bots if counts_for is None or counts_for.ranks(line.bot)],
        "guests": [line for line in bots if counts_for and not counts_for.ranks(line.bot)],
        "kept_apart": show.kept_apart(found),
        "has_table_plans": show.has_table_plans(found),
        "ticked": request.POST.getlist("bots"),
        "refusal": refused and refused.sentence,
    }
    return render(
        request, "tournament/entries.html", page, status=refused.status if refused else 200
    )


@door("GET", "POST")
def draw(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Look at the draw before anybody else does; draw again, or take it back."""
    found = access.organised_tournament(request.user, club, league, slug)
    if found.is_public:
        return _published(request, found)
    if found.format in LADDERS and request.method != "POST":
        return redirect(found)  # there is nothing to draw before it is open
    if request.method != "POST":
        return _draw(request, found)
    try:
        if "take-back" in request.POST:
            schedule.take_back(found, known(request))
        else:
            schedule.draw(found, known(request))
    except Refused as refused:
        return _draw(request, found, refused)
    return redirect("tournament-draw", *_address(found))


def _draw(request: HttpRequest, found: Tournament, refused: Refused | None = None) -> HttpResponse:
    rounds = show.explained(show.draw(access.rounds(request.user, found)))
    page = {
        "section": "club",
        "club": found.league.club,
        "tournament": found,
        "page": show.tournament(found),
        "rounds": rounds,
        "costs": show.costs(rounds),
        "course": show.course(found),
        "refusal": refused and refused.sentence,
    }
    return render(request, "tournament/draw.html", page, status=refused.status if refused else 200)


def _published(request: HttpRequest, found: Tournament) -> HttpResponse:
    """There is nothing to draw any more: the page of the tournament, with a word about it."""
    if request.method != "POST":
        return redirect(found)
    refused = NotOpen(_("The tables are published; they are not drawn again."))
    return tournaments.refused(request, found, refused)


@door("POST")
def publish(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Show the draw to everybody and begin to play."""
    found = access.organised_tournament(request.user, club, league, slug)
    try:
        schedule.publish(found, looked_at(request), known(request))
    except Refused as refused:
        return tournaments.refused(request, found, refused)
    messages.success(request, _("The draw is published."))
    return redirect(found)


@door("GET")
def log(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Who did what, when and why."""
    found = access.organised_tournament(request.user, club, league, slug)
    page = {
        "section": "club",
        "club": found.club,
        "tournament": found,
        "lines": show.log(access.acts(request.user, found)),
    }
    return render(request, "tournament/log.html", page)


def _address(tournament: Tournament) -> tuple[str, str, str]:
    league: League = tournament.league
    return league.club.slug, league.slug, tournament.slug
