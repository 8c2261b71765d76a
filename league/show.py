"""Show: what pages and the API answer from: read models from rows; nothing here knows a request.

Who may see what is settled before (`access` hands in the querysets); what is closed because of an
unfinished shuffle stays closed here, for every door alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import (
    Count,
    Prefetch,
    Q,
    QuerySet,
    Sum,
    prefetch_related_objects,
)
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop, ngettext

import games
from bots.trial import Times
from games import Option
from games.transcript import Transcript as Paper
from league.formats.catalog import FORMATS
from league.formats.core import Entrant, Field, Format
from league.formats.core import Setting as FormatSetting
from league.scoring.catalog import PLACES, SCORINGS, TABLE_POINTS, Scoring
from league.scoring.cumulative import ATTENDANCE, BEST, MISSED, settings_of
from league.scoring.tiebreaks import TIE_BREAKS, TieBreak

from . import rank, stepping, workers
from .models import (
    Bot,
    Challenge,
    Club,
    Entry,
    League,
    Match,
    Round,
    Seat,
    SeatLog,
    Tournament,
    Transcript,
    Trial,
    Version,
)

NEWEST_FIRST = ("-created_at", "-pk")  # said again, since counting drops a model's own order
LATEST = 5  # rows of a list that only gives a taste
BOT_MATCHES = 50
FAULTS = 10
COSTS = {  # what a draw would rather avoid, see formats
    "short_tables": lazy("Seats at a smaller table, and rests"),
    "same_owner": lazy("Pairs of one owner at a table"),
    "repeats": lazy("Pairs who meet again"),
    "repeats_in_a_row": lazy("Pairs who meet twice in a row"),
    "places_apart": lazy("Pairs who stand a whole table apart"),
    "ties_by_total": lazy("Who goes on, decided by the match total between equal places"),
    "ties_by_lot": lazy("Who goes on, decided by lot between equals"),
    "bots_together": lazy("Pairs of bots at a table, people being there too"),
}


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many matches are finished."""

    done: int
    total: int

    @property
    def left(self) -> int:
        return self.total - self.done


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as lists show it; `place` is the awarded one, None while the match is not finished.
    `goes_on`: it takes part in the next stage of its tournament. `by_version`, `by_seat`: what
    tells its bot from the same one in another seat, if anything needs to."""

    seat: Seat
    place: int | None
    shared: bool
    goes_on: bool = False
    by_version: bool = False
    by_seat: bool = False

    @property
    def name(self) -> str:
        """Who sits there, told apart from everybody else at the table."""
        apart = [_version(self.seat)] if self.by_version else []
        if self.by_seat:
            apart.append(_("seat %(n)d") % {"n": self.seat.number + 1})
        who = self.seat.who.name
        return (
            _("%(name)s (%(apart)s)") % {"name": who, "apart": ", ".join(apart)} if apart else who
        )

    @property
    def letters(self) -> str:
        """For its mat, where those of the name would stand there twice: N2."""
        if self.by_version and self.seat.version:
            return f"{self.seat.who.name[:1].upper()}{self.seat.version.number}"
        return f"{self.seat.who.name[:1].upper()}{self.seat.number + 1}" if self.by_seat else ""

    @property
    def version(self) -> str:
        """Which version of an uploaded bot it is; empty for all others."""
        return _version(self.seat) if self.seat.version and not self.seat.version.house else ""

    @property
    def is_clean(self) -> bool:
        """Whether its bot played to the end."""
        return self.seat.verdict in {"", "ok"}


@dataclass(frozen=True, slots=True)
class Table:
    """One match of a round with its seats, in seat order."""

    match: Match
    seats: tuple[SeatLine, ...]

    @property
    def sends_on(self) -> bool:
        """Whether it is known who goes on from it."""
        return any(line.goes_on for line in self.seats)

    @property
    def by_place(self) -> tuple[SeatLine, ...]:
        """Best first; in seat order while there is no result."""
        return tuple(sorted(self.seats, key=lambda line: (line.place or 0, line.seat.number)))

    @property
    def is_all_tied(self) -> bool:
        """Whether everybody at the table has the first place, as friends could agree on."""
        return all(line.place == 1 and line.shared for line in self.seats)


@dataclass(frozen=True, slots=True)
class CostLine:
    """How often a round does what a draw would rather avoid."""

    says: str
    count: int


@dataclass(frozen=True, slots=True)
class DrawReceipt:
    """How a round was drawn, see formats.core.Receipt."""

    seed: str
    method: str
    cut_short: bool
    lines: tuple[CostLine, ...]

    @classmethod
    def of(cls, kept: dict[str, Any]) -> DrawReceipt:
        """From what is kept with the round."""
        costs = kept.get("costs", {}).items()
        lines = tuple(
            CostLine(str(COSTS.get(rule, label(rule))), cost["count"]) for rule, cost in costs
        )
        return cls(
            kept.get("seed", ""), kept.get("method", ""), kept.get("cut_short", False), lines
        )


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round: its tables, who rests or has a bye, how far it is."""

    round: Round
    tables: tuple[Table, ...]
    resting: tuple[Entry, ...]
    progress: Progress

    @property
    def receipt(self) -> DrawReceipt:
        """How it was drawn."""
        return DrawReceipt.of(self.round.receipt)


