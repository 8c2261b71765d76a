"""Rounds with their tables, how they were drawn, and what is to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy as lazy

from league import counted, schedule
from league.formats.catalog import FORMATS
from league.formats.core import Undrawable
from league.models import Bot, Entry, Match, Player, Round, Tournament

from .fixed import misplaced
from .onward import decided
from .sets import TableSet, by_table
from .tables import Progress, Table, table, with_seats
from .words import label

COSTS = {  # what a draw would rather avoid, see formats
    "short_tables": lazy("Seats at a smaller table, and rests"),
    "fixed_tables": lazy("Seats away from the table that is needed"),
    "kept_apart": lazy("Pairs at a table who should be kept apart"),
    "same_owner": lazy("Pairs of one owner at a table"),
    "repeats": lazy("Pairs who meet again"),
    "repeats_in_a_row": lazy("Pairs who meet twice in a row"),
    "met_lately": lazy("Pairs who have met at one of their last tables"),
    "played_more": lazy("Seats of bots that have played more than the first one drawn"),
    "places_apart": lazy("Pairs who stand a whole table apart"),
    "ties_by_total": lazy("Who goes on, decided by the match total between equal places"),
    "ties_by_tie_break": lazy("Who goes on, decided by a tie-break between equal places"),
    "ties_by_lot": lazy("Who goes on, decided by lot between equals"),
    "bots_together": lazy("Pairs of bots at a table, people being there too"),
}


KEPT_APART = "kept_apart"  # which organisers alone read: at a table of two the number tells who
IN_SENTENCES = {
    "short_tables",
    KEPT_APART,
    "same_owner",
    "repeats",
    "repeats_in_a_row",
    "bots_together",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a round is as it is in one respect; `names` are those that are too many for it."""

    says: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CostLine:
    """How often a round does what a draw would rather avoid."""

    rule: str
    says: str
    count: int


