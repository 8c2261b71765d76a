"""A challenge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import MatchRules
from league.challenge import MOST_MATCHES
from league.models import Version

from .fields import may_stay_empty
from .rules import RulesForm


class ChallengeForm(RulesForm):
    """Against whom a version plays, and how often. Chairs for opponents are named `opponent-1` and
    so on, and may stay empty; the same bot may sit in several."""

    count = forms.IntegerField(
        label=gettext_lazy("Matches"),
        help_text=gettext_lazy(
            "In sets: everybody plays the same cards once in every seat, then come new ones. So "
            "take a multiple of the seats."
        ),
        min_value=1,
        max_value=MOST_MATCHES,
        initial=12,
        widget=forms.NumberInput({"class": "input input--number"}),
        error_messages={
            "required": gettext_lazy("Say how many matches."),
            "invalid": gettext_lazy("This is a whole number."),
            "min_value": gettext_lazy("A challenge has at least one match."),
            "max_value": gettext_lazy("A challenge has at most %(limit_value)s matches."),
        },
    )

    def __init__(
        self, rules: MatchRules, opponents: Sequence[Version], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(rules, *args, **kwargs)
        self.versions = {str(one.pk): one for one in opponents}
        choices = [("", _("nobody")), *((pk, one.told) for pk, one in self.versions.items())]
        for chair in range(1, rules.seats[-1]):
            label = _("Opponent %(n)d") % {"n": chair}
            self.fields[f"opponent-{chair}"] = may_stay_empty(label, choices)
        self._tie_errors_to_fields()

    @property
    def opponent_fields(self) -> list[forms.BoundField]:
        """The chairs."""
        return self._named("opponent-")

    def opponents(self) -> list[Version]:
        """Who was chosen. The form must be valid."""
        chosen = (self.cleaned_data[field.name] for field in self.opponent_fields)
        return [self.versions[pk] for pk in chosen if pk]
