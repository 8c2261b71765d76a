"""The Django app. It brings the Celery app along, so that tasks find it in every process."""

from django.apps import AppConfig
from django.conf import settings

from bots import interpreters


class LeagueConfig(AppConfig):
    """Stammtisch is this one app."""

    name = "league"

    def ready(self) -> None:
        """Say which bots may run here, and load the Celery app; `league/__init__.py` stays empty so
        that formats import bare."""
        interpreters.enable_only(settings.INTERPRETERS)
        from league import celery  # noqa: F401 - loading it is the point
