"""Ratings: what the matches of tournaments say about how well somebody plays, made from a log.

Who records, changes or takes back a result says so (`log`), which costs one row. Beat takes up
what waits (`rate_new`): every match gets a number in its pool, in the order in which they came, and
then the pool's log is rated from where it stopped. Where a match changes that has been rated, its
pool is first wound back to before it. So ratings always are what `scoring.ratings` makes of the
log, and no result is in them twice.

A set of matches (scoring.sets) is one result: its first match stands for it in the log, once all of
them are over. A pool is a club, a game and a kind of table: people among themselves, bots among
themselves, both together. Challenges are in no log.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet, prefetch_related_objects

from league.scoring import ratings as scoring
from league.scoring.ratings import NEWCOMER
from league.scoring.ratings import Rating as Value
from league.scoring.standings import ranked

from .models import Club, Entry, LoggedMatch, Match, Pool, Rating, RatingChange, Seat

AT_ONCE = 200  # matches in one transaction
BATCHES = 20  # of them each time beat calls
SAME = 1e-6  # between two machines the last digits of a number may differ

State = LoggedMatch.State
Subject = tuple[int | None, int | None]  # player, bot: one of them

logger = logging.getLogger(__name__)


class Sat(NamedTuple):
    """What somebody at a table is rated by."""

    subject: Subject
    version: int | None
    place: int


def log(match_id: int) -> None:
    """The result of a match of a tournament was written, changed or taken back, in the transaction
    this is called in."""
    set_of = Match.objects.filter(round__matches=match_id, table=F("round__matches__table"))
    first = set_of.get(seating=1)
    LoggedMatch.objects.update_or_create(match=first, defaults={"state": State.WAITING})


def log_missing() -> int:
    """Log the finished matches of tournaments that are not in the log; returns how many."""
    done = Match.objects.filter(state=Match.State.DONE, challenge=None, seating=1, logged=None)
    pks = done.order_by("finished_at", "pk").values_list("pk", flat=True)
    return len(LoggedMatch.objects.bulk_create(LoggedMatch(match_id=pk) for pk in pks))


def rate_new(batches: int = BATCHES) -> None:
    """Take up what waits in the log and rate it, as far as so many batches go. Safe to call at any
    time, any number of times, and by several at once."""
    for _batch in range(batches):
        if _take_up():
            continue
        pool = _most_nearly_done()
        if pool is None:
            return
        _catch_up(pool)


def of_bots(bots: Iterable[int], rules: str) -> dict[int, Value]:
    """The ratings of these bots from tables without people; who has none is a NEWCOMER."""
    found = Rating.objects.filter(bot__in=bots, pool__rules=rules, pool__kind=Pool.Kind.BOTS)
    return {one.bot_id: one.value for one in found if one.bot_id}


def places(entries: Sequence[Entry], club: Club, rules: str) -> dict[int, int]:
    """Where each of those who play together stands by what its rating shows, by the entry's key;
    equals share a place. Tables at which as many kinds of players sat as here are what counts. Who
    has played at none of them is not in it."""
    kind = _kind(one.bot_id is not None for one in entries)
    rated = Rating.objects.filter(pool__club=club, pool__rules=rules, pool__kind=kind)
    shown = {(one.player_id, one.bot_id): one.value.shown for one in rated.filter(matches__gt=0)}
    subjects = {one.pk: (one.player_id, one.bot_id) for one in entries}
    keys = {pk: (-shown[who],) for pk, who in subjects.items() if who in shown}
    return {pk: place for pk, place, _shared in ranked(keys)}


def _kind(bots: Iterable[bool]) -> Pool.Kind:
    """Of a table, from who of those who sit there is a bot."""
    kinds = set(bots)
    if len(kinds) > 1:
        return Pool.Kind.MIXED
    return Pool.Kind.BOTS if True in kinds else Pool.Kind.PEOPLE


# Taking up


@transaction.atomic
def _take_up() -> int:
    """Give a batch of what waits its place in the log; returns how many there were."""
    rows = list(waiting().select_for_update(skip_locked=True).order_by("pk")[:AT_ONCE])
    # Not joined: a row that was waited for comes as it is now, what is joined as it was before.
    prefetch_related_objects(rows, "pool", "match__round__tournament__league")
    sets = _sets(rows)
    keys = {row.pk: _key(row, sets[row.match_id]) for row in rows}
    pools = {key: _held_pool(key) for key in sorted(set(keys.values()))}
    for row in rows:
        _number(row, pools[keys[row.pk]], sets[row.match_id])
    Pool.objects.bulk_update(pools.values(), ["logged_to", "rated_to"])
    return len(rows)


def _key(row: LoggedMatch, played: _Set) -> tuple[int, str, str]:
    """The pool of a match: club, game and kind of table."""
    if row.pool:
        return row.pool.club_id, row.pool.rules, row.pool.kind
    assert row.match.round is not None  # challenges are not logged
    tournament = row.match.round.tournament
    return tournament.league.club_id, tournament.rules, played.kind


def _held_pool(key: tuple[int, str, str]) -> Pool:
    """The pool, which nobody else rates in before this transaction ends."""
    club, rules, kind = key
    pool, _new = Pool.objects.select_for_update().get_or_create(
        club_id=club, rules=rules, kind=kind
    )
    return pool


def _number(row: LoggedMatch, pool: Pool, played: _Set) -> None:
    """A match that is new comes last in the log. One that was changed keeps its number, and one
    that is to be played again leaves the log; both wind the pool back."""
    if row.number is not None:
        _wind_back(pool, row.number - 1)
    if not played.is_over:
        row.delete()
        return
    if row.number is None:
        pool.logged_to += 1
        row.pool, row.number = pool, pool.logged_to
    row.state = State.LOGGED
    if len(played.places) < 2 or None in chain(*played.places.values()):
        row.state = State.STUCK
        logger.error("Match %s is finished, but not everybody has a place: not rated.", row.match)
    row.save()


def _wind_back(pool: Pool, to: int) -> None:
    """Make the ratings of a pool what they were after this number of its log."""
    if pool.rated_to <= to:
        return
    undone = RatingChange.objects.filter(rating__pool=pool, logged__number__gt=to)
    before: dict[int, Value] = {}
    matches: dict[int, int] = defaultdict(int)
    rows = undone.order_by("pk").values_list("rating", "mu_before", "sigma_before")
    for pk, mu, sigma in rows.iterator():
        before.setdefault(pk, Value(mu, sigma))
        matches[pk] += 1
    ratings = list(Rating.objects.filter(pk__in=before))
    for rating in ratings:
        rating.mu, rating.sigma = before[rating.pk]
        rating.matches -= matches[rating.pk]
    Rating.objects.bulk_update(ratings, ["mu", "sigma", "matches"], batch_size=AT_ONCE)
    undone.delete()
    pool.rated_to = to


# Rating


def _most_nearly_done() -> Pool | None:
    """The pool with the least of its log still to be rated, so that none waits for a long one."""
    behind = Pool.objects.filter(rated_to__lt=F("logged_to"))
    return behind.order_by(F("logged_to") - F("rated_to"), "pk").first()


@transaction.atomic
def _catch_up(behind: Pool) -> None:
    """Rate the next batch of a pool's log."""
    pool = Pool.objects.select_for_update().get(pk=behind.pk)
    tables = _tables(pool, pool.rated_to)
    ratings = _ratings(pool, {sat.subject for table in tables for sat in table.seats})
    changes = [change for table in tables for change in _rate(table, ratings)]
    RatingChange.objects.bulk_create(changes, batch_size=AT_ONCE)
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "matches"], batch_size=AT_ONCE)
    pool.rated_to = tables[-1].number if len(tables) == AT_ONCE else pool.logged_to
    pool.save(update_fields=["rated_to"])


