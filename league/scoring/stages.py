"""Standings over several stages: who got further is first, whatever was scored before.

A stage is a run of rounds with the same entrants, such as every round of a knockout. Each stage has
standings of its own; a tournament of one stage has those and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .core import Penalty, Played, Rest
from .standings import Row, ranked

Count = Callable[[Sequence[int], list[Played], list[Rest], list[Penalty]], tuple[Row, ...]]


@dataclass(frozen=True, slots=True)
class Staged:
    """How an entry stands, and the last stage it takes part in. In `row` place and points are those
    of that stage, rounds, rests, matches and deals won those of all."""

    row: Row
    stage: int


def stages(
    count: Count,
    reached: Mapping[int, int],
    stage_of: Mapping[int, int],
    played: Iterable[Played],
    rests: Iterable[Rest] = (),
    penalties: Iterable[Penalty] = (),
) -> tuple[Staged, ...]:
    """The rows of all entries, best first.

    `reached`: the last stage of every entry, from 1; `stage_of`: that of every round, by number.
    `count` makes the standings of one stage. Those who reached the last one come first, in its
    standings, then those who went out in the one before, and so on; equals share a place. A rest in
    a stage in which one has played nothing, a bye, pays nothing. A penalty counts in the last stage
    one took part in.
    """
    played, rests, penalties = list(played), list(rests), list(penalties)
    if set(reached.values()) <= {1}:
        return tuple(Staged(row, 1) for row in count([*reached], played, rests, penalties))
    rows: list[Staged] = []
    before: dict[int, list[Row]] = {entry: [] for entry in reached}
    for stage in range(1, max(reached.values()) + 1):
        table = count(
            [entry for entry, last in reached.items() if last >= stage],
            [one for one in played if stage_of[one.round] == stage],
            [one for one in rests if stage_of[one.round] == stage],
            [one for one in penalties if reached[one.entry] == stage],
        )
        ended = [row for row in table if reached[row.entry] == stage]
        rows = [*_placed(ended, stage, before), *_moved(rows, by=len(ended))]
        for row in table:
            before[row.entry].append(row)
    return tuple(rows)


def _placed(ended: Sequence[Row], stage: int, before: Mapping[int, Sequence[Row]]) -> list[Staged]:
    """Those whose last stage this was, placed among themselves."""
    rows = {row.entry: row for row in ended}
    places = ranked({row.entry: (row.place,) for row in ended})
    return [
        Staged(_with(before[entry], replace(rows[entry], place=place, shared=shared)), stage)
        for entry, place, shared in places
    ]


def _moved(rows: Iterable[Staged], by: int) -> list[Staged]:
    """So many more come before them."""
    return [replace(one, row=replace(one.row, place=one.row.place + by)) for one in rows]


def _with(before: Sequence[Row], last: Row) -> Row:
    """The row of the last stage, with what the entry did in all."""
    rows = [*before, last]
    return replace(
        last,
        rounds={number: points for row in rows for number, points in row.rounds.items()},
        rests=frozenset().union(*(row.rests for row in rows)),
        matches=sum(row.matches for row in rows),
        won=sum(row.won for row in rows),
    )
