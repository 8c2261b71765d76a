"""Status: whether the machines play, what waits for them, and what goes wrong there.

Anybody reads one word and two counts of matches he may know of. Who looks after a club also reads
of the machines by name; which rows he gets, `access` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from league import workers
from league.models import Attempt, Match, Trial, Worker

LATELY = timedelta(days=7)
FAILURES = 10


@dataclass(frozen=True, slots=True)
class WorkerLine:
    """A worker. `is_there`: seen lately or busy. `match`: what it plays, if the reader may know."""

    worker: Worker
    is_there: bool
    is_busy: bool
    match: Match | None


@dataclass(frozen=True, slots=True)
class Failure:
    """A match that came to nothing. `reason`: in our own words, empty for those who may not read
    it."""

    attempt: Attempt
    reason: str


@dataclass(frozen=True, slots=True)
class StatusPage:
    """How the machines are. `playing` and `waiting` count matches, `trials` versions that wait."""

    state: workers.State
    playing: int
    waiting: int
    workers: tuple[WorkerLine, ...]
    trials: int
    failures: tuple[Failure, ...]

    @property
    def troubles(self) -> list[str]:
        """What is wrong with the sandboxes of those that are there, each sentence once."""
        found = (line.worker.trouble for line in self.workers if line.is_there)
        return list(dict.fromkeys(filter(None, found)))


def page(
    matches: QuerySet[Match],
    seen: QuerySet[Worker],
    attempts: QuerySet[Attempt],
    trials: QuerySet[Trial],
    with_reasons: bool = False,
) -> StatusPage:
    """The status page; all rows are those that the reader may see."""
    return StatusPage(
        state=workers.state(),
        # By its attempt: of those that run there is an index, of running matches none.
        playing=matches.filter(attempts__state=Attempt.State.RUNNING).count(),
        waiting=matches.filter(state=Match.State.QUEUED).count(),
        workers=_workers(seen, attempts),
        trials=trials.filter(state=Trial.State.QUEUED).count(),
        failures=tuple(
            Failure(one, _reason(one) if with_reasons else "") for one in _failed(attempts)
        ),
    )


def _workers(seen: QuerySet[Worker], attempts: QuerySet[Attempt]) -> tuple[WorkerLine, ...]:
    rows = list(seen)
    if not rows:
        return ()
    there = set(workers.there().values_list("pk", flat=True))
    busy = workers.busy()
    held = attempts.filter(state=Attempt.State.RUNNING, lease_until__gt=timezone.now())
    plays = {attempt.worker: attempt.match for attempt in held}
    return tuple(
        WorkerLine(one, one.pk in there, one.name in busy, plays.get(one.name)) for one in rows
    )


def _failed(attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
    failed = attempts.filter(state__in=[Attempt.State.VOID, Attempt.State.LOST])
    return failed.filter(ended_at__gt=timezone.now() - LATELY).order_by("-ended_at")[:FAILURES]


def _reason(attempt: Attempt) -> str:
    """The last line of its log. Those before it may be a bot's, which are for its owner alone."""
    return next(reversed(attempt.log.strip().splitlines()), "")