@dataclass(frozen=True, slots=True)
class Setting:
    """A decision of the organiser in words."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """Everything a tournament's page shows. `shown` is the round looked at, None before the draw,
    `current` the one that is played or waited for, `progress` how far it is once it has begun.
    `sizes_differ`: whether there are tables of several sizes and points depend on places."""

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

    @property
    def rounds_done(self) -> int:
        """How many rounds the standings count."""
        return _done(self.rounds)

    @property
    def format(self) -> Format:
        """How tables are drawn."""
        return FORMATS[self.tournament.format]

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
    def winners(self) -> tuple[rank.Standing, ...]:
        """First place, which may be shared; nobody before the end."""
        if self.tournament.state != Tournament.State.DONE:
            return ()
        return _winners(self.standings)


def tournament(tournament: Tournament, round_number: int | None = None) -> TournamentPage:
    """The page of a tournament, at one of its rounds: the one asked for, else the current or last
    one. Raises Round.DoesNotExist."""
    rounds = tuple(tournament.rounds.order_by("number"))
    current = next((one for one in rounds if one.state != Round.State.DONE), None)
    return TournamentPage(
        tournament=tournament,
        rounds=rounds,
        current=current if tournament.is_public else None,
        shown=_shown_round(rounds, current, round_number),
        progress=_progress(current) if current and tournament.is_public else None,
        # A round may end while we look; what was read first holds for the whole page.
        standings=rank.table(tournament, _done(rounds)) if tournament.is_public else (),
        entries=tournament.entries.count(),
        played=played(tournament),
        settings=settings(tournament),
        counting=counting(tournament),
        sizes_differ=_sizes_differ(tournament),
    )


def _done(rounds: Iterable[Round]) -> int:
    return sum(one.state == Round.State.DONE for one in rounds)


def _sizes_differ(tournament: Tournament) -> bool:
    if tournament.scoring not in {PLACES.slug, TABLE_POINTS.slug}:
        return False
    tables = Match.objects.filter(round__tournament=tournament).annotate(size=Count("seats"))
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


def _looked_at(rounds: tuple[Round, ...], current: Round | None) -> Round:
    """The round that is played; between rounds the one that is over, for its results."""
    if current is not None and current.state == Round.State.RUNNING:
        return current
    done = [one for one in rounds if one.state == Round.State.DONE]
    return done[-1] if done else rounds[0]


def round_page(shown: Round) -> RoundPage:
    """A round with its tables."""
    (page,) = round_pages([shown])
    return page


def round_pages(rounds: Sequence[Round]) -> tuple[RoundPage, ...]:
    """Rounds with their tables, in as many queries as for one."""
    matches = with_seats(Match.objects.order_by("table"))
    resting = Entry.objects.select_related("player", "bot__club").order_by("pk")
    prefetch_related_objects(rounds, Prefetch("matches", matches), Prefetch("resting", resting))
    reached = rank.onward([one.tournament for one in rounds])
    return tuple(_round_page(one, reached) for one in rounds)


def _round_page(shown: Round, reached: Mapping[int, int]) -> RoundPage:
    on = {entry for entry, stage in reached.items() if stage > shown.stage}
    tables = tuple(table(match, on) for match in shown.matches.all())
    done = sum(one.match.state == Match.State.DONE for one in tables)
    return RoundPage(shown, tables, tuple(shown.resting.all()), Progress(done, len(tables)))


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with everything `table` needs, in a fixed number of queries."""
    seats = Seat.objects.select_related("entry__bot__club", "entry__player", "version__bot__club")
    return matches.select_related("shuffle").prefetch_related(
        Prefetch("seats", seats.order_by("number")), "shuffle__matches"
    )


