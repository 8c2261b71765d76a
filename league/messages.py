"""Messages to the workers: hints that there is something to do, sent when the change is committed.

By name, so that a chapter can ring at a door without importing what lies behind it. A message that
cannot be sent is only logged: beat looks after everything that waits.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

MOST_AT_ONCE = 16  # a worker that finds more matches than it can play sends a message on

log = logging.getLogger(__name__)


def matches_wait(count: int, after_s: float = 0) -> None:
    """So many matches were queued, or will be open in so many seconds."""
    _send_on_commit("league.tasks.work", after_s=after_s, times=min(count, MOST_AT_ONCE))


def may_go_on(tournament_id: int, after_s: float = 0) -> None:
    """Something in this tournament ended, or will have paused long enough in so many seconds."""
    _send_on_commit("league.tasks.advance", tournament_id, after_s=after_s)


def _send_on_commit(task: str, *args: Any, after_s: float = 0, times: int = 1) -> None:
    def send() -> None:
        try:
            for _ in range(times):
                current_app.send_task(task, args=args, countdown=after_s or None)
        except OperationalError as error:  # the next message would have to wait for it as long
            log.warning("No worker was sent to %s: %s", task, error)

    transaction.on_commit(send, robust=True)