@dataclass(frozen=True, slots=True)
class Table:
    """A result in the log; `logged` is the key of its row."""

    logged: int
    number: int
    seats: list[Sat]

    @property
    def places(self) -> dict[Subject, int]:
        """Who took which place."""
        return {sat.subject: sat.place for sat in self.seats}


def _tables(pool: Pool, after: int) -> list[Table]:
    """The next batch of a pool's log after this number. A row that waits for being taken up again
    is left out: the pool is wound back to it then."""
    rows = pool.log.filter(number__gt=after, state=State.LOGGED).order_by("number")[:AT_ONCE]
    sets = _sets(rows)
    return [Table(row.pk, row.number or 0, sets[row.match_id].seats) for row in rows]


class _Set:
    """The matches of a table in a round, most often one: the `places` and the version of each who
    sat there."""

    def __init__(self) -> None:
        self.is_over = True
        self.places: dict[Subject, list[int | None]] = defaultdict(list)
        self.versions: dict[Subject, int | None] = {}

    @property
    def kind(self) -> str:
        """Which kind of table it was."""
        return _kind(bot is not None for _player, bot in self.places)

    @property
    def seats(self) -> list[Sat]:
        """Everybody with his place by the sum of his places."""
        sums = {who: sum(place or 0 for place in places) for who, places in self.places.items()}
        in_order = sorted(sums.values())
        return [
            Sat(who, self.versions[who], in_order.index(places) + 1) for who, places in sums.items()
        ]


