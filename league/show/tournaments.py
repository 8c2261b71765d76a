"""A tournament's page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from django.db.models import Count, Q, QuerySet

from league import luck, rank, spread
from league.formats.catalog import FORMATS
from league.formats.core import Format
from league.models import Match, Round, Tournament
from league.scoring.catalog import SCORINGS, Scoring
from league.scoring.tiebreaks import TIE_BREAKS, TieBreak

from .lists import firsts
from .needs import last_round
from .onward import order
from .reasons import explained
from .rounds import RoundPage, round_page
from .tableplans import has_table_plans
from .tables import Progress
from .words import Setting, counting, played, settings


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """Everything a tournament's page shows. `shown` is the round looked at, None before the draw,
    `current` the one that is played or waited for, `progress` how far it is once it has begun.
    `sizes_differ`: whether there are tables of several sizes and points depend on places. `luck`:
    what was cards, None where every table has its own or no round is over. `spread`: the best and
    the worst place that each entry probably has, by its key."""

    tournament: Tournament
    rounds: tuple[Round, ...]
    current: Round | None
    shown: RoundPage | None
    progress: Progress | None
    standings: tuple[rank.Standing, ...]
    entries: int
    played: str
    settings: tuple[Setting, ...]
    counting: tuple[Setting, ...]
    sizes_differ: bool
    luck: luck.Luck | None
    spread: spread.Places

    @property
    def rounds_done(self) -> int:
        """How many rounds the standings count."""
        return len(rounds_done(self.rounds))

    @property
    def has_table_plans(self) -> bool:
        """Whether its tables can be chosen."""
        return has_table_plans(self.tournament)

    @property
    def format(self) -> Format:
        """How tables are drawn."""
        return FORMATS[self.tournament.format]

    @property
    def knockout_rounds(self) -> frozenset[int]:
        """The rounds of which only some went on; who sat them out had a bye."""
        knocks_out, settings = self.format.knocks_out, self.tournament.settings
        return frozenset(one.number for one in self.rounds if knocks_out(settings, one.stage))

    @property
    def onward(self) -> tuple[str, ...]:
        """By name, what decides in them who goes on between equal places, before a lot does."""
        return order(self.tournament) if self.knockout_rounds else ()

    @property
    def is_knockout(self) -> bool:
        """Whether all rounds are such, so that the points of one decide nothing in the next."""
        return self.format.knocks_out(self.tournament.settings, 1)

    @property
    def ended_at_one_table(self) -> bool:
        """Whether the last of its rounds is such."""
        return bool(self.rounds) and self.rounds[-1].number in self.knockout_rounds

    @property
    def shows_needs(self) -> bool:
        """Whether it is the last round, in which everybody asks what he needs."""
        return last_round(self.tournament, self.current) is not None

    @property
    def scoring(self) -> Scoring:
        """How points are counted."""
        return SCORINGS[self.tournament.scoring]

    @property
    def is_scaled(self) -> bool:
        """Whether a place pays by the size of its table."""
        settings = self.scoring.read(self.tournament.scoring_settings)
        return settings.get("place_points") == "scaled_by_table_size"

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """What decides between equal points, in this order."""
        return tuple(TIE_BREAKS[slug] for slug in self.tournament.tie_breaks)

    @property
    def has_broken_ties(self) -> bool:
        """Whether a tie-break has decided anything so far."""
        return any(standing.row.decided_by for standing in self.standings)

    @property
    def has_missed(self) -> bool:
        """Whether somebody has missed a round."""
        return any(standing.row.missed for standing in self.standings)

    @property
    def held(self) -> tuple[Round, ...]:
        """The rounds that only organisers see so far."""
        return tuple(one for one in self.rounds if one.state == Round.State.HELD)

    @property
    def winners(self) -> tuple[rank.Standing, ...]:
        """First place, which may be shared; nobody before the end."""
        if self.tournament.state != Tournament.State.DONE:
            return ()
        return firsts(self.standings)


def tournament(
    tournament: Tournament, round_number: int | None = None, seen: QuerySet[Round] | None = None
) -> TournamentPage:
    """The page of a tournament, at one of its rounds: the one asked for, else the current or last
    one. `seen` are the rounds that the reader may see, all that are not held if it is None. Raises
    Round.DoesNotExist."""
    if seen is None:
        seen = tournament.rounds.exclude(state=Round.State.HELD)
    rounds = tuple(seen.order_by("number"))
    done = len(rounds_done(rounds))
    current = next((one for one in rounds if one.state != Round.State.DONE), None)
    return TournamentPage(
        tournament=tournament,
        rounds=rounds,
        current=current if tournament.is_public else None,
        shown=_explained(_shown_round(rounds, current, round_number)),
        progress=_progress(current) if current and tournament.is_public else None,
        # A round may end while we look; what was read first holds for the whole page.
        standings=rank.table(tournament, done) if tournament.is_public else (),
        entries=tournament.entries.count(),
        played=played(tournament),
        settings=settings(tournament),
        counting=counting(tournament),
        sizes_differ=_sizes_differ(tournament, rounds),
        luck=_luck(tournament, done),
        spread=spread.of(tournament),
    )


def _luck(tournament: Tournament, done: int) -> luck.Luck | None:
    return luck.luck(tournament, done) if done and tournament.is_public else None


def rounds_done(rounds: Iterable[Round]) -> tuple[Round, ...]:
    """Up to the first that is not over: one that was may be played again."""
    return tuple(takewhile(lambda one: one.state == Round.State.DONE, rounds))


def _sizes_differ(tournament: Tournament, rounds: Iterable[Round]) -> bool:
    if not SCORINGS[tournament.scoring].by_place:
        return False
    tables = Match.objects.filter(round__in=rounds).annotate(size=Count("seats"))
    return tables.order_by().values("size").distinct().count() > 1


def _progress(current: Round) -> Progress | None:
    """How far a round is; nothing to tell before it begins."""
    if current.state != Round.State.RUNNING:
        return None
    done = Count("pk", filter=Q(state=Match.State.DONE))
    return Progress(**current.matches.aggregate(done=done, total=Count("pk")))


def _shown_round(
    rounds: tuple[Round, ...], current: Round | None, number: int | None
) -> RoundPage | None:
    if number is not None:
        wanted = next((one for one in rounds if one.number == number), None)
        if wanted is None:
            raise Round.DoesNotExist(f"There is no round {number}.")
        return round_page(wanted)
    if not rounds:
        return None
    return round_page(_looked_at(rounds, current))


def _explained(shown: RoundPage | None) -> RoundPage | None:
    return explained([shown])[0] if shown else None


def _looked_at(rounds: tuple[Round, ...], current: Round | None) -> Round:
    """The round that is played; between rounds the one that is over, for its results."""
    if current is not None and current.state == Round.State.RUNNING:
        return current
    done = [one for one in rounds if one.state == Round.State.DONE]
    return done[-1] if done else rounds[0]
