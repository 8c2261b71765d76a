"""Leases: a worker takes what waits, holds it by a token, and has to say every few seconds that it
still does. What it fails at goes back to the queue, each time for longer.

Matches and trials wait: rows with `queued_at` and a `state` that is *queued*, then *running*.
Attempts (at a match) and trials are held: *running*, with a `token` and `lease_until`.
"""

from __future__ import annotations

import logging
import math
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.utils import timezone

from . import messages
from .models import Attempt, Match, Trial

Queued = TypeVar("Queued", Match, Trial)
Held = TypeVar("Held", Attempt, Trial)
QUEUED = "queued"
RUNNING = "running"

log = logging.getLogger(__name__)


class Stale(Exception):
    """Who brings this holds it no longer; somebody else does, or has."""


def waiting(kind: type[Queued]) -> QuerySet[Queued]:
    """What may be taken now, longest waiting first; what has just failed waits for its time."""
    queue = kind._default_manager.filter(state=QUEUED, queued_at__lte=timezone.now())
    return queue.order_by("queued_at", "pk")


def unclaimed_since(kind: type[Queued], moment: datetime) -> int:
    """How many have waited since then."""
    return kind._default_manager.filter(state=QUEUED, queued_at__lt=moment).count()


def take(kind: type[Queued], pk: int, **held: object) -> bool:
    """Take it off the queue, unless somebody was quicker. `held`: what else to write with that."""
    queued = kind._default_manager.filter(pk=pk, state=QUEUED)
    return bool(queued.update(state=RUNNING, **held))


def new(worker: str) -> dict[str, Any]:
    """The fields of what this worker holds from now on."""
    return {"worker": worker[:100], "token": uuid.uuid4(), "lease_until": end()}


def end() -> datetime:
    """When a lease ends that is taken or renewed now."""
    return timezone.now() + timedelta(seconds=settings.LEASE_S)


@contextmanager
def renewed(held: Attempt | Trial) -> Iterator[threading.Event]:
    """Hold it while the block runs, however long that takes. The event is set when it is held no
    longer, so that what the block does is for nothing."""
    over, gone = threading.Event(), threading.Event()
    thread = threading.Thread(target=_renew_until, args=(over, held, gone), daemon=True)
    thread.start()
    try:
        yield gone
    finally:
        over.set()
        thread.join()


def _renew_until(over: threading.Event, held: Attempt | Trial, gone: threading.Event) -> None:
    while not over.wait(settings.LEASE_S / 4):
        try:
            if not _still(held).update(lease_until=end()):
                gone.set()
        except DatabaseError as error:  # the next renewal comes before the lease ends
            log.warning("A lease was not renewed: %s", error)
        finally:
            connection.close()


def let_go(held: Attempt | Trial, *, expired: bool = False, **change: Any) -> None:
    """Write how it ended. `expired`: only if its worker has fallen silent. Raises Stale, writing
    nothing, if it was given up meanwhile, or renewed."""
    mine = _still(held)
    if expired:
        mine = mine.filter(lease_until__lt=timezone.now())
    if not mine.update(**change):
        raise Stale(f"{held} was given up.")


def _still(held: Attempt | Trial) -> QuerySet[Any]:
    """Its row, while it is held by this token."""
    assert held.token is not None  # it was held once
    return type(held)._default_manager.filter(token=held.token, state=RUNNING)


def put_back_expired(kind: type[Held], lost: Callable[[Held], None]) -> int:
    """Give `lost` each whose worker has fallen silent; it raises Stale where that held it after
    all. Returns how many it took back."""
    count = 0
    for held in kind._default_manager.filter(state=RUNNING, lease_until__lt=timezone.now()):
        try:
            lost(held)
        except Stale:
            continue
        count += 1
    return count


def next_try(failures: int, longest_s: float = math.inf) -> datetime:
    """When to queue again what has failed so often, for which the workers get a message: each
    failure doubles the wait, up to `longest_s`."""
    after_s = min(2**failures, longest_s)
    messages.matches_wait(1, after_s=after_s)
    return timezone.now() + timedelta(seconds=after_s)
