"""Messages to the workers: hints that there is something to do, sent when the change is committed.

By name, so that a chapter can ring at a door without importing what lies behind it. A message that
cannot be sent is only logged: beat looks after everything that waits.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

MOST_AT_ONCE = 16  # a worker that finds more matches than it can play sends a message on


def matches_wait(count: int) -> None:
    """So many matches were queued."""
    for _ in range(min(count, MOST_AT_ONCE)):
        _send_on_commit("league.tasks.work")


def may_go_on(tournament_id: int, after_s: float = 0) -> None:
    """Something in this tournament ended, or will have paused long enough in so many seconds."""
    _send_on_commit("league.tasks.advance", tournament_id, after_s=after_s)


def _send_on_commit(task: str, *args: Any, after_s: float = 0) -> None:
    countdown = after_s or None
    send = partial(current_app.send_task, task, args=args, countdown=countdown)
    transaction.on_commit(send, robust=True)
