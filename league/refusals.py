"""What the chapters say no with: one sentence for the person who asked, and nothing half-saved."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.core import Unfit

from .formats.core import Undrawable


class Refusal(Exception):
    """Whatever it is, `status` goes with it."""

    status = 400

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = str(sentence)


class Refused(Refusal):
    """The request cannot be done as given (400). `field` names the form field it is about, if
    any."""

    def __init__(self, sentence: str, field: str | None = None) -> None:
        super().__init__(sentence)
        self.field = field


class NotOpen(Refused):
    """The act is not open in this state, or no longer (409)."""

    status = 409


class Gone(Refusal):
    """What the act is about was removed meanwhile (409). No page about that could say so."""

    status = 409


def in_words(error: Unfit | Undrawable, **called: str) -> str:
    """Why something will not do, in the reader's language, and so what is named in it. `called`:
    what the reader knows by another name than the rules do."""
    told = {
        name: _(value) if isinstance(value, str) and value else value
        for name, value in error.values.items()
    }
    return _(error.says) % (told | called) if told else _(error.says)
