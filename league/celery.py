"""The Celery app: workers are `celery --app league.celery worker`, the clock is `... beat`."""

import os
from typing import Any

from celery import Celery
from celery.beat import Service
from celery.signals import beat_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

app = Celery("league")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@beat_init.connect
def tick_at_once(sender: Service, **_: Any) -> None:
    """Look at once at what the last stop left behind, not only after the first interval."""
    app.send_task("league.tasks.tick")
