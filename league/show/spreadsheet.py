"""Standings as a file for spreadsheets: the numbers of the page, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from fractions import Fraction

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league import rank
from league.formats.catalog import FORMATS
from league.models import Bot, Round, Tournament

from .tournaments import rounds_done

BEGINS_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it some take UTF-8 for something else

Column = tuple[str, Callable[[rank.Standing], str]]  # its head, and what it says of an entry


def standings_file(tournament: Tournament, seen: QuerySet[Round]) -> str:
    """One line an entry after the rounds finished so far, of those that the reader has `seen`. What
    is no whole number is rounded, so the order of lines decides, and not the points."""
    rounds = rounds_done(seen.order_by("number"))
    columns = _columns(tournament, rounds)
    file = io.StringIO()
    file.write(BYTE_ORDER_MARK)
    lines = csv.writer(file)
    lines.writerow(head for head, _says in columns)
    for standing in rank.table(tournament, len(rounds)):
        lines.writerow(says(standing) for _head, says in columns)
    return file.getvalue()


def _columns(tournament: Tournament, rounds: Sequence[Round]) -> list[Column]:
    return [
        (_("Place"), lambda one: str(one.row.place)),
        (_("Name"), lambda one: _no_formula(one.entry.who.name)),
        (_("Bot"), lambda one: _("yes") if isinstance(one.entry.who, Bot) else _("no")),
        (_("State"), lambda one: one.entry.get_state_display()),
        *_points(tournament),
        (_("Penalty"), lambda one: _number(one.row.penalty)),
        *(_paid_in(one) for one in rounds),
        (_("Tie decided by"), lambda one: _(one.decided_by) if one.decided_by else ""),
    ]


def _points(tournament: Tournament) -> list[Column]:
    """In a knockout points decide between those alone who went out together."""
    format = FORMATS[tournament.format]
    points: Column = (_("Points"), lambda one: _number(one.row.points))
    out_in: Column = (_("Out in round"), lambda one: str(one.out_in or ""))
    is_knockout = format.knocks_out(tournament.settings, 1)
    return [out_in] * format.in_stages + [points] * (not is_knockout)


def _paid_in(played: Round) -> Column:
    head = _("Round %(n)s") % {"n": played.number}
    return head, lambda one: _number(one.row.rounds.get(played.number))


def _number(number: Fraction | int | None) -> str:
    return "" if number is None else f"{float(number):.4f}".rstrip("0").rstrip(".")


def _no_formula(text: str) -> str:
    """A spreadsheet would work out a formula for whoever opens the file."""
    return f"'{text}" if text.startswith(BEGINS_FORMULAS) else text
