"""Run: a worker claims a queued match, holds it by a lease, plays it, and brings the result.

The database is the queue of record. A broker message only says that there is something to do:
losing one costs a beat, receiving one twice costs nothing.
"""

from __future__ import annotations

import logging
import random
import time
import traceback
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from bots import interpreters, process, referee
from bots.catalog import HOUSE
from bots.interpreters import NotEnabled
from bots.players import Player
from bots.runtime import NoSandbox
from bots.uploaded import Uploaded
from bots.verdict import Verdict
from league.formats.catalog import LADDERS

from . import acts, lease, messages, record, trials, workers
from .models import Attempt, Match, Seat, Trial, User
from .refusals import NotOpen

log = logging.getLogger(__name__)

WORK_FOR_S = 1.0  # a message costs 2 to 4 ms here, a small match not much more
LOOKED_AT = 16  # how many of the oldest queued matches a worker chooses from


def work(worker: str) -> int:
    """Try one uploaded version if any waits, then play queued matches for about a second, or for as
    long as the trial took; returns how many were played to their result."""
    began = time.monotonic()
    trials.work(worker)
    tried = time.monotonic()
    until = tried + max(WORK_FOR_S, tried - began)  # uploads must not hold up a club night
    played = 0
    while time.monotonic() < until:
        attempt = claim(worker)
        if attempt is None:
            return played
        played += play(attempt)
    if lease.waiting(Match).exists():
        messages.matches_wait(1)
    return played


def claim(worker: str) -> Attempt | None:
    """Take one queued match, or None when there is none."""
    while waiting := _oldest(worker):
        random.shuffle(waiting)  # workers that look at the same moment take different ones
        for match_id, tournament_id in waiting:
            if attempt := _claim(match_id, tournament_id, worker):
                return attempt
    return None


def _oldest(worker: str) -> list[tuple[int, int | None]]:
    """What this worker may choose from, with the tournament: where no sandbox holds, only matches
    that need none; no tables of tournaments that are paused. Ladders and challenges come when
    nobody waits for a round to end."""
    queue = lease.waiting(Match).filter(round__tournament__paused_at=None)
    if workers.trouble(worker):
        uploaded = Seat.objects.filter(version__house="", match__state=Match.State.QUEUED)
        queue = queue.exclude(pk__in=uploaded.values("match"))
    rows = queue.values_list("id", "round__tournament_id")
    # Asked so, it is answered from the queue, and not from all matches that are no challenge.
    in_rounds = rows.exclude(round=None).exclude(round__tournament__format__in=LADDERS)
    return list(in_rounds[:LOOKED_AT]) or list(rows[:LOOKED_AT])


@transaction.atomic
def _claim(match_id: int, tournament_id: int | None, worker: str) -> Attempt | None:
    if not lease.take(Match, match_id):
        return None
    number = Attempt.objects.filter(match_id=match_id).count() + 1
    attempt = Attempt.objects.create(match_id=match_id, number=number, **lease.new(worker))
    record.changed(tournament_id)
    return attempt


def play(attempt: Attempt) -> bool:
    """Play the match of an attempt and bring its result; False when that came to nothing, which is
    never the bots' fault."""
    match = _with_everything(attempt.match_id)
    attempt.match = match
    try:
        players = [_player(seat) for seat in match.seats.all()]
        _prepare(match.seats.all())
        with lease.renewed(attempt):
            report = referee.play(
                match.event.match_rules,
                match.event.options,
                bytes(match.shuffle.seed),
                players,
            )
        record.result(attempt, report, players)
    except lease.Stale:
        return False  # somebody else has it; what we played counts for nobody
    except referee.Void as void:
        _give_up(attempt, void.verdict, void.log)
        return False
    except NotEnabled as why:
        _give_up(attempt, Verdict.VOID_WORKER, str(why))
        return False
    except Exception:  # whatever else went wrong is ours, and must not stop the other tables
        log.exception("%s failed", attempt)
        _give_up(attempt, Verdict.VOID_WORKER, traceback.format_exc())
        return False
    return True


def _prepare(seats: Iterable[Seat]) -> None:
    """Sandboxes for all uploaded bots in Python at once, as no others can use them, and as many for
    the next match, whose interpreters start while this one is played."""
    versions = (seat.version for seat in seats)
    in_python = sum(one is not None and one.starts_ahead for one in versions)
    if not in_python:  # then nobody needs to know whether a sandbox can be made here
        return
    with suppress(NoSandbox):  # the referee will meet it too, and say so
        process.prepare(2 * in_python, rules=False)


def _give_up(attempt: Attempt, verdict: Verdict, why: str) -> None:
    with suppress(lease.Stale):
        record.void(attempt, verdict, why)


def _with_everything(match_id: int) -> Match:
    related = ["shuffle", "round__tournament", "challenge"]
    seats = ["seats__version__bot"]
    return Match.objects.select_related(*related).prefetch_related(*seats).get(pk=match_id)


def _player(seat: Seat) -> Player:
    """Raises NotEnabled: it was when the version was uploaded, so that is nothing to lose by."""
    version = seat.version
    assert version is not None  # the draw gives every bot's seat its version
    if not version.house:
        interpreters.named(version.interpreter)
        return Uploaded(bytes(version.source.body), version.bot.name, str(version.number))
    player = HOUSE[version.house](version.bot.name)
    player.version = str(version.number)
    return player


def put_back_expired() -> int:
    """Take back the matches and trials of workers that have fallen silent; returns how many."""
    matches = lease.put_back_expired(Attempt, record.lost)
    return matches + lease.put_back_expired(Trial, trials.lost)


def wake_for_waiting() -> int:
    """Send messages again for matches and trials that nobody has picked up. While somebody still
    takes matches from the queue its own messages go on, and more would only pile up behind them."""
    since = timezone.now() - timedelta(seconds=settings.PICKED_UP_WITHIN_S)
    newest = Attempt.objects.order_by("-pk").first()
    if newest and newest.started_at > since:
        return 0
    waiting = lease.unclaimed_since(Match, since) + lease.unclaimed_since(Trial, since)
    messages.matches_wait(waiting)
    return waiting


@transaction.atomic
def play_again(match: Match, by: User | None = None) -> None:
    """Queue a match that was given up as void, with the same seed. Raises NotOpen."""
    void = Match.objects.filter(pk=match.pk, state=Match.State.VOID)
    if not void.update(state=Match.State.QUEUED, queued_at=timezone.now()):
        raise NotOpen(_("This match is not void, so it is not played again."))
    if match.round:
        played = match.round
        acts.note(played.tournament, by, "played-again", table=match.table, round=played.number)
    record.changed(match.tournament_id)
    messages.matches_wait(1)
