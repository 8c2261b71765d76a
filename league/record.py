"""Record: the result of a match is written once, by the attempt that holds the token."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bots.players import Player
from bots.referee import Report
from bots.uploaded import Uploaded

from . import lease, live, messages, ratings
from .models import Attempt, Match, SeatLog, Tournament, Transcript

WRITTEN = ["place", "awarded", "total", "won", "verdict", "fault_deal", "fault_move"]
MOST_ATTEMPTS = 5  # then something is broken that trying again does not mend


@transaction.atomic
def result(attempt: Attempt, report: Report, players: Sequence[Player]) -> None:
    """Write seats, what uploaded bots left there and the transcript, end the match, and send the
    next step of the story on commit. Raises lease.Stale and writes nothing if the attempt was given
    up meanwhile."""
    _end(attempt, Attempt.State.DONE)
    match = attempt.match
    _write_seats(match, report)
    _write_logs(match, report, players)
    text = report.transcript.text().encode()
    Transcript.objects.create(
        match=match, body=zlib.compress(text), sha256=hashlib.sha256(text).hexdigest()
    )
    Match.objects.filter(pk=match.pk).update(state=Match.State.DONE, finished_at=timezone.now())
    changed(match.tournament_id)
    if match.round:
        ratings.log(match.pk)
    if match.round and not match.round.matches.exclude(state=Match.State.DONE).exists():
        messages.may_go_on(match.round.tournament_id)


@transaction.atomic
def void(attempt: Attempt, verdict: str, log: str) -> None:
    """Our fault: the match goes back to the queue for later, each time for longer, or stays void
    when it failed too often. Raises lease.Stale if the attempt was given up meanwhile."""
    _end(attempt, Attempt.State.VOID, verdict=verdict, log=log)
    _put_back(attempt.match_id)


@transaction.atomic
def lost(attempt: Attempt) -> None:
    """The worker fell silent: as `void`. Raises lease.Stale if it renewed its lease or brought the
    result after all."""
    _end(attempt, Attempt.State.LOST, verdict="void-worker", expired=True)
    _put_back(attempt.match_id)


def rescored(match: Match) -> None:
    """What counted of a match was changed, or counts no longer: to be called in the transaction
    that does it."""
    changed(match.tournament_id)
    ratings.log(match.pk)


def changed(tournament_id: int | None) -> None:
    """Count a change that pages show, and tell those who watch when it is committed. Without a
    tournament nobody watches."""
    if tournament_id is None:
        return
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
    transaction.on_commit(lambda: live.tell(tournament_id), robust=True)


def _end(
    attempt: Attempt,
    state: Attempt.State,
    verdict: str = "",
    log: str = "",
    expired: bool = False,
) -> None:
    kept = {"state": state, "ended_at": timezone.now(), "verdict": verdict, "log": log}
    lease.let_go(attempt, expired=expired, **kept)


def _put_back(match_id: int) -> None:
    """Queue a match again, or give it up after MOST_ATTEMPTS failures since it was last queued by
    hand."""
    match = Match.objects.select_related("round").get(pk=match_id)
    failed = match.attempts.filter(state__in=[Attempt.State.LOST, Attempt.State.VOID]).count()
    failures = failed % MOST_ATTEMPTS  # an organiser's click starts counting anew
    if failures:
        match.state, match.queued_at = Match.State.QUEUED, lease.next_try(failures)
    else:
        match.state = Match.State.VOID
    match.save(update_fields=["state", "queued_at"])
    changed(match.tournament_id)


def _write_seats(match: Match, report: Report) -> None:
    result = report.result
    for seat in match.seats.all():
        seat.place, seat.awarded = result.places[seat.number], report.awarded[seat.number]
        seat.total, seat.won = result.totals[seat.number], result.won[seat.number]
        verdict = report.verdicts[seat.number]
        seat.verdict, seat.fault_deal, seat.fault_move = verdict.verdict, verdict.deal, verdict.move
        seat.save(update_fields=WRITTEN)


def _write_logs(match: Match, report: Report, players: Sequence[Player]) -> None:
    for seat in match.seats.all():
        player = players[seat.number]
        if isinstance(player, Uploaded):
            SeatLog.objects.create(
                seat=seat,
                text=report.verdicts[seat.number].log or player.log,
                notes=[asdict(note) for note in player.notes],
                cpu_us=player.cpu_us,
            )
