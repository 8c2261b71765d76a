"""The Celery app: workers are `celery --app league.celery worker`, the clock is `... beat`."""

import os
from typing import Any

import redis
from celery import Celery
from celery.beat import Service
from celery.signals import beat_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

app = Celery("league")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

BEAT_KEY = "stammtisch:beat"  # holds the process id of the last beat that reached the broker


@beat_init.connect
def tick_at_once(sender: Service, **_: Any) -> None:
    """Look at once at what the last stop left behind, and tell the launcher that beat is there."""
    from django.conf import settings

    app.send_task("league.tasks.tick")
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.set(BEAT_KEY, os.getpid())
