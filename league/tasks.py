"""Celery's doors into the chapters: a few lines each, safe to run twice or to lose."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task

from . import challenge, ladder, ratings, run, schedule, spread


@shared_task(bind=True, ignore_result=True)
def work(self: Task[Any, Any]) -> None:
    """There are queued matches: play some."""
    run.work(worker=self.request.hostname or "worker")


@shared_task(ignore_result=True)
def advance(tournament_id: int) -> None:
    """Something in this tournament has ended: do what comes next."""
    if ladder.is_one(tournament_id):
        ratings.rate_new(batches=2)  # it draws from them: take up what waits, and rate it
        ladder.advance(tournament_id)
    else:
        schedule.advance(tournament_id)


@shared_task(ignore_result=True)
def tick() -> None:
    """Every few seconds: what a lost message or a dead worker left lying."""
    run.put_back_expired()
    run.wake_for_waiting()
    challenge.forget_old()
    ratings.rate_new()
    schedule.advance_all()
    ladder.advance_all()
    spread.bring_up_to_date()