def table(match: Match, on: Container[int] = ()) -> Table:
    """A match with its seats; the entries `on` go on to the next stage."""
    seats = list(match.seats.all())
    taken = Counter(seat.awarded for seat in seats)
    versions = Counter((seat.who, seat.version) for seat in seats)
    bots = Counter(who for who, _its_version in versions)
    lines = (
        SeatLine(
            seat=seat,
            place=seat.awarded,
            shared=seat.awarded is not None and taken[seat.awarded] > 1,
            goes_on=seat.entry_id in on,
            by_version=bots[seat.who] > 1,
            by_seat=versions[seat.who, seat.version] > 1,
        )
        for seat in seats
    )
    return Table(match, tuple(lines))


def _version(seat: Seat) -> str:
    return _("version %(n)d") % {"n": seat.version.number} if seat.version else ""


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


def draw(tournament: Tournament) -> tuple[RoundPage, ...]:
    """All rounds of a draw, for the organiser's preview."""
    return round_pages(list(tournament.rounds.order_by("number")))


@dataclass(frozen=True, slots=True)
class CourseLine:
    """What is to come in one round: how many are left, at tables of which sizes, and the byes."""

    number: int
    left: int
    sizes: tuple[tuple[int, int], ...]
    byes: int


def course(tournament: Tournament) -> tuple[CourseLine, ...]:
    """How many are left from round to round, where that is known before the first result."""
    entrants = tuple(Entrant(pk) for pk in tournament.entries.values_list("pk", flat=True))
    field = Field(entrants, tournament.match_rules.seats, tournament.settings)
    rounds = FORMATS[tournament.format].course(field)
    return tuple(_course_line(number, split) for number, split in enumerate(rounds, start=1))


def _course_line(number: int, split: Sequence[int]) -> CourseLine:
    """`split`: table sizes; a bye is a table of one."""
    counted = Counter(split)
    byes = counted.pop(1, 0)
    return CourseLine(number, sum(split), tuple(sorted(counted.items(), reverse=True)), byes)


def played(event: Tournament | Challenge) -> str:
    """What is played, in words: XXL individuel, À moins."""
    return in_full(event.match_rules, event.options)


def in_full(rules: games.MatchRules, options: Mapping[str, Any]) -> str:
    """Match rules and the games that were chosen among theirs."""
    names = [_(rules.name)]
    chosen = (str(value) for value in options.values())
    names += [_(games.GAMES[value].name) for value in chosen if value in games.GAMES]
    return ", ".join(names)


def settings(tournament: Tournament) -> tuple[Setting, ...]:
    """What was decided about game and draw, but for the game itself and the format."""
    options = _decided(tournament.match_rules.options, tournament.options)
    chosen = _decided(FORMATS[tournament.format].settings, tournament.settings)
    return (*options, *chosen)


