"""Measures draws, the repeats in them and standings, and writes its part of docs/performance.md:
`make bench-league`.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import NamedTuple

import django
from django.core.management import call_command

from league.formats import _annealer, _one_round, planned, swiss
from league.formats._bounds import forced_by_sizes, repeats
from league.formats._draws import Ledger
from league.formats.core import Draw, Entrant, Field

from .measure import fill, keep, machine, spread, table, verdict

ENTRANTS = 1_000
SIZE = 4
ROUNDS = 3
SEED = bytes(32)
TIMES = 3  # how often a draw is timed
LONG_S = 60
MOST_S = 5
MOST_RATIO = 1.1
NEAR_ZERO = 0.01  # of a random draw's price
RANDOM_DRAWS = 5
PLANS = (  # people, and seats at the largest table: where three rounds force repeats, and where not
    *((8, 4), (8, 3), (12, 4), (12, 3), (24, 6), (24, 5)),
    *((size * size + more, size) for size in (3, 4, 5, 6) for more in (-size, 0, 1)),
)
ENTRIES, PLAYED = 500, 20  # of the standings
LOOKS = 15
NAMED = "CPU, with everybody's name"
MOST_MS = 50

Search = Callable[[int], int]  # so many steps at most -> the price of what was found

ABOUT_DRAWS = f"""\
CPU time of a whole draw of {ENTRANTS:,} at tables of {SIZE}, from the field to tables, seats and
receipts: all {ROUNDS} rounds of a plan, or the third round of a Swiss tournament. *Price* is that
of the search, which both draws and long runs are made by; a long run is the same search with as
many steps as take about {LONG_S} s here, the random draw the mean of {RANDOM_DRAWS}."""
ABOUT_PLANS = """\
Two rounds in which the same two meet are a repeat; three rounds of a plan are drawn. What is forced
follows from counting alone, see `league/formats/_bounds.py`. With as many tables as there are seats
at the largest nobody need meet twice, unless turns at the smaller tables force it; with one table
fewer some must."""
ABOUT_STANDINGS = f"""\
`rank.rows` of a tournament with {ENTRIES} entries and {PLAYED} rounds in fours, with two
tie-breaks, from an SQLite database: {ENTRIES * PLAYED:,} results are read and counted anew every
time, with Python's collector as the server has it. `rank.table` is the same with the entries
themselves, players and bots, as a page shows them."""


class Plan(NamedTuple):
    """Three rounds for so many: the tables, the repeats they force, and those drawn."""

    people: int
    split: tuple[int, ...]
    least: int
    repeats: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw that was measured: seconds, and prices."""

    name: str
    seconds: Sequence[float]
    price: float
    long: float
    random: float

    @property
    def is_good(self) -> bool:
        """Whether it costs hardly more than what the long run found."""
        return self.price <= max(MOST_RATIO * self.long, NEAR_ZERO * self.random)


