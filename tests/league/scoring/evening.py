"""Rounds by chance, of which the last is still played, and what its results make of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, count, product
from random import Random

from league.scoring.core import Counting, Penalty, Played, Rest
from league.scoring.last_round import Need, Reach, Table
from league.scoring.needs import needs
from league.scoring.results import Results
from league.scoring.sets import as_one, placed
from league.scoring.standings import Row

from .by_seat import seats, standings

Tables = list[tuple[int, ...]]
Race = tuple[tuple[Row, ...], list[Table], Counting, int, set[int]]


def at_table(number: int, places: dict[int, int], table: int = 1, seating: int = 1) -> list[Played]:
    """A match with these places, and totals like them."""
    return [
        Played(number, entry, place, place, table=table, seating=seating)
        for entry, place in places.items()
    ]


def orders(entries: tuple[int, ...]) -> list[dict[int, int]]:
    """All places that those at a table can have, shared ones too."""
    found = []
    for ranks in product(range(len(entries)), repeat=len(entries)):
        if set(ranks) == set(range(max(ranks) + 1)):
            places = [1 + sum(other < rank for other in ranks) for rank in ranks]
            found.append(dict(zip(entries, places, strict=True)))
    return found


def widest(reaches: list[Reach]) -> Reach:
    return Reach(min(one.best for one in reaches), max(one.worst for one in reaches))


@dataclass(frozen=True)
class Evening:
    """Some rounds, and the last one, number 9, of which a table is finished and others are not: at
    each of these so many matches are `left`, and those that are `over` are a set with them."""

    entries: range
    played: list[Played]
    tables: Tables
    rests: list[Rest]
    missed: list[Rest]
    penalty: Penalty
    gone: set[int]
    left: int
    over: list[Played]

    @classmethod
    def of(
        cls, chance: Random, sizes: tuple[int, ...], absent: int = 0, left: int = 1, over: int = 0
    ) -> "Evening":
        """By chance, with tables of these sizes to come and so many who miss the last round."""
        people = range(1, sum(sizes) + 4 + absent)
        played: list[Played] = []
        away: list[Rest] = []
        for number in range(1, 4):
            order = chance.sample(people, len(people))
            played += at_table(number, chance.choice(orders(tuple(order[:3]))))
            played += at_table(number, chance.choice(orders(tuple(order[3:5]))), 2)
            away += [Rest(number, one) for one in order[5:]]
        order = chance.sample(people, len(people))
        seated = iter(order)
        tables = [tuple(next(seated) for _ in range(size)) for size in sizes]
        played += at_table(9, {next(seated): 1, next(seated): 2}, 9)
        chance.shuffle(away)
        rests = [*away[: len(away) // 2], Rest(9, next(seated))]
        penalty = Penalty(chance.choice(people), Fraction(1, 2))
        missed = [*away[len(away) // 2 :], *(Rest(9, one) for one in seated)]
        gone = {chance.choice(people)}
        of_sets = [
            at_table(9, chance.choice(orders(table)), number, seating)
            for number, table in enumerate(tables, 20)
            for seating in range(1, over + 1)
        ]
        brought = [*chain(*of_sets)]
        return cls(people, played, tables, rests, missed, penalty, gone, left, brought)

    def standings(self, counting: Counting, last: Iterable[Played] = ()) -> tuple[Row, ...]:
        """After these results of the last round, or without any."""
        missed = [one for one in self.missed if last or one.round < 9]
        played = [*self.played, *last]
        return standings(
            self.entries, played, self.rests, [self.penalty], counting, missed, self.gone
        )

    def asked(self, counting: Counting) -> tuple[Need, ...]:
        """By the order of the entries."""
        return by_entry(needs(*self.race(counting)))

    def race(self, counting: Counting) -> Race:
        """What is asked."""
        over = Results.of(self.over)
        tables = [
            Table(entries, self.left, over.where(over.table == number))
            for number, entries in enumerate(self.tables, 20)
        ]
        return self.standings(counting), tables, counting, 9, self.gone

    def tried_out(
        self, counting: Counting, results: Iterable[list[Played]] | None = None
    ) -> tuple[Need, ...]:
        """What all results of the tables make of the standings, or these."""
        found: dict[int, dict[int, list[Reach]]] = {entry: {} for entry in self.entries}
        for last in results or self.all_results():
            place_of = {one.entry: one.place for one in seats(placed(as_one(Results.of(last))[0]))}
            rows = self.standings(replace(counting, tie_breaks=()), last)
            sharing = Counter(row.place for row in rows)
            for row in rows:
                worst = row.place + (sharing[row.place] - 1 if counting.tie_breaks else 0)
                here = found[row.entry].setdefault(place_of.get(row.entry, 0), [])
                here.append(Reach(row.place, worst))
        return tuple(
            Need(
                entry,
                widest([one for reaches in by_place.values() for one in reaches]),
                {place: widest(by_place[place]) for place in sorted(by_place) if place},
            )
            for entry, by_place in found.items()
        )

    def all_results(self) -> Iterator[list[Played]]:
        """Every order in every match that is left, and what is over."""
        matches = [one for one in enumerate(self.tables, 20) for _match in range(self.left)]
        for places in product(*(orders(entries) for _number, entries in matches)):
            seatings = zip(matches, places, count(100), strict=False)
            brought = (at_table(9, p, number, seating) for (number, _table), p, seating in seatings)
            yield [*self.over, *chain(*brought)]


def by_entry(found: Iterable[Need]) -> tuple[Need, ...]:
    """In the order of the entries."""
    return tuple(sorted(found, key=lambda need: need.entry))