def counting(tournament: Tournament) -> tuple[Setting, ...]:
    """What was decided about the points, but for the scoring itself."""
    scoring = SCORINGS[tournament.scoring]
    chosen = scoring.read(tournament.scoring_settings)
    values = (
        Setting(label(one.name), chosen_as(one, chosen[one.name])) for one in scoring.settings
    )
    chain = " → ".join(_(TIE_BREAKS[slug].name) for slug in tournament.tie_breaks)
    return (*values, Setting(_("Tie-breaks"), chain or _("none, equal points share the place")))


def _decided(
    options: Iterable[Option | FormatSetting], values: dict[str, Any]
) -> tuple[Setting, ...]:
    return tuple(
        Setting(label(option.name), chosen_as(option, values[option.name]))
        for option in options
        if option.kind != "text" and values.get(option.name) not in (None, *games.GAMES)
    )


def label(name: str) -> str:
    """An option's name as people read it: `table_size` is Table size."""
    return _(plain_label(name))


def plain_label(name: str) -> str:
    """The same in English, which is what translators are given."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def chosen_as(option: Option | FormatSetting, value: object) -> str:
    """A value as people choose it; where a game tells what it means, in those words."""
    if option.kind == "text":
        return str(value)
    means = option.means if isinstance(option, Option) and isinstance(value, str) else ()
    told = dict(zip(option.choices, means, strict=False))
    if value in told and value not in games.GAMES:
        return _(told[value]).rstrip(".")
    return in_words(value)


def in_words(value: object) -> str:
    """An option's value as people read it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return _(games.GAMES[value].name) if value in games.GAMES else label(value)
    return str(value)


# Lists


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in a list; `round` is the one being played and `progress` how far that is."""

    tournament: Tournament
    played: str
    entries: int
    rounds: int
    round: Round | None = None
    progress: Progress | None = None
    winners: tuple[rank.Standing, ...] = ()


def listed(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """Tournaments in a list, in one query."""
    counted = tournaments.select_related("league__club").annotate(entry_count=Count("entries"))
    return tuple(Listed(one, played(one), one.entry_count, one.rounds_planned) for one in counted)


def running(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """Those being played, with their current round, newest first."""
    shown = listed(tournaments.filter(state=Tournament.State.RUNNING).order_by("-published_at"))
    finished = Count("matches", filter=Q(matches__state=Match.State.DONE))
    rounds = Round.objects.filter(tournament__in=[one.tournament for one in shown])
    waiting = rounds.exclude(state=Round.State.DONE).order_by("-number")
    current = {one.tournament_id: one for one in waiting.annotate(Count("matches"), done=finished)}
    return tuple(_with_round(one, current.get(one.tournament.pk)) for one in shown)


def _with_round(one: Listed, current: Any) -> Listed:
    if current is None:
        return one
    begun = current.state == Round.State.RUNNING
    progress = Progress(current.done, current.matches__count) if begun else None
    return replace(one, round=current, progress=progress)


def finished(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """The last few that were finished, with their winners, newest first."""
    done = tournaments.filter(state=Tournament.State.DONE).order_by("-finished_at", "-pk")
    shown = listed(done[:LATEST])
    tables = rank.tables([one.tournament for one in shown])
    return tuple(replace(one, winners=_winners(tables[one.tournament.pk])) for one in shown)


def _winners(table: Iterable[rank.Standing]) -> tuple[rank.Standing, ...]:
    return tuple(standing for standing in table if standing.row.place == 1)


def prepared(tournaments: QuerySet[Tournament]) -> tuple[Listed, ...]:
    """Those not published yet, newest first; only their organisers get to see them."""
    states = [Tournament.State.DRAFT, Tournament.State.DRAWN]
    return listed(tournaments.filter(state__in=states).order_by(*NEWEST_FIRST))


# Clubs, leagues, bots


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A league with the tournaments the reader may see, newest first."""

    league: League
    tournaments: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot with the number of matches it has finished. `program`: that of the house which plays
    for it, where it is asked for; empty for uploaded ones."""

    bot: Bot
    matches: int
    is_orphan: bool
    program: str = ""


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club: its leagues, its bots, how many members it has."""

    club: Club
    leagues: tuple[LeagueLine, ...]
    bots: tuple[BotLine, ...]
    members: int


