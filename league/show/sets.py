"""The tables of a round where a table plays its cards in every seat: a set of matches each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from league.models import Bot, Match, Player

from .tables import SeatLine, Table


@dataclass(frozen=True, slots=True)
class SetLine:
    """Somebody in a set: his seat in each match, and in those that are over the mean of his places
    and totals, None before the first. `place`: where that puts him, which may be `shared`."""

    seats: tuple[SeatLine, ...]
    mean_place: Fraction | None
    mean_total: Fraction | None
    place: int | None
    shared: bool

    @property
    def who(self) -> Player | Bot:
        """Who it is."""
        return self.seats[0].seat.who

    @property
    def verdicts(self) -> tuple[str, ...]:
        """In what ways his bot failed in it, each once."""
        return tuple(dict.fromkeys(line.seat.verdict for line in self.seats if not line.is_clean))

    @property
    def goes_on(self) -> bool:
        """Whether he takes part in the next stage of the tournament."""
        return self.seats[0].goes_on

    @property
    def decided(self) -> str:
        """What let him, in words, if the places did not."""
        return self.seats[0].decided


@dataclass(frozen=True, slots=True)
class TableSet:
    """All matches of one table, in the order of their seatings; usually it is only one."""

    tables: tuple[Table, ...]

    @property
    def first(self) -> Table:
        """The match in which everybody sits as drawn."""
        return self.tables[0]

    @property
    def done(self) -> int:
        """How many of its matches are over."""
        return sum(table.match.state == Match.State.DONE for table in self.tables)

    @property
    def is_void(self) -> bool:
        """Whether a match of it waits for an organiser."""
        return any(table.match.state == Match.State.VOID for table in self.tables)

    @property
    def is_played(self) -> bool:
        """Whether a match of it is being played."""
        return any(table.match.state == Match.State.RUNNING for table in self.tables)

    @property
    def lines(self) -> tuple[SetLine, ...]:
        """Everybody in it, best first; as drawn while there is no result."""
        seats: dict[int | None, list[SeatLine]] = {}
        for table in self.tables:
            for line in table.seats:
                seats.setdefault(line.seat.entry_id, []).append(line)
        means = sorted(mean for of in seats.values() if (mean := _mean_place(of)) is not None)
        lines = (_line(of, means) for of in seats.values())
        return tuple(sorted(lines, key=lambda line: line.place or 0))


def _line(seats: Sequence[SeatLine], means: Sequence[Fraction]) -> SetLine:
    mean = _mean_place(seats)
    return SetLine(
        seats=tuple(seats),
        mean_place=mean,
        mean_total=_mean(line.seat.total for line in seats),
        place=None if mean is None else means.index(mean) + 1,
        shared=mean is not None and means.count(mean) > 1,
    )


def _mean_place(seats: Iterable[SeatLine]) -> Fraction | None:
    return _mean(line.place for line in seats)


def _mean(numbers: Iterable[int | None]) -> Fraction | None:
    known = [number for number in numbers if number is not None]
    return Fraction(sum(known), len(known)) if known else None


def by_table(tables: Iterable[Table]) -> tuple[TableSet, ...]:
    """The sets of a round, from its matches in order."""
    found = groupby(tables, lambda table: table.match.table)
    return tuple(TableSet(tuple(matches)) for _number, matches in found)
