"""What an organiser decides about a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import MatchRules
from league.formats.core import Format
from league.models import LONGEST_ROUND, NAME_LENGTH, Division, Tournament
from league.scoring.catalog import Scoring
from league.scoring.tiebreaks import LONGEST_CHAIN, TIE_BREAKS, TieBreak
from league.submit import Setup

from .fields import may_stay_empty
from .leagues import counting_for, division_field
from .rules import RulesForm

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONGEST_PAUSE_S = 86_400
USUAL_REST_S = 60  # of a bot on a ladder
TIE_BREAK_LABELS = (
    gettext_lazy("First tie-break"),
    gettext_lazy("Second tie-break"),
    gettext_lazy("Third tie-break"),
    gettext_lazy("Fourth tie-break"),
)


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
            self._ask_for_own_cards()
        self.divisions = {str(one.pk): one for one in divisions}
        if divisions:
            self.fields["division"] = division_field(self.divisions)
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

    def _ask_for_own_cards(self) -> None:
        """No two tables are in one round there, so they cannot be compared."""
        cards = self.fields["deals"]
        assert isinstance(cards, forms.ChoiceField)
        same = Tournament.Deals.SAME
        cards.choices = [one for one in Tournament.Deals.choices if one[0] != same]
        cards.help_text = _(
            "The same again in every seat: a table plays its cards as often as it has seats, "
            "everybody once in every seat, and the mean counts."
        )

    def _tie_break(self, number: int) -> forms.ChoiceField:
        choices = [("", _("none")), *((one.slug, _(one.name)) for one in TIE_BREAKS.values())]
        initial = "".join(self.scoring.tie_breaks[number - 1 : number])
        return may_stay_empty(str(TIE_BREAK_LABELS[number - 1]), choices, initial)

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
    def onward_tie_breaks(self) -> list[str]:
        """The names of those that also decide who goes on from a knockout, if there may be one."""
        in_one_match = [_(one.name) for one in TIE_BREAKS.values() if one.in_one_match]
        return in_one_match if self.format.in_stages else []

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
