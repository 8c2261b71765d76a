"""Fields to draw from, and the questions that tests ask of a draw."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from league.formats.core import Draw, Entrant, Field, Format

SEED = bytes(range(32))


def field_of(people: int, seats: range = range(2, 7), **settings: Any) -> Field:
    """So many people, whose ids are not their positions."""
    entrants = tuple(Entrant(100 + 7 * number) for number in range(people))
    return Field(entrants, seats, settings)


def played_out(format: Format, field: Field, seed: bytes = SEED) -> tuple[Draw, ...]:
    """All rounds of a tournament, each played with results that are the same every time."""
    chance = Random(seed)
    points = dict.fromkeys(ids(field), 0)
    draws: tuple[Draw, ...] = ()
    while more := format.plan(standing(field, points if draws else {}), seed, draws):
        draws += more
        for table in (table for draw in more for table in draw.tables):
            places = list(range(1, len(table.seats) + 1))
            chance.shuffle(places)
            for one, place in zip(table.seats, places, strict=True):
                points[one] += place
    return draws


def standing(field: Field, points: Mapping[int, int]) -> Field:
    """The same field after rounds that gave each so many points, fewest first."""
    places = {
        one: 1 + sum(other < mine for other in points.values()) for one, mine in points.items()
    }
    return replace(field, places=places)


def ids(field: Field) -> list[int]:
    return sorted(entrant.id for entrant in field.entrants)


def meetings(draws: Iterable[Draw]) -> Counter[tuple[int, int]]:
    """How often any two sit at a table together."""
    return Counter(
        pair
        for draw in draws
        for table in draw.tables
        for pair in combinations(sorted(table.seats), 2)
    )


def repeats(draws: Iterable[Draw]) -> int:
    """Meetings of two who have met before."""
    return sum(times - 1 for times in meetings(draws).values())


def spread(field: Field, counted: Counter[int]) -> int:
    """By how much the entrants differ in what was counted of each."""
    of_each = [counted[one] for one in ids(field)]
    return max(of_each) - min(of_each)


def short_visits(draws: Iterable[Draw]) -> Counter[int]:
    """How often each sat at a table smaller than the round's largest, or rested."""
    visits: Counter[int] = Counter()
    for draw in draws:
        largest = max(len(table.seats) for table in draw.tables)
        short = [table.seats for table in draw.tables if len(table.seats) < largest]
        visits.update(one for seats in [*short, draw.resting] for one in seats)
    return visits


def seats_had(field: Field, draws: Sequence[Draw]) -> list[list[int]]:
    """How often each entrant had each seat, up to the last seat of the largest table."""
    had = Counter(
        (one, seat)
        for draw in draws
        for table in draw.tables
        for seat, one in enumerate(table.seats)
    )
    seats = range(max(len(table.seats) for draw in draws for table in draw.tables))
    return [[had[one, seat] for seat in seats] for one in ids(field)]


def written(draw: Draw) -> str:
    """The tables as a line: 4-9-0 3-6-8."""
    return " ".join("-".join(str(one) for one in table.seats) for table in draw.tables)
