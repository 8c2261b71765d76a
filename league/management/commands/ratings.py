"""`manage.py ratings`: replays the log of results and says whether the ratings are what comes of
it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league import ratings
from league.models import Pool


class Command(BaseCommand):
    """Door to `league.ratings`."""

    help = "Replays the log of results and says whether the ratings are what comes of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rebuild", action="store_true", help="make all ratings anew from the log first"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Ends with an error if they are not."""
        if options["rebuild"]:
            ratings.rebuild()
        wrong = [pool for pool in Pool.objects.select_related("club") if not self._is_right(pool)]
        for name, rows in (("not rated yet", ratings.waiting()), ("stuck", ratings.stuck())):
            self.stdout.write(f"{rows.count()} matches {name}")
        if wrong:
            raise CommandError("Some ratings are not what comes of the log; --rebuild mends them.")

    def _is_right(self, pool: Pool) -> bool:
        found = ratings.differences(pool)
        says = f"{len(found)} differ" if found else "the same"
        self.stdout.write(
            f"{pool}: {pool.rated_to} matches, {pool.ratings.count()} ratings, {says}"
        )
        return not found
