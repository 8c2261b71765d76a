"""Sheets: what the rounds of a tournament brought home, as `scoring` counts it.

Standings read all of it again and again, and seats are many. So when a round is over they are kept
in one piece; whoever changes one of them later keeps them anew, in the same transaction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
from django.db.models import QuerySet

from league.scoring.core import Played
from league.scoring.results import Numbers

from .models import Round, RoundSheet, Seat

BROUGHT = ("entry_id", "awarded", "total", "won", "match__table", "match__seating")

Numbered = Mapping[int, tuple[int, int]]  # the tournament and the number of rounds, by their keys


def of_rounds(rounds: Numbered) -> dict[int, list[Numbers]]:
    """The seats of rounds that are over, by the keys of their tournaments. Each is a row of what
    `scoring.core.Played` has."""
    # By tournaments, since rounds may be more than a query takes.
    kept = RoundSheet.objects.filter(round__tournament__in=tournaments(rounds))
    found = {pk: _read(seats) for pk, seats in kept.values_list("round", "seats") if pk in rounds}
    loose = {pk: rounds[pk] for pk in rounds.keys() - found.keys()}
    if loose:
        found |= _of_loose(loose)
    by_tournament: dict[int, list[Numbers]] = defaultdict(list)
    for pk, seats in found.items():
        tournament, number = rounds[pk]
        by_tournament[tournament].append(_numbered(number, seats))
    return by_tournament


def tournaments(rounds: Numbered) -> set[int]:
    """The keys of theirs."""
    return {tournament for tournament, _number in rounds.values()}


def of_seats(number: int, seats: QuerySet[Seat]) -> Numbers:
    """The same of seats of finished matches in the round with this number."""
    return _numbered(number, _rows(seats, *BROUGHT))


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


def _of_loose(rounds: Numbered) -> dict[int, Numbers]:
    """Of rounds that are not kept, seat by seat."""
    # One of them may go on since it was asked for; then it has brought nothing.
    over = Seat.objects.filter(match__round__state=Round.State.DONE)
    seats = over.filter(match__round__tournament__in=tournaments(rounds))
    rows = _rows(seats, "match__round_id", *BROUGHT)
    of, brought = rows[:, 0], rows[:, 1:]
    return {pk: brought[of == pk] for pk in np.unique(of).tolist() if pk in rounds}


def _rows(seats: QuerySet[Seat], *columns: str) -> Numbers:
    ordered = seats.order_by("match__round_id", "match__table", "match__seating", "number")
    return np.array([*ordered.values_list(*columns)], np.int64).reshape(-1, len(columns))


def _read(seats: str) -> Numbers:
    return np.fromstring(seats, np.int64, sep=" ").reshape(-1, len(BROUGHT))


def _numbered(number: int, brought: Numbers) -> Numbers:
    return np.insert(brought, Played._fields.index("round"), number, axis=1)
