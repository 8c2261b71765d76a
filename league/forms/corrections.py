"""A result that is put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import show
from league.correct import LARGEST_TOTAL, Score
from league.models import NOTE_LENGTH

from .fields import PlainForm


class CorrectionForm(PlainForm):
    """A result, seat by seat: places are named `place-1` and so on, totals `total-1`."""

    why = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody reads it on the page of the tournament."),
        max_length=NOTE_LENGTH,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Say why, so that those who ask later can read it."),
            "max_length": gettext_lazy("A reason has at most %(limit_value)d characters."),
        },
    )

    def __init__(self, lines: Sequence[show.SeatLine], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        for number, line in enumerate(lines, start=1):
            who = {"who": line.name}
            self.fields[f"place-{number}"] = _whole(
                _("Place of %(who)s") % who, 1, len(lines), "numeric"
            )
            self.fields[f"total-{number}"] = _whole(
                _("Total of %(who)s") % who, -LARGEST_TOTAL, LARGEST_TOTAL, "text"
            )
        self._tie_errors_to_fields()

    @property
    def rows(self) -> list[tuple[show.SeatLine, forms.BoundField, forms.BoundField]]:
        """The seats with their fields."""
        return [
            (line, self[f"place-{number}"], self[f"total-{number}"])
            for number, line in enumerate(self.lines, start=1)
        ]

    def scores(self) -> list[Score]:
        """What the form says, by seat. The form must be valid."""
        given = self.cleaned_data
        return [
            Score(given[f"place-{number}"], given[f"total-{number}"])
            for number in range(1, len(self.lines) + 1)
        ]

    @staticmethod
    def initial_of(scores: Sequence[Score]) -> dict[str, Any]:
        """The form's values for these scores."""
        places = {f"place-{number}": one.place for number, one in enumerate(scores, start=1)}
        return places | {f"total-{number}": one.total for number, one in enumerate(scores, start=1)}


def _whole(label: str, least: int, most: int, inputmode: str) -> forms.IntegerField:
    """A whole number in a narrow field."""
    says = _("This is a whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        widget=forms.TextInput(
            {"class": "input input--score", "inputmode": inputmode, "autocomplete": "off"}
        ),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), says),
    )