def club(club: Club, tournaments: QuerySet[Tournament]) -> ClubPage:
    """A club's page; `tournaments` are those the reader may see."""
    shown = listed(tournaments.filter(league__club=club).order_by(*NEWEST_FIRST))
    leagues = tuple(
        LeagueLine(one, tuple(t for t in shown if t.tournament.league_id == one.pk))
        for one in club.leagues.select_related("club")
    )
    return ClubPage(club, leagues, bots(club), club.memberships.count())


def bots(club: Club) -> tuple[BotLine, ...]:
    """A club's bots by name."""
    done = Count("entries__seats", filter=Q(entries__seats__match__state=Match.State.DONE))
    found = club.bots.filter(retired_at=None).select_related("club", "owner")
    found = found.annotate(match_count=done)
    orphans = set(Bot.orphans().filter(club=club).values_list("pk", flat=True))
    return tuple(
        BotLine(bot, bot.match_count, bot.pk in orphans) for bot in found.order_by("name", "pk")
    )


def may_enter(tournament: Tournament) -> tuple[BotLine, ...]:
    """Bots of the club that play this and are not entered, by name."""
    lines = bots(tournament.league.club)
    playing = Version.playing(line.bot.pk for line in lines)
    entered = set(tournament.entries.values_list("bot", flat=True))
    return tuple(
        replace(line, program=playing[line.bot.pk].house)
        for line in lines
        if line.bot.pk not in entered
        and line.bot.pk in playing
        and playing[line.bot.pk].can_play(tournament.rules)
    )


SUM = gettext_noop("The places of the finished tournaments are added, fewest first.")
IF_MISSED = {
    "last_place_plus_one": (
        SUM,
        gettext_noop(
            "A tournament in brackets was missed: that counts one place behind all who played "
            "there, so that staying away never pays."
        ),
    ),
    "own_mean": (
        SUM,
        gettext_noop(
            "A tournament in brackets was missed: that counts the mean of one's own places."
        ),
    ),
    "skip": (
        gettext_noop("The mean place in the finished tournaments counts, lowest first."),
        gettext_noop("A tournament that was missed does not count."),
    ),
}


def ranking_says(league: League) -> str:
    """How its ranking counts, in a few sentences."""
    chosen = settings_of(league.settings)
    says = [_(sentence) for sentence in IF_MISSED[chosen[MISSED.name]]]
    best, least = chosen[BEST.name], chosen[ATTENDANCE.name]
    if best:
        words = ngettext(
            "Only one's best result counts; the others are crossed out.",
            "Only one's best %(n)d results count; the others are crossed out.",
            best,
        )
        says.append(words % {"n": best})
    if least:
        words = ngettext(
            "For a place one has to come to one tournament.",
            "For a place one has to come to %(n)d tournaments; while there have been fewer, to all "
            "of them.",
            least,
        )
        says.append(words % {"n": least})
    return " ".join(says)


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A league: the cumulative ranking over `counted` (one column each, oldest first), and all
    tournaments the reader may see."""

    league: League
    ranking: tuple[rank.Rank, ...]
    counted: tuple[Tournament, ...]
    tournaments: tuple[Listed, ...]

    @property
    def skips(self) -> bool:
        """Whether missed tournaments are skipped, so that mean places rank."""
        return bool(settings_of(self.league.settings)[MISSED.name] == "skip")

    @property
    def says(self) -> str:
        """How the ranking counts."""
        return ranking_says(self.league)


def league(league: League, tournaments: QuerySet[Tournament]) -> LeaguePage:
    """A league's page; `tournaments` are those the reader may see."""
    shown = listed(tournaments.filter(league=league).order_by(*NEWEST_FIRST))
    return LeaguePage(league, rank.league_table(league), tuple(rank.finished(league)), shown)


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
    unfinished = Match.objects.exclude(state=Match.State.DONE)
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


