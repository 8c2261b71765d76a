"""The ranking of a league: the places of its tournaments added up, fewest first."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from games import Option

from .core import exact_sum, read
from .standings import ranked

Subject = TypeVar("Subject", bound=Hashable)
MISSED = Option(
    "missed_tournaments",
    "choice",
    "last_place_plus_one",
    ("last_place_plus_one", "own_mean", "skip"),
    says="What a tournament counts for who was not there: one place behind all who were, so that "
    "staying away never pays; the mean of one's own places; or nothing, and then the mean place "
    "ranks instead of the sum.",
)
BEST = Option(
    "best_results",
    "number",
    0,
    range(100),
    says="How many of one's best results count; the others are dropped, missed ones too. 0: all.",
)
ATTENDANCE = Option(
    "least_attendance",
    "number",
    0,
    range(100),
    says="To how many tournaments one has to come for a place in the ranking; while there have "
    "been fewer, to all of them. 0: to none.",
)
SETTINGS = (MISSED, BEST, ATTENDANCE)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one tournament pays, None if it was missed and such are skipped. `missed`: for staying
    away. `dropped`: it does not count, since better ones do."""

    points: Fraction | None
    missed: bool
    dropped: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is part of the sum, or the mean."""
        return self.points is not None and not self.dropped


@dataclass(frozen=True, slots=True)
class Row(Generic[Subject]):
    """How a player or a bot stands. `place` is None for who has not come often enough; `cells`: one
    a tournament, in their order."""

    place: int | None
    shared: bool
    subject: Subject
    points: Fraction
    cells: tuple[Cell, ...]

    @property
    def attended(self) -> int:
        """In how many of the tournaments the subject played."""
        return _attended(self.cells)


def settings_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """A value for every setting, defaults filled in. Raises BadOption."""
    return read(SETTINGS, given, "A league")


def cumulative(
    tournaments: Sequence[Mapping[Subject, int]], settings: Mapping[str, Any] | None = None
) -> tuple[Row[Subject], ...]:
    """The rows of everybody who played in any of the tournaments, best first.

    `tournaments`: the place of each who took part. A tournament that somebody missed pays, by the
    setting `missed_tournaments`,

    - `last_place_plus_one`: one place behind the last who came, so one more than the number of
      those who came: had he come, that is the worst he could have got, so staying away never pays;
    - `own_mean`: the mean of the places of those he came to;
    - `skip`: nothing, and points are the mean of the places that count instead of their sum. While
      all results count this makes the same ranking as `own_mean`.

    Of the cells that pay anything, the `best_results` lowest count and the others are dropped; one
    that was missed before one with the same points that was played, a later one before an earlier.
    Who came to fewer tournaments than `least_attendance`, and missed any, has no place and comes
    after all who have one, in the order of points.
    """
    chosen = settings_of(settings or {})
    subjects = dict.fromkeys(subject for places in tournaments for subject in places)
    cells = {
        subject: _dropped(_cells(subject, tournaments, chosen[MISSED.name]), chosen[BEST.name])
        for subject in subjects
    }
    points = {subject: _points(cells[subject], chosen[MISSED.name]) for subject in subjects}
    least = min(chosen[ATTENDANCE.name], len(tournaments))
    placed = {who: (points[who],) for who in subjects if _attended(cells[who]) >= least}
    others = sorted((who for who in subjects if who not in placed), key=points.__getitem__)
    places: list[tuple[Subject, int | None, bool]] = [*ranked(placed)]
    places += [(who, None, False) for who in others]
    return tuple(Row(place, shared, who, points[who], cells[who]) for who, place, shared in places)


def among(places: Mapping[Subject, int], whom: Collection[Subject]) -> dict[Subject, int]:
    """The places these have among themselves, as if all the others had not played."""
    own = {who: (Fraction(place),) for who, place in places.items() if who in whom}
    return {who: place for who, place, _ in ranked(own)}


def _attended(cells: Sequence[Cell]) -> int:
    return sum(not cell.missed for cell in cells)


def _cells(
    who: Subject, tournaments: Sequence[Mapping[Subject, int]], missed: str
) -> tuple[Cell, ...]:
    own = [places[who] for places in tournaments if who in places]
    mean = Fraction(sum(own), len(own))

    def cell(places: Mapping[Subject, int]) -> Cell:
        if who in places:
            return Cell(Fraction(places[who]), missed=False)
        if missed == "skip":
            return Cell(None, missed=True)
        return Cell(mean if missed == "own_mean" else Fraction(len(places) + 1), missed=True)

    return tuple(cell(places) for places in tournaments)


def _dropped(cells: tuple[Cell, ...], best: int) -> tuple[Cell, ...]:
    if not best:
        return cells
    paying = [
        (cell.points, cell.missed, number)
        for number, cell in enumerate(cells)
        if cell.points is not None
    ]
    worst = {number for *_, number in sorted(paying)[best:]}
    return tuple(replace(cell, dropped=number in worst) for number, cell in enumerate(cells))


def _points(cells: Sequence[Cell], missed: str) -> Fraction:
    counting = [cell.points for cell in cells if cell.points is not None and cell.counts]
    return exact_sum(counting) / (len(counting) if missed == "skip" else 1)
