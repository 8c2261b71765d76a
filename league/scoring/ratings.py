"""Ratings: how well somebody plays a game, and how sure of that we are. Values in, values out.

The method is Weng and Lin's (2011), Thurstone-Mosteller with pairs, from the library openskill:
every two at a table are compared by their awarded places, and a shared place is a draw. By how much
somebody won does not matter, and neither do penalties.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from openskill.models import ThurstoneMostellerPart

LARGEST_TABLE = 100  # far more than any game seats
BASE, SCALE = 1000, 40  # of the number that is shown
SURE, LIKELY = 3, 2  # standard deviations from the mean

# Only those within the window are compared, along the table as it is ordered by place. With the
# usual 4, who shares a place at a table of six gains by how the seats are numbered.
_MODEL = ThurstoneMostellerPart(window_size=LARGEST_TABLE)

Who = TypeVar("Who", bound=Hashable)


class Rating(NamedTuple):
    """A belief about somebody's skill: a normal distribution with this mean and this standard
    deviation."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The number that pages show and order by: what somebody is almost certainly worth, three
        standard deviations below the mean. A newcomer has 1,000, who is known to be average about
        2,000."""
        return self._at(-SURE)

    @property
    def low(self) -> int:
        """The lower end of what somebody is worth with 95 in 100."""
        return self._at(-LIKELY)

    @property
    def high(self) -> int:
        """The upper end of it."""
        return self._at(LIKELY)

    def _at(self, deviations: int) -> int:
        return round(BASE + SCALE * (self.mu + deviations * self.sigma))


NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of all at a table after it, in the order given. Those with equal ratings before
    gain the more the better their place is, and the same for the same place."""
    table = [[_MODEL.create_rating(list(one))] for one in before]
    after = _MODEL.rate(table, ranks=[float(place) for place in places])
    return [Rating(one.mu, one.sigma) for (one,) in after]


def after_table(known: Mapping[Who, Rating], places: Mapping[Who, int]) -> dict[Who, Rating]:
    """The new ratings of those at a table; who is not `known` is a newcomer."""
    before = [known.get(who, NEWCOMER) for who in places]
    return dict(zip(places, rated(before, list(places.values())), strict=True))


def replayed(log: Iterable[Mapping[Who, int]]) -> dict[Who, Rating]:
    """Everybody's rating after all these tables, one after the other; each is who took which
    place."""
    ratings: dict[Who, Rating] = {}
    for places in log:
        ratings |= after_table(ratings, places)
    return ratings
