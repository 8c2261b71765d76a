"""Luck: what was cards in a tournament where several play the same ones, from what was recorded.

The counting is in `league.scoring.luck`; here its values are fetched.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import cast

from league.formats.catalog import LADDERS
from league.scoring.luck import Compared, Held, Share, compared, share
from league.scoring.standings import fewest_wins, payer

from . import counted
from .models import Entry, Seat, Tournament

COLUMNS = (
    "entry_id",
    "match__round__number",
    "match__table",
    "match_id",
    "match__shuffle_id",
    "number",
    "awarded",
    "total",
)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry and how it did on the same cards."""

    entry: Entry
    result: Compared


@dataclass(frozen=True, slots=True)
class Luck:
    """What was cards in the finished rounds; `lines`, best first, leave out who held no cards that
    others held. `share` is None where it cannot be told."""

    lines: tuple[Line, ...]
    share: Share | None


def luck(tournament: Tournament, rounds: int | None = None) -> Luck | None:
    """After the rounds finished so far, or the first `rounds` of them, see rank.table. None where
    every table has cards of its own, and on a ladder, which has no rounds and may have a million
    tables."""
    if tournament.deals == Tournament.Deals.OWN or tournament.format in LADDERS:
        return None
    held = _held(tournament, rounds)
    counting = counted.counting(tournament)
    entries = tournament.entries.select_related("player", "bot__club").in_bulk()
    rows = compared(held, fewest_wins(counting))
    return Luck(tuple(Line(entries[row.entry], row) for row in rows), share(held))


def _held(tournament: Tournament, rounds: int | None) -> list[Held]:
    """What every match of the finished rounds paid, and for which cards."""
    seats = Seat.objects.filter(match__round__in=counted.over(tournament.rounds.all()))
    if rounds is not None:
        seats = seats.filter(match__round__number__lte=rounds)
    # A finished round has a result at every table; mypy only sees that the columns may be empty.
    rows = cast("list[tuple[int, ...]]", list(seats.order_by().values_list(*COLUMNS)))
    sizes = Counter(match for _entry, _round, _table, match, *_more in rows)
    sharing = Counter((match, place) for _e, _r, _t, match, _cards, _seat, place, _total in rows)
    pay = payer(counted.counting(tournament))
    return [
        Held(
            entry,
            number,
            table,
            match,
            cards,
            seat,
            paid=pay(place, sharing[match, place], sizes[match], total),
        )
        for entry, number, table, match, cards, seat, place, total in rows
    ]
