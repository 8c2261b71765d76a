"""Trials: before an uploaded version may play, a worker runs it in the sandbox among house bots.

The database is the queue, as it is for matches. A fault of the bot rejects the version, with the
reason and its log; what is our fault never does: it is tried again later.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from threading import Event
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from bots import interpreters, trial
from bots.referee import Void
from bots.trial import Times
from bots.verdict import LONGEST_LOG, Fault, Verdict

from . import lease, show, workers
from .models import REASON_LENGTH, Bot, Trial, Version

LONGEST_WAIT_S = 600  # between two tries, when it is our fault
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
    if not lease.waiting(Trial).exists() or workers.trouble(worker):
        return False
    held = claim(worker)
    return held is not None and run(held)


def claim(worker: str) -> Trial | None:
    """Take the oldest that waits, or None when there is none."""
    for pk in lease.waiting(Trial).values_list("pk", flat=True)[:5]:
        if lease.take(Trial, pk, **lease.new(worker)):
            return Trial.objects.select_related("version__bot").get(pk=pk)
    return None


def run(held: Trial) -> bool:
    """Try it and write what came of it; False when that came to nothing."""
    try:
        with lease.renewed(held) as gone:
            found = _tried(held.version, gone)
        _end(held, found)
    except lease.Stale:
        return False  # somebody else has it
    except (Fault, Void) as fault:  # ours, see _tried
        _try_later(held, f"{fault}\n{fault.log}")
        return False
    except Exception:  # whatever else went wrong is ours as well
        log.exception("%s failed", held)
        _try_later(held, traceback.format_exc())
        return False
    return True


def _tried(version: Version, gone: Event) -> Found:
    """Start it, ask what it plays, play that. Raises Fault and Void for what is our fault, Stale
    where the trial is `gone`."""
    if version.interpreter in interpreters.missing():  # since this worker has looked
        raise Fault(Verdict.VOID_WORKER, f"The interpreter {version.interpreter} is gone here.")
    source = bytes(version.source.body)
    try:
        introduced = trial.introduce(source)
    except Fault as fault:
        if fault.verdict.ours:
            raise
        return Found(_no_start(fault), log=fault.log)
    found = Found(plays=list(introduced.plays))
    heartbeat = partial(_check, time.monotonic() + LONGEST_S, gone)
    try:
        _play_each(found, version, source, heartbeat)
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


def _check(until: float, gone: Event) -> None:
    """In the middle of a match: one may take five minutes."""
    if gone.is_set():  # deleting a version and uploading the next must not keep workers busy
        raise lease.Stale
    if time.monotonic() > until:
        raise _TooLong


def _no_start(fault: Fault) -> str:
    last = next((line for line in reversed(fault.log.splitlines()) if line.strip()), "")
    return _("It did not start: %(why)s") % {"why": last or fault.verdict.says}


def _fault(one: trial.Trial) -> str:
    """Why a version is rejected after one match of its trial."""
    verdict = one.verdict
    words = {
        "match": show.in_full(one.task.rules, one.task.options),
        "why": _(verdict.verdict.says),
    }
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
    """Write it once. Raises lease.Stale."""
    # Before its version and its trial, see submit.hold_bots.
    list(Bot.objects.select_for_update(no_key=True).filter(pk=held.version.bot_id))
    lease.let_go(
        held,
        state=Trial.State.DONE,
        token=None,
        ended_at=timezone.now(),
        played=found.played,
        log=found.log.strip()[-LONGEST_LOG:],
        trouble="",
    )
    state = Version.State.REJECTED if found.reason else Version.State.READY
    Version.objects.filter(pk=held.pk).update(
        state=state, reason=found.reason[:REASON_LENGTH], plays=found.plays
    )
    if state == Version.State.READY:  # what was gone back to made room until now
        Bot.objects.filter(versions=held.pk).update(chosen=None)


def _try_later(held: Trial, why: str) -> None:
    """Our fault: back to the queue."""
    log.error("%s came to nothing, it is tried again: %s", held, why)
    with suppress(lease.Stale):
        _put_back(held, why)


def lost(held: Trial) -> None:
    """The worker fell silent: back to the queue. Raises lease.Stale if it renewed its lease or
    wrote what it found after all."""
    _put_back(held, "Its worker stopped without a word.", expired=True)


@transaction.atomic
def _put_back(held: Trial, why: str, expired: bool = False) -> None:
    """However often: a version cannot help what we get wrong, so it is never given up."""
    lease.let_go(
        held,
        expired=expired,
        state=Trial.State.QUEUED,
        token=None,
        failures=held.failures + 1,
        queued_at=lease.next_try(held.failures + 1, LONGEST_WAIT_S),
        trouble=why[-LONGEST_LOG:],
    )
