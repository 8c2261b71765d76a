"""The Celery app: workers are `celery --app league.celery worker`, the clock is `... beat`."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery, bootsteps
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


class Look(bootsteps.StartStopStep):
    """Before it takes its first message a worker settles on a core and looks whether it can shut
    uploaded bots in; it looks again once a minute, whether it has anything to do or not."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Whenever it has reached the broker; `parent` is Celery's consumer."""
        from . import workers  # the models are not there yet when this file is read

        workers.settle(parent.hostname)
        workers.say(parent.hostname)
        self.again = parent.timer.call_repeatedly(
            workers.LOOK_AGAIN_S, workers.rest, (parent.hostname,)
        )

    def stop(self, parent: Any) -> None:
        """The broker is gone, or the worker goes."""
        self.again.cancel()


app.steps["consumer"].add(Look)
