"""The ways to count points, by the word a tournament keeps: what a match pays, and to whom it is
good."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from games import BadOption, Option

from .core import read

MOST_PAID = 10  # places that a list of points names at most; no game seats more

Settings = Mapping[str, Any]


class Spot(NamedTuple):
    """What one entry has of a match: its place, how many share that, of how many at the table, and
    its total."""

    place: int
    sharing: int
    size: int
    total: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way to count, in words for forms and pages.

    `fewest_win`: whether few points are good, None if that is the game's to say. `tie_breaks`: the
    chain a new tournament begins with. `pay` says what a match pays; the settings are complete.
    `by_place`: it depends on nothing but places and how many sit there.
    """

    slug: str
    name: str
    says: str
    fewest_win: bool | None
    pay: Callable[[Spot, Settings], Fraction]
    settings: tuple[Option, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    by_place: bool = True

    def read(self, given: Settings) -> dict[str, Any]:
        """A value for every setting, defaults filled in. Raises BadOption."""
        return read(self.settings, given, self.name)


def _check_list(text: str) -> None:
    numbers = points_of(text)
    if not numbers or len(numbers) > MOST_PAID or numbers != sorted(numbers, reverse=True):
        raise BadOption(
            "Points are whole numbers from the first place on, none larger than the one before, "
            "like 5-3-2-1.",
            POINTS.name,
        )


def points_of(text: str) -> list[int]:
    """5-3-2-1 as numbers; none if it is no such list."""
    return [int(part) for part in text.split("-")] if LIST.fullmatch(text) else []


LIST = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})*")
PLACE_POINTS = Option(
    "place_points",
    "choice",
    "as_they_are",
    ("as_they_are", "scaled_by_table_size"),
    says="Scaled, a place pays (place − 1) / (players − 1): 0 to 1 at a table of any size. As they "
    "are, a smaller table is an advantage: one cannot come fourth there.",
)
TIE_PAYS = Option(
    "tie_pays",
    "choice",
    "best",
    ("best", "average"),
    says="What those get who share a place at a table: the best of the places they take up, as in "
    "the rulebooks, or the average of them, so that a table always pays the same in all.",
)
POINTS = Option(
    "list_of_points",
    "text",
    "5-3-2-1",
    says="For the first place, the second and so on; a place beyond the list pays nothing.",
    check=_check_list,
)


def _places(spot: Spot, settings: Settings) -> Fraction:
    place = Fraction(spot.place)
    if settings[TIE_PAYS.name] == "average":
        place += Fraction(spot.sharing - 1, 2)
    if settings[PLACE_POINTS.name] == "as_they_are":
        return place
    return (place - 1) / (spot.size - 1) if spot.size > 1 else Fraction(0)


def _totals(spot: Spot, settings: Settings) -> Fraction:
    return Fraction(spot.total)


def _table_points(spot: Spot, settings: Settings) -> Fraction:
    sharing = spot.sharing if settings[TIE_PAYS.name] == "average" else 1
    first = spot.place - 1
    return Fraction(sum(points_of(settings[POINTS.name])[first : first + sharing]), sharing)


# A shared first place is normal with places as points: of tournaments of three single deals it was
# so in 37 of 100 with 16 entries and 52 of 100 with 48, simulated. After the share of table score,
# which is 0 whenever one was out first, 2 and 19 of them were left, after both tie-breaks 1 in all.
CHAIN = ("share_of_table_score", "opponents_mean_place")
PLACES = Scoring(
    "places",
    "Places as points",
    "Every match pays the place at its table; the fewest points win.",
    fewest_win=True,
    pay=_places,
    settings=(PLACE_POINTS, TIE_PAYS),
    tie_breaks=CHAIN,
)
TOTALS = Scoring(
    "totals",
    "Totals of the matches",
    "Every match pays its total; whether the lowest or the highest sum wins is up to the game.",
    fewest_win=None,
    pay=_totals,
    tie_breaks=("deals_won",),
    by_place=False,
)
TABLE_POINTS = Scoring(
    "table-points",
    "Points by place",
    "Every match pays points by the place at its table, from a list like 5-3-2-1; the most points "
    "win.",
    fewest_win=False,
    pay=_table_points,
    settings=(POINTS, TIE_PAYS),
    tie_breaks=CHAIN,
)
SCORINGS = {scoring.slug: scoring for scoring in (PLACES, TOTALS, TABLE_POINTS)}
