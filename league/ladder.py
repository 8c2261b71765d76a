"""Ladder: a tournament without rounds. While it is open, tables begin whenever bots are free.

Every table is a round of its own, so that it begins and ends alone. `advance` is rung for whenever
a table has ended, as for other tournaments, and repeated by beat. What it reads does not grow with
what was played: the entries, each with its `Rung`, and the tables that are open now.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.catalog import LADDERS
from league.formats.continuous import (
    CHECKING,
    FREE,
    PLAYING,
    RESTING,
    UNREADY,
    Contender,
    Opening,
    Pool,
)
from league.scoring.ratings import NEWCOMER
from league.scoring.strengths import Strength

from . import acts, messages, rank, ratings, record, schedule, spread
from .models import DrawnFrom, Entry, Match, Round, Rung, Seat, Tournament, User, Version
from .refusals import NotOpen

KEPT_DRAWS = 200  # tables that can be drawn again, the latest; what a draw came of is large
TABLES_KNOWN = 6  # of the last tables of an entry it is known whom it met
COUNTED = ["turns", "tries", "sizes", "seats", "met"]
OPEN = (Match.State.QUEUED, Match.State.RUNNING, Match.State.WAITING)

State = Tournament.State


@dataclass(frozen=True, slots=True)
class Now:
    """A ladder as it is: who takes part, the version of each that would play, and the match that an
    entry sits at, if any; what the next draw depends on, and the number of its first table."""

    tournament: Tournament
    entries: Mapping[int, Entry]
    versions: Mapping[int, Version]
    at: Mapping[int, int]
    pool: Pool
    number: int

    def opening(self) -> Opening:
        """The tables that would begin now, and why everybody else waits."""
        seed = bytes(self.tournament.draw_seed or b"")
        return LADDERS[self.tournament.format].tables_now(self.pool, seed, self.number)


@transaction.atomic
def start(tournament: Tournament, by: User | None = None) -> None:
    """Open it: from now on tables are drawn. Raises NotOpen."""
    tournament = schedule.in_state(tournament, State.DRAFT)
    seed = secrets.token_bytes(32)
    schedule.check_season(tournament)
    schedule.move_on(tournament, State.RUNNING, published_at=timezone.now(), draw_seed=seed)
    acts.note(tournament, by, "opened")
    messages.may_go_on(tournament.pk)


def advance(tournament_id: int) -> None:
    """Count the tables that have ended and begin others, as far as there is room and somebody is
    free; end a ladder that was closed when its last table is in. Safe to call at any time, any
    number of times, and for any tournament."""
    ended = _advance(tournament_id)
    if ended:
        _end(ended, rank.strengths(ended))


@transaction.atomic
def _advance(tournament_id: int) -> Tournament | None:
    """All of it but the end. The ladder as it is then, if nothing is left but that."""
    tournament = _held(tournament_id)
    if tournament is None:
        return None
    _count_ended(tournament)
    if is_closing(tournament):
        tournament.refresh_from_db(fields=["version"])
        return None if _sitting(tournament) else tournament
    if not tournament.paused_at:
        _begin(tournament)
    return None


@transaction.atomic
def _end(ended: Tournament, found: Mapping[int, Strength]) -> None:
    """End a ladder with the order that was worked out of it, unless something has changed there
    meanwhile; then beat does it."""
    tournament = _held(ended.pk)
    if tournament and tournament.version == ended.version:
        schedule.move_on(tournament, State.DONE, finished_at=timezone.now())
        tournament.refresh_from_db()
        spread.keep_ladder(tournament, found)


def _held(tournament_id: int) -> Tournament | None:
    """A ladder that is open, held until the transaction ends."""
    held = Tournament.objects.select_for_update().filter(format__in=LADDERS)
    return held.filter(pk=tournament_id, state=State.RUNNING).first()


def advance_all() -> None:
    """As `advance`, for every ladder that is open."""
    open_ones = Tournament.objects.filter(state=State.RUNNING, format__in=LADDERS)
    for tournament_id in open_ones.values_list("pk", flat=True):
        advance(tournament_id)


def is_one(tournament_id: int) -> bool:
    """Whether this tournament is a ladder."""
    return Tournament.objects.filter(pk=tournament_id, format__in=LADDERS).exists()


def is_closing(tournament: Tournament) -> bool:
    """Whether it has been ended, and the last tables are played."""
    return tournament.rounds_planned > 0


def look(tournament: Tournament) -> Now:
    """The ladder as it is now."""
    present = tournament.entries.filter(state=Entry.State.PLAYING)
    found = list(present.select_related("bot", "rung").order_by("pk"))
    entries = {entry.pk: entry for entry in found}
    versions, sitting = _versions(tournament, found), _sitting(tournament)
    at = {entry: match for entry, match, _table in sitting}
    room = settings.LADDER_TABLES - len({table for *_at, table in sitting})
    pool = _pool(tournament, found, versions, at, room)
    return Now(tournament, entries, versions, at, pool, _last_number(tournament) + 1)


def going_on(tournament: Tournament) -> list[Round]:
    """The tables that have begun and not ended, the newest first."""
    running = Round.objects.filter(tournament=tournament, state=Round.State.RUNNING)
    return list(running.order_by("-number"))


def comes_out_again(played: Round) -> bool:
    """Whether the same table comes out if it is drawn once more from what is kept of it. Raises
    NotOpen where nothing is."""
    tournament, last = played.tournament, played.number
    drawn_with = tournament.rounds.filter(number__range=(last - settings.LADDER_TABLES, last))
    kept = DrawnFrom.objects.filter(round__in=drawn_with).select_related("round")
    source = kept.order_by("-round__number").first()
    if source is None:
        most = {"most": KEPT_DRAWS}
        raise NotOpen(_("Only the last %(most)d tables of a ladder can be drawn again.") % most)
    pool, drawn = Pool.from_json(source.field), schedule.as_drawn(played)
    seed = bytes.fromhex(drawn.receipt.seed)
    again = LADDERS[tournament.format].tables_now(pool, seed, source.round.number)
    for one in again.draws:
        schedule.check_method(drawn, one)
    return any((one.number, one.tables) == (last, drawn.tables) for one in again.draws)


# What the draw depends on


def _sitting(tournament: Tournament) -> list[tuple[int, int, int]]:
    """Entry, match and table (a round) of every seat at the tables that are open, of a set the
    match that comes next at the end. Somebody sits at two while one is played again that was made
    void after he had sat down at the other."""
    seats = Seat.objects.filter(match__round__in=going_on(tournament), match__state__in=OPEN)
    return list(seats.order_by("-match").values_list("entry", "match", "match__round"))


def _versions(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, Version]:
    """The version that would play now, by the entry."""
    playing = Version.playing(entry.bot_id for entry in entries)
    found = ((entry.pk, playing.get(entry.bot_id or 0)) for entry in entries)
    return {pk: one for pk, one in found if one and one.can_play(tournament.rules)}


def _pool(
    tournament: Tournament,
    entries: Sequence[Entry],
    versions: Mapping[int, Version],
    at: Mapping[int, int],
    room: int,
) -> Pool:
    known = ratings.of_bots([one.bot_id for one in entries if one.bot_id], tournament.rules)
    waited = _waited(entries)
    states = _states(tournament, entries, versions, at, waited)
    contenders = tuple(
        _contender(
            entry,
            states[entry.pk],
            known.get(entry.bot_id or 0, NEWCOMER).mu,
            versions.get(entry.pk),
            waited[entry.pk],
        )
        for entry in entries
    )
    return Pool(contenders, tournament.match_rules.seats, room, tournament.settings)


def _waited(entries: Iterable[Entry]) -> dict[int, int]:
    """Seconds since each has ended its last match, or entered."""
    moment = timezone.now()
    since = {one.pk: moment - (rung_of(one).free_since or one.entered_at) for one in entries}
    return {pk: max(0, int(waited.total_seconds())) for pk, waited in since.items()}


def _states(
    tournament: Tournament,
    entries: Iterable[Entry],
    versions: Container[int],
    at: Container[int],
    waited: Mapping[int, int],
) -> dict[int, str]:
    """Who may be drawn, and why the others may not, see formats.continuous."""
    states = {}
    for one in entries:
        rests = rung_of(one).free_since and waited[one.pk] < tournament.pause_s
        states[one.pk] = RESTING if rests else FREE
        if one.pk not in versions:
            states[one.pk] = UNREADY
        if one.pk in at:
            states[one.pk] = PLAYING
    unready = [one for one in entries if states[one.pk] == UNREADY]
    checking = Version.objects.filter(state=Version.State.CHECKING)
    on_trial = set(
        checking.filter(bot__in=[one.bot_id for one in unready]).values_list("bot", flat=True)
    )
    return states | {one.pk: CHECKING for one in unready if one.bot_id in on_trial}


def _contender(
    entry: Entry, state: str, rating: float, version: Version | None, waited: int
) -> Contender:
    rung = rung_of(entry)
    owner = entry.bot.owner_id if entry.bot else None
    return Contender(
        id=entry.pk,
        owner=None if owner is None else str(owner),
        state=state,
        rating=rating,
        turns=rung.turns,
        tries=rung.tries if version and version.pk == entry.version_id else 0,
        sizes=dict(rung.sizes),
        seats=tuple(rung.seats),
        met=tuple(map(tuple, rung.met)),
        waited_s=waited,
    )


def rung_of(entry: Entry) -> Rung:
    """Its own, or a fresh one before its first table."""
    try:
        return entry.rung
    except Rung.DoesNotExist:
        return Rung(entry=entry)


def _last_number(tournament: Tournament) -> int:
    numbers = tournament.rounds.order_by("-number").values_list("number", flat=True)
    return numbers.first() or 0


# Tables begin and end


def _count_ended(tournament: Tournament) -> None:
    """Whoever sat at a table that is in has played, and is free."""
    rounds = {one.pk for one in going_on(tournament)}
    left = Match.objects.filter(round__in=rounds).exclude(state=Match.State.DONE)
    rounds -= set(left.values_list("round", flat=True))
    if not rounds:
        return
    moment = timezone.now()
    Round.objects.filter(pk__in=rounds).update(state=Round.State.DONE, finished_at=moment)
    for entry, times in _sat(rounds).items():
        rung = Rung.objects.filter(entry=entry)
        rung.update(played=F("played") + times, free_since=moment)
    record.changed(tournament.pk)


def count_no_more(ended: Round) -> None:
    """A table that was over is played again, and counted when it is over once more. Of a round of
    another format nothing was counted here."""
    for entry, times in _sat([ended.pk]).items():
        Rung.objects.filter(entry=entry).update(played=F("played") - times)


def _sat(rounds: Collection[int]) -> Counter[int | None]:
    """How many matches of these rounds each entry sits in."""
    seats = Seat.objects.filter(match__round__in=rounds)
    return Counter(seats.values_list("entry", flat=True))


def _begin(tournament: Tournament) -> None:
    """Write down the tables of an opening and let them be played, unless a version of somebody who
    is seated is deleted at this moment; then it comes again soon."""
    now = look(tournament)
    found = now.opening()
    seated = [entry for draw in found.draws for entry in draw.ids]
    if not seated or not _hold_versions([now.versions[entry].pk for entry in seated]):
        return
    _count_seated(now, found)
    versions = {pk: version.pk for pk, version in now.versions.items()}
    rounds = [schedule.write_round(tournament, one, versions) for one in found.draws]
    DrawnFrom.objects.create(round=rounds[0], field=now.pool.as_json())
    _forget_old_draws(tournament, now.number, len(rounds))
    for one in rounds:
        schedule.start_round(one)


def _hold_versions(versions: Sequence[int]) -> bool:
    """Whether all of them may still play; nobody deletes them from now on."""
    held = Version.objects.select_for_update().filter(pk__in=versions)
    return all(one.state == Version.State.READY for one in held.order_by("pk"))


def _count_seated(now: Now, found: Opening) -> None:
    """What the next draw asks of those who are seated, and whose turns are others from now on."""
    rungs = {pk: rung_of(now.entries[pk]) for pk in found.turns}
    for pk, turns in found.turns.items():
        rungs[pk].turns = turns
    for (table,) in (one.tables for one in found.draws):
        for seat, pk in enumerate(table.seats):
            entry, version, rung = now.entries[pk], now.versions[pk], rungs[pk]
            rung.tries = rung.tries + 1 if entry.version_id == version.pk else 1
            rung.sizes = sorted((Counter(dict(rung.sizes)) + Counter([len(table.seats)])).items())
            rung.seats = _one_more(rung.seats, seat)
            others = [other for other in table.seats if other != pk]
            rung.met = [others, *rung.met][:TABLES_KNOWN]
            entry.version = version
    Entry.objects.bulk_update([rung.entry for rung in rungs.values()], ["version"])
    Rung.objects.bulk_create(
        rungs.values(), update_conflicts=True, unique_fields=["entry"], update_fields=COUNTED
    )


def _one_more(counts: list[int], seat: int) -> list[int]:
    longer = [*counts, *[0] * (seat + 1 - len(counts))]
    longer[seat] += 1
    return longer


def _forget_old_draws(tournament: Tournament, number: int, count: int) -> None:
    """As many as have come, since a ladder has no end."""
    last = number - 1 - KEPT_DRAWS
    old = tournament.rounds.filter(number__range=(last + 1, last + count))
    DrawnFrom.objects.filter(round__in=old).delete()
