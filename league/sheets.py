"""Sheets: what the rounds of a tournament brought home, as `scoring` counts it.

Standings read all of it again and again, and seats are many. So when a round is over they are kept
in one piece; whoever changes one of them later keeps them anew, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from django.db.models import QuerySet

from league.scoring.core import Played
from league.scoring.results import Numbers

from .models import Round, RoundSheet, Seat

BROUGHT = ("entry_id", "awarded", "total", "won", "match__table", "match__seating")


def of_rounds(numbers: Mapping[int, int]) -> dict[int, Numbers]:
    """The seats of rounds that are over, by the keys of the rounds; `numbers` are those they have
    in their tournaments. Each is a row of what `scoring.core.Played` has."""
    kept = RoundSheet.objects.filter(round__in=numbers).values_list("round", "seats")
    found = {pk: _numbered(numbers[pk], _read(seats)) for pk, seats in kept}
    loose = numbers.keys() - found.keys()
    if loose:
        # One of them may go on since its number was asked for; then it has brought nothing.
        over = Seat.objects.filter(match__round__in=loose, match__round__state=Round.State.DONE)
        found |= of_seats(over, numbers)
    return found


def of_seats(seats: QuerySet[Seat], numbers: Mapping[int, int]) -> dict[int, Numbers]:
    """The same from seats of finished matches."""
    rows = _rows(seats, "match__round_id", *BROUGHT)
    rounds, brought = rows[:, 0], rows[:, 1:]
    return {pk: _numbered(numbers[pk], brought[rounds == pk]) for pk in np.unique(rounds).tolist()}


def keep(played: Round) -> None:
    """Keep a round that is over; to be called in the transaction that ends it."""
    RoundSheet.objects.update_or_create(round=played, defaults={"seats": lines(played)})


def renew(played: Round) -> None:
    """A seat of the round was changed; if it is kept, so is that. To be called in the transaction
    that changes it."""
    if RoundSheet.objects.filter(round=played).exists():
        keep(played)


def forget(played: Round) -> None:
    """The round goes on, so it is not kept."""
    RoundSheet.objects.filter(round=played).delete()


def lines(played: Round) -> str:
    """What is kept of it, see models.RoundSheet."""
    seats = _rows(Seat.objects.filter(match__round=played), *BROUGHT).tolist()
    return "\n".join(" ".join(map(str, seat)) for seat in seats)


def _rows(seats: QuerySet[Seat], *columns: str) -> Numbers:
    ordered = seats.order_by("match__round_id", "match__table", "match__seating", "number")
    return np.array([*ordered.values_list(*columns)], np.int64).reshape(-1, len(columns))


def _read(seats: str) -> Numbers:
    return np.fromstring(seats, np.int64, sep=" ").reshape(-1, len(BROUGHT))


def _numbered(number: int, brought: Numbers) -> Numbers:
    return np.insert(brought, Played._fields.index("round"), number, axis=1)
