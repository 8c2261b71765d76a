"""What is said to workers and open pages when something changes, and when nobody can be told."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import redis
from celery.beat import Scheduler
from django.conf import settings
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks

from league import schedule
from league.celery import app
from league.models import Bot, Match, Tournament
from tests.cast import NewTournament, play_queued

Sent = list[tuple[str, tuple[object, ...]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """The messages to workers, which go nowhere."""
    kept: Sent = []

    def keep(task: str, args: tuple[object, ...] = (), **_how: object) -> None:
        kept.append((task, args))

    monkeypatch.setattr("league.messages.current_app.send_task", keep)
    return kept


@pytest.fixture
def out_of_reach(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """There is no broker; what was tried."""
    tried: Sent = []

    def fail(task: str, args: tuple[object, ...] = (), **_how: object) -> None:
        tried.append((task, args))
        raise OperationalError("connection refused")

    monkeypatch.setattr("league.messages.current_app.send_task", fail)
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/socket")
    return tried


@pytest.mark.django_db
def test_workers_hear_of_a_round_only_when_it_is_committed(
    new_tournament: NewTournament,
    bots: list[Bot],
    sent: Sent,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    with django_capture_on_commit_callbacks(execute=True):
        schedule.publish(cup)
        assert sent == []
    assert sent == [("league.tasks.work", ())] * 2


@pytest.mark.django_db(transaction=True)
def test_a_tournament_is_published_and_played_although_nobody_can_be_told(
    new_tournament: NewTournament,
    bots: list[Bot],
    out_of_reach: Sent,
    caplog: pytest.LogCaptureFixture,
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    assert out_of_reach == [("league.tasks.work", ())]  # one failure is enough to wait for
    assert play_queued() == 2
    schedule.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.RUNNING
    assert Match.objects.filter(state=Match.State.QUEUED).count() == 2
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert "No worker was sent to league.tasks.work: connection refused" in caplog.messages


def test_the_ticks_of_a_night_without_workers_are_not_worked_off(broker_url: str) -> None:
    beat = Scheduler(app=app)
    (tick,) = (entry for entry in beat.schedule.values() if entry.task == "league.tasks.tick")
    with redis.Redis.from_url(broker_url) as broker:
        broker.delete(settings.CELERY_TASK_DEFAULT_QUEUE)
        beat.apply_async(tick)
        message = json.loads(broker.lpop(settings.CELERY_TASK_DEFAULT_QUEUE))
    expires = datetime.fromisoformat(message["headers"]["expires"])
    assert timedelta(0) < expires - datetime.now(UTC) <= timedelta(minutes=1)