def _sets(rows: Iterable[LoggedMatch]) -> dict[int, _Set]:
    """By the match that stands for each in the log."""
    seats = Seat.objects.filter(
        match__round__matches__in=[row.match_id for row in rows],
        match__round__matches__table=F("match__table"),
    )
    columns = ("match__round__matches", "match__state", "entry__player", "entry__bot")
    found: dict[int, _Set] = defaultdict(_Set)
    for first, state, player, bot, version, awarded in seats.order_by(
        "match__round__matches", "match__seating", "number"
    ).values_list(*columns, "version", "awarded"):
        one = found[first]
        one.is_over = one.is_over and state == Match.State.DONE
        one.places[player, bot].append(awarded)
        one.versions[player, bot] = version
    return found


def _ratings(pool: Pool, subjects: set[Subject]) -> dict[Subject, Rating]:
    """The ratings of these subjects, made where there are none."""
    players = [player for player, _bot in subjects if player]
    bots = [bot for _player, bot in subjects if bot]
    found = pool.ratings.filter(Q(player__in=players) | Q(bot__in=bots))
    ratings = {(one.player_id, one.bot_id): one for one in found}
    mu, sigma = NEWCOMER
    made = Rating.objects.bulk_create(
        Rating(pool=pool, player_id=player, bot_id=bot, mu=mu, sigma=sigma)
        for player, bot in sorted(subjects - ratings.keys(), key=str)
    )
    return ratings | {(one.player_id, one.bot_id): one for one in made}


def _rate(table: Table, ratings: dict[Subject, Rating]) -> Iterator[RatingChange]:
    """Change the ratings of those at a table; yields what is kept of it."""
    known = {subject: ratings[subject].value for subject in table.places}
    after = scoring.after_table(known, table.places)
    for sat in table.seats:
        rating, before = ratings[sat.subject], known[sat.subject]
        rating.mu, rating.sigma = after[sat.subject]
        rating.matches += 1
        yield RatingChange(
            rating=rating,
            logged_id=table.logged,
            version_id=sat.version,
            place=sat.place,
            mu_before=before.mu,
            sigma_before=before.sigma,
            mu=rating.mu,
            sigma=rating.sigma,
        )


# The same again


@dataclass(frozen=True, slots=True)
class Difference:
    """A rating that is not what comes of the log; None where there is none."""

    subject: Subject
    stored: Value | None
    replayed: Value | None


def differences(pool: Pool) -> list[Difference]:
    """Replay the log of a pool, as far as it is rated, and find the ratings that are not what comes
    of it; writes nothing."""
    replayed = scoring.replayed(table.places for table in _rated_tables(pool))
    rated = pool.ratings.filter(matches__gt=0)
    stored = {(one.player_id, one.bot_id): one.value for one in rated}
    found = (
        Difference(subject, stored.get(subject), replayed.get(subject))
        for subject in stored.keys() | replayed.keys()
    )
    return [one for one in found if not _same(one.stored, one.replayed)]


def _rated_tables(pool: Pool) -> Iterator[Table]:
    after = 0
    while tables := _tables(pool, after):
        yield from (table for table in tables if table.number <= pool.rated_to)
        after = tables[-1].number


def _same(one: Value | None, other: Value | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one.mu - other.mu) < SAME and abs(one.sigma - other.sigma) < SAME


def rebuild() -> None:
    """Log what is missing, forget every rating, and rate the logs from their beginnings."""
    log_missing()
    for pool in Pool.objects.all():
        with transaction.atomic():
            Pool.objects.select_for_update().get(pk=pool.pk)
            pool.ratings.all().delete()
            Pool.objects.filter(pk=pool.pk).update(rated_to=0)
    while waiting().exists() or _most_nearly_done():
        rate_new()


def waiting() -> QuerySet[LoggedMatch]:
    """What is new or changed in the log."""
    return LoggedMatch.objects.filter(state=State.WAITING)


def stuck() -> QuerySet[LoggedMatch]:
    """What cannot be rated."""
    return LoggedMatch.objects.filter(state=State.STUCK)
