"""What forms are made of: our look, options as fields, and choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games import BadOption, Option
from league import show
from league.formats.core import Setting, Undrawable
from league.refusals import Refused, in_words


class PlainForm(forms.Form):
    """A form in our look: nothing ends a label, and errors can be tied to their fields."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def _tie_errors_to_fields(self) -> None:
        """Once all fields are there."""
        for name in self.errors if self.is_bound else ():
            if name in self.fields:
                self.fields[name].widget.attrs["aria-invalid"] = "true"

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a chapter beside the field it is about."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.sentence)


class OptionField(forms.Field):
    """One option as a field. An empty field leaves the option at its default."""

    def __init__(self, option: Option | Setting) -> None:
        super().__init__(
            required=False,
            label=show.label(option.name),
            help_text=_(option.says) if option.says else "",
            initial=option.default,
            widget=_widget(option),
        )
        self.option = option

    def clean(self, value: Any) -> Any:
        """The option's value, None where nothing was given."""
        given = None if value in (None, "") else value
        if given is None and getattr(self.option, "required", False):
            raise ValidationError(_("Choose one of these."))
        try:
            return self.option.read(given)
        except (BadOption, Undrawable) as bad:
            raise ValidationError(in_words(bad, name=str(self.label))) from None

    def is_default(self, value: Any) -> bool:
        """Whether the option would have this value if nobody said anything."""
        return bool(value == self.option.default)


def _widget(option: Option | Setting) -> forms.Widget:
    if option.kind == "switch":
        return forms.CheckboxInput()
    if option.kind == "choice":
        return forms.Select({"class": "input"}, _choices(option))
    if option.kind == "number":
        limits = {"min": option.choices[0], "max": option.choices[-1]} if option.choices else {}
        return forms.NumberInput({"class": "input input--number", **limits})
    if option.default:  # as short as 5-3-2-1; what has none is a table of many lines
        return forms.TextInput({"class": "input mono", "autocomplete": "off"})
    return forms.Textarea({"class": "input mono", "rows": 3, "spellcheck": "false"})


def _choices(option: Option | Setting) -> list[tuple[str, str]]:
    choices = [(str(choice), show.chosen_as(option, choice)) for choice in option.choices]
    return choices if option.default is not None else [("", _("choose one")), *choices]


def may_stay_empty(
    label: str, choices: Sequence[tuple[str, str]], initial: str = ""
) -> forms.ChoiceField:
    """One of several to choose in a row."""
    return forms.ChoiceField(
        label=label,
        choices=choices,
        initial=initial,
        required=False,
        widget=forms.Select({"class": "input"}),
        error_messages={"invalid_choice": _("Choose one from the list.")},
    )
