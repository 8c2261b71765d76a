"""Workers: which of them can shut uploaded bots in, and why the others run none.

A worker looks before it takes its first match, and once a minute it says how that went; where it
failed, it looks again. There is no switch that lets it run an uploaded bot bare. A row that has not
been renewed for a day is of a worker that is gone; one that is there takes it away.
"""

from __future__ import annotations

import logging
import re
import time
from datetime import timedelta
from enum import StrEnum

from django.db import DatabaseError, connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from bots import interpreters, probes, process
from bots.runtime import NoSandbox

from . import lease
from .models import Attempt, Trial, Worker

LOOK_AGAIN_S = 60.0
SEEN_WITHIN = timedelta(minutes=5)
GONE_AFTER = timedelta(days=1)

log = logging.getLogger(__name__)


class State(StrEnum):
    """How all workers are: none is there; none, some or all of them run uploaded bots."""

    GONE = "gone"
    BARE = "bare"
    MIXED = "mixed"
    WELL = "well"


_looked: dict[str, tuple[float, str]] = {}  # when, and what was found, by worker


def trouble(worker: str) -> str:
    """Why this process runs no uploaded bot, in one sentence; empty if it does."""
    at, before = _looked.get(worker, (-LOOK_AGAIN_S, ""))
    if time.monotonic() < at + LOOK_AGAIN_S:
        return before
    return look(worker)


def look(worker: str) -> str:
    """Look now, and say in the log and in the database what was found."""
    found = _look()
    if found and found != _looked.get(worker, (0.0, ""))[1]:
        log.error("No uploaded bot runs here. %s", found)
    now = timezone.now()
    Worker.objects.update_or_create(name=worker[:100], defaults={"trouble": found, "seen_at": now})
    Worker.objects.filter(seen_at__lt=now - GONE_AFTER).delete()
    _looked[worker] = (time.monotonic(), found)
    return found


def settle(worker: str) -> None:
    """Keep this process to the core of the number in the worker's name, one after another; without
    a number it goes where Linux likes it."""
    numbered = re.search(r"(\d+)@", worker)
    if numbered:
        process.keep_to_core(int(numbered[1]))


def rest(worker: str) -> None:
    """Once a minute, between two tasks: say that it is there, and hold no sandbox ready for a match
    that may not come."""
    process.end_prepared()
    say(worker)


def say(worker: str) -> None:
    """`look`, where no task runs: a database that is away just now does not end the worker."""
    try:
        look(worker)
    except DatabaseError as error:
        log.warning("%s has not said that it is there: %s", worker, error)
    finally:
        connection.close()


def _look() -> str:
    try:
        probes.passed()
    except (NoSandbox, OSError) as why:
        return str(why)
    if missing := interpreters.missing():  # else its bots would lose for what is our fault
        return f"The interpreter {missing[0]} is enabled, but not installed here."
    return ""


def trouble_everywhere() -> str:
    """What keeps uploaded bots waiting: the trouble of a worker, if all that are there have one;
    otherwise empty."""
    troubles = _troubles()
    return troubles[0] if troubles and all(troubles) else ""


def state() -> State:
    """How the workers are that are there."""
    troubles = _troubles()
    if not troubles:
        return State.GONE
    if not any(troubles):
        return State.WELL
    return State.BARE if all(troubles) else State.MIXED


def _troubles() -> list[str]:
    """What is wrong at each that is there, empty where nothing is."""
    return list(there().values_list("trouble", flat=True))


def there() -> QuerySet[Worker]:
    """Those that were seen lately. One that is busy says nothing meanwhile, but holds a lease."""
    lately = Q(seen_at__gt=timezone.now() - SEEN_WITHIN)
    return Worker.objects.filter(lately | Q(name__in=busy()))


def busy() -> set[str]:
    """The names of those that play a match or try a version now."""
    held = (
        kind._default_manager.filter(state=lease.RUNNING, lease_until__gt=timezone.now())
        for kind in (Attempt, Trial)
    )
    return {name for rows in held for name in rows.values_list("worker", flat=True)}
