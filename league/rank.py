"""Rank: standings of a tournament and the ranking of a league, from what was recorded.

One pure function each, in `league.scoring`; here their values are fetched. Every page, the API and
every later draw ask here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from league.scoring import cumulative, standings

from .models import Bot, Entry, League, Penalty, Player, Round, Seat, Tournament

Subject = tuple[str, int]  # Player or Bot, and which


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry and how it stands; `row` holds place, points and what they are made of."""

    entry: Entry
    row: standings.Row


@dataclass(frozen=True, slots=True)
class Rank:
    """A player or bot in a league's ranking."""

    who: Player | Bot
    row: cumulative.Row[Subject]


def table(tournament: Tournament) -> tuple[Standing, ...]:
    """The standings after the rounds finished so far, best first. In the middle of a round they
    would compare entries that have played with others that have not."""
    entries = {entry.pk: entry for entry in _entries(tournament)}
    rows = standings.standings(
        entries=tuple(entries),
        played=_played(tournament),
        rests=_rests(tournament),
        penalties=_penalties(tournament),
        scoring=tournament.scoring,
        low_wins=tournament.match_rules.low_wins,
    )
    return tuple(Standing(entries[row.entry], row) for row in rows)


def league_table(league: League) -> tuple[Rank, ...]:
    """The cumulative ranking over the league's finished tournaments, best first."""
    people: dict[Subject, Player | Bot] = {}
    events: list[dict[Subject, int]] = []
    for tournament in finished(league):
        places: dict[Subject, int] = {}
        for standing in table(tournament):
            key = _key(standing.entry)
            people[key] = standing.entry.who
            places[key] = standing.row.place
        events.append(places)
    return tuple(Rank(people[row.subject], row) for row in cumulative.cumulative(events))


def finished(league: League) -> list[Tournament]:
    """The tournaments that count for the ranking, oldest first."""
    done = league.tournaments.filter(state=Tournament.State.DONE)
    return list(done.select_related("league__club").order_by("finished_at", "pk"))


def _key(entry: Entry) -> Subject:
    """Who is ranked: the player or the bot, whatever version it played with."""
    return type(entry.who).__name__, entry.who.pk


def _entries(tournament: Tournament) -> Iterable[Entry]:
    return tournament.entries.select_related("player", "bot__club").order_by("pk")


def _played(tournament: Tournament) -> tuple[standings.Played, ...]:
    seats = Seat.objects.filter(
        match__round__tournament=tournament, match__round__state=Round.State.DONE
    )
    columns = seats.values_list("match__round__number", "entry_id", "awarded", "total", "won")
    # A finished round has a result at every table; mypy only sees that the columns may be empty.
    rows = cast("Iterable[tuple[int, int, int, int, int]]", columns)
    return tuple(standings.Played(*row) for row in rows)


def _rests(tournament: Tournament) -> tuple[standings.Rest, ...]:
    done = tournament.rounds.filter(state=Round.State.DONE, resting__isnull=False)
    return tuple(standings.Rest(*row) for row in done.values_list("number", "resting"))


def _penalties(tournament: Tournament) -> tuple[standings.Penalty, ...]:
    given = Penalty.objects.filter(entry__tournament=tournament, cancelled_at=None)
    return tuple(standings.Penalty(one.entry_id, one.exact_points) for one in given)
