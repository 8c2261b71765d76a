"""Forms. What a game or a format can be told comes from its options: a new one brings its fields.

Fields only read; what is refused and why is decided by the chapters, whose sentences are put beside
the fields they name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bots.interpreters import CATALOG, PYTHON, usable
from games import BadOption, MatchRules, Option
from league import show
from league.challenge import MOST_MATCHES
from league.correct import LARGEST_TOTAL, Score
from league.formats.core import Format, Setting, Undrawable
from league.models import (
    LONGEST_ROUND,
    NAME_LENGTH,
    NOTE_LENGTH,
    Division,
    Season,
    SeasonMember,
    Tournament,
    Version,
)
from league.refusals import Refused, in_words
from league.scoring.catalog import Scoring
from league.scoring.cumulative import SETTINGS
from league.scoring.tiebreaks import LONGEST_CHAIN, TIE_BREAKS, TieBreak
from league.seasons import Line, Who
from league.show import EndDivision, EndLine
from league.submit import Setup

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONGEST_PAUSE_S = 86_400
USUAL_REST_S = 60  # of a bot on a ladder
NO_DIVISION = "none"
TIE_BREAK_LABELS = (
    gettext_lazy("First tie-break"),
    gettext_lazy("Second tie-break"),
    gettext_lazy("Third tie-break"),
    gettext_lazy("Fourth tie-break"),
)


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
        except BadOption as bad:
            raise ValidationError(_(str(bad))) from None
        except Undrawable as bad:
            raise ValidationError(in_words(bad)) from None

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


def _is_rare(field: forms.BoundField) -> bool:
    return isinstance(field.field, OptionField) and field.field.option.kind == "text"


def _what_a_file_is() -> str:
    says = _("A Python file, or a zip with main.py at its top; 5 MiB at most.")
    others = [_(CATALOG[name].says) for name in usable() if name != PYTHON.name]
    if not others:
        return says
    more = _("A zip with a bot.toml may be in %(others)s too.") % {"others": ", ".join(others)}
    return f"{says} {more}"


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


def _may_stay_empty(
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


def _division(divisions: Mapping[str, Division]) -> forms.ChoiceField:
    """For which of a season's divisions something counts; it has to be said."""
    choices = [
        ("", _("choose one")),
        *((pk, str(one)) for pk, one in divisions.items()),
        (NO_DIVISION, _("none: it counts for no division")),
    ]
    field = _may_stay_empty(_("Division"), choices)
    field.required = True
    field.error_messages["required"] = _("Say for which division it counts.")
    return field


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

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a chapter beside the field it is about."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.sentence)


class NewBotForm(UploadForm):
    """A bot and its first version."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": NAME_LENGTH, "autocomplete": "off"}),
    )
    field_order = ["name", "file", "note"]


class RulesForm(PlainForm):
    """What can be agreed about a match by known `rules`. Options are named `option-NAME`."""

    def __init__(self, rules: MatchRules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self._add("option", rules.options)

    def _add(self, prefix: str, options: Iterable[Option | Setting]) -> None:
        for option in options:
            self.fields[f"{prefix}-{option.name}"] = OptionField(option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """What is usually agreed about the game."""
        return [field for field in self._named("option-") if not _is_rare(field)]

    @property
    def rare_fields(self) -> list[forms.BoundField]:
        """Long texts like a deck table, which hardly anybody needs."""
        return [field for field in self._named("option-") if _is_rare(field)]

    @property
    def rare_is_open(self) -> bool:
        """Whether something is written there, or wrong there."""
        return any(field.errors or field.value() for field in self.rare_fields)

    def _named(self, prefix: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(prefix)]

    def given(self, prefix: str) -> dict[str, Any]:
        """What was decided; what has its default is not said, so that it stays the default."""
        start = f"{prefix}-"
        return {
            name.removeprefix(start): self.cleaned_data[name]
            for name, field in self.fields.items()
            if name.startswith(start)
            and isinstance(field, OptionField)
            and not field.is_default(self.cleaned_data[name])
        }

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a chapter beside the field it is about."""
        field = refused.field
        names = (field, f"setting-{field}", f"option-{field}", f"scoring-{field}")
        self.add_error(next((n for n in names if n in self.fields), None), refused.sentence)


