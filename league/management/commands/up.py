"""`manage.py up`: the whole site from one command."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.launcher import site


class Command(BaseCommand):
    """Door to the launcher."""

    help = "Start the whole site: broker, workers, clock and web server. Ctrl-C stops it."
    requires_system_checks = []  # the tests make them; here they cost time

    def add_arguments(self, parser: CommandParser) -> None:
        """What `make run ARGS=...` passes on."""
        parser.add_argument("--demo", action="store_true", help="with a demo club that plays")
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0: all may reach the site")
        parser.add_argument("--port", type=int, default=8000, help="0: any free one")
        parser.add_argument("--workers", type=int, default=1, help="processes that play matches")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until somebody stops it."""
        sys.exit(
            site.up(
                host=options["host"],
                port=options["port"],
                workers=options["workers"],
                with_demo=options["demo"],
            )
        )
