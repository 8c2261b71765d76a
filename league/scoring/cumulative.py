"""The ranking of a league: the places of its tournaments added up, fewest first."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .standings import ranked

Subject = TypeVar("Subject", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one tournament pays. `missed`: for staying away."""

    points: int
    missed: bool


@dataclass(frozen=True, slots=True)
class Row(Generic[Subject]):
    """How a player or a bot stands. `cells`: one a tournament, in their order."""

    place: int
    shared: bool
    subject: Subject
    points: int
    cells: tuple[Cell, ...]

    @property
    def attended(self) -> int:
        """In how many of the tournaments the subject played."""
        return sum(not cell.missed for cell in self.cells)


def cumulative(tournaments: Sequence[Mapping[Subject, int]]) -> tuple[Row[Subject], ...]:
    """The rows of everybody who played in any of the tournaments, best first.

    `tournaments`: the place of each who took part. Whoever stayed away is counted one place behind
    the last who came, so one more than the number of those who came: had he come, that is the worst
    he could have got, so staying away never pays.
    """
    subjects = list(dict.fromkeys(subject for places in tournaments for subject in places))
    cells = {
        subject: tuple(
            Cell(places.get(subject, len(places) + 1), subject not in places)
            for places in tournaments
        )
        for subject in subjects
    }
    points = {subject: sum(cell.points for cell in cells[subject]) for subject in subjects}
    return tuple(
        Row(place, shared, subject, points[subject], cells[subject])
        for subject, place, shared in ranked({subject: (points[subject],) for subject in subjects})
    )
