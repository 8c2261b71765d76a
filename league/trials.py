"""Trials: before an uploaded version may play, a worker runs it in the sandbox among house bots.

The database is the queue, as it is for matches. A fault of the bot rejects the version, with the
reason and its log; what is our fault never does: it is tried again later.
"""

from __future__ import annotations

import logging
import time
import traceback
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from bots import trial
from bots.referee import Void
from bots.trial import Times
from bots.verdict import LONGEST_LOG, Fault

from . import lease, messages, workers
from .models import REASON_LENGTH, Bot, Trial, Version
from .record import Stale

LONGEST_WAIT_S = 600  # between two tries, when it is our fault
LOST_WAIT_S = 5
LONGEST_S = 600  # a trial usually takes seconds; a bot that sleeps would hold a worker for an hour

log = logging.getLogger(__name__)


class _TooLong(Exception):
    """A trial holds its worker for longer than LONGEST_S."""


@dataclass
class Found:
    """What a trial found. `reason`: why the version is rejected, empty if it is ready."""

    reason: str = ""
    plays: list[str] = field(default_factory=list)
    played: list[dict[str, Any]] = field(default_factory=list)
    log: str = ""


def work(worker: str) -> bool:
    """Try one version, if one waits and the sandbox of this worker holds."""
    waiting = Trial.objects.filter(state=Trial.State.QUEUED, queued_at__lte=timezone.now())
    if not waiting.exists() or workers.trouble(worker):
        return False
    held = claim(worker)
    return held is not None and run(held)


def claim(worker: str) -> Trial | None:
    """Take the oldest that waits, or None when there is none."""
    waiting = Trial.objects.filter(state=Trial.State.QUEUED, queued_at__lte=timezone.now())
    for pk in waiting.order_by("queued_at", "pk").values_list("pk", flat=True)[:5]:
        token = uuid.uuid4()
        if Trial.objects.filter(pk=pk, state=Trial.State.QUEUED).update(
            state=Trial.State.RUNNING, worker=worker[:100], token=token, lease_until=lease.end()
        ):
            return Trial.objects.select_related("version__bot").get(pk=pk)
    return None


def run(held: Trial) -> bool:
    """Try it and write what came of it; False when that came to nothing."""
    try:
        with lease.renewed(held):
            found = _tried(held.version)
        _end(held, found)
    except Stale:
        return False  # somebody else has it
    except (Fault, Void) as fault:  # ours, see _tried
        _try_later(held, f"{fault}\n{fault.log}")
        return False
    except Exception:  # whatever else went wrong is ours as well
        log.exception("%s failed", held)
        _try_later(held, traceback.format_exc())
        return False
    return True


def _tried(version: Version) -> Found:
    """Start it, ask what it plays, play that. Raises Fault and Void for what is our fault."""
    source = bytes(version.source.body)
    try:
        introduced = trial.introduce(source)
    except Fault as fault:
        if fault.verdict.ours:
            raise
        return Found(_no_start(fault), log=fault.log)
    found = Found(plays=list(introduced.plays))
    try:
        _play_each(found, version, source, partial(_check_clock, time.monotonic() + LONGEST_S))
    except _TooLong:
        found.reason = _("Its trial takes too long. It has to answer faster, or claim less.")
    return found


def _play_each(
    found: Found, version: Version, source: bytes, heartbeat: Callable[[], None]
) -> None:
    """What it plays, to the first fault. Raises Void, and what `heartbeat` raises."""
    for task in trial.tasks(found.plays):
        number = str(version.number)
        one = trial.play(source, version.bot.name, number, task, heartbeat=heartbeat)
        found.played.append(_line(one))
        found.log = _with_log(found.log, one)
        if not one.passed:
            found.reason = _fault(one)
            break


def _check_clock(until: float) -> None:
    """In the middle of a match: one may take five minutes."""
    if time.monotonic() > until:
        raise _TooLong


def _no_start(fault: Fault) -> str:
    last = next((line for line in reversed(fault.log.splitlines()) if line.strip()), "")
    return _("It did not start: %(why)s") % {"why": last or fault.verdict.says}


def _fault(one: trial.Trial) -> str:
    """Why a version is rejected after one match of its trial."""
    verdict = one.verdict
    words = {"match": str(one.task), "why": _(verdict.verdict.says)}
    if verdict.deal is None or verdict.move is None:
        return _("In %(match)s: %(why)s") % words
    words |= {"deal": str(verdict.deal + 1), "move": str(verdict.move + 1)}
    return _("In %(match)s, deal %(deal)s, move %(move)s: %(why)s") % words


def _line(one: trial.Trial) -> dict[str, Any]:
    """A match as models.Trial keeps it."""
    times = asdict(Times.of(one.cpu_us))
    verdict = one.verdict.verdict.value
    return {"what": str(one.task), "verdict": verdict, "decisions": len(one.cpu_us), **times}


def _with_log(before: str, one: trial.Trial) -> str:
    wrote = (one.verdict.log or one.log).strip()
    return f"{before}{one.task}:\n{wrote}\n\n" if wrote else before


@transaction.atomic
def _end(held: Trial, found: Found) -> None:
    """Write it once. Raises Stale."""
    kept = {"played": found.played, "log": found.log.strip()[-LONGEST_LOG:], "trouble": ""}
    _let_go(held, state=Trial.State.DONE, ended_at=timezone.now(), **kept)
    state = Version.State.REJECTED if found.reason else Version.State.READY
    Version.objects.filter(pk=held.pk).update(
        state=state, reason=found.reason[:REASON_LENGTH], plays=found.plays
    )
    if state == Version.State.READY:  # what was gone back to made room until now
        Bot.objects.filter(versions=held.pk).update(chosen=None)


def _try_later(held: Trial, why: str) -> None:
    """Our fault: back to the queue, each time for longer."""
    after_s = min(2 ** (held.failures + 1), LONGEST_WAIT_S)
    queued_at = timezone.now() + timedelta(seconds=after_s)
    log.error("%s came to nothing, it is tried again: %s", held, why)
    with suppress(Stale), transaction.atomic():
        _let_go(
            held,
            state=Trial.State.QUEUED,
            queued_at=queued_at,
            failures=F("failures") + 1,
            trouble=why[-LONGEST_LOG:],
        )
        messages.matches_wait(1, after_s=after_s)


def _let_go(held: Trial, **change: Any) -> None:
    mine = Trial.objects.filter(token=held.token, state=Trial.State.RUNNING)
    if not mine.update(**change, token=None):
        raise Stale(f"{held} was given up.")


def put_back_expired() -> int:
    """Put back what a silent worker held."""
    expired = Trial.objects.filter(state=Trial.State.RUNNING, lease_until__lt=timezone.now())
    again_at = timezone.now() + timedelta(seconds=LOST_WAIT_S)
    return expired.update(
        state=Trial.State.QUEUED, queued_at=again_at, token=None, failures=F("failures") + 1
    )


def queued_before(moment: datetime) -> int:
    """How many have waited since then."""
    return Trial.objects.filter(state=Trial.State.QUEUED, queued_at__lt=moment).count()