# Challenges


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge in the list of a bot. `against`: whom the version plays that was sent; `mean`:
    its place so far, or that of the bot where another bot's was sent; None before the first."""

    challenge: Challenge
    played: str
    progress: Progress
    against: str
    mean: Fraction | None


def challenges(bot: Bot, seen: QuerySet[Challenge]) -> tuple[ChallengeLine, ...]:
    """The latest in which a bot plays; `seen` are those the reader may see."""
    playing = Seat.objects.filter(version__bot=bot).exclude(match__challenge=None)
    done = Count("matches", filter=Q(matches__state=Match.State.DONE))
    found = seen.filter(pk__in=playing.values("match__challenge"))
    counted = found.annotate(Count("matches"), done=done).order_by(*NEWEST_FIRST)[:LATEST]
    rows: list[Any] = list(counted)  # what is counted is not in the model
    taken = _taken(rows)
    return tuple(
        ChallengeLine(
            challenge=one,
            played=played(one),
            progress=Progress(one.done, one.matches__count),
            against=", ".join(it.version.told for it in taken[one.pk] if it.version != one.version),
            mean=_mean(taken[one.pk], one, bot),
        )
        for one in rows
    )


@dataclass(frozen=True, slots=True)
class Taken:
    """The places that a version has taken in a challenge: how many, and their sum."""

    version: Version
    seats: int
    places: int


def _taken(challenges: Iterable[Challenge]) -> dict[int, list[Taken]]:
    seats = Seat.objects.filter(match__challenge__in=challenges).order_by("version")
    summed = seats.values_list("match__challenge", "version")
    rows = summed.annotate(Count("awarded"), Sum("awarded"))
    versions = Version.objects.select_related("bot").in_bulk({row[1] for row in rows})
    found: dict[int, list[Taken]] = defaultdict(list)
    for challenge, version, count, places in rows:
        found[challenge].append(Taken(versions[version], count, places or 0))
    return found


def _mean(taken: Iterable[Taken], challenge: Challenge, bot: Bot) -> Fraction | None:
    if challenge.version.bot_id == bot.pk:
        mine = [one for one in taken if one.version == challenge.version]
    else:
        mine = [one for one in taken if one.version.bot_id == bot.pk]
    seats = sum(one.seats for one in mine)
    return Fraction(sum(one.places for one in mine), seats) if seats else None


@dataclass(frozen=True, slots=True)
class Score:
    """What one version has reached in the seats it had in the finished matches of a challenge."""

    version: Version
    seats: int
    firsts: int
    faults: int
    places: int

    @property
    def mean(self) -> Fraction:
        """Its mean place."""
        return Fraction(self.places, self.seats)


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """A challenge, match by match, and the sum of it, best first. `waits`: what keeps its uploaded
    bots from being run, if anything does."""

    challenge: Challenge
    played: str
    settings: tuple[Setting, ...]
    tables: tuple[Table, ...]
    scores: tuple[Score, ...]
    waits: str

    @property
    def progress(self) -> Progress:
        """How many of its matches are finished."""
        done = sum(one.match.state == Match.State.DONE for one in self.tables)
        return Progress(done, len(self.tables))

    @property
    def goes_on(self) -> bool:
        """Whether a match of it waits or is being played."""
        ended = (Match.State.DONE, Match.State.VOID)
        return any(one.match.state not in ended for one in self.tables)


