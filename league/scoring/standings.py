"""Standings of one tournament: one pure function from what was played to places.

Sums and means are exact fractions. Whoever calls decides what counts: standings in the middle of a
round would compare entries that have played with others that have not, so pages ask for finished
rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import TypeVar

from .catalog import SCORINGS, Spot
from .core import Counting, Penalty, Played, Rest, exact_sum
from .sets import as_one
from .tiebreaks import History, Table, broken

Key = TypeVar("Key")
USUAL = Counting()
SortKey = tuple[Fraction | int, ...]
Pay = Callable[[int, int, int, int], Fraction]  # place, sharing, size, total: catalog.Spot


@dataclass(frozen=True, slots=True)
class Row:
    """How an entry stands. `shared`: another entry has the same place. `rounds`: points by round
    number; `rests` and `missed`: the numbers of those it sat out, drawn so or not there.
    `decided_by`: the tie-break that set it apart from others with the same points, empty if none
    did."""

    place: int
    shared: bool
    entry: int
    points: Fraction
    rounds: Mapping[int, Fraction]
    rests: frozenset[int]
    missed: frozenset[int]
    matches: int
    won: int
    penalty: Fraction
    decided_by: str = ""


@dataclass(slots=True)
class _Tally:
    """What one entry has collected. `sets`: how many matches a round had, where it had several."""

    rounds: dict[int, Fraction]
    rests: set[int]
    missed: dict[int, Fraction]
    sets: dict[int, int]
    matches: int = 0
    won: int = 0
    penalty: Fraction = Fraction(0)
    points: Fraction = Fraction(0)

    def pay(self, number: int, paid: Fraction) -> None:
        """Add what a match of this round pays."""
        if number in self.rounds:
            self.sets[number] = self.sets.get(number, 1) + 1
            paid += self.rounds[number]
        self.rounds[number] = paid

    def take_means(self) -> None:
        """A set pays the mean of its matches."""
        for number, matches in self.sets.items():
            self.rounds[number] /= matches

    def add_up(self) -> None:
        """A rest pays the mean of one's own rounds: it costs nothing and gains nothing. Whoever has
        played no round yet is credited with nothing."""
        points = exact_sum(self.rounds.values())
        if self.rests and self.rounds:
            mean = points / len(self.rounds)
            self.rounds |= dict.fromkeys(self.rests, mean)
            points += mean * len(self.rests)
        if self.missed:
            self.rounds |= self.missed
            points += exact_sum(self.missed.values())
        self.points = points + self.penalty if self.penalty else points

    def row(self, entry: int, place: int, shared: bool, decided_by: str) -> Row:
        return Row(
            place=place,
            shared=shared,
            entry=entry,
            points=self.points,
            rounds=self.rounds,
            rests=frozenset(self.rests),
            missed=frozenset(self.missed),
            matches=self.matches,
            won=self.won,
            penalty=self.penalty,
            decided_by=decided_by,
        )


def standings(
    entries: Iterable[int],
    played: Iterable[Played],
    rests: Iterable[Rest] = (),
    penalties: Iterable[Penalty] = (),
    counting: Counting = USUAL,
    missed: Iterable[Rest] = (),
    gone: Collection[int] = (),
) -> tuple[Row, ...]:
    """The rows of all entries, best first; equals in the order of `entries`.

    Every match pays what the scoring says, and the points of the rounds are added up. A set pays
    the mean of its matches, so that a round counts the same whatever the size of the table, and
    tie-breaks take it for one match. Entries with equal points are told apart by the chain of
    tie-breaks; what is then equal shares the place and the next place does not exist: 1, 2, 2, 4.
    Whoever has played no match yet, because he rested so far, comes after all who have: his 0
    points are no result.

    A round that was `missed`, by coming late or being away, pays what the worst result of that
    round paid, so that staying away gains nothing. Those who have `gone` for good come after all
    the others, whatever they scored.
    """
    fewest = fewest_wins(counting)
    tallies = {entry: _Tally({}, set(), {}, {}) for entry in entries}
    tables = tables_of(played)
    _pay(tallies, tables, payer(counting))
    for rest, points in _worst(tallies, missed, fewest):
        tallies[rest.entry].missed[rest.round] = points
    for rest in rests:
        tallies[rest.entry].rests.add(rest.round)
    for penalty in penalties:
        tallies[penalty.entry].penalty += penalty.points if fewest else -penalty.points
    for tally in tallies.values():
        tally.add_up()
    rounds = {entry: tally.rounds for entry, tally in tallies.items()}
    history = History(as_one(tables), rounds, fewest, counting.low_wins, counting.seed)
    return tuple(_rows(tallies, history, counting.tie_breaks, gone))


def _worst(
    tallies: Mapping[int, _Tally], missed: Iterable[Rest], fewest: bool
) -> list[tuple[Rest, Fraction]]:
    """What those who missed a round are paid for it, as far as entry and round are counted."""
    missed = list(missed)
    worst: dict[int, Fraction] = {}
    for tally in tallies.values() if missed else ():
        for number, points in tally.rounds.items():
            before = worst.setdefault(number, points)
            worst[number] = max(before, points) if fewest else min(before, points)
    return [
        (rest, worst[rest.round])
        for rest in missed
        if rest.entry in tallies and rest.round in worst
    ]


def tables_of(played: Iterable[Played]) -> list[Table]:
    """Those who sat together, match by match."""
    tables: dict[tuple[int, int, int], list[Played]] = defaultdict(list)
    for one in played:
        tables[one.round, one.table, one.seating].append(one)
    return list(tables.values())


def fewest_wins(counting: Counting) -> bool:
    """Whether few points are good."""
    fewest = SCORINGS[counting.scoring].fewest_win
    return counting.low_wins if fewest is None else fewest


def payer(counting: Counting) -> Pay:
    """What a match pays."""
    scoring = SCORINGS[counting.scoring]
    settings = scoring.read(counting.settings)

    @cache
    def pay(*spot: int) -> Fraction:
        return scoring.pay(Spot(*spot), settings)

    return pay


def _pay(tallies: Mapping[int, _Tally], tables: Iterable[Table], pay: Pay) -> None:
    for table in tables:
        places = [one.place for one in table]
        for number, entry, place, total, won, _table, _seating in table:
            tally = tallies[entry]
            tally.pay(number, pay(place, places.count(place), len(places), total))
            tally.matches += 1
            tally.won += won
    for tally in tallies.values():
        tally.take_means()


def _rows(
    tallies: Mapping[int, _Tally], history: History, chain: Sequence[str], gone: Collection[int]
) -> Iterator[Row]:
    # Whole numbers of this part of a point: they are compared quicker than fractions.
    unit = lcm(*{tally.points.denominator for tally in tallies.values()})
    sign = unit if history.fewest else -unit
    keys = {
        entry: (entry in gone, not tally.matches, int(sign * tally.points))
        for entry, tally in tallies.items()
    }
    place = 1
    for (_gone, rested, _points), tied in grouped(keys):
        for group, decided_by in broken(tied, () if rested else chain, history):
            for entry in group:
                yield tallies[entry].row(entry, place, len(group) > 1, decided_by)
            place += len(group)


def grouped(keys: Mapping[Key, SortKey]) -> list[tuple[SortKey, list[Key]]]:
    """Those with equal sort keys together, lowest first, with their key."""
    equals: dict[SortKey, list[Key]] = defaultdict(list)
    for who, key in keys.items():
        equals[key].append(who)
    return [(key, equals[key]) for key in sorted(equals)]


def ranked(keys: Mapping[Key, SortKey]) -> list[tuple[Key, int, bool]]:
    """(who, place, whether it is shared) from sort keys, lowest first: 1, 2, 2, 4."""
    rows: list[tuple[Key, int, bool]] = []
    for _key, equals in grouped(keys):
        place = len(rows) + 1
        rows += [(who, place, len(equals) > 1) for who in equals]
    return rows
