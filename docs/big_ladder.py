"""A ladder that has had any number of matches, and what one more costs there, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from bots import referee
from bots.catalog import HOUSE
from league import ladder, live, messages, ratings, record, run, schedule, show, submit
from league.models import (
    Attempt,
    Bot,
    Club,
    Entry,
    League,
    Pool,
    Rating,
    Rung,
    Tournament,
    Version,
)
from league.scoring.ratings import NEWCOMER

BOTS = 50
SEATS = 4
HOUSE_BOT = "random"
SETUP = submit.Setup(
    name="Ladder",
    rules="xxl-individuel",
    options={"variant": "amoins", "deals": 1},
    format="ladder",
    settings={"table_size": SEATS},
    scoring="places",
    pause_s=0,
)
RECEIPT = '{"seed": "%s", "method": "ladder 2", "steps": 0, "cut_short": false, "costs": {}}' % (
    "0" * 64
)
# What matches numbered from 1 leave behind, by table: columns, and where they come from.
EACH = "FROM n"
EVERY_SEAT = "FROM n CROSS JOIN (SELECT 0 AS s UNION SELECT 1 UNION SELECT 2 UNION SELECT 3)"
WHO = f"((n * {SEATS} + s) % {BOTS})"
ROWS = {
    "round": (
        "id, tournament_id, number, stage, state, receipt, finished_at",
        f"n, :tournament, n, 1, 'done', :receipt, :day {EACH}",
    ),
    "shuffle": (
        "id, seed, commitment",
        f"n, randomblob(32), lower(hex(randomblob(32))) {EACH}",
    ),
    "match": (
        'id, round_id, "table", seating, extra_minutes, shuffle_id, state, queued_at, finished_at',
        f"n, n, 1, 1, 0, n, 'done', :day, :day {EACH}",
    ),
    "seat": (
        "match_id, number, entry_id, version_id, place, awarded, total, won, verdict",
        f"n, s, :entry + {WHO}, :version + {WHO}, s + 1, s + 1, 0, 0, 'ok' {EVERY_SEAT}",
    ),
    "attempt": (
        "match_id, number, worker, token, state, lease_until, started_at, verdict, log",
        f"n, 1, 'bench', lower(hex(randomblob(16))), 'done', :day, :day, '', '' {EACH}",
    ),
    "transcript": ("match_id, body, sha256", f"n, randomblob(300), hex(randomblob(32)) {EACH}"),
    "loggedmatch": ("id, match_id, pool_id, number, state", f"n, n, :pool, n, 'logged' {EACH}"),
    "ratingchange": (
        "rating_id, logged_id, version_id, place, mu_before, sigma_before, mu, sigma",
        f":rating + {WHO}, n, :version + {WHO}, s + 1, 25, 2, 25, 2 {EVERY_SEAT}",
    ),
}

Times = dict[str, float]  # milliseconds, by step
Given = TypeVar("Given")


def be_quiet() -> None:
    """Send messages to nobody: there are neither workers nor pages here."""
    for module, name in ((messages, "matches_wait"), (messages, "may_go_on"), (live, "tell")):
        setattr(module, name, lambda *_args, **_more: None)


@contextmanager
def database(path: Path) -> Iterator[None]:
    """Work with the database in this file."""
    connection.settings_dict["NAME"] = path
    try:
        yield
    finally:
        connection.close()


def make(matches: int) -> None:
    """A new database with a ladder that has had so many matches, and is open."""
    call_command("migrate", verbosity=0)
    tournament = _opened()
    with _without_indexes():
        _leave_behind(tournament, matches)
    shares = {"turns": matches * SEATS // BOTS, "tries": 1_000, "played": matches * SEATS // BOTS}
    Rung.objects.bulk_create(Rung(entry=one, **shares) for one in tournament.entries.all())
    Pool.objects.update(logged_to=matches, rated_to=matches)
    Rating.objects.update(matches=shares["played"])
    ladder.advance(tournament.pk)


def _opened() -> Tournament:
    """A ladder that is open, all its bots entered and rated."""
    club = Club.objects.create(name="Club", slug="club")
    bots = [Bot(club=club, name=f"Bot {n}", slug=f"bot-{n}") for n in range(BOTS)]
    Bot.objects.bulk_create(bots)
    Version.objects.bulk_create(Version(bot=one, number=1, house=HOUSE_BOT) for one in bots)
    league = League.objects.create(club=club, name="League", slug="league")
    tournament = submit.new_tournament(league, **SETUP)
    for entry in submit.enter(tournament, bots):
        Entry.objects.filter(pk=entry.pk).update(version=Version.objects.get(bot=entry.bot))
    ladder.start(tournament)
    pool = Pool.objects.create(club=club, rules=tournament.rules, kind=Pool.Kind.BOTS)
    mu, sigma = NEWCOMER
    Rating.objects.bulk_create(
        Rating(pool=pool, bot=one, mu=mu + n / BOTS, sigma=sigma) for n, one in enumerate(bots)
    )
    return tournament


def _leave_behind(tournament: Tournament, matches: int) -> None:
    """The rows of so many matches, the bots in turns."""
    known = {
        "matches": matches,
        "tournament": tournament.pk,
        "receipt": RECEIPT,
        "day": str(timezone.now().replace(tzinfo=None)),
        "entry": Entry.objects.earliest("pk").pk,
        "version": Version.objects.earliest("pk").pk,
        "pool": Pool.objects.get().pk,
        "rating": Rating.objects.earliest("pk").pk,
    }
    for table, (columns, values) in ROWS.items():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.connection.execute(
                "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :matches)"
                f" INSERT INTO league_{table} ({columns}) SELECT {values}",
                known,
            )


@contextmanager
def _without_indexes() -> Iterator[None]:
    """They are made at the end: that is quicker than one row at a time."""
    tables = ", ".join(f"'league_{table}'" for table in ROWS)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
            f" AND tbl_name IN ({tables})"
        )
        indexes = cursor.fetchall()
        for name, _sql in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        for _name, sql in indexes:
            cursor.execute(sql)


def one_more() -> Times:
    """Play the next match of the ladder and record it: how long each step took, without playing."""
    took: Times = {}
    tournament = Tournament.objects.get()
    claimed = timed(took, "claim", lambda: run.claim("bench"))
    assert claimed is not None  # there always are open tables
    attempt = Attempt.objects.select_related("match__round", "match__shuffle").get(pk=claimed.pk)
    players = [HOUSE[HOUSE_BOT]() for _seat in range(SEATS)]
    seed = bytes(attempt.match.shuffle.seed)
    report = referee.play(tournament.match_rules, tournament.options, seed, players)
    timed(took, "record", lambda: record.result(attempt, report, players))
    timed(took, "rate", lambda: ratings.rate_new(batches=2))
    timed(took, "draw", lambda: _advance(tournament.pk))
    took["all"] = sum(took.values())
    timed(took, "page", lambda: show.ladder_page(tournament))
    return took


def _advance(tournament_id: int) -> None:
    """As a worker does when a table has ended."""
    schedule.advance(tournament_id)
    ladder.advance(tournament_id)


def timed(took: Times, step: str, act: Callable[[], Given]) -> Given:
    """Do it and write down how long it took."""
    began = perf_counter()
    given = act()
    took[step] = 1e3 * (perf_counter() - began)
    return given
