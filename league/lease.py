"""Leases: a worker holds a row by a token, and has to say every few seconds that it still does.

Whatever is held so has `token`, `lease_until` and a `state` that is *running* while it is held.
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from .models import Attempt, Trial

Held = Attempt | Trial
RUNNING = "running"

log = logging.getLogger(__name__)


def end() -> datetime:
    """When a lease ends that is taken or renewed now."""
    return timezone.now() + timedelta(seconds=settings.LEASE_S)


@contextmanager
def renewed(held: Held) -> Iterator[None]:
    """Hold it while the block runs, however long that takes."""
    over = threading.Event()
    thread = threading.Thread(target=_renew_until, args=(over, type(held), held.token), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _renew_until(over: threading.Event, kind: type[Held], token: uuid.UUID) -> None:
    while not over.wait(settings.LEASE_S / 4):
        try:
            kind._default_manager.filter(token=token, state=RUNNING).update(lease_until=end())
        except DatabaseError as error:  # the next renewal comes before the lease ends
            log.warning("A lease was not renewed: %s", error)
        finally:
            connection.close()
