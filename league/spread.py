"""Spread: how sure the places of finished tournaments are, worked out in the background and kept;
of a ladder the places too, since they do not come of its standings before.

It takes a quarter of a second for hundreds of entries, too long for a page. Whatever changes a
tournament after its end counts up its version, and with that what is kept is out of date.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F, Q

from league.formats.catalog import LADDERS
from league.scoring.strengths import Strength

from . import rank
from .models import Rung, Spread, Tournament

AT_ONCE = 5  # tournaments each time beat calls

Places = dict[int, tuple[int, int]]


def bring_up_to_date() -> None:
    """Work out what is missing or out of date, a few tournaments at a time. Safe to call at any
    time and by several at once."""
    done = Tournament.objects.filter(state=Tournament.State.DONE).order_by("-finished_at", "pk")
    outdated = Q(spread=None) | ~Q(spread__version=F("version"))
    for tournament in done.filter(outdated)[:AT_ONCE]:
        if tournament.format in LADDERS:
            keep_ladder(tournament, rank.strengths(tournament))
        else:
            _keep(tournament, rank.intervals(tournament))


@transaction.atomic
def keep_ladder(tournament: Tournament, found: Mapping[int, Strength]) -> None:
    """From now on these strengths of its entries decide, as they are at this version of it."""
    rungs = list(Rung.objects.filter(entry__in=found))
    for rung in rungs:
        rung.strength = found[rung.entry_id].shown
    Rung.objects.bulk_update(rungs, ["strength"])
    _keep(tournament, {pk: (one.best, one.worst) for pk, one in found.items() if one.best})


def _keep(tournament: Tournament, places: Places) -> None:
    kept = {"version": tournament.version, "places": places}
    Spread.objects.update_or_create(tournament=tournament, defaults=kept)


def of(tournament: Tournament) -> Places:
    """The best and the worst place that each entry probably has; empty before the end, where it
    cannot be told, and until it is worked out."""
    if tournament.state != Tournament.State.DONE:
        return {}
    kept = Spread.objects.filter(tournament=tournament, version=tournament.version).first()
    found = kept.places.items() if kept else ()
    return {int(entry): (best, worst) for entry, (best, worst) in found}
