"""Counted: all that counts in tournaments, fetched from the database for the pure functions of
`league.scoring`; of several tournaments in as many queries as of one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import product

import numpy as np
from django.db.models import Exists, Max, OuterRef, QuerySet

from league.formats.catalog import FORMATS
from league.scoring.core import Counting, Rest
from league.scoring.core import Penalty as Points
from league.scoring.results import Results
from league.scoring.stages import Staged, counts_in, stages
from league.scoring.standings import Row, standings
from league.scoring.strengths import Seats

from . import sheets
from .models import Entry, Match, Penalty, Round, Seat, Tournament
from .sheets import Numbered

LADDER_TABLES = 100_000  # that count in the end, the last ones: two seconds to read and to work out


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
class Counted:
    """All that counts in one tournament. `reached`: the last stage of every entry, `stage_of`: that
    of every round where there may be several. `gone`: who plays no more."""

    reached: Mapping[int, int]
    stage_of: Mapping[int, int]
    results: Results
    rests: list[Rest]
    penalties: list[Points]
    counting: Counting
    gone: frozenset[int]

    @property
    def missed(self) -> list[Rest]:
        """The finished rounds in which an entry had no seat and no rest: it came late, was away,
        or had gone out of the stage before."""
        played = self.results.where(self.results.seating == 1)
        rounds = {*played.round.tolist(), *(rest.round for rest in self.rests)}
        if len(played.entry) + len(self.rests) == len(self.reached) * len(rounds):
            return []
        seats = zip(played.round.tolist(), played.entry.tolist(), strict=True)
        there = {*seats, *self.rests}
        everything = product(sorted(rounds), self.reached)
        return [Rest(*missed) for missed in everything if missed not in there]

    def of_stage(self, stage: int) -> Counted:
        """What counts between those who take part in a stage."""
        rounds = {number for number, its_stage in self.stage_of.items() if its_stage != stage}
        others = np.isin(self.results.round, [*rounds])
        return replace(
            self,
            reached={pk: last for pk, last in self.reached.items() if last >= stage},
            results=self.results.where(~others),
            rests=[one for one in self.rests if one.round not in rounds],
            penalties=[one for one in self.penalties if counts_in(one, self.reached) == stage],
        )

    def rows_with(self, finished: Results, rests: Iterable[Rest]) -> tuple[Row, ...]:
        """The standings of one stage, with what there is of a round that is not over."""
        return standings(
            self.reached,
            self.results.and_those(finished),
            [*self.rests, *rests],
            self.penalties,
            self.counting,
            self.missed,
            self.gone,
        )

    def staged(self) -> tuple[Staged, ...]:
        """The standings of all stages."""
        count = partial(standings, counting=self.counting, missed=self.missed, gone=self.gone)
        return stages(count, self.reached, self.stage_of, self.results, self.rests, self.penalties)


def fetched(tournaments: Sequence[Tournament], done: QuerySet[Round]) -> dict[int, Counted]:
    """What the rounds that are `done` have brought, by the keys of the tournaments."""
    rounds = _numbered(done)
    entries, penalties = _entries(tournaments), _penalties(tournaments)
    seats, rests = sheets.of_rounds(rounds), _rests(rounds)
    stage_of, on = _stages(tournaments), onward(tournaments)
    return {
        one.pk: Counted(
            reached={entry: on.get(entry, 1) for entry in entries[one.pk]},
            stage_of=stage_of[one.pk],
            results=Results.joined(seats[one.pk]),
            rests=rests[one.pk],
            penalties=penalties[one.pk],
            counting=counting(one),
            gone=frozenset(pk for pk, state in entries[one.pk].items() if state in Entry.GONE),
        )
        for one in tournaments
    }


def results(tournament: Tournament) -> Results:
    """What has been played in the rounds that are over."""
    seats = sheets.of_rounds(_numbered(over(tournament.rounds.all())))
    return Results.joined(seats[tournament.pk])


def on_ladder(tournament: Tournament) -> Seats:
    """What was played on a ladder: at all tables that are over, or at the last ones of very many.
    It is read row by row into numbers, so it takes little room."""
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    seats = Seat.objects.filter(
        match__round__tournament=tournament,
        match__round__number__gt=last - LADDER_TABLES,
        match__round__state=Round.State.DONE,
        match__state=Match.State.DONE,
        awarded__isnull=False,
    )
    rows = seats.order_by().values_list("match__round__number", "entry", "awarded").iterator()
    return Seats(*np.fromiter(rows, np.dtype((np.int64, len(Seats._fields)))).T)


def onward(tournaments: Sequence[Tournament]) -> dict[int, int]:
    """The last stage each entry was drawn in, by its key; who did not get beyond the first is not
    in it."""
    staged = _staged(tournaments)
    if not staged:
        return {}
    later = Round.objects.filter(tournament__in=staged, stage__gt=1)
    later = later.exclude(state=Round.State.HELD)  # who goes on is told when the round is shown
    seated = later.values_list("matches__seats__entry", "stage")
    byes = later.exclude(resting=None).values_list("resting", "stage")
    found: dict[int, int] = {}
    for entry, stage in (*seated, *byes):
        found[entry] = max(stage, found.get(entry, 1))
    return found


def _entries(tournaments: Iterable[Tournament]) -> dict[int, dict[int, str]]:
    """The states of entries, in the order in which they entered."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    entries = Entry.objects.filter(tournament__in=tournaments).order_by("pk")
    for tournament, pk, state in entries.values_list("tournament", "pk", "state"):
        found[tournament][pk] = state
    return found


def _numbered(rounds: QuerySet[Round]) -> Numbered:
    columns = rounds.values_list("pk", "tournament", "number")
    return {pk: (tournament, number) for pk, tournament, number in columns}


def _stages(tournaments: Iterable[Tournament]) -> dict[int, dict[int, int]]:
    """The stage of every round drawn so far, where there may be several."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for pk, number, stage, state, _ended in _rounds_of_staged(tournaments):
        if state != Round.State.HELD:
            found[pk][number] = stage
    return found


def _staged(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Those in which entries go out on the way; of the others nothing need be asked."""
    return [one for one in tournaments if FORMATS[one.format].in_stages]


def _rounds_of_staged(
    tournaments: Iterable[Tournament],
) -> list[tuple[int, int, int, str, datetime | None]]:
    """Tournament, number, stage, state and end, in order."""
    staged = _staged(tournaments)
    if not staged:
        return []
    rounds = Round.objects.filter(tournament__in=staged).order_by("number")
    return list(rounds.values_list("tournament", "number", "stage", "state", "finished_at"))


def _rests(rounds: Numbered) -> dict[int, list[Rest]]:
    found: dict[int, list[Rest]] = defaultdict(list)
    resting = Round.resting.through.objects.order_by("pk")
    resting = resting.filter(round__tournament__in=sheets.tournaments(rounds))
    for pk, entry in resting.values_list("round", "entry"):
        if pk in rounds:
            tournament, number = rounds[pk]
            found[tournament].append(Rest(number, entry))
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
    for pk, _number, stage, _state, ended in _rounds_of_staged(tournaments):
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
