"""How a league counts, its seasons, their divisions, and who is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import show
from league.models import NAME_LENGTH, Division, Season, SeasonMember, Tournament
from league.scoring.cumulative import SETTINGS
from league.seasons import Line, Who
from league.show import EndDivision, EndLine

from .fields import OptionField, PlainForm, may_stay_empty

NO_DIVISION = "none"


class LeagueForm(PlainForm):
    """How the ranking of a league counts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for setting in SETTINGS:
            self.fields[setting.name] = OptionField(setting)
        self._tie_errors_to_fields()


class BeginForm(PlainForm):
    """A new season. `before`: asked for where tournaments finished before there was any."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Such as 2026/27, or Spring."),
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": NAME_LENGTH, "autocomplete": "off"}),
    )
    before = forms.CharField(
        label=gettext_lazy("What was played so far is kept as a season called"),
        help_text=gettext_lazy("Leave it empty, and those tournaments count for the new season."),
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": NAME_LENGTH, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, asks_before: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_before:
            del self.fields["before"]
        self._tie_errors_to_fields()


class DivisionsForm(PlainForm):
    """A season's name and its divisions, with room for some more: `name-1`, `up-1`, `down-1` and so
    on, the highest first."""

    ROOM = 2
    name = forms.CharField(
        label=gettext_lazy("Name of the season"),
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": NAME_LENGTH, "autocomplete": "off"}),
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        self.divisions = list(season.divisions.all())
        initial: dict[str, Any] = {"name": season.name}
        for number, one in enumerate(self.divisions, 1):
            initial |= {f"name-{number}": one.name}
            initial |= {f"up-{number}": one.up, f"down-{number}": one.down}
        super().__init__(*args, initial=initial, **kwargs)
        for number in self._numbers():
            self.fields[f"name-{number}"] = forms.CharField(
                label=_("Division %(n)d") % {"n": number},
                required=False,
                widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
            )
            self.fields[f"up-{number}"] = _count(_("Go up"))
            self.fields[f"down-{number}"] = _count(_("Go down"))
        self._tie_errors_to_fields()

    def _numbers(self) -> range:
        return range(1, len(self.divisions) + self.ROOM + 1)

    @property
    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Name, how many go up and how many down, of each division."""
        return [
            (self[f"name-{number}"], self[f"up-{number}"], self[f"down-{number}"])
            for number in self._numbers()
        ]

    def given(self) -> list[Line]:
        """The divisions as the form says. The form must be valid."""
        cleaned = self.cleaned_data
        pks = [one.pk for one in self.divisions]
        pairs = zip_longest(self._numbers(), pks)
        return [
            Line(pk, cleaned[f"name-{n}"], cleaned[f"up-{n}"] or 0, cleaned[f"down-{n}"] or 0)
            for n, pk in pairs
        ]


def _count(label: str) -> forms.IntegerField:
    """How many members of a division change."""
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=99,
        widget=forms.NumberInput({"class": "input input--number"}),
        error_messages={
            "invalid": _("This is a whole number."),
            "min_value": _("This is 0 or more."),
            "max_value": _("This is 99 at most."),
        },
    )


class CountsForForm(PlainForm):
    """For which division of its season a tournament counts."""

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = {str(one.pk): one for one in season.divisions.all()}
        self.fields["division"] = division_field(self.divisions)
        self._tie_errors_to_fields()

    def chosen(self) -> Division | None:
        """The form must be valid."""
        return self.divisions.get(self.cleaned_data["division"])


def division_field(divisions: Mapping[str, Division]) -> forms.ChoiceField:
    """For which of a season's divisions something counts; it has to be said."""
    choices = [
        ("", _("choose one")),
        *((pk, str(one)) for pk, one in divisions.items()),
        (NO_DIVISION, _("none: it counts for no division")),
    ]
    field = may_stay_empty(_("Division"), choices)
    field.required = True
    field.error_messages["required"] = _("Say for which division it counts.")
    return field


def counting_for(tournament: Tournament) -> str:
    """The choice of a form for the division it counts for."""
    return str(tournament.division_id or NO_DIVISION)


class MembersForm(PlainForm):
    """Who is in which division: one choice for everybody of the club, named `Player-7` or
    `Bot-7`."""

    LEFT = "left"

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = {str(one.pk): one for one in season.divisions.all()}
        self.everybody = dict(map(self._field, show.candidates(season)))

    def _field(self, candidate: tuple[Who, SeasonMember | None]) -> tuple[str, Who]:
        who, member = candidate
        name = f"{type(who).__name__}-{who.pk}"
        choices = [("", _("none")), *((pk, str(one)) for pk, one in self.divisions.items())]
        initial = ""
        if member:
            choices.append((self.LEFT, _("has left")))
            initial = self.LEFT if member.left_at else str(member.division_id)
        self.fields[name] = may_stay_empty(str(who), choices, initial)
        return name, who

    @property
    def lines(self) -> list[tuple[Who, forms.BoundField]]:
        """Everybody with his choice."""
        return [(who, self[name]) for name, who in self.everybody.items()]

    def placed(self) -> dict[Who, Division]:
        """Who is in which division. The form must be valid."""
        return {
            who: self.divisions[self.cleaned_data[name]]
            for name, who in self.everybody.items()
            if self.cleaned_data[name] in self.divisions
        }

    def left(self) -> list[Who]:
        """Who has left. The form must be valid."""
        chosen = self.cleaned_data
        return [who for name, who in self.everybody.items() if chosen[name] == self.LEFT]


class EndForm(PlainForm):
    """Where the members of a season play next, one choice for each, named by the member's key."""

    NOWHERE = "nowhere"

    def __init__(self, ending: Sequence[EndDivision], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = {str(one.division.pk): one.division for one in ending}
        for division in ending:
            for line in division.lines:
                self.fields[str(line.member.pk)] = self._field(line)
        self._tie_errors_to_fields()

    def _field(self, line: EndLine) -> forms.ChoiceField:
        initial = str(line.next.pk) if line.next else "" if line.undecided else self.NOWHERE
        choices = [
            *([("", _("choose"))] if line.undecided else []),
            *((pk, str(one)) for pk, one in self.divisions.items()),
            (self.NOWHERE, _("nowhere")),
        ]
        field = may_stay_empty(str(line.member), choices, initial)
        field.required = True
        field.error_messages["required"] = _("Say where %(who)s plays next season.") % {
            "who": line.member
        }
        return field

    def chosen(self) -> dict[int, Division | None]:
        """Where each member goes, as far as it is said; see seasons.close."""
        return {int(pk): self.divisions.get(value) for pk, value in self.cleaned_data.items()}
