"""Deals: which matches of a round are played with the same cards.

Every table has cards of its own, or all tables of one size have the same, or a table plays its own
again until everybody has had every seat, which makes its matches a set (scoring.sets). Cards that
several play stay closed until the last of them has finished: models.Shuffle.is_open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from league.formats.core import Table, seatings

from .models import Entry, Match, Round, Seat, Shuffle, Tournament
from .refusals import Refused

Deals = Tournament.Deals


def check(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """Raises Refused if somebody enters who cannot play the same cards again."""
    people = [entry for entry in entries if entry.bot_id is None]
    if tournament.deals == Deals.DUPLICATE and people:
        raise Refused(
            _(
                "People remember cards, so only bots play the same ones again in every seat. "
                "%(who)s is no bot: choose other cards in the settings."
            )
            % {"who": people[0]}
        )


def matches_of(tournament: Tournament, size: int) -> int:
    """How many matches a table of this size plays in a round."""
    return size if tournament.deals == Deals.DUPLICATE else 1


def seat(drawn: Round, tables: Sequence[Table], versions: Mapping[int, int | None]) -> None:
    """Write the matches of a round and who sits where in them. `versions`: which plays for each
    entry, by its key; it is the same in a whole set."""
    tournament, seated = drawn.tournament, []
    shuffles = _shuffles(tournament, tables)
    for number, (table, shuffle) in enumerate(zip(tables, shuffles, strict=True), 1):
        size = len(table.seats)
        for seating, order in enumerate(seatings(size)[: matches_of(tournament, size)], 1):
            match = Match(round=drawn, table=number, seating=seating, shuffle=shuffle)
            seated.append((match, [table.seats[chair] for chair in order]))
    Match.objects.bulk_create(match for match, _ids in seated)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, entry_id=pk, version_id=versions[pk])
        for match, ids in seated
        for number, pk in enumerate(ids)
    )


def _shuffles(tournament: Tournament, tables: Sequence[Table]) -> list[Shuffle]:
    """One for each table; tables of different sizes cannot have the same cards."""
    if tournament.deals != Deals.SAME:
        return Shuffle.fresh(len(tables))
    sizes = list(dict.fromkeys(len(table.seats) for table in tables))
    by_size = dict(zip(sizes, Shuffle.fresh(len(sizes)), strict=True))
    return [by_size[len(table.seats)] for table in tables]
