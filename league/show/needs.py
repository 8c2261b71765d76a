"""What the last round can still change, for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from league import rank
from league.models import Entry, Match, Round, Tournament
from league.scoring.catalog import SCORINGS
from league.scoring.last_round import Reach


@dataclass(frozen=True, slots=True)
class NeedLine:
    """An entry: the places it can still end in, and which of them by its place at the table at
    which it has yet to finish; None for a place that does not exist there, or is too rare to
    tell."""

    entry: Entry
    reach: Reach
    by_place: tuple[Reach | None, ...]


@dataclass(frozen=True, slots=True)
class NeedsPage:
    """All lines, in the order in which they stand by now; `places`: those of the largest table.
    `likely`: they are those of nine in ten rounds played out by chance, and not all possible."""

    tournament: Tournament
    lines: tuple[NeedLine, ...]
    places: range
    likely: bool

    @property
    def ties_decide(self) -> bool:
        """Whether something decides between equal points."""
        return bool(self.tournament.tie_breaks)


def last_round(tournament: Tournament, current: Round | None) -> Round | None:
    """The current round, if it is the last, shown to all, and something can be said of what it may
    change. Of totals and sets it is said by results so far, so there have to be some."""
    if current is None or current.state == Round.State.HELD:
        return None
    if current.number != tournament.rounds_planned:
        return None
    is_set = tournament.deals == Tournament.Deals.DUPLICATE
    if SCORINGS[tournament.scoring].by_place and not is_set:
        return current
    finished = Match.objects.filter(round__tournament=tournament, state=Match.State.DONE)
    return current if finished.exists() else None


def needs(tournament: Tournament) -> NeedsPage:
    """What everybody needs. Without lines where nothing can be said."""
    current = tournament.rounds.exclude(state=Round.State.DONE).order_by("number").first()
    last = last_round(tournament, current) if tournament.is_public else None
    found = rank.needs(tournament, last) if last else rank.Needs((), likely=False)
    most = max((max(one.need.by_place, default=0) for one in found.lines), default=0)
    places = range(1, 1 + most)
    lines = tuple(
        NeedLine(one.entry, one.need.reach, tuple(map(one.need.by_place.get, places)))
        for one in found.lines
    )
    return NeedsPage(tournament, lines, places, found.likely)
