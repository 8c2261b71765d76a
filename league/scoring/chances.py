"""Where the last round is likely to leave everybody, if all that it may bring cannot be tried out:
its tables are played out by chance, again and again.

Each match that is left brings what some finished match of the tournament with as many seats has
brought, given to the seats at random: all who sit there are taken for equally good. Where no such
match was played, matches are made up of single seats of the nearest size. Points are exact; between
equal ones the tie-breaks may go either way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import numpy as np

from .core import Counting
from .last_round import LastRound, Need, Reach, Table, Ways, ranked
from .results import Numbers, Results, places_in
from .standings import Row

PLAYED_OUT = 1000
TAILS = 20  # one in so many is left out at either end: nine in ten are within
FEWEST = 20  # of fewer nobody can tell where nine in ten are


def chances(
    rows: Sequence[Row],
    tables: Sequence[Table],
    counting: Counting,
    last: int,
    gone: Collection[int],
    so_far: Results,
) -> tuple[Need, ...]:
    """Between which places everybody ends in nine of ten last rounds, in the order of `rows`, and
    where by a place at his own table, if that came up often enough to tell.

    Arguments are those of `needs.needs`. `so_far`: the matches that results are taken from; nothing
    is told without any, or without a table. The same seed of `counting` gives the same.
    """
    if not (tables and len(so_far.entry)):
        return ()
    race = LastRound(rows, tables, counting, last, gone)
    ways = _played_out(race, so_far, counting)
    ways += race.others(race.worst([race.worst_of(one) for one in ways]))
    best = places_in(np.concatenate(race.ends(ways)).T).T
    worst = _last_of_equals(best) if race.ties_decide else best
    return race.in_order(_found(ways, best, worst))


def _played_out(race: LastRound, so_far: Results, counting: Counting) -> list[Ways]:
    """What comes of every table, time after time."""
    chance = np.random.default_rng([*f"last round {race.number} {counting.seed}".encode()])
    place, paid = {}, {}
    for size in sorted({len(table.entries) for table in race.tables}):
        place[size], total = _matches(size, so_far, counting.low_wins, chance)
        paid[size] = race.payments.of_matches(place[size], total)
    ways = []
    for table in race.tables:
        size, shape = len(table.entries), (table.left, len(table.entries), PLAYED_OUT)
        match = chance.integers(place[size].shape[1], size=(table.left, 1, PLAYED_OUT))
        seat = chance.permuted(np.broadcast_to(np.arange(size)[:, None], shape), axis=1)
        ways.append(race.ways(table, *(of[size][seat, match].sum(axis=0) for of in (place, paid))))
    return ways


def _matches(
    size: int, so_far: Results, low_wins: bool, chance: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """The places and totals of all finished matches of a size, of shape (seats, matches), or of as
    many as will do that are made up."""
    nearest = min(set(so_far.sizes.tolist()), key=lambda one: (abs(one - size), -one))
    seats = so_far.starts[so_far.sizes == nearest] + np.arange(nearest)[:, None]
    if nearest == size:
        return so_far.place[seats], so_far.total[seats]
    total = so_far.total[chance.choice(seats.ravel(), (size, PLAYED_OUT))]
    return ranked(total if low_wins else -total), total


def _last_of_equals(places: Numbers) -> Numbers:
    """In place of those of each time: where tie-breaks put the last of those who share one."""
    which = places + (1 + len(places)) * np.arange(places.shape[1])
    last: Numbers = places + np.bincount(which.ravel())[which] - 1
    return last


def _found(ways: Sequence[Ways], best: Numbers, worst: Numbers) -> Iterator[Need]:
    """Of everybody, table by table."""
    places = np.concatenate([one.place for one in ways])
    entries = [(entry, len(one.entries) > 1) for one in ways for entry in one.entries]
    in_all = _nine_in_ten(np.zeros_like(places), best, worst)
    by_place = _nine_in_ten(places, best, worst)
    for (entry, is_open), reach, reaches in zip(entries, in_all, by_place, strict=True):
        yield Need(entry, reach[0], reaches if is_open else {})


def _nine_in_ten(of: Numbers, best: Numbers, worst: Numbers) -> Iterator[dict[int, Reach]]:
    """The places of everybody without the tails: of all times that have the same number in `of`,
    by that number."""
    above = 1 + len(of)  # all places, so that sorting leaves the times of one number together
    ordered = (np.sort((above * of + one).astype(np.int32), axis=1) for one in (best, worst))
    for numbers, lows, highs in zip(of, *ordered, strict=True):
        ends = np.cumsum(np.bincount(numbers)).tolist()
        found = {}
        for number, (begin, end) in enumerate(pairwise([0, *ends])):
            if end - begin >= FEWEST:
                tail = (end - begin) // TAILS
                within = int(lows[begin + tail]), int(highs[end - 1 - tail])
                found[number] = Reach(*(one - above * number for one in within))
        yield found
