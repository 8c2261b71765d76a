"""A tournament in which any number have played any number of rounds, for its standings."""

from __future__ import annotations

from random import Random

from league import rank, sheets
from league.models import Club, Entry, League, Match, Player, Round, Seat, Shuffle, Tournament
from league.scoring.standings import Row

SEATS = 4
WON = 4  # deals at most
POINTS = 40  # below this is every total
TIE_BREAKS = ["share_of_table_score", "opponents_mean_place"]


def make(entries: int, rounds: int) -> Tournament:
    """In a database without any, the results by chance but always the same."""
    chance = Random(entries)
    club = Club.objects.create(name="Club", slug="club")
    tournament = Tournament.objects.create(
        league=League.objects.create(club=club, name="League", slug="league"),
        name="Tournament",
        slug="tournament",
        rules="xxl-pur",
        format="swiss",
        scoring="places",
        tie_breaks=TIE_BREAKS,
        state=Tournament.State.DONE,
    )
    players = [Player(club=club, name=f"Player {number}") for number in range(entries)]
    Player.objects.bulk_create(players)
    entered = [Entry(tournament=tournament, player=player) for player in players]
    Entry.objects.bulk_create(entered)
    for number in range(rounds):
        _play(tournament, number + 1, chance.sample(entered, entries), chance)
    return tournament


def count(tournament: Tournament) -> dict[int, Row]:
    """The standings, from rows that are fetched anew."""
    return rank.rows(Tournament.objects.get(pk=tournament.pk))


def look(tournament: Tournament) -> tuple[rank.Standing, ...]:
    """The same with everybody's name, as a page shows it."""
    return rank.table(Tournament.objects.select_related("league__club").get(pk=tournament.pk))


def _play(tournament: Tournament, number: int, queue: list[Entry], chance: Random) -> None:
    played = Round.objects.create(tournament=tournament, number=number, state=Round.State.DONE)
    tables = [queue[at : at + SEATS] for at in range(0, len(queue), SEATS)]
    matches = [
        Match(round=played, table=table, shuffle=shuffle, state=Match.State.DONE)
        for table, shuffle in enumerate(Shuffle.fresh(len(tables)), start=1)
    ]
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        seat
        for match, table in zip(matches, tables, strict=True)
        for seat in _seats(match, table, chance)
    )
    sheets.keep(played)


def _seats(match: Match, table: list[Entry], chance: Random) -> list[Seat]:
    totals = [chance.randrange(POINTS) for _ in table]
    places = [1 + sum(other < mine for other in totals) for mine in totals]
    return [
        Seat(
            match=match,
            number=number,
            entry=entry,
            place=places[number],
            awarded=places[number],
            total=totals[number],
            won=chance.randrange(WON),
        )
        for number, entry in enumerate(table)
    ]
