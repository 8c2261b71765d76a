"""Luck: what the cards did and what their holders did, where several held the same cards.

They do where all tables of a round are dealt the same, or where a table plays its cards once in
every seat. Whoever is compared with the others who held his cards in his seat is not compared by
cards; and the more alike the results of those are, the more of them was cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm, sqrt
from statistics import fmean
from typing import NamedTuple

FEWEST_TABLES = 3  # from two, nobody can tell how far an estimate may be off
MARGIN = 2  # standard errors, for about 19 in 20

Part = tuple[float, int]  # see _Sums.part
Match = Sequence[tuple[int, int, int]]  # seat, entry, and by how much it was paid above the mean


class Held(NamedTuple):
    """What a match paid to an entry. Those with `cards` and `seat` in common held the same cards;
    those with `round` and `table` in common played one match, or a set."""

    entry: int
    round: int
    table: int
    match: int
    cards: int
    seat: int
    paid: Fraction


@dataclass(frozen=True, slots=True)
class Compared:
    """By how many points a round an entry was better than the others who held its cards, and how
    many matches that rests on: those in which there were others."""

    entry: int
    ahead: Fraction
    matches: int


@dataclass(frozen=True, slots=True)
class Share:
    """How much of the variance of results was cards, as far as `matches` tell. `estimate` can fall
    below 0 by chance; `margin`: about 19 times in 20 it is no further off."""

    estimate: float
    margin: float
    matches: int

    @property
    def cards(self) -> float:
        """The share, from 0 to 1."""
        return _within(self.estimate)

    @property
    def low(self) -> float:
        """The least it may be."""
        return _within(self.estimate - self.margin)

    @property
    def high(self) -> float:
        """The most it may be."""
        return _within(self.estimate + self.margin)


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def compared(held: Iterable[Held], fewest_win: bool) -> tuple[Compared, ...]:
    """How everybody did on the same cards, best first; whoever has nobody to be compared with is
    left out.

    It is the mean, over the rounds, of what a match paid less the mean of what it paid to the
    others in that seat, turned about if need be so that above 0 is better.
    """
    held = list(held)
    paid, unit = _in_whole(one.paid for one in held)
    seats: dict[tuple[int, int], list[tuple[Held, int]]] = defaultdict(list)
    for one, points in zip(held, paid, strict=True):
        seats[one.cards, one.seat].append((one, points))
    parts = lcm(*{len(same) - 1 for same in seats.values()} - {0})  # of what others are a mean
    ahead: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for same in seats.values():
        whole, others = sum(points for _one, points in same), len(same) - 1
        for one, points in same if others else ():
            better = (points * others - (whole - points)) * (parts // others)
            ahead[one.entry][one.round].append(-better if fewest_win else better)
    rows = (_compared(entry, rounds.values(), unit * parts) for entry, rounds in ahead.items())
    return tuple(sorted(rows, key=lambda row: (-row.ahead, row.entry)))


def _compared(entry: int, rounds: Collection[Sequence[int]], unit: int) -> Compared:
    parts = lcm(*map(len, rounds))
    means = sum(sum(one) * (parts // len(one)) for one in rounds)
    return Compared(entry, Fraction(means, parts * unit * len(rounds)), sum(map(len, rounds)))


def _in_whole(numbers: Iterable[Fraction]) -> tuple[list[int], int]:
    """The same in some unit in which all are whole, and how many of it make 1: adding fractions
    takes five times as long."""
    numbers = list(numbers)
    unit = lcm(*{one.denominator for one in numbers})
    return [one.numerator * (unit // one.denominator) for one in numbers], unit


def share(held: Iterable[Held]) -> Share | None:
    """How much of what sets results at a table apart was cards; None if too little was played with
    the same cards to tell.

    It is one sum by another, of squares, over all cards that several held: of what the cards did
    (`_Sums.part`), and of all results, each taken from the mean of its match. Neither is biased by
    few matches. The margin is that of a jackknife: two standard errors, from leaving out each table
    in turn.
    """
    piles = [pile for pile in _piles(list(held)) if pile.part != NOTHING]
    cards, squares = map(sum, zip(NOTHING, *(pile.part for pile in piles), strict=True))
    others = [
        (cards - pile.part[0] + left[0], squares - pile.part[1] + left[1])
        for pile in piles
        for left in pile.parts_without_each()
    ]
    estimates = [part / whole for part, whole in others if whole]
    if len(estimates) < FEWEST_TABLES:
        return None
    margin = MARGIN * _jackknife(estimates)
    return Share(cards / squares, margin, sum(pile.matches for pile in piles))


def _jackknife(estimates: Sequence[float]) -> float:
    """The standard error of an estimate from those without each part of what it was made of."""
    mean, count = fmean(estimates), len(estimates)
    return sqrt((count - 1) / count * sum((one - mean) ** 2 for one in estimates))


@dataclass(frozen=True, slots=True)
class _Sums:
    """Results with the same cards, each taken from the mean of its match, added up: by seat, their
    squares, the products of any two of one entry, and how many of these there are. The sums of two
    tables can be added up, since nobody sits at both."""

    seats: tuple[int, ...]
    squares: int
    products: int
    pairs: int
    matches: int

    def plus(self, other: _Sums, sign: int = 1) -> _Sums:
        """Both together; with the sign of -1, the one without the other."""
        return _Sums(
            tuple(a + sign * b for a, b in zip(self.seats, other.seats, strict=True)),
            self.squares + sign * other.squares,
            self.products + sign * other.products,
            self.pairs + sign * other.pairs,
            self.matches + sign * other.matches,
        )

    @property
    def part(self) -> Part:
        """What of `squares` the cards did, and `squares`; NOTHING if that cannot be told.

        Take two results of different entries in different matches. In the mean, their product is p
        if they had the same seat, q if not. Skill and chance add the same to both; cards add their
        mean square c to p and, at a table of k, -c / (k - 1) to q. So c is (p - q) * (k - 1) / k,
        in the mean for any number of matches. If two at a table change seats, there is no q.
        """
        seats, times = len(self.seats), self.matches * (self.matches - 1)
        in_one, in_two = seats * times, seats * (seats - 1) * times - self.pairs
        if not in_one or not in_two or not self.squares:
            return NOTHING
        products = sum(one * one for one in self.seats) - self.squares
        p, q = products / in_one, (-products - self.products) / in_two
        return (p - q) * (seats - 1) * self.matches, self.squares


NOTHING: Part = (0.0, 0)


class _Pile:
    """All that was played with the same cards, by table."""

    def __init__(self, tables: Sequence[_Sums]) -> None:
        self.tables = tables
        self.whole = reduce(_Sums.plus, tables)
        self.part = self.whole.part
        self.matches = self.whole.matches

    def parts_without_each(self) -> Iterator[Part]:
        """What is left of the part without each of the tables."""
        for table in self.tables:
            yield self.whole.plus(table, -1).part


def _piles(held: Sequence[Held]) -> list[_Pile]:
    """By cards."""
    paid, _unit = _in_whole(one.paid for one in held)
    matches: dict[int, list[tuple[Held, int]]] = defaultdict(list)
    for one, points in zip(held, paid, strict=True):
        matches[one.match].append((one, points))
    whole = lcm(*{len(match) for match in matches.values()})  # in which the means are whole too
    tables: dict[int, dict[tuple[int, int], list[Match]]] = defaultdict(lambda: defaultdict(list))
    for match in matches.values():
        one, _points = match[0]
        mean = sum(points for _one, points in match) * (whole // len(match))
        above = [(one.seat, one.entry, points * whole - mean) for one, points in match]
        tables[one.cards][one.round, one.table].append(above)
    return [_Pile([_sums(table) for table in pile.values()]) for pile in tables.values()]


def _sums(table: Sequence[Match]) -> _Sums:
    by_seat: dict[int, int] = defaultdict(int)
    by_entry: dict[int, list[int]] = defaultdict(list)
    for match in table:
        for seat, entry, above in match:
            by_seat[seat] += above
            by_entry[entry].append(above)
    squares = sum(above * above for results in by_entry.values() for above in results)
    return _Sums(
        seats=tuple(by_seat[seat] for seat in sorted(by_seat)),
        squares=squares,
        products=sum(sum(results) ** 2 for results in by_entry.values()) - squares,
        pairs=sum(len(results) * (len(results) - 1) for results in by_entry.values()),
        matches=len(table),
    )
