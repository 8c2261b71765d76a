"""Who is seeded where in a round of a knockout, and by what."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.formats.catalog import FORMATS
from league.formats.core import Field

from .onward import began
from .rounds import Reason, RoundPage


def seeds(page: RoundPage, names: Mapping[int, str]) -> Reason | None:
    """By what a round of a knockout is seeded, and who sits where; `names` of all entries."""
    found = began(page.round) if page.has_byes else None
    if found is None:
        return None
    where = {line.seat.entry_id: one.match.table for one in page.tables for line in one.seats}
    told = tuple(
        _where(number, names[one], where.get(one))
        for number, one in enumerate(found.seeding.order, start=1)
    )
    return Reason(_by(page, found.field), told)


def _where(number: int, name: str, table: int | None) -> str:
    words = {"n": number, "name": name, "table": table}
    if table is None:
        return _("%(n)d %(name)s (bye)") % words
    return _("%(n)d %(name)s (table %(table)d)") % words


def _by(page: RoundPage, field: Field) -> str:
    number, tournament = page.round.number, page.round.tournament
    format = FORMATS[tournament.format]
    if number > 1 and format.knocks_out(tournament.settings, page.round.stage - 1):
        return _("Seeded by what everybody reached in the round before.")
    if number > 1:
        return _("Seeded by where everybody stood after the first stage.")
    if not page.is_seeded:
        return _("Seeded by lot.")
    return _by_rating(len(field.entrants), len(field.places))


def _by_rating(people: int, rated: int) -> str:
    if not rated:
        return _("Seeded by lot: nobody has a rating here yet.")
    if rated == people:
        return _("Seeded by rating.")
    newcomers = ngettext(
        "Seeded by rating; one newcomer comes last.",
        "Seeded by rating; %(n)d newcomers come last, by lot.",
        people - rated,
    )
    return newcomers % {"n": people - rated}
