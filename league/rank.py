"""Rank: standings of a tournament and the ranking of a league, from what was recorded.

One pure function each, in `league.scoring`; what goes into them comes from `counted`. Every page,
the API and every later draw ask here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from league.formats.catalog import LADDERS
from league.formats.core import Finish
from league.scoring import cumulative
from league.scoring import intervals as scoring_intervals
from league.scoring.chances import chances
from league.scoring.core import Rest
from league.scoring.last_round import Need, Reach, Table
from league.scoring.needs import needs as needs_of
from league.scoring.ratings import NEWCOMER
from league.scoring.ratings import Rating as Value
from league.scoring.results import Results
from league.scoring.sets import as_one, placed
from league.scoring.standings import Row, fewest_wins
from league.scoring.strengths import Strength
from league.scoring.strengths import strengths as scoring_strengths
from league.scoring.tiebreaks import TIE_BREAKS

from . import counted, onward, ratings, sheets
from .models import (
    Bot,
    Division,
    Entry,
    League,
    Match,
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
    row: Row
    stage: int = 1
    out_in: int | None = None

    @property
    def decided_by(self) -> str:
        """The name of the tie-break that set it apart, empty if none did."""
        return TIE_BREAKS[self.row.decided_by].name if self.row.decided_by else ""


@dataclass(frozen=True, slots=True)
class Needed:
    """An entry in the last round, and what it can still reach."""

    entry: Entry
    need: Need


@dataclass(frozen=True, slots=True)
class Needs:
    """What everybody can still reach, in the order in which they stand by now. `likely`: these are
    chances (see scoring.chances) and no bounds."""

    lines: tuple[Needed, ...]
    likely: bool


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
    done = counted.over(Round.objects.filter(tournament__in=tournaments))
    if rounds is not None:
        done = done.filter(number__lte=rounds)
    found = counted.fetched(tournaments, done)
    entries = _entries(tournaments)  # after it, since somebody may come late meanwhile
    return {pk: _table(one, entries[pk]) for pk, one in found.items()}


def rows(tournament: Tournament) -> dict[int, Row]:
    """How every entry stands after the rounds finished so far, by its key, best first: as `table`,
    for those who need no names."""
    if tournament.format in LADDERS:
        return {}
    found = counted.fetched([tournament], counted.over(tournament.rounds.all()))
    return {one.row.entry: one.row for one in found[tournament.pk].staged()}


def intervals(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """The best and the worst place that each entry of a finished tournament probably has, see
    scoring.intervals; of nobody where entries went out on the way, or on a ladder."""
    if tournament.format in LADDERS:
        return {}
    done = tournament.rounds.filter(state=Round.State.DONE)
    event = counted.fetched([tournament], done)[tournament.pk]
    if len(set(event.stage_of.values())) > 1:
        return {}
    rows = [one.row for one in event.staged()]
    fewest, seed = fewest_wins(event.counting), event.counting.seed
    return scoring_intervals.intervals(rows, event.results, fewest, seed, event.gone)


def _table(event: counted.Counted, entries: Mapping[int, Entry]) -> tuple[Standing, ...]:
    ends = {stage: number for number, stage in sorted(event.stage_of.items())}
    ends.pop(max(ends, default=1), None)  # nobody has gone out of the last one yet
    return tuple(
        Standing(entries[one.row.entry], one.row, one.stage, ends.get(one.stage))
        for one in event.staged()
    )


def needs(tournament: Tournament, last: Round) -> Needs:
    """Of everybody; `last`: the last round, which is played or waits. Who went out before its stage
    has his place."""
    before = tournament.rounds.filter(state=Round.State.DONE, number__lt=last.number)
    event = counted.fetched([tournament], before)[tournament.pk]
    brought, tables = _so_far(last)
    finished = brought.where(~np.isin(brought.table, [*tables]))
    rests = [Rest(last.number, pk) for pk in last.resting.values_list("pk", flat=True)]
    rows = event.of_stage(last.stage).rows_with(finished, rests)
    race = rows, [*tables.values()], event.counting, last.number, event.gone
    secured = needs_of(*race)
    found = secured or chances(*race, event.results.and_those(brought))
    out = _went_out(event, last.stage) if found else ()
    entries = _entries([tournament])[tournament.pk]
    return Needs(tuple(Needed(entries[one.entry], one) for one in (*found, *out)), not secured)


def _went_out(event: counted.Counted, before: int) -> tuple[Need, ...]:
    """Those who did not reach a stage: nothing can change their places."""
    if min(event.reached.values()) >= before:
        return ()
    rows = [one.row for one in event.staged() if one.stage < before]
    return tuple(Need(row.entry, Reach(row.place, row.place), {}) for row in rows)


def _so_far(current: Round) -> tuple[Results, dict[int, Table]]:
    """What the finished matches of a round have brought, and its tables that have yet to finish, by
    their numbers."""
    seats = Seat.objects.filter(match__round=current)
    others = seats.exclude(match__state=Match.State.DONE)
    others = others.order_by("match__table", "match__seating", "number")
    left: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for table, match, entry in others.values_list("match__table", "match", "entry"):
        left[table][match].append(entry)
    # One of them may have finished meanwhile, and another be played again.
    done = seats.filter(match__state=Match.State.DONE).exclude(match__in=[*chain(*left.values())])
    brought = Results.joined([sheets.of_seats(current.number, done)])
    return brought, {
        table: Table(
            entries=next(iter(matches.values())),
            left=len(matches),
            over=brought.where(brought.table == table),
        )
        for table, matches in left.items()
    }


def finishes(tournament: Tournament) -> dict[int, dict[int, Finish]]:
    """How everybody finished in every round that is over, as formats take it; in a set by the mean
    place, and with the mean total, in some unit in which all of them are whole numbers. In a
    knockout with what decides there between equal places, see `onward`."""
    sign = 1 if tournament.match_rules.low_wins else -1
    found: dict[int, dict[int, Finish]] = defaultdict(dict)
    played = counted.results(tournament)
    if tournament.deals == Tournament.Deals.DUPLICATE:
        played = placed(as_one(played)[0])
    ranks = onward.ranks(tournament, played)
    seats = (played.round, played.entry, played.place, sign * played.total)
    for number, entry, place, total in zip(*(column.tolist() for column in seats), strict=True):
        found[number][entry] = Finish(place, total, ranks.get((number, entry), ()))
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


# Ladders


@dataclass(frozen=True, slots=True)
class Climber:
    """An entry on a ladder: its place among all there and the `number` it comes of, which is what
    its rating shows or, in the end, its `strength`. None where it has played nothing of that.
    `played`: the matches it has finished there."""

    entry: Entry
    place: int
    shared: bool
    number: int | None
    rating: Value
    strength: int | None
    played: int


def ladder(tournament: Tournament) -> tuple[Climber, ...]:
    """The standings of a ladder, best first: those who have played by what their rating shows, at
    the end by their strength, then those who have not, then those who have left. However much was
    played, only the entries are read."""
    found = tournament.entries.select_related("bot__club", "version", "rung").order_by("pk")
    entries = list(found)
    known = ratings.of_bots([one.bot_id for one in entries if one.bot_id], tournament.rules)
    rating = {one.pk: known.get(one.bot_id or 0, NEWCOMER) for one in entries}
    rungs = {one.pk: one.rung for one in entries if hasattr(one, "rung")}
    played = {pk: rung.played for pk, rung in rungs.items() if rung.played}
    strength = {pk: rung.strength for pk, rung in rungs.items() if rung.strength is not None}
    number = strength or {pk: rating[pk].shown for pk in played}
    keys = {one.pk: (one.is_gone, one.pk not in number, -number.get(one.pk, 0)) for one in entries}
    equal = Counter(keys.values())
    order = sorted(keys.values())
    return tuple(
        Climber(
            entry=one,
            place=order.index(keys[one.pk]) + 1,
            shared=equal[keys[one.pk]] > 1,
            number=number.get(one.pk),
            rating=rating[one.pk],
            strength=strength.get(one.pk),
            played=played.get(one.pk, 0),
        )
        for one in sorted(entries, key=lambda one: keys[one.pk])
    )


def strengths(tournament: Tournament) -> dict[int, Strength]:
    """What everybody has shown on a ladder, see scoring.strengths, by the keys of the entries; of
    those who sat at one of the tables that count."""
    gone = tournament.entries.filter(state__in=Entry.GONE).values_list("pk", flat=True)
    seed = bytes(tournament.draw_seed or b"").hex()
    return scoring_strengths(counted.on_ladder(tournament), seed, list(gone))
