"""What a stage was drawn from, and what decided who goes on to it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league import onward, schedule
from league.formats.catalog import FORMATS
from league.formats.core import LOT, TOTAL, Field, Seeding
from league.models import DrawnFrom, Round, Tournament
from league.scoring.tiebreaks import TIE_BREAKS


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


def order(tournament: Tournament) -> tuple[str, ...]:
    """By name, what decides in a knockout who goes on between equal places, as it did in the last
    draw."""
    kept = DrawnFrom.objects.filter(round__tournament=tournament, round__stage__gt=1)
    drawn = kept.order_by("-round__number").values_list("field__tie_breaks", flat=True)[:1]
    (slugs,) = drawn or [onward.order(tournament)]
    named = [one for one in slugs or (TOTAL,) if one != LOT]  # which comes last in any case
    return tuple(_("Match total") if one == TOTAL else _(TIE_BREAKS[one].name) for one in named)
