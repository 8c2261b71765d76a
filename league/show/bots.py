"""Pages of a bot and of its versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

import games
from bots.trial import Times
from league import workers
from league.models import Bot, Match, Seat, SeatLog, Trial, Version

from .tables import SeatLine, is_open, table, with_seats
from .words import in_full

BOT_MATCHES = 50
FAULTS = 10


@dataclass(frozen=True, slots=True)
class BotMatch:
    """A finished match as the page of one of its bots lists it."""

    line: SeatLine
    match: Match
    size: int


@dataclass(frozen=True, slots=True)
class BotPage:
    """A bot: versions, how its matches ended, the latest of them.

    `places[size]` counts places by table size: {4: [10, 7, 3, 1]}; `faults` are matches it did not
    play to the end itself. `playing`: the version that the next draw takes. `waits`: what keeps
    versions from being checked, if anything does.
    """

    bot: Bot
    versions: tuple[Version, ...]
    playing: Version | None
    waits: str
    matches: int
    firsts: int
    faults: int
    places: dict[int, list[int]]
    latest: tuple[BotMatch, ...]

    @property
    def clean(self) -> int:
        """Matches it played to the end itself."""
        return self.matches - self.faults

    @property
    def went_back(self) -> bool:
        """Whether a newer version could play in place of the one that does."""
        ready = [one for one in self.versions if one.state == Version.State.READY]
        newest = max((one.number for one in ready if one.is_enabled), default=0)
        return self.playing is not None and newest > self.playing.number

    @property
    def is_checking(self) -> bool:
        """Whether a version of it is on trial."""
        return any(one.state == Version.State.CHECKING for one in self.versions)


def bot(bot: Bot, versions: QuerySet[Version], matches: QuerySet[Match]) -> BotPage:
    """A bot's page; `versions` and `matches` are those the reader may see."""
    ranked = matches.filter(challenge=None)
    rows = _ends(Seat.objects.filter(entry__bot=bot), ranked)
    shown = tuple(versions)
    checking = any(one.state == Version.State.CHECKING for one in shown)
    return BotPage(
        bot=bot,
        versions=shown,
        playing=bot.playing_version(),
        waits=workers.trouble_everywhere() if checking else "",
        matches=len(rows),
        firsts=sum(place == 1 for _size, place, _verdict in rows),
        faults=sum(verdict != "ok" for _size, _place, verdict in rows),
        places=_places_by_size((size, place) for size, place, _verdict in rows),
        latest=_latest(bot, ranked),
    )


def _ends(seats: QuerySet[Seat], matches: QuerySet[Match]) -> list[tuple[int, int | None, str]]:
    """Size of the table, awarded place and verdict in every finished match the reader may see."""
    done = seats.filter(match__state=Match.State.DONE, match__in=matches)
    sized = done.annotate(size=Count("match__seats"))
    return list(sized.values_list("size", "awarded", "verdict"))


def _places_by_size(rows: Iterable[tuple[int, int | None]]) -> dict[int, list[int]]:
    counted: dict[int, list[int]] = {}
    for size, place in rows:
        assert place is not None  # the match is done
        counted.setdefault(size, [0] * size)[place - 1] += 1
    return dict(sorted(counted.items()))


def _latest(bot: Bot, matches: QuerySet[Match]) -> tuple[BotMatch, ...]:
    done = matches.filter(state=Match.State.DONE, seats__entry__bot=bot)
    found = []
    for match in with_seats(done.order_by("-finished_at", "-pk")[:BOT_MATCHES]):
        seats = table(match).seats
        line = next(line for line in seats if line.seat.who == bot)
        found.append(BotMatch(line, match, len(seats)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class FaultLine:
    """A match that a bot did not play to the end. `deal` and `move` count from 1; they are None
    while the match is closed, and where it failed before the first move."""

    match: Match
    verdict: str
    deal: int | None
    move: int | None


@dataclass(frozen=True, slots=True)
class TimesLine:
    """Think times of some decisions, in microseconds of CPU. `verdict`: how the match ended, empty
    for several."""

    what: str
    verdict: str
    decisions: int
    p50: int
    p99: int
    max: int


@dataclass(frozen=True, slots=True)
class VersionPage:
    """A version: what it has done. `fault_kinds`: how often by verdict; `faults`: the latest.

    For its owner: `trial`, and `times` of the trial and of the latest matches."""

    version: Version
    is_playing: bool
    waits: str
    matches: int
    places: dict[int, list[int]]
    fault_kinds: dict[str, int]
    faults: tuple[FaultLine, ...]
    trial: Trial | None
    times: tuple[TimesLine, ...]

    @property
    def plays(self) -> tuple[games.MatchRules, ...]:
        """What it said that it plays."""
        return tuple(games.MATCHES[slug] for slug in self.version.plays if slug in games.MATCHES)


def version(version: Version, matches: QuerySet[Match], own: bool) -> VersionPage:
    """A version's page; `matches` are those the reader may see, `own`: he has uploaded it."""
    ranked = matches.filter(challenge=None)
    rows = _ends(version.seats.all(), ranked)
    trial = Trial.objects.filter(version=version).first() if own else None
    checking = version.state == Version.State.CHECKING
    return VersionPage(
        version=version,
        is_playing=version == version.bot.playing_version(),
        waits=workers.trouble_everywhere() if checking and own else "",
        matches=len(rows),
        places=_places_by_size((size, place) for size, place, _verdict in rows),
        fault_kinds=dict(Counter(verdict for *_, verdict in rows if verdict != "ok")),
        faults=tuple(_fault(seat) for seat in _latest_faults(version, ranked)),
        trial=trial,
        times=_times(version, trial) if own else (),
    )


def _latest_faults(version: Version, matches: QuerySet[Match]) -> QuerySet[Seat]:
    related = ["match__shuffle", "match__round__tournament__league__club"]
    done = version.seats.filter(match__state=Match.State.DONE, match__in=matches)
    faulty = done.exclude(verdict="ok").select_related(*related)
    with_cards = faulty.prefetch_related("match__shuffle__matches")  # they tell what is open
    return with_cards.order_by("-match__finished_at", "-pk")[:FAULTS]


def _fault(seat: Seat) -> FaultLine:
    deal, move = seat.fault_deal, seat.fault_move
    if deal is None or move is None or not is_open(seat.match):
        return FaultLine(seat.match, seat.verdict, None, None)
    return FaultLine(seat.match, seat.verdict, deal + 1, move + 1)


def _times(version: Version, trial: Trial | None) -> tuple[TimesLine, ...]:
    tried = trial.played if trial else ()
    lines = [TimesLine(**{**one, "what": _tried(one["what"])}) for one in tried]
    unfinished = Match.objects.exclude(state__in=Match.ENDED)
    logs = SeatLog.objects.filter(seat__version=version)
    logs = logs.exclude(seat__match__shuffle__in=unfinished.values("shuffle")).order_by("-pk")
    latest = logs.values_list("cpu_us", flat=True)[:BOT_MATCHES]
    cpu_us = [took for kept in latest for took in kept]
    if cpu_us:
        times = Times.of(cpu_us)
        words = _("its latest matches")
        lines.append(TimesLine(words, "", len(cpu_us), times.p50, times.p99, times.max))
    return tuple(lines)


def _tried(what: str) -> str:
    """A match of a trial by its name; kept is `xxl-individuel variant=amoins`."""
    slug, *options = what.split()
    if slug not in games.MATCHES:  # games go, and versions stay
        return what
    return in_full(games.MATCHES[slug], dict(one.split("=", 1) for one in options))
