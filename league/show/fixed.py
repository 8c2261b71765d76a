"""Who is not at the table he needs."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Entry

from .sets import TableSet


def misplaced(sets: Sequence[TableSet]) -> tuple[str, ...]:
    """A sentence for each who does not sit at the table he needs, of all tables of a round."""
    return tuple(
        _why(entry, one.first.match.table, entry.fixed_table, len(sets))
        for one in sets
        for entry in (line.seat.entry for line in one.first.seats)
        if entry and entry.fixed_table and entry.fixed_table != one.first.match.table
    )


def _why(entry: Entry, at: int, needs: int, last: int) -> str:
    words = {"who": entry, "at": at, "needs": needs, "last": last}
    if needs > last:
        says = ngettext(
            "%(who)s needs table %(needs)d, but there is only one.",
            "%(who)s needs table %(needs)d, but there are only %(last)d.",
            last,
        )
        return says % words
    return _("%(who)s needs table %(needs)d, but sits at table %(at)d.") % words
