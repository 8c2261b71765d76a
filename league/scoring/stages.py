"""Standings over several stages: who got further is first, whatever was scored before.

A stage is a run of rounds with the same entrants, such as every round of a knockout. Each stage has
standings of its own; a tournament of one stage has those and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from .core import Penalty, Rest
from .results import Results
from .standings import Row, ranked

Count = Callable[[Sequence[int], Results, list[Rest], list[Penalty]], tuple[Row, ...]]


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
    results: Results,
    rests: Iterable[Rest] = (),
    penalties: Iterable[Penalty] = (),
) -> tuple[Staged, ...]:
    """The rows of all entries, best first.

    `reached`: the last stage of every entry, from 1; `stage_of`: that of every round, by number.
    `count` makes the standings of one stage. Those who reached the last one come first, in its
    standings, then those who went out in the one before, and so on; equals share a place. A rest in
    a stage in which one has played nothing, a bye, pays nothing. A penalty counts in its stage, see
    `counts_in`.
    """
    rests, penalties = list(rests), list(penalties)
    if set(reached.values()) <= {1}:
        return tuple(Staged(row, 1) for row in count([*reached], results, rests, penalties))
    rows_of: dict[int, list[Row]] = {entry: [] for entry in reached}
    played_in = np.array([stage_of[number] for number in results.round.tolist()])
    for stage in range(1, max(reached.values()) + 1):
        for row in count(
            [entry for entry, last in reached.items() if last >= stage],
            results.where(played_in == stage),
            [one for one in rests if stage_of[one.round] == stage],
            [one for one in penalties if counts_in(one, reached) == stage],
        ):
            rows_of[row.entry].append(row)
    keys = {entry: (-last, rows_of[entry][-1].place) for entry, last in reached.items()}
    return tuple(
        Staged(_in_all(rows_of[entry], place, shared), reached[entry])
        for entry, place, shared in ranked(keys)
    )


def counts_in(penalty: Penalty, reached: Mapping[int, int]) -> int:
    """The stage in which a penalty counts; never one that its entry has not `reached`."""
    last = reached[penalty.entry]
    return last if penalty.stage is None else min(penalty.stage, last)


def _in_all(rows: Sequence[Row], place: int, shared: bool) -> Row:
    """The row of the last stage, with what the entry did in all."""
    return replace(
        rows[-1],
        place=place,
        shared=shared,
        rounds={number: points for row in rows for number, points in row.rounds.items()},
        rests=frozenset().union(*(row.rests for row in rows)),
        missed=frozenset().union(*(row.missed for row in rows)),
        matches=sum(row.matches for row in rows),
        won=sum(row.won for row in rows),
    )