def _whole_number(
    label: StrPromise, help_text: StrPromise, most: int, **says: StrPromise
) -> forms.IntegerField:
    """A number from 0, which is also what an empty field means. `says`: the sentences for what will
    not do."""
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=False,
        min_value=0,
        max_value=most,
        initial=0,
        widget=forms.NumberInput({"class": "input input--number"}),
        error_messages=says,
    )


class TournamentForm(RulesForm):
    """All an organiser decides once it is known what is played (`rules`), how tables are drawn
    (`format`), whose settings are named `setting-NAME`, how points are counted (`scoring`), whose
    settings are named `scoring-NAME`, and for which of the `divisions` of a season. Tie-breaks are
    named `tie_break-1` and so on; one that is left empty is passed over."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": NAME_LENGTH, "autocomplete": "off"}),
    )
    deals = forms.ChoiceField(
        label=gettext_lazy("Which cards"),
        help_text=gettext_lazy(
            "The same at every table: tables of one size play the same cards in a round, so that "
            "results can be compared. The same again in every seat: a table plays its cards as "
            "often as it has seats, everybody once in every seat, and the mean counts; bots only."
        ),
        choices=Tournament.Deals,
        initial=Tournament.Deals.OWN,
        required=False,
        widget=forms.Select({"class": "input"}),
        error_messages={"invalid_choice": gettext_lazy("Choose one from the list.")},
    )
    pause_s = _whole_number(
        gettext_lazy("Seconds between rounds"),
        gettext_lazy("Time to look at the table before the next round begins. 0: none."),
        LONGEST_PAUSE_S,
        invalid=gettext_lazy("A pause is a whole number of seconds."),
        min_value=gettext_lazy("A pause is 0 seconds or more."),
        max_value=gettext_lazy("A pause is 86400 seconds (one day) at most."),
    )
    round_minutes = _whole_number(
        gettext_lazy("Minutes for a round"),
        gettext_lazy("Shown at the tables, which may get more; nobody is stopped. 0: no limit."),
        LONGEST_ROUND,
        invalid=gettext_lazy("Minutes are a whole number."),
        min_value=gettext_lazy("Minutes are 0 or more."),
        max_value=gettext_lazy("A round has 600 minutes at most."),
    )
    looks_first = forms.BooleanField(
        label=gettext_lazy("I look at every draw before it is shown"),
        help_text=gettext_lazy(
            "Rounds drawn from results then wait until an organiser shows them."
        ),
        required=False,
    )

    def __init__(
        self,
        rules: MatchRules,
        format: Format,
        scoring: Scoring,
        *args: Any,
        divisions: Sequence[Division] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(rules, *args, **kwargs)
        self.format, self.scoring = format, scoring
        if format.continuous:
            self._ask_for_rests()
        self.divisions = {str(one.pk): one for one in divisions}
        if divisions:
            self.fields["division"] = _division(self.divisions)
        self._add("setting", format.settings)
        self._add("scoring", scoring.settings)
        for number in range(1, LONGEST_CHAIN + 1):
            self.fields[f"tie_break-{number}"] = self._tie_break(number)
        self._tie_errors_to_fields()

    def _ask_for_rests(self) -> None:
        """What is a pause between rounds elsewhere; some, since a ladder plays day and night."""
        rest = self.fields["pause_s"]
        rest.label, rest.initial = _("Seconds of rest"), USUAL_REST_S
        rest.help_text = _(
            "Of a bot between two tables. A ladder plays day and night: without rests it keeps the "
            "machine busy, and keeps every match."
        )

    def _tie_break(self, number: int) -> forms.ChoiceField:
        choices = [("", _("none")), *((one.slug, _(one.name)) for one in TIE_BREAKS.values())]
        initial = "".join(self.scoring.tie_breaks[number - 1 : number])
        return _may_stay_empty(str(TIE_BREAK_LABELS[number - 1]), choices, initial)

    @property
    def setting_fields(self) -> list[forms.BoundField]:
        """What can be set about the draw."""
        return self._named("setting-")

    @property
    def scoring_fields(self) -> list[forms.BoundField]:
        """What can be set about the points."""
        return self._named("scoring-")

    @property
    def tie_break_fields(self) -> list[forms.BoundField]:
        """What decides between equal points, in this order."""
        return self._named("tie_break-")

    @property
    def tie_breaks(self) -> Iterable[TieBreak]:
        """All there are, to tell what each of them asks."""
        return TIE_BREAKS.values()

    def setup(self) -> Setup:
        """What the form says, as submit takes it. The form must be valid."""
        cleaned = self.cleaned_data
        return Setup(
            name=cleaned["name"],
            rules=self.rules.slug,
            options=self.given("option"),
            format=self.format.slug,
            settings=self.given("setting"),
            scoring=self.scoring.slug,
            scoring_settings=self.given("scoring"),
            tie_breaks=[slug for field in self.tie_break_fields if (slug := cleaned[field.name])],
            deals=cleaned["deals"] or Tournament.Deals.OWN,
            pause_s=cleaned["pause_s"] or 0,
            round_minutes=cleaned["round_minutes"] or 0,
            looks_first=cleaned["looks_first"],
            division=self.divisions.get(cleaned.get("division", "")),
        )


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

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a chapter beside the field it is about."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.sentence)


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

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a chapter beside the field it is about."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.sentence)


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
        self.fields["division"] = _division(self.divisions)
        self._tie_errors_to_fields()

    def chosen(self) -> Division | None:
        """The form must be valid."""
        return self.divisions.get(self.cleaned_data["division"])


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
        self.fields[name] = _may_stay_empty(str(who), choices, initial)
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
        field = _may_stay_empty(str(line.member), choices, initial)
        field.required = True
        field.error_messages["required"] = _("Say where %(who)s plays next season.") % {
            "who": line.member
        }
        return field

    def chosen(self) -> dict[int, Division | None]:
        """Where each member goes, as far as it is said; see seasons.close."""
        return {int(pk): self.divisions.get(value) for pk, value in self.cleaned_data.items()}


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
            self.fields[f"opponent-{chair}"] = _may_stay_empty(label, choices)
        self._tie_errors_to_fields()

    @property
    def opponent_fields(self) -> list[forms.BoundField]:
        """The chairs."""
        return self._named("opponent-")

    def opponents(self) -> list[Version]:
        """Who was chosen. The form must be valid."""
        chosen = (self.cleaned_data[field.name] for field in self.opponent_fields)
        return [self.versions[pk] for pk in chosen if pk]


def counting_for(tournament: Tournament) -> str:
    """The choice of a form for the division it counts for."""
    return str(tournament.division_id or NO_DIVISION)


def initial_of(tournament: Tournament, scoring: Scoring) -> dict[str, Any]:
    """The form's values for a tournament as it stands; those about the points only if it counts by
    this scoring."""
    own = ("name", "deals", "pause_s", "round_minutes", "looks_first")
    values = {name: getattr(tournament, name) for name in own}
    values |= {"division": counting_for(tournament)}
    values |= {f"option-{name}": value for name, value in tournament.options.items()}
    values |= {f"setting-{name}": value for name, value in tournament.settings.items()}
    if scoring.slug != tournament.scoring:
        return values
    settings = tournament.scoring_settings.items()
    chain = zip_longest(range(1, LONGEST_CHAIN + 1), tournament.tie_breaks, fillvalue="")
    values |= {f"scoring-{name}": value for name, value in settings}
    return values | {f"tie_break-{number}": slug for number, slug in chain}
