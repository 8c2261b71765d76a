"""Fields to draw from, and the questions that tests ask of a draw."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from league.formats import _annealer, _one_round
from league.formats.core import Draw, Entrant, Field, Finish, Format

SEED = bytes(range(32))


def search_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let planned and Swiss rounds be as lawful as ever, but not as good as can be found."""
    for annealer in (_annealer, _one_round):
        monkeypatch.setattr(annealer, "MOST_STEPS", 500)


def field_of(people: int, seats: range = range(2, 7), **settings: Any) -> Field:
    """So many people, whose ids are not their positions."""
    entrants = tuple(Entrant(100 + 7 * number) for number in range(people))
    return Field(entrants, seats, settings)


def played_out(format: Format, field: Field, seed: bytes = SEED) -> tuple[Draw, ...]:
    """All rounds of a tournament, each played with results that are the same every time."""
    chance = Random(seed)
    finishes: dict[int, dict[int, Finish]] = {}
    draws: tuple[Draw, ...] = ()
    while more := format.plan(after(field, finishes), seed, draws):
        draws += more
        finishes |= {draw.number: results(draw, chance) for draw in more}
    return draws


def results(draw: Draw, chance: Random) -> dict[int, Finish]:
    """Places by chance at every table of a round, and totals that are often equal."""
    found: dict[int, Finish] = {}
    for table in draw.tables:
        places = list(range(1, len(table.seats) + 1))
        chance.shuffle(places)
        found |= {
            one: Finish(place, chance.randrange(3))
            for one, place in zip(table.seats, places, strict=True)
        }
    return found


def after(field: Field, finishes: Mapping[int, Mapping[int, Finish]]) -> Field:
    """The same field after rounds that ended so: fewest place points stand first."""
    points = dict.fromkeys(ids(field), 0)
    for one, finish in (pair for finished in finishes.values() for pair in finished.items()):
        points[one] += finish.place
    return replace(standing(field, points if finishes else {}), finishes=finishes)


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