def challenge(challenge: Challenge) -> ChallengePage:
    """A challenge's page."""
    tables = tuple(map(table, with_seats(challenge.matches.order_by("table"))))
    page = ChallengePage(
        challenge=challenge,
        played=played(challenge),
        settings=_decided(challenge.match_rules.options, challenge.options),
        tables=tables,
        scores=_scores(tables),
        waits="",
    )
    return replace(page, waits=workers.trouble_everywhere()) if page.goes_on else page


def _scores(tables: Iterable[Table]) -> tuple[Score, ...]:
    by_version: dict[int, list[SeatLine]] = defaultdict(list)
    for one in tables:
        for line in one.seats:
            if line.place is not None and line.seat.version_id:
                by_version[line.seat.version_id].append(line)
    scores = map(_score, by_version.values())
    return tuple(sorted(scores, key=lambda score: (score.mean, score.version.pk)))


def _score(lines: Sequence[SeatLine]) -> Score:
    places = [line.place or 0 for line in lines]
    version = lines[0].seat.version
    assert version is not None  # somebody_sits_there, and nobody enters a challenge
    faults = sum(not line.is_clean for line in lines)
    return Score(version, len(places), places.count(1), faults, sum(places))


# The match


@dataclass(frozen=True, slots=True)
class NoteLine:
    """What a bot wrote beside one of its moves."""

    move: stepping.Move
    text: str


@dataclass(frozen=True, slots=True)
class SeatPapers:
    """What the reader's own bot left in a match: all its log, and its notes near this position."""

    line: SeatLine
    log: str
    notes: tuple[NoteLine, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match: its seats, and once it is open to all its transcript, at one position.

    `papers`: what the reader's own bots left there. `waits`: what keeps its uploaded bots from
    being run, if anything does.
    """

    match: Match
    table: Table
    played: str
    transcript: Paper | None
    position: stepping.Position | None
    papers: tuple[SeatPapers, ...]
    waits: str

    @property
    def seed(self) -> str:
        """The match seed in hexadecimal, empty while it is closed."""
        return self.transcript.seed.hex() if self.transcript else ""


def match(match: Match, deal: int = 0, move: int = 0, logs: Iterable[SeatLog] = ()) -> MatchPage:
    """A match's page after `move` moves of a deal (both from 0). `logs` are those the reader may
    see once the match is open. Raises stepping.NoSuchMove."""
    (seated,) = with_seats(Match.objects.filter(pk=match.pk))
    paper = open_transcript(match)
    transcript = paper.read() if paper else None
    position = stepping.position(transcript, deal, move) if transcript else None
    at_table = table(seated)
    return MatchPage(
        match=match,
        table=at_table,
        played=played(match.event),
        transcript=transcript,
        position=position,
        papers=tuple(_papers(kept, at_table, position) for kept in logs) if position else (),
        waits=_waits(match),
    )


def _papers(kept: SeatLog, at_table: Table, position: stepping.Position) -> SeatPapers:
    notes = {note["question"]: note["text"] for note in kept.notes if note["deal"] == position.deal}
    near = {move.number for move in position.around}
    question = position.asked[kept.seat.number]
    lines = []
    for move in position.moves:
        if move.seat != kept.seat.number or move.think_us is None:
            continue
        if question in notes and move.number in near:
            lines.append(NoteLine(move, notes[question]))
        question += 1
    return SeatPapers(at_table.seats[kept.seat.number], kept.text, tuple(lines))


def _waits(match: Match) -> str:
    queued = match.state == Match.State.QUEUED
    sandboxed = queued and match.seats.filter(version__house="").exists()
    return workers.trouble_everywhere() if sandboxed else ""


def open_transcript(match: Match) -> Transcript | None:
    """The transcript, if it may be seen: nobody plays with this shuffle any more."""
    return match.transcript if is_open(match) else None


def is_open(match: Match) -> bool:
    """Whether its seed and moves may be seen: it is done, and so is every match with its cards."""
    return match.state == Match.State.DONE and match.shuffle.is_open