def main() -> None:
    """Measure everything and write it down."""
    about = machine()
    drawn = [draws(name, *case) for name, case in cases().items()]
    plans = [a_plan_of(*case) for case in PLANS]
    with tempfile.TemporaryDirectory(prefix="stammtisch-") as folder:
        os.environ["VAR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
        django.setup()
        milliseconds = standings(ENTRIES, PLAYED)
    keep("bench-league", report(drawn, plans, milliseconds, about))


def field(people: int, bots: bool = False) -> Field:
    """Strangers; or people and bots, of which a few have one owner."""
    chance = Random(people)
    owner = [str(chance.randrange(people // 8 + 1)) if bots else None for _ in range(people)]
    entrants = tuple(
        Entrant(number, owner[number] if number % 2 else None, bots and number % 2 > 0)
        for number in range(people)
    )
    return Field(entrants, range(2, 7), {"table_size": SIZE, "rounds": ROUNDS})


def in_play(people: int, points: Callable[[Random, int], float]) -> tuple[Field, tuple[Draw, ...]]:
    """After two rounds: `points` makes what somebody has by chance, of so many."""
    about, chance = field(people), Random(people)
    drawn = planned.FORMAT.plan(about, SEED)[:2]
    has = [points(chance, people) for _ in about.entrants]
    places = {one: 1 + sum(other < mine for other in has) for one, mine in enumerate(has)}
    return replace(about, places=places), drawn


def by_place(chance: Random, people: int) -> float:
    """Two places at tables of four: many are equal."""
    return chance.randint(1, 4) + chance.randint(1, 4)


def by_total(chance: Random, people: int) -> float:
    """No two are equal."""
    return chance.random()


def cases(people: int = ENTRANTS) -> dict[str, tuple[Field, tuple[Draw, ...]]]:
    """What is drawn, by its name: a field, and the rounds before."""
    return {
        "planned, people": (field(people), ()),
        "planned, people and bots": (field(people, bots=True), ()),
        "swiss, points by place": in_play(people, by_place),
        "swiss, all stand apart": in_play(people, by_total),
    }


def draws(name: str, about: Field, drawn: tuple[Draw, ...], long_s: float = LONG_S) -> Drawn:
    """Measure one draw against the same search for longer."""
    print(name, flush=True)
    format = swiss.FORMAT if drawn else planned.FORMAT
    seconds = [timed(lambda: format.plan(about, SEED, drawn))[0] for _ in range(TIMES)]
    search, steps, at_random = (a_round if drawn else a_plan)(about, drawn)
    took, price = timed(lambda: search(steps))
    long = search(max(steps, int(steps * long_s / took)))
    return Drawn(name, seconds, price, min(price, long), at_random)


def timed(call: Callable[[], int | tuple[Draw, ...]]) -> tuple[float, int]:
    """Seconds of CPU time, and a number that came of it."""
    began = process_time()
    found = call()
    return process_time() - began, found if isinstance(found, int) else len(found)


def a_plan(about: Field, drawn: tuple[Draw, ...]) -> tuple[Search, int, float]:
    """The search for a plan, its usual steps, and what plans by chance cost."""
    problem = planned.problem(about, about.entrants, ROUNDS, about.split(len(about.entrants)))

    def search(steps: int, seed: bytes = SEED) -> int:
        return _annealer.anneal(problem, seed, steps).price

    by_chance = mean(search(2, bytes([number])) for number in range(RANDOM_DRAWS))  # a step each
    return search, _annealer.MOST_STEPS, by_chance


def a_round(about: Field, drawn: tuple[Draw, ...]) -> tuple[Search, int, float]:
    """The search for one round, its usual steps, and what rounds by chance cost."""
    people = range(len(about.entrants))
    split = about.split(len(people))
    ledger = Ledger(about, drawn)
    stands = [ledger.stands[one.id] for one in about.entrants]
    prices = swiss.prices_of(ledger, about.entrants, stands)

    def search(steps: int) -> int:
        return _one_round.anneal(prices, split, stands, swiss.THRESHOLD, "0", steps, {}).price

    def by_chance(number: int) -> int:
        queue = Random(number).sample(people, len(people))
        tables = (queue[at : at + SIZE] for at in people[::SIZE])
        return sum(prices[one][other] for table in tables for one, other in combinations(table, 2))

    return search, _one_round.MOST_STEPS, mean(map(by_chance, range(RANDOM_DRAWS)))


def a_plan_of(people: int, size: int) -> Plan:
    """What a plan of three rounds repeats, and has to."""
    print(f"{people} people at tables of {size}", flush=True)
    about = replace(field(people), settings={"table_size": size, "rounds": ROUNDS})
    met = Counter(
        pair
        for draw in planned.FORMAT.plan(about, SEED)
        for one in draw.tables
        for pair in combinations(sorted(one.seats), 2)
    )
    split = about.split(people)
    return Plan(people, split, forced_by_sizes(split, ROUNDS), repeats(met))


def standings(entries: int, rounds: int) -> dict[str, list[float]]:
    """Milliseconds, look by look: of wall and of CPU time, and of the latter with names."""
    from league import asgi

    from . import big_tournament  # both need Django, which is set up by now

    asgi.freeze()  # as in the server
    print(f"standings of {entries} after {rounds} rounds", flush=True)
    call_command("migrate", verbosity=0)
    tournament = big_tournament.make(entries, rounds)
    times: dict[str, list[float]] = {"wall": [], "CPU": [], NAMED: []}
    for _ in range(LOOKS):
        began, busy = perf_counter(), process_time()
        big_tournament.count(tournament)
        times["wall"].append(1e3 * (perf_counter() - began))
        times["CPU"].append(1e3 * (process_time() - busy))
        busy = process_time()
        big_tournament.look(tournament)
        times[NAMED].append(1e3 * (process_time() - busy))
    return times


def report(
    drawn: Iterable[Drawn], plans: Iterable[Plan], times: Mapping[str, list[float]], about: str
) -> str:
    """This program's part of the document."""
    drawn, plans = list(drawn), list(plans)
    missed = sum(one.repeats > one.least for one in plans)
    targets = [row for one in drawn for row in draw_targets(one)]
    targets.append(
        [
            f"plans for {plans[0].people} to {plans[-1].people} people",
            "no repeats but those that must be",
            f"{len(plans) - missed} of {len(plans)}",
            verdict(not missed),
        ]
    )
    targets.append(
        [
            f"standings, {ENTRIES} entries, {PLAYED} rounds",
            f"under {MOST_MS} ms",
            f"{spread(times['CPU']):.0f} ms",
            verdict(spread(times["CPU"]).median < MOST_MS),
        ]
    )
    draw_head = ("draw", "seconds", "price", "price in a long run", "ratio", "price by chance")
    plan_head = ("people", "tables", "repeats at least", "repeats drawn")
    return f"""\
## Tournaments that are large

{fill(about)}

{table(("of", "target", "measured", "reached"), targets)}
### Draws

{fill(ABOUT_DRAWS)}

{table(draw_head, map(draw_row, drawn))}
### Plans

{fill(ABOUT_PLANS)}

{table(plan_head, map(plan_row, plans))}
### Standings

{fill(ABOUT_STANDINGS)}

{table(("time", "ms"), [[name, f"{spread(one):.0f}"] for name, one in times.items()])}"""


def draw_targets(one: Drawn) -> list[list[str]]:
    """The rows of one draw."""
    took = spread(one.seconds)
    least = one.price / one.long if one.long else 1.0
    return [
        [
            f"{one.name}, {ENTRANTS:,} entrants",
            f"at most {MOST_S} s",
            f"{took:.1f} s",
            verdict(took.median <= MOST_S),
        ],
        [
            f"{one.name}, its price",
            f"at most {MOST_RATIO} × that of {LONG_S} s, or {NEAR_ZERO:.0%} of chance",
            f"{least:.2f}",
            verdict(one.is_good),
        ],
    ]


def draw_row(one: Drawn) -> list[str]:
    """What was measured of a draw."""
    return [
        one.name,
        f"{spread(one.seconds):.1f}",
        f"{one.price:,.0f}",
        f"{one.long:,.0f}",
        f"{one.price / one.long:.3f}" if one.long else "1.000",
        f"{one.random:,.0f}",
    ]


def plan_row(one: Plan) -> list[str]:
    """What was counted in a plan."""
    tables = " + ".join(str(size) for size in one.split)
    return [str(one.people), tables, str(one.least), str(one.repeats)]


if __name__ == "__main__":
    main()