@dataclass(frozen=True, slots=True)
class DrawReceipt:
    """How a round was drawn, see formats.core.Receipt."""

    seed: str
    method: str
    cut_short: bool
    lines: tuple[CostLine, ...]
    is_by_hand: bool = False

    @classmethod
    def of(cls, kept: dict[str, Any]) -> DrawReceipt:
        """From what is kept with the round."""
        costs = kept.get("costs", {}).items()
        lines = tuple(
            CostLine(rule, str(COSTS.get(rule, label(rule))), cost["count"]) for rule, cost in costs
        )
        return cls(
            kept.get("seed", ""),
            kept.get("method", ""),
            kept.get("cut_short", False),
            lines,
            bool(kept.get("swaps")),
        )


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round: its matches, who rests or has a bye, how far it is; `why` it is so, and in a
    knockout who is seeded where, if that is asked for; and who is kept `apart` or should be, which
    only organisers read."""

    round: Round
    tables: tuple[Table, ...]
    resting: tuple[Entry, ...]
    progress: Progress
    why: tuple[Reason, ...] = ()
    apart: tuple[Reason, ...] = ()
    seeds: Reason | None = None

    @property
    def other_costs(self) -> tuple[CostLine, ...]:
        """What it could not avoid either, and no sentence tells."""
        return tuple(
            line for line in self.receipt.lines if line.count and line.rule not in IN_SENTENCES
        )

    @property
    def public_receipt(self) -> dict[str, Any]:
        """How it was drawn, as it is kept, but for what organisers alone read."""
        kept: dict[str, Any] = self.round.receipt
        costs = {rule: cost for rule, cost in kept.get("costs", {}).items() if rule != KEPT_APART}
        return kept | {"costs": costs}

    @property
    def has_all_it_wanted(self) -> bool:
        """Whether nothing had to give way."""
        apart = any(line.count for line in self.receipt.lines if line.rule == KEPT_APART)
        return not (self.why or self.other_costs or apart)

    @property
    def receipt(self) -> DrawReceipt:
        """How it was drawn."""
        return DrawReceipt.of(self.round.receipt)

    @property
    def has_byes(self) -> bool:
        """Whether who sits it out has a bye and no rest."""
        tournament = self.round.tournament
        return FORMATS[tournament.format].knocks_out(tournament.settings, self.round.stage)

    @property
    def is_seeded(self) -> bool:
        """Whether it is drawn from what everybody has reached, or how well everybody plays, and not
        by lot."""
        tournament = self.round.tournament
        by_rating = FORMATS[tournament.format].starts_from_ratings(tournament.settings)
        return self.has_byes and (self.round.number > 1 or by_rating)

    @property
    def all_meet(self) -> bool:
        """Whether it belongs to a stage in which everybody meets everybody."""
        tournament = self.round.tournament
        return FORMATS[tournament.format].all_meet(tournament.settings, self.round.stage)

    @property
    def sets(self) -> tuple[TableSet, ...]:
        """Its tables, each with all its matches."""
        return by_table(self.tables)

    @property
    def is_one_table(self) -> bool:
        """Whether all who take part in it sit together, so that there was nothing to choose."""
        return len(self.sets) == 1 and not self.resting

    @property
    def misplaced(self) -> tuple[str, ...]:
        """Who will not sit at the table he needs, in sentences for organisers."""
        return misplaced(self.sets) if self.round.state in Round.NOT_BEGUN else ()

    @property
    def decided(self) -> tuple[tuple[str, tuple[Player | Bot, ...]], ...]:
        """Who goes on though the places did not let him, by what did, in words."""
        found: dict[str, list[Player | Bot]] = {}
        for line in (line for one in self.sets for line in one.lines if line.decided):
            found.setdefault(line.decided, []).append(line.who)
        return tuple((says, tuple(who)) for says, who in sorted(found.items()))

    @property
    def by_hand(self) -> tuple[tuple[Entry, Entry], ...]:
        """Who changed chairs since it was drawn, in this order."""
        seated = (line.seat.entry for one in self.tables for line in one.seats)
        known = {entry.pk: entry for entry in (*seated, *self.resting) if entry}
        swaps = self.round.receipt.get("swaps", ())
        return tuple((known[one], known[other]) for one, other in swaps)


def round_page(shown: Round) -> RoundPage:
    """A round with its tables."""
    (page,) = _pages([shown], decided(shown))
    return page


def round_pages(rounds: Sequence[Round]) -> tuple[RoundPage, ...]:
    """Rounds with their tables, in as many queries as for one; what decided who goes on is told by
    `round_page` alone."""
    return _pages(rounds, {})


def _pages(rounds: Sequence[Round], decided: Mapping[int, str]) -> tuple[RoundPage, ...]:
    matches = with_seats(Match.objects.order_by("table", "seating"))
    resting = Entry.objects.select_related("player", "bot__club").order_by("pk")
    prefetch_related_objects(rounds, Prefetch("matches", matches), Prefetch("resting", resting))
    reached = counted.onward([one.tournament for one in rounds])
    return tuple(_round_page(one, reached, decided) for one in rounds)


def _round_page(shown: Round, reached: Mapping[int, int], decided: Mapping[int, str]) -> RoundPage:
    on = {entry: decided.get(entry, "") for entry, stage in reached.items() if stage > shown.stage}
    tables = tuple(table(match, on) for match in shown.matches.all())
    done = sum(one.match.state == Match.State.DONE for one in tables)
    return RoundPage(shown, tables, tuple(shown.resting.all()), Progress(done, len(tables)))


@dataclass(frozen=True, slots=True)
class CostRow:
    """How often the rounds of a draw do what it would rather avoid, one count a round."""

    says: str
    counts: tuple[int, ...]


def costs(rounds: Iterable[RoundPage]) -> tuple[CostRow, ...]:
    """What the rounds of a draw could not avoid, by rule."""
    by_rule: dict[str, list[int]] = {}
    for one in rounds:
        for line in one.receipt.lines:
            by_rule.setdefault(line.says, []).append(line.count)
    return tuple(CostRow(says, tuple(counts)) for says, counts in by_rule.items())


def draw(seen: QuerySet[Round]) -> tuple[RoundPage, ...]:
    """These rounds of a tournament, in order; `seen` are those the reader may see."""
    return round_pages(list(seen.order_by("number")))


@dataclass(frozen=True, slots=True)
class CourseLine:
    """What is to come in the rounds of one stage: how many are left, at tables of which sizes, and
    how many sit each of them out, which is a bye or a rest."""

    rounds: range
    left: int
    sizes: tuple[tuple[int, int], ...]
    sitting_out: int
    has_byes: bool


def course(tournament: Tournament) -> tuple[CourseLine, ...]:
    """How many are left from stage to stage; nothing where all play to the end, or where the tables
    cannot be drawn."""
    format = FORMATS[tournament.format]
    field = schedule.field_of(tournament, schedule.playing(tournament))
    try:
        splits = format.course(field) if format.in_stages else ()
    except Undrawable:  # the draw says why
        return ()
    stages = enumerate(groupby(enumerate(splits, start=1), key=itemgetter(1)), start=1)
    return tuple(
        _course_line(
            [number for number, _split in rounds],
            split,
            format.knocks_out(tournament.settings, stage),
        )
        for stage, (split, rounds) in stages
    )


def _course_line(numbers: Sequence[int], split: Sequence[int], has_byes: bool) -> CourseLine:
    """`split`: table sizes; who sits out is at a table of one."""
    counted = Counter(split)
    sitting_out = counted.pop(1, 0)
    sizes = tuple(sorted(counted.items(), reverse=True))
    return CourseLine(range(numbers[0], numbers[-1] + 1), sum(split), sizes, sitting_out, has_byes)
