"""Rank: standings of a tournament and the ranking of a league, from what was recorded.

One pure function each, in `league.scoring`; here their values are fetched. Every page, the API and
every later draw ask here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import product
from operator import itemgetter
from typing import Any, cast

from django.db.models import Exists, OuterRef, QuerySet

from league.formats.catalog import FORMATS, LADDERS
from league.formats.core import Finish
from league.scoring import cumulative, standings
from league.scoring import intervals as scoring_intervals
from league.scoring.core import Counting, Played, Rest
from league.scoring.core import Penalty as Points
from league.scoring.needs import Need
from league.scoring.needs import needs as needs_of
from league.scoring.ratings import NEWCOMER
from league.scoring.ratings import Rating as Value
from league.scoring.sets import as_one, placed
from league.scoring.stages import counts_in, stages
from league.scoring.tiebreaks import TIE_BREAKS

from . import ratings
from .models import (
    Bot,
    Division,
    Entry,
    League,
    Match,
    Penalty,
    Player,
    Round,
    Season,
    SeasonMember,
    Seat,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry and how it stands; `row` holds place, points and what they are made of, see
    scoring.stages. `out_in`: the round in which it went out of the tournament, None if it did
    not."""

    entry: Entry
    row: standings.Row
    stage: int = 1
    out_in: int | None = None

    @property
    def decided_by(self) -> str:
        """The name of the tie-break that set it apart, empty if none did."""
        return TIE_BREAKS[self.row.decided_by].name if self.row.decided_by else ""


@dataclass(frozen=True, slots=True)
class Needed:
    """An entry in the last round: how it stands so far, and what it can still reach."""

    entry: Entry
    row: standings.Row
    need: Need


@dataclass(frozen=True, slots=True)
class Rank:
    """A player or bot in a league's ranking."""

    who: Player | Bot
    row: cumulative.Row[Player | Bot]


@dataclass(frozen=True, slots=True)
class Ranking:
    """A cumulative ranking, best first: of a division of a season with its `members`, by name, or
    of a whole season or league. `counted`: the finished tournaments it adds up, oldest first."""

    division: Division | None
    counted: tuple[Tournament, ...]
    ranks: tuple[Rank, ...]
    members: tuple[SeasonMember, ...] = ()

    @property
    def absent(self) -> tuple[SeasonMember, ...]:
        """Members who have played nowhere yet."""
        ranked = {one.who for one in self.ranks}
        return tuple(one for one in self.members if one.who not in ranked)


def table(tournament: Tournament, rounds: int | None = None) -> tuple[Standing, ...]:
    """The standings after the rounds finished so far, best first, or after the first `rounds` of
    them, for a reader who has not seen more end. In the middle of a round they would compare
    entries that have played with others that have not. A ladder has no rounds, and other standings:
    see `ladder`."""
    if tournament.format in LADDERS:
        return ()
    return tables([tournament], rounds)[tournament.pk]


def tables(
    tournaments: Sequence[Tournament], rounds: int | None = None
) -> dict[int, tuple[Standing, ...]]:
    """The standings of several tournaments by their keys, in as many queries as for one."""
    done = over(Round.objects.filter(tournament__in=tournaments))
    if rounds is not None:
        done = done.filter(number__lte=rounds)
    return {pk: _table(event) for pk, event in _events(tournaments, done).items()}


