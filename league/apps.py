"""The Django app. It brings the Celery app along, so that tasks find it in every process."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Stammtisch is this one app."""

    name = "league"

    def ready(self) -> None:
        """Load the Celery app; `league/__init__.py` stays empty so that formats import bare."""
        from league import celery  # noqa: F401 - loading it is the point
