"""A bot, and a version of it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bots.interpreters import CATALOG, PYTHON, usable
from league.models import NAME_LENGTH, NOTE_LENGTH

from .fields import PlainForm


class UploadForm(PlainForm):
    """A version of a bot. What is sent is looked over by submit, which reads no file before."""

    file = forms.FileField(
        label=gettext_lazy("The bot, chosen or dropped here"),
        allow_empty_file=True,
        widget=forms.FileInput({"class": "input input--file", "accept": ".py,.zip"}),
        error_messages={"required": gettext_lazy("Choose a file, or drop one here.")},
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("For you alone: what is new in it."),
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": NOTE_LENGTH, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _what_a_file_is()

    def upload(self) -> tuple[bytes, str, str]:
        """What was sent, at most LARGEST + 1 bytes of it, the file's name and the note."""
        file = self.cleaned_data["file"]
        return file.read(), file.name, self.cleaned_data["note"]


def _what_a_file_is() -> str:
    says = _("A Python file, or a zip with main.py at its top; 5 MiB at most.")
    others = [_(CATALOG[name].says) for name in usable() if name != PYTHON.name]
    if not others:
        return says
    more = _("A zip with a bot.toml may be in %(others)s too.") % {"others": ", ".join(others)}
    return f"{says} {more}"


class NewBotForm(UploadForm):
    """A bot and its first version."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": NAME_LENGTH, "autocomplete": "off"}),
    )
    field_order = ["name", "file", "note"]
