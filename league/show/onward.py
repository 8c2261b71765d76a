"""What a stage was drawn from, and what decided who goes on to it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league import onward, schedule
from league.formats.catalog import FORMATS
from league.formats.core import LOT, TOTAL, Field, Seeding
from league.models import DrawnFrom, Round, Tournament
from league.scoring.tiebreaks import TIE_BREAKS

GOES_ON = {TOTAL: lazy("goes on by match total"), LOT: lazy("goes on by lot")}


@dataclass(frozen=True, slots=True)
class Began:
    """What the stage that begins with a round was drawn from, and who takes part in it."""

    field: Field
    seeding: Seeding


def began(first: Round) -> Began | None:
    """Of the first round of a stage; None where nobody goes out, or nothing is kept of it."""
    source = schedule.source_of(first)
    if source is None or source.round != first:
        return None
    field = Field.from_json(source.field)
    drawn = schedule.all_as_drawn(first.tournament.rounds.filter(number__lt=first.number))
    seed = bytes.fromhex(first.receipt["seed"])
    seeding = FORMATS[first.tournament.format].seeding(field, seed, drawn)
    return Began(field, seeding) if seeding else None


def decided(played: Round) -> dict[int, str]:
    """In words, by entry, what let some go on from the stage of this round to the next, where the
    places did not decide."""
    if not FORMATS[played.tournament.format].in_stages:
        return {}
    later = played.tournament.rounds.exclude(state=Round.State.HELD)
    following = later.filter(stage=played.stage + 1).order_by("number").first()
    found = began(following) if following else None
    return {one: _goes_on(what) for one, what in found.seeding.decided_by.items()} if found else {}


def _goes_on(what: str) -> str:
    if what in GOES_ON:
        return str(GOES_ON[what])
    return _("goes on by tie-break (%(name)s)") % {"name": _(TIE_BREAKS[what].name)}


def order(tournament: Tournament) -> tuple[str, ...]:
    """By name, what decides in a knockout who goes on between equal places, as it did in the last
    draw."""
    kept = DrawnFrom.objects.filter(round__tournament=tournament, round__stage__gt=1)
    drawn = kept.order_by("-round__number").values_list("field__tie_breaks", flat=True)[:1]
    (slugs,) = drawn or [onward.order(tournament)]
    named = [one for one in slugs or (TOTAL,) if one != LOT]  # which comes last in any case
    return tuple(_("Match total") if one == TOTAL else _(TIE_BREAKS[one].name) for one in named)