def intervals(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """The best and the worst place that each entry of a finished tournament probably has, see
    scoring.intervals; of nobody where entries went out on the way, or on a ladder."""
    if tournament.format in LADDERS:
        return {}
    done = tournament.rounds.filter(state=Round.State.DONE)
    event = _events([tournament], done)[tournament.pk]
    if len(set(event.stage_of.values())) > 1:
        return {}
    rows = [standing.row for standing in _table(event)]
    fewest = standings.fewest_wins(event.counting)
    seed = event.counting.seed
    return scoring_intervals.intervals(rows, event.played, fewest, seed, event.gone)


def over(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Those that have ended, up to the first that has not: it may be played again."""
    unfinished = Round.objects.exclude(state=Round.State.DONE)
    before = unfinished.filter(tournament=OuterRef("tournament"), number__lt=OuterRef("number"))
    return rounds.filter(~Exists(before), state=Round.State.DONE)


def counting(tournament: Tournament) -> Counting:
    """How the tournament counts, as its organiser has decided."""
    return Counting(
        scoring=tournament.scoring,
        settings=tournament.scoring_settings,
        tie_breaks=tuple(tournament.tie_breaks),
        low_wins=tournament.match_rules.low_wins,
        seed=bytes(tournament.draw_seed or b"").hex(),
    )


@dataclass(frozen=True, slots=True)
class _Event:
    """All that counts in one tournament. `reached`: the last stage of every entry, `stage_of`: that
    of every round where there may be several."""

    entries: Mapping[int, Entry]
    reached: Mapping[int, int]
    stage_of: Mapping[int, int]
    played: list[Played]
    rests: list[Rest]
    penalties: list[Points]
    counting: Counting

    @property
    def missed(self) -> list[Rest]:
        """The finished rounds in which an entry had no seat and no rest: it came late, was away,
        or had gone out of the stage before."""
        there = {*map(itemgetter(0, 1), self.played), *self.rests}  # round and entry
        rounds = {number for number, _entry in there}
        if len(there) == len(self.entries) * len(rounds):
            return []
        everything = product(sorted(rounds), self.entries)
        return [Rest(*missed) for missed in everything if missed not in there]

    @property
    def gone(self) -> set[int]:
        """The entries that play no more."""
        return {pk for pk, entry in self.entries.items() if entry.is_gone}

    def of_stage(self, stage: int) -> _Event:
        """What counts between those who take part in a stage."""
        rounds = {number for number, its_stage in self.stage_of.items() if its_stage != stage}
        return replace(
            self,
            entries={pk: one for pk, one in self.entries.items() if self.reached[pk] >= stage},
            played=[one for one in self.played if one.round not in rounds],
            rests=[one for one in self.rests if one.round not in rounds],
            penalties=[one for one in self.penalties if counts_in(one, self.reached) == stage],
        )

    def rows(self, played: Iterable[Played], rests: Iterable[Rest]) -> tuple[standings.Row, ...]:
        """The standings of one stage, with what there is of a round that is not over."""
        return standings.standings(
            self.entries,
            [*self.played, *played],
            [*self.rests, *rests],
            self.penalties,
            self.counting,
            self.missed,
            self.gone,
        )


def _events(tournaments: Sequence[Tournament], done: QuerySet[Round]) -> dict[int, _Event]:
    """What the rounds that are `done` have brought, by the keys of the tournaments."""
    entries, played = _entries(tournaments), _played(done)
    rests, penalties = _rests(done), _penalties(tournaments)
    stage_of, on = _stages(tournaments), onward(tournaments)
    return {
        one.pk: _Event(
            entries[one.pk],
            {entry: on.get(entry, 1) for entry in entries[one.pk]},
            stage_of[one.pk],
            played[one.pk],
            rests[one.pk],
            penalties[one.pk],
            counting(one),
        )
        for one in tournaments
    }


def _table(event: _Event) -> tuple[Standing, ...]:
    count = partial(
        standings.standings, counting=event.counting, missed=event.missed, gone=event.gone
    )
    rows = stages(count, event.reached, event.stage_of, event.played, event.rests, event.penalties)
    ends = {stage: number for number, stage in sorted(event.stage_of.items())}
    ends.pop(max(ends, default=1), None)  # nobody has gone out of the last one yet
    return tuple(
        Standing(event.entries[one.row.entry], one.row, one.stage, ends.get(one.stage))
        for one in rows
    )


def needs(tournament: Tournament, last: Round) -> tuple[Needed, ...]:
    """What everybody in the last stage can still reach, in the order in which they stand by now;
    `last`: the last round, which is played or waits."""
    done = tournament.rounds.filter(state=Round.State.DONE)
    event = _events([tournament], done)[tournament.pk].of_stage(last.stage)
    finished, tables = _so_far(last)
    rests = [Rest(last.number, pk) for pk in last.resting.values_list("pk", flat=True)]
    rows = event.rows(finished, rests)
    found = needs_of(rows, tables, event.counting, last.number, event.gone)
    return tuple(
        Needed(event.entries[row.entry], row, need) for row, need in zip(rows, found, strict=True)
    )


def _so_far(current: Round) -> tuple[list[Played], list[list[int]]]:
    """What a round has brought, and who sits at its other tables."""
    seats = Seat.objects.filter(match__round=current)
    finished = _brought(seats.filter(match__state=Match.State.DONE))[current.tournament_id]
    tables: dict[int, list[int]] = defaultdict(list)
    others = seats.exclude(match__state=Match.State.DONE)
    for table, entry in others.values_list("match__table", "entry"):
        tables[table].append(entry)
    return finished, list(tables.values())


def onward(tournaments: Sequence[Tournament]) -> dict[int, int]:
    """The last stage each entry was drawn in, by its key; who did not get beyond the first is not
    in it."""
    later = Round.objects.filter(tournament__in=_staged(tournaments), stage__gt=1)
    later = later.exclude(state=Round.State.HELD)  # who goes on is told when the round is shown
    seated = later.values_list("matches__seats__entry", "stage")
    byes = later.exclude(resting=None).values_list("resting", "stage")
    found: dict[int, int] = {}
    for entry, stage in (*seated, *byes):
        found[entry] = max(stage, found.get(entry, 1))
    return found


def finishes(tournament: Tournament) -> dict[int, dict[int, Finish]]:
    """How everybody finished in every round that is over, as formats take it; in a set by the mean
    place, and with the mean total, in some unit in which all of them are whole numbers."""
    sign = 1 if tournament.match_rules.low_wins else -1
    found: dict[int, dict[int, Finish]] = defaultdict(dict)
    played = _played(over(tournament.rounds.all()))[tournament.pk]
    tables = standings.tables_of(played)
    if tournament.deals == Tournament.Deals.DUPLICATE:
        tables = [placed(table) for table in as_one(tables)]
    for table in tables:
        for one in table:
            found[one.round][one.entry] = Finish(one.place, sign * one.total)
    return dict(found)


def league_table(league: League) -> tuple[Rank, ...]:
    """The ranking of a league as it is now, best first: that of its current season, or of the
    highest division of it."""
    return rankings(league, league.season)[0].ranks


def rankings(league: League, season: Season | None) -> tuple[Ranking, ...]:
    """Those of a season, one a division, the highest first; without divisions, or of a league
    without seasons (None), a single one. In a division only its members are ranked, among
    themselves."""
    counted = finished(league, season)
    settings = settings_of(league, season)
    places = _places(counted)
    divisions = list(season.divisions.all()) if season else []
    if not divisions:
        return (_ranking(counted, places, settings),)
    members = _members(season)
    return tuple(
        _ranking(
            [tournament for tournament in counted if tournament.division_id == one.pk],
            places,
            settings,
            one,
            members[one.pk],
        )
        for one in divisions
    )


def settings_of(league: League, season: Season | None) -> dict[str, Any]:
    """How a ranking counts, see scoring.cumulative: a season that is closed as it did then."""
    kept = season.settings if season else None
    return cumulative.settings_of(league.settings if kept is None else kept)


def finished(league: League, season: Season | None = None) -> list[Tournament]:
    """The tournaments that count for the ranking, oldest first. A ladder is no evening that
    somebody could come to."""
    done = league.tournaments.filter(season=season, state=Tournament.State.DONE)
    done = done.exclude(format__in=LADDERS)
    return list(done.select_related("league__club").order_by("finished_at", "pk"))


def _ranking(
    counted: Sequence[Tournament],
    places: Mapping[int, Mapping[Player | Bot, int]],
    settings: Mapping[str, Any],
    division: Division | None = None,
    members: Sequence[SeasonMember] = (),
) -> Ranking:
    """Of everybody who played, or of the members of a division."""
    events = [places[one.pk] for one in counted]
    whom = {one.who for one in members}
    if division:
        events = [cumulative.among(event, whom) for event in events]
    rows = cumulative.cumulative(events, settings)
    ranks = tuple(Rank(row.subject, row) for row in rows)
    return Ranking(division, tuple(counted), ranks, tuple(members))


def _places(tournaments: Sequence[Tournament]) -> dict[int, dict[Player | Bot, int]]:
    """Who finished where, by the tournaments' keys: the player or the bot, whatever version it
    played with. Whoever was disqualified has missed that one."""
    return {
        pk: {
            one.entry.who: one.row.place
            for one in table
            if one.entry.state != Entry.State.DISQUALIFIED
        }
        for pk, table in tables(tournaments).items()
    }


def _members(season: Season | None) -> dict[int, list[SeasonMember]]:
    """By the keys of their divisions, in the order of their names."""
    found: dict[int, list[SeasonMember]] = defaultdict(list)
    members = SeasonMember.objects.filter(season=season).select_related(
        "player", "bot__club", "division", "next"
    )
    for one in sorted(members, key=lambda one: (one.who.name, one.pk)):
        found[one.division_id].append(one)
    return found


def _entries(tournaments: Iterable[Tournament]) -> dict[int, dict[int, Entry]]:
    entries = Entry.objects.filter(tournament__in=tournaments).order_by("pk")
    found: dict[int, dict[int, Entry]] = defaultdict(dict)
    # The clubs apart: there are few, and a join would make one anew for every bot.
    for entry in entries.select_related("player", "bot").prefetch_related("bot__club"):
        found[entry.tournament_id][entry.pk] = entry
    return found


def _played(done: QuerySet[Round]) -> dict[int, list[Played]]:
    return _brought(Seat.objects.filter(match__round__in=done))


def _brought(seats: QuerySet[Seat]) -> dict[int, list[Played]]:
    """What the matches of these seats have brought, by the keys of their tournaments."""
    keys = ("match__round__tournament_id", "match__round__number", "entry_id")
    brought = ("awarded", "total", "won", "match__table", "match__seating")
    columns = seats.order_by().values_list(*keys, *brought)
    # A finished round has a result at every table; mypy only sees that the columns may be empty.
    rows = cast("Iterable[tuple[int, int, int, int, int, int, int, int]]", columns)
    found: dict[int, list[Played]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(Played._make(row[1:]))
    return found


def _stages(tournaments: Iterable[Tournament]) -> dict[int, dict[int, int]]:
    """The stage of every round drawn so far, where there may be several."""
    rounds = Round.objects.filter(tournament__in=_staged(tournaments))
    rounds = rounds.exclude(state=Round.State.HELD)
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for tournament_id, number, stage in rounds.values_list("tournament_id", "number", "stage"):
        found[tournament_id][number] = stage
    return found


def _staged(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Those in which entries go out on the way; of the others nothing need be asked."""
    return [one for one in tournaments if FORMATS[one.format].in_stages]


def _rests(done: QuerySet[Round]) -> dict[int, list[Rest]]:
    found: dict[int, list[Rest]] = defaultdict(list)
    rows = done.exclude(resting=None).values_list("tournament_id", "number", "resting")
    for tournament_id, *row in rows:
        found[tournament_id].append(Rest(*row))
    return found


def _penalties(tournaments: Sequence[Tournament]) -> dict[int, list[Points]]:
    given = Penalty.objects.filter(entry__tournament__in=tournaments, cancelled_at=None)
    rounds = _ends_of_rounds(tournaments)
    by_pk = {one.pk: one for one in tournaments}
    found: dict[int, list[Points]] = defaultdict(list)
    for one in given.select_related("entry"):
        pk = one.entry.tournament_id
        stage = _stage_at(one.given_at, by_pk[pk], rounds[pk])
        found[pk].append(Points(one.entry_id, one.exact_points, stage))
    return found


def _ends_of_rounds(
    tournaments: Iterable[Tournament],
) -> dict[int, list[tuple[int, datetime | None]]]:
    """The stage of every round, in order, and when it was over, where there may be several."""
    found: dict[int, list[tuple[int, datetime | None]]] = defaultdict(list)
    rounds = Round.objects.filter(tournament__in=_staged(tournaments)).order_by("number")
    for pk, stage, ended in rounds.values_list("tournament_id", "stage", "finished_at"):
        found[pk].append((stage, ended))
    return found


def _stage_at(
    at: datetime, tournament: Tournament, rounds: Sequence[tuple[int, datetime | None]]
) -> int | None:
    """The stage that was played then. None in a knockout, in whose stages nobody who goes on would
    feel a penalty."""
    played = (stage for stage, ended in rounds if ended is None or ended > at)
    stage = next(played, rounds[-1][0] if rounds else 1)
    knocks_out = FORMATS[tournament.format].knocks_out(tournament.settings, stage)
    return None if knocks_out else stage


# Ladders


@dataclass(frozen=True, slots=True)
class Climber:
    """An entry on a ladder: its place among all there, its rating, the matches it has finished
    there."""

    entry: Entry
    place: int
    shared: bool
    rating: Value
    played: int


def ladder(tournament: Tournament) -> tuple[Climber, ...]:
    """The standings of a ladder, best first: those who have played by what their rating shows, then
    those who have not, then those who have left. However much was played, only the entries are
    read."""
    found = tournament.entries.select_related("bot__club", "version", "rung").order_by("pk")
    entries = list(found)
    known = ratings.of_bots([one.bot_id for one in entries if one.bot_id], tournament.rules)
    rating = {one.pk: known.get(one.bot_id or 0, NEWCOMER) for one in entries}
    played = {one.pk: one.rung.played if hasattr(one, "rung") else 0 for one in entries}
    keys = {one.pk: (one.is_gone, not played[one.pk], -rating[one.pk].shown) for one in entries}
    equal = Counter(keys.values())
    order = sorted(keys.values())
    return tuple(
        Climber(
            entry=one,
            place=order.index(keys[one.pk]) + 1,
            shared=equal[keys[one.pk]] > 1,
            rating=rating[one.pk],
            played=played[one.pk],
        )
        for one in sorted(entries, key=lambda one: keys[one.pk])
    )
