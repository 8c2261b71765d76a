"""A ladder's page, and where a bot stands on its ladders."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import counted, ladder, rank, spread, workers
from league.formats.catalog import FORMATS, LADDERS
from league.formats.continuous import FREE, FULL, PLAYING, WHY, Wait
from league.formats.core import Format
from league.models import Bot, Entry, Match, Round, Tournament

from .rounds import DrawReceipt
from .tables import Table, table, with_seats
from .words import Setting, played, settings

LATEST_TABLES = 6
ENOUGH = 10  # matches of everybody, see scoring.strengths


@dataclass(frozen=True, slots=True)
class LadderLine:
    """An entry on a ladder: where it stands, and what it does or waits for. `reason` is a key of
    formats.continuous.WHY, or what keeps everybody; `match`: where it plays."""

    climber: rank.Climber
    reason: str
    why: str
    ahead: int = 0
    match: int | None = None

    @property
    def entry(self) -> Entry:
        """Who it is."""
        return self.climber.entry


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A ladder: who stands where and waits for what, the tables that are open, the latest that have
    ended. `spread`: the best and the worst place that each probably has, empty before the end.
    `waits`: what keeps uploaded bots from being run, if anything does."""

    tournament: Tournament
    lines: tuple[LadderLine, ...]
    open: tuple[Table, ...]
    latest: tuple[Table, ...]
    newest: Round | None
    played: str
    settings: tuple[Setting, ...]
    spread: spread.Places
    waits: str

    @property
    def is_final(self) -> bool:
        """Whether its order comes of nothing but what was played here."""
        return any(line.climber.strength is not None for line in self.lines)

    @property
    def is_short(self) -> bool:
        """Whether somebody has played too little for his range to hold as often as it says."""
        return any(0 < line.climber.played < ENOUGH for line in self.lines)

    @property
    def last(self) -> int:
        """How many of its tables count in the end, 0 for all."""
        return counted.LADDER_TABLES if self.tables > counted.LADDER_TABLES else 0

    @property
    def tables(self) -> int:
        """How many have begun."""
        return self.newest.number if self.newest else 0

    @property
    def receipt(self) -> DrawReceipt | None:
        """How the newest table was drawn."""
        return DrawReceipt.of(self.newest.receipt) if self.newest else None

    @property
    def format(self) -> Format:
        """How tables are drawn."""
        return FORMATS[self.tournament.format]

    @property
    def entries(self) -> int:
        """How many take part, or did."""
        return len(self.lines)

    @property
    def is_closing(self) -> bool:
        """Whether only the last tables are played."""
        return ladder.is_closing(self.tournament)

    @property
    def first(self) -> tuple[rank.Climber, ...]:
        """Who has the first place, which may be shared."""
        return tuple(one.climber for one in self.lines if one.climber.place == 1)


def ladder_page(tournament: Tournament) -> LadderPage:
    """The page of a ladder that is open or was; what it reads does not grow with what was
    played."""
    rounds = tournament.rounds.order_by("-number")
    newest = rounds.first()
    latest = _tables(rounds.filter(state=Round.State.DONE)[:LATEST_TABLES])
    begun = _tables(ladder.going_on(tournament))
    open_ones = tuple(one for one in begun if one.match.state != Match.State.DONE)
    return LadderPage(
        tournament=tournament,
        lines=_lines(tournament),
        open=open_ones,
        latest=latest,
        newest=newest,
        played=played(tournament),
        settings=settings(tournament),
        spread=spread.of(tournament),
        waits=workers.trouble_everywhere() if _is_waiting(open_ones) else "",
    )


def _tables(rounds: Iterable[Round]) -> tuple[Table, ...]:
    matches = Match.objects.filter(round__in=list(rounds)).select_related("round")
    return tuple(map(table, with_seats(matches.order_by("-round__number"))))


def _is_waiting(tables: Iterable[Table]) -> bool:
    """Whether an uploaded bot waits for a machine."""
    return any(
        one.match.state == Match.State.QUEUED and any(line.version for line in one.seats)
        for one in tables
    )


def _lines(tournament: Tournament) -> tuple[LadderLine, ...]:
    now = ladder.look(tournament)
    waits = now.opening().waits
    queued = Match.objects.filter(pk__in=set(now.at.values()), state=Match.State.QUEUED)
    waiting = set(queued.values_list("pk", flat=True))
    return tuple(
        _line(tournament, climber, waits, now.at.get(climber.entry.pk), waiting)
        for climber in rank.ladder(tournament)
    )


def _line(
    tournament: Tournament,
    climber: rank.Climber,
    waits: Mapping[int, Wait],
    match: int | None,
    queued: Container[int],
) -> LadderLine:
    entry = climber.entry
    if match is not None:
        says = _waiting(tournament) if match in queued else _(WHY[PLAYING])
        return LadderLine(climber, PLAYING, says, match=match)
    if tournament.state == Tournament.State.DONE or entry.state != Entry.State.PLAYING:
        return LadderLine(climber, entry.state, "")
    if ladder.is_closing(tournament):
        return LadderLine(climber, "closing", _("No more tables begin."))
    if tournament.paused_at:
        return LadderLine(climber, "paused", _("The ladder is paused."))
    wait = waits.get(entry.pk, Wait(FREE))
    return LadderLine(climber, wait.reason, _in_words(wait), wait.ahead)


def _waiting(tournament: Tournament) -> str:
    if tournament.paused_at:
        return _("Its table waits, since the ladder is paused.")
    return _("Its table waits for a free machine.")


def _in_words(wait: Wait) -> str:
    if wait.reason != FULL or not wait.ahead:
        return _(WHY[wait.reason])
    return ngettext(
        "All tables are taken, and one comes before it.",
        "All tables are taken, and %(n)d come before it.",
        wait.ahead,
    ) % {"n": wait.ahead}


def ladders_of(bot: Bot, tournaments: QuerySet[Tournament]) -> tuple[LadderLine, ...]:
    """Where a bot stands on the ladders that are open, and why it waits there; `tournaments` are
    those the reader may see."""
    entered = tournaments.filter(state=Tournament.State.RUNNING, entries__bot=bot)
    found = entered.filter(format__in=LADDERS).order_by("-published_at", "-pk")
    return tuple(line for one in found for line in _lines(one) if line.entry.bot_id == bot.pk)
