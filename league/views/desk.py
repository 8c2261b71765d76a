"""The organiser's desk while a tournament is played: who is there, penalties, tables, pausing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import access, apart, attendance, penalties, schedule, show, tables
from league.models import Entry, KeptApart, Tournament, User
from league.refusals import NotOpen, Refused

from . import matches, tournaments
from .door import door, key, known, looked_at


@door("GET", "POST")
def entry(request: HttpRequest, club: str, league: str, slug: str, pk: int) -> HttpResponse:
    """One who plays, and what can be done about him."""
    found = access.organised_tournament(request.user, club, league, slug)
    who = access.entry(found, pk)
    if request.method != "POST":
        return _entry(request, found, who)
    try:
        messages.success(request, _done(request, who))
    except Refused as refused:
        return _entry(request, found, who, refused)
    return redirect(request.path)


def _done(request: HttpRequest, who: Entry) -> str:
    """Does what was asked for; what to say of it. Raises Refused, Http404."""
    sent, by = request.POST, known(request)
    why = sent.get("why", "")
    if "cancel" in sent:
        penalties.cancel(access.penalty(who, sent["cancel"]), by)
        return _("The penalty is cancelled.")
    if "points" in sent:
        penalties.give(who, sent["points"], why, by)
        return _("The penalty counts.")
    if "table" in sent:
        table = tables.fix(who, sent["table"], by)
        if table is None:
            return _("%(who)s sits at any table.") % {"who": who}
        return _("%(who)s sits at table %(n)d in every round.") % {"who": who, "n": table}
    if "apart" in sent or "let" in sent:
        return _set_apart(who, sent, by)
    if sent.get("become") not in Entry.State:
        raise Refused(_("Choose what happens to %(who)s.") % {"who": who})
    state = Entry.State(sent["become"])
    attendance.become(who, state, by, why)
    return _("%(who)s: %(state)s.") % {"who": who, "state": state.label}


def _set_apart(who: Entry, sent: QueryDict, by: User) -> str:
    """Keeps two apart, or lets them sit together again; what to say of it. Raises Refused."""
    other = _other(who, sent.get("let", sent.get("apart", "")))
    words = {"one": who, "other": other}
    if "let" in sent:
        apart.let(who, other, by)
        return _("%(one)s and %(other)s may sit together.") % words
    apart.keep(who, other, sent.get("how", ""), by)
    if sent["how"] == KeptApart.How.NEVER:
        return _("%(one)s and %(other)s never sit together.") % words
    return _("%(one)s and %(other)s sit together only where it cannot be avoided.") % words


def _other(who: Entry, pk: str) -> Entry:
    """Raises Refused if nobody is chosen, NotOpen for one that is not there any more."""
    if not pk:
        raise Refused(_("Choose from whom %(who)s is kept apart.") % {"who": who}, "apart")
    try:
        return access.entry(who.tournament, key(pk))
    except Http404:
        raise NotOpen(_("Who was chosen is not entered any more. Choose somebody else.")) from None


def _entry(
    request: HttpRequest, found: Tournament, who: Entry, refused: Refused | None = None
) -> HttpResponse:
    page: dict[str, Any] = {
        "section": "club",
        "club": found.club,
        "tournament": found,
        "entry": who,
        "page": show.entry(who),
        "ways_apart": KeptApart.How.choices,
        "sent": request.POST,
        "refusal": refused and refused.sentence,
    }
    status = refused.status if refused else 200
    return render(request, "tournament/entry.html", page, status=status)


@door("POST")
def show_held(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Show the rounds that were held."""
    found = access.organised_tournament(request.user, club, league, slug)
    try:
        schedule.show_held(found, looked_at(request), known(request))
    except Refused as refused:
        return tournaments.refused(request, found, refused)
    return redirect(found)


@door("POST")
def give_time(request: HttpRequest, pk: int) -> HttpResponse:
    """More minutes for a table."""
    found = access.organised_match(request.user, pk)
    try:
        tables.give_time(found, request.POST.get("minutes", ""), known(request))
    except Refused as refused:
        return matches.refused(request, access.match(request.user, pk), refused)
    messages.success(request, _("This table has more time."))
    return redirect(found)


@door("POST")
def pause(request: HttpRequest, club: str, league: str, slug: str) -> HttpResponse:
    """Pause, go on, or end early."""
    found = access.organised_tournament(request.user, club, league, slug)
    by, why = known(request), request.POST.get("why", "")
    try:
        if "go-on" in request.POST:
            schedule.go_on(found, by, why)
        elif "end" in request.POST:
            schedule.end_early(found, by, why)
        else:
            schedule.pause(found, by, why)
    except Refused as refused:
        return tournaments.refused(request, found, refused)
    return redirect(found)
