"""What standings are made of: the values that go in. Values in, values out; fractions are exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from games import BadOption, Option


class Played(NamedTuple):
    """What one entry brought home from one match: awarded place, match total, deals won. Those who
    have `round`, `table` and `seating` in common sat there together.

    The seatings of one table are a set, see `sets`: the same cards, with everybody in every seat.
    """

    round: int
    entry: int
    place: int
    total: int
    won: int = 0
    table: int = 1
    seating: int = 1


class Rest(NamedTuple):
    """A round that an entry sat out."""

    round: int
    entry: int


class Penalty(NamedTuple):
    """Points to the disadvantage of an entry, above 0 whichever direction wins. They count in this
    `stage`; None: in the last one it takes part in."""

    entry: int
    points: Fraction
    stage: int | None = None


@dataclass(frozen=True, slots=True)
class Counting:
    """How a tournament counts: by the words it keeps, see `catalog` and `tiebreaks`.

    `low_wins`: whether low match totals are good in this game. `seed` is that of the drawn lots.
    """

    scoring: str = "places"
    settings: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: tuple[str, ...] = ()
    low_wins: bool = True
    seed: str = ""


def read(settings: Iterable[Option], given: Mapping[str, Any], whose: str) -> dict[str, Any]:
    """A value for every setting, defaults filled in. `whose`: what they are of, for the sentence of
    BadOption, which is raised for a value that will not do and for a name that is none of them."""
    known = {setting.name: setting for setting in settings}
    strange = set(given) - set(known)
    if strange:
        name = min(strange)
        raise BadOption("%(whose)s has no setting %(name)s.", name, whose=whose, name=name)
    return {name: setting.read(given.get(name)) for name, setting in known.items()}


def exact_sum(numbers: Iterable[Fraction]) -> Fraction:
    """Few denominators occur, so whole numbers are added as long as can be: adding fractions one by
    one looks for a common divisor every time."""
    tops: dict[int, int] = {}
    for number in numbers:
        top, bottom = number.as_integer_ratio()
        tops[bottom] = tops.get(bottom, 0) + top
    return sum((Fraction(top, bottom) for bottom, top in tops.items()), Fraction(0))


def in_parts(number: Fraction, unit: int) -> int:
    """As a whole number of parts, of which 1 has `unit`, a multiple of the denominator: whole
    numbers are added and compared quicker than fractions."""
    return number.numerator * (unit // number.denominator)


def misplaced(places: Sequence[int]) -> tuple[int, int] | None:
    """The first of these places that nobody can have who is behind the others, and the right one;
    None if they fit together. Equals share a place, and as many after it do not exist."""
    at = 1
    for number, place in enumerate(sorted(places), start=1):
        if place not in {at, number}:
            return place, number
        at = place
    return None
