"""`manage.py extract_messages`: the texts of games for translators, beside those of the site."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from league import gametexts

PLACE = Path(gametexts.__file__).with_name("extracted_texts.py")  # only while gettext reads it


class Command(BaseCommand):
    """Door to `league.gametexts`, and with a language on to Django's makemessages."""

    help = (
        "Print the texts of games as gettext reads them; with a language, bring its catalog up to "
        "date with them and all others."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """As makemessages, but one language."""
        parser.add_argument("--locale", "-l", metavar="de", help="the language of the catalog")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print, or hand over."""
        if options["locale"] is None:
            self.stdout.write(gametexts.source(), ending="")
            return
        PLACE.write_text(gametexts.source(), "utf-8")
        try:
            call_command("makemessages", locale=[options["locale"]])
        finally:
            PLACE.unlink()
