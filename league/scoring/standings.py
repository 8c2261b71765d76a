"""Standings of one tournament: one pure function from what was played to places.

Sums and means are exact fractions. Whoever calls decides what counts: standings in the middle of a
round would compare entries that have played with others that have not, so pages ask for finished
rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Played:
    """What one entry brought home from one match: awarded place, match total, deals won."""

    round: int
    entry: int
    place: int
    total: int
    won: int = 0


@dataclass(frozen=True, slots=True)
class Rest:
    """A round that an entry sat out."""

    round: int
    entry: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points to the disadvantage of an entry, above 0 whichever direction wins."""

    entry: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Row:
    """How an entry stands. `shared`: another entry has the same place. `rounds`: points by round
    number, rests included; `rests`: the numbers of the rounds it sat out."""

    place: int
    shared: bool
    entry: int
    points: Fraction
    rounds: Mapping[int, Fraction]
    rests: frozenset[int]
    matches: int
    won: int
    penalty: Fraction


@dataclass(slots=True)
class _Tally:
    """What one entry has collected."""

    rounds: dict[int, Fraction]
    rests: set[int]
    matches: int = 0
    won: int = 0
    penalty: Fraction = Fraction(0)

    def credit_rests(self) -> None:
        """A rest pays the mean of one's own rounds: it costs nothing and gains nothing. Whoever has
        played no round yet is credited with nothing."""
        own = list(self.rounds.values())
        if own:
            self.rounds |= dict.fromkeys(self.rests, sum(own, Fraction(0)) / len(own))

    @property
    def points(self) -> Fraction:
        return sum(self.rounds.values(), self.penalty)

    def row(self, entry: int, place: int, shared: bool) -> Row:
        return Row(
            place=place,
            shared=shared,
            entry=entry,
            points=self.points,
            rounds=self.rounds,
            rests=frozenset(self.rests),
            matches=self.matches,
            won=self.won,
            penalty=self.penalty,
        )


def standings(
    entries: Iterable[int],
    played: Iterable[Played],
    rests: Iterable[Rest] = (),
    penalties: Iterable[Penalty] = (),
    scoring: str = "places",
    low_wins: bool = True,
) -> tuple[Row, ...]:
    """The rows of all entries, best first; equals in the order of `entries`.

    `places`: the sum of awarded places, fewest first. `totals`: the sum of match totals, lowest
    first or, without `low_wins`, highest; then deals won. What is then equal shares the place and
    the next place does not exist: 1, 2, 2, 4. Whoever has played no match yet, because he rested so
    far, comes after all who have: his 0 points are no result.
    """
    tallies = {entry: _Tally({}, set()) for entry in entries}
    for one in played:
        _count(tallies[one.entry], one, scoring)
    for rest in rests:
        tallies[rest.entry].rests.add(rest.round)
    sign = 1 if low_wins or scoring == "places" else -1
    for penalty in penalties:
        tallies[penalty.entry].penalty += sign * penalty.points
    for tally in tallies.values():
        tally.credit_rests()
    keys = {
        entry: (
            0 if tally.matches else 1,
            sign * tally.points,
            -tally.won if scoring == "totals" else 0,
        )
        for entry, tally in tallies.items()
    }
    return tuple(tallies[entry].row(entry, place, shared) for entry, place, shared in ranked(keys))


def _count(tally: _Tally, one: Played, scoring: str) -> None:
    paid = Fraction(one.place if scoring == "places" else one.total)
    tally.rounds[one.round] = tally.rounds.get(one.round, Fraction(0)) + paid
    tally.matches += 1
    tally.won += one.won


def ranked(keys: Mapping[Key, Sequence[Fraction | int]]) -> list[tuple[Key, int, bool]]:
    """(who, place, whether it is shared) from sort keys, lowest first: 1, 2, 2, 4."""
    equals: dict[tuple[Fraction | int, ...], list[Key]] = defaultdict(list)
    for who, key in keys.items():
        equals[tuple(key)].append(who)
    rows: list[tuple[Key, int, bool]] = []
    for key in sorted(equals):
        place = len(rows) + 1
        rows += [(who, place, len(equals[key]) > 1) for who in equals[key]]
    return rows
