"""Sets: the matches in which one table plays the same cards, with everybody in every seat once.

A set is one unit. It is drawn as one table, its cards stay closed until the last of its matches is
over, and it counts as one result: the mean of its matches. These are no results on their own, since
each of them gives some seat the better cards. At a table of two to six it has as many matches as
seats.
"""

from __future__ import annotations

from dataclasses import replace
from math import lcm

import numpy as np

from .results import Numbers, Results, changes


def as_one(results: Results) -> tuple[Results, int]:
    """The same with every set as one match: everybody has there the means of his places, totals and
    deals won. All are given in parts, of which so many are 1, so that whole numbers do; without
    sets it is one part."""
    if not (results.seating > 1).any():
        return results, 1
    seats = results.where(np.lexsort((results.entry, results.table, results.round)))
    starts = changes(seats.round, seats.table, seats.entry)
    matches: Numbers = np.diff(starts, append=len(seats.entry))
    unit = lcm(*set(matches.tolist()))

    def mean(numbers: Numbers) -> Numbers:
        means: Numbers = np.add.reduceat(numbers, starts) * (unit // matches)
        return means

    means = replace(
        seats.where(starts),
        place=mean(seats.place),
        total=mean(seats.total),
        won=mean(seats.won),
        seating=np.ones(len(starts), np.int64),
    )
    return means, unit


def placed(results: Results) -> Results:
    """Sets as one match, with the places that their mean places make: 1, 2, 2, 4."""
    places = [
        1 + np.count_nonzero(table < place)
        for table in np.split(results.place, results.starts[1:])
        for place in table
    ]
    return replace(results, place=np.array(places, np.int64))
