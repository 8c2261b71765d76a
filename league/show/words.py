"""What was decided, in words that people read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import games
from games import Option
from league.formats.catalog import FORMATS
from league.formats.core import Setting as FormatSetting
from league.models import Challenge, Tournament
from league.scoring.catalog import SCORINGS
from league.scoring.tiebreaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Setting:
    """A decision of the organiser in words."""

    name: str
    value: str


def played(event: Tournament | Challenge) -> str:
    """What is played, in words: XXL individuel, À moins."""
    return in_full(event.match_rules, event.options)


def in_full(rules: games.MatchRules, options: Mapping[str, Any]) -> str:
    """Match rules and the games that were chosen among theirs."""
    names = [_(rules.name)]
    chosen = (str(value) for value in options.values())
    names += [_(games.GAMES[value].name) for value in chosen if value in games.GAMES]
    return ", ".join(names)


def settings(tournament: Tournament) -> tuple[Setting, ...]:
    """What was decided about game and draw, but for the game itself and the format."""
    options = decided(tournament.match_rules.options, tournament.options)
    asked = FORMATS[tournament.format].asked(tournament.settings)
    chosen = decided(asked, tournament.settings)
    return (*options, *chosen)


def counting(tournament: Tournament) -> tuple[Setting, ...]:
    """What was decided about the points, but for the scoring itself."""
    scoring = SCORINGS[tournament.scoring]
    chosen = scoring.read(tournament.scoring_settings)
    values = (
        Setting(label(one.name), chosen_as(one, chosen[one.name])) for one in scoring.settings
    )
    chain = " → ".join(_(TIE_BREAKS[slug].name) for slug in tournament.tie_breaks)
    return (*values, Setting(_("Tie-breaks"), chain or _("none, equal points share the place")))


def decided(
    options: Iterable[Option | FormatSetting], values: dict[str, Any]
) -> tuple[Setting, ...]:
    return tuple(
        Setting(label(option.name), chosen_as(option, values[option.name]))
        for option in options
        if option.kind != "text" and values.get(option.name) not in (None, *games.GAMES)
    )


def label(name: str) -> str:
    """An option's name as people read it: `table_size` is Table size."""
    return _(plain_label(name))


def plain_label(name: str) -> str:
    """The same in English, which is what translators are given."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def chosen_as(option: Option | FormatSetting, value: object) -> str:
    """A value as people choose it; where a game or a format tells what it means, in those
    words."""
    if option.kind == "text":
        return str(value)
    told = dict(zip(option.choices, option.means, strict=False)) if isinstance(value, str) else {}
    if value in told and value not in games.GAMES:
        return _(told[value]).rstrip(".")
    return in_words(value)


def in_words(value: object) -> str:
    """An option's value as people read it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return _(games.GAMES[value].name) if value in games.GAMES else label(value)
    return str(value)


def how_often(least: int, most: int) -> str:
    """Between two numbers of times, which are often next to each other or the same."""
    if least == most:
        return {0: _("never"), 1: _("once")}.get(most, _("%(n)d times") % {"n": most})
    if least == 0:
        return _("at most once") if most == 1 else _("at most %(n)d times") % {"n": most}
    if most == least + 1:
        return _("%(least)d or %(most)d times") % {"least": least, "most": most}
    return _("%(least)d to %(most)d times") % {"least": least, "most": most}
