"""What the last round can still change, for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from league import rank
from league.models import Entry, Round, Tournament
from league.scoring.catalog import SCORINGS
from league.scoring.last_round import Reach


@dataclass(frozen=True, slots=True)
class NeedLine:
    """An entry: the places it can still end in, and which of them by its place at the table at
    which it has yet to finish; None for a place that does not exist there."""

    entry: Entry
    reach: Reach
    by_place: tuple[Reach | None, ...]


@dataclass(frozen=True, slots=True)
class NeedsPage:
    """All lines, in the order in which they stand by now; `places`: those of the largest table."""

    tournament: Tournament
    lines: tuple[NeedLine, ...]
    places: range

    @property
    def ties_decide(self) -> bool:
        """Whether something decides between equal points."""
        return bool(self.tournament.tie_breaks)


def last_round(tournament: Tournament, current: Round | None) -> Round | None:
    """The current round, if it is the last, shown to all, and something can be said of what it may
    change: not of totals, nor of sets."""
    if current is None or current.state == Round.State.HELD:
        return None
    if current.number != tournament.rounds_planned:
        return None
    is_set = tournament.deals == Tournament.Deals.DUPLICATE
    return current if SCORINGS[tournament.scoring].by_place and not is_set else None


def needs(tournament: Tournament) -> NeedsPage:
    """What everybody needs. Without lines where nothing can be said."""
    current = tournament.rounds.exclude(state=Round.State.DONE).order_by("number").first()
    last = last_round(tournament, current) if tournament.is_public else None
    found = rank.needs(tournament, last) if last else ()
    places = range(1, 1 + max((len(one.need.by_place) for one in found), default=0))
    lines = tuple(
        NeedLine(one.entry, one.need.reach, tuple(map(one.need.by_place.get, places)))
        for one in found
    )
    return NeedsPage(tournament, lines, places)
