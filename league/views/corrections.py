"""An organiser puts a result right, or has a match played again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import access, correct, show
from league.correct import Score
from league.formats.catalog import LADDERS
from league.forms.corrections import CorrectionForm
from league.models import Match, Result, Tournament
from league.reading import natural
from league.refusals import Refused

from .door import door, known


@door("GET", "POST")
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the result, show what follows, and put it right when that is confirmed. `?version=1`
    begins with what it was then."""
    found = access.corrected_match(request.user, pk)
    form = CorrectionForm(
        show.seats(found),
        request.POST if request.method == "POST" else None,
        initial=_initial(found, request),
    )
    if not form.is_bound:
        correct.check_correct(found)
        return _page(request, found, form)
    if not form.is_valid():
        return _page(request, found, form, status=400)
    scores, why = form.scores(), form.cleaned_data["why"]
    try:
        if "confirm" in request.POST:
            redraw = request.POST["confirm"] == "redraw"
            mark = request.POST.get("mark", "")
            correct.correct(found, scores, why, mark, known(request), redraw)
            return _done(request, found, _("The result is corrected."))
        seen = correct.look(found, scores)
    except Refused as refused:
        said = {"refusal": refused.sentence}
        return _page(request, found, form, status=refused.status, **said)
    return _page(request, found, form, preview=show.correction(found, seen))


@door("GET", "POST")
def void(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a match played again, with a reason."""
    found = access.corrected_match(request.user, pk)
    if request.method == "POST":
        try:
            given = (request.POST.get("why", ""), request.POST.get("mark", ""))
            correct.void(found, *given, known(request))
            return _done(request, found, _("Nothing of it counts any more; it is played again."))
        except Refused as refused:
            return _void(request, found, refused)
    correct.check_void(found)
    return _void(request, found)


def _initial(found: Match, request: HttpRequest) -> dict[str, Any]:
    scores = correct.scores_of(found)
    wanted = natural(request.GET.get("version", ""), 5)
    if wanted is not None:
        then: Result | None = found.results.filter(number=wanted).exclude(scores=[]).first()
        scores = tuple(Score(*score) for score in then.scores) if then else scores
    return CorrectionForm.initial_of(scores)


def _page(
    request: HttpRequest, found: Match, form: CorrectionForm, status: int = 200, **more: Any
) -> HttpResponse:
    page = _of(found) | {"form": form} | more
    return render(request, "match/correct.html", page, status=status)


def _void(request: HttpRequest, found: Match, refused: Refused | None = None) -> HttpResponse:
    page = _of(found)
    page |= {
        "mark": correct.mark_of(found),
        "why": request.POST.get("why", ""),
        "seats": show.seats(found),
        "later": correct.drawn_from(found, page["tournament"]),
        "refusal": refused and refused.sentence,
    }
    return render(request, "match/void.html", page, status=refused.status if refused else 200)


def _of(found: Match) -> dict[str, Any]:
    return {
        "section": "club",
        "club": found.event.club,
        "match": found,
        "tournament": found.event,
        "is_ladder": isinstance(found.event, Tournament) and found.event.format in LADDERS,
    }


def _done(request: HttpRequest, found: Match, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect(found)
