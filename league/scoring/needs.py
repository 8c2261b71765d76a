"""What the last round can still change: the places every entry may end in, and what each place at
its own table makes of them.

Bounds are exact, though not all results are tried. Tables do not depend on each other, so how many
of another table may end ahead of some points, at least and at most, is asked of that table alone,
and the answers are added up. Every order of a table is taken for possible, shared places too.
Between equal points the tie-breaks may go either way. Only for who misses the round, and is paid
like the worst in it, bounds may be wider than need be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import ge, le
from typing import NamedTuple

from .catalog import SCORINGS, Spot
from .core import Counting, exact_sum
from .standings import Row

Chairs = tuple[int, ...]  # what the places of a table pay, see _Kind
Key = tuple[bool, bool, Fraction]  # gone, has only rested, and the points, lowest first


class Reach(NamedTuple):
    """The best and the worst place in the standings that is possible."""

    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Need:
    """What an entry can still reach. `by_place`: by its place at the table at which it has yet to
    finish, if there is one."""

    entry: int
    reach: Reach
    by_place: Mapping[int, Reach]


def needs(
    rows: Sequence[Row],
    tables: Sequence[Sequence[int]],
    counting: Counting,
    last: int,
    gone: Collection[int] = (),
) -> tuple[Need, ...]:
    """What every entry can still reach, in the order of `rows`.

    `rows`: the standings of all that has been played, rests and finished tables of the `last` round
    included. `tables`: the entries at its other tables. Whoever is at none of them, and has no
    points of that round, misses it. Those who have `gone` come after all the others. Nothing comes
    of a scoring that pays totals: there may be any, so nothing is sure.
    """
    if not SCORINGS[counting.scoring].by_place:
        return ()
    race = _race(rows, tables, counting, last, gone)
    found = {need.entry: need for table in race.tables for need in race.needs(table)}
    return tuple(found[row.entry] for row in rows)


class _Orders:
    """The ways in which some chairs may pay. Of those only that matter for the bounds: what no
    other way beats chair by chair, and what beats none."""

    def __init__(self, ways: Iterable[Chairs]) -> None:
        ways = set(ways)
        self.kindest = [one for one in ways if not _beaten(one, ways, le)]
        self.hardest = [one for one in ways if not _beaten(one, ways, ge)]

    def most(self, limits: Sequence[int]) -> int:
        """How many can end ahead at once, if each must be paid better than his limit says."""
        rising = sorted(limits)
        return max(_seated(bisect_left(one, limit) for limit in rising) for one in self.kindest)

    def fewest(self, limits: Sequence[int]) -> int:
        """How many end ahead at least: all but those who can miss their limits at once."""
        falling = sorted(limits, reverse=True)
        missing = (
            _seated(len(one) - bisect_left(one, limit) for limit in falling) for one in self.hardest
        )
        return len(limits) - max(missing)


def _beaten(one: Chairs, ways: Iterable[Chairs], by: Callable[[int, int], bool]) -> bool:
    return any(other != one and all(map(by, other, one)) for other in ways)


def _seated(chairs: Iterable[int]) -> int:
    """How many can have a chair that will do, the fewest chairs first; for the next ones there are
    the same and more."""
    count = 0
    for enough in chairs:
        count += enough > count
    return count


@dataclass(frozen=True)
class _Kind:
    """Tables of one size. `paid`: all that a match there can pay, best first; chairs name a payment
    by its position in it. `all`: of everybody, `others`: of the others at the table of one who has
    this place and this payment."""

    paid: Sequence[Fraction]
    all: _Orders
    others: Mapping[tuple[int, int], _Orders]


@dataclass(frozen=True)
class _Table:
    """Who plays at a table, and the level at which each ends with each payment of its kind: the
    position in the list of all points that occur, 0 the best. Who has nothing more to play is at a
    table of one."""

    entries: Sequence[int]
    kind: _Kind
    levels: Sequence[Sequence[int]]

    @cached_property
    def at_least(self) -> list[int]:
        """As many as are listed below a level end below it whatever happens."""
        return self._steps(self.kind.all.fewest)

    @cached_property
    def at_most(self) -> list[int]:
        """As many as are listed below a level may end below it."""
        return self._steps(self.kind.all.most)

    def _steps(self, count: Callable[[Sequence[int]], int]) -> list[int]:
        steps: list[int] = []
        for level in sorted(set(chain(*self.levels))):
            steps += [level] * (count(self.limits(level + 1)) - len(steps))
        return steps

    def limits(self, below: int, without: int | None = None) -> list[int]:
        """How many of the payments, best first, let each end below a level."""
        return [bisect_left(one, below) for who, one in enumerate(self.levels) if who != without]


@dataclass(frozen=True)
class _Race:
    """All tables. `ties_decide`: whether of two with equal points one may end behind the other."""

    tables: Sequence[_Table]
    ties_decide: bool

    @cached_property
    def at_least(self) -> list[int]:
        """As of a table, of all of them together."""
        return sorted(chain(*(table.at_least for table in self.tables)))

    @cached_property
    def at_most(self) -> list[int]:
        """As of a table, of all of them together."""
        return sorted(chain(*(table.at_most for table in self.tables)))

    def needs(self, table: _Table) -> Iterator[Need]:
        """Of all who sit there."""
        for who, entry in enumerate(table.entries):
            found: dict[int, list[Reach]] = defaultdict(list)
            for (place, payment), others in table.kind.others.items():
                found[place].append(self._reach(table, who, payment, others))
            by_place = {place: _widest(found[place]) for place in sorted(found)}
            is_open = len(table.entries) > 1
            yield Need(entry, _widest(by_place.values()), by_place if is_open else {})

    def _reach(self, table: _Table, who: int, payment: int, others: _Orders) -> Reach:
        level = table.levels[who][payment]
        below = level + 1 if self.ties_decide else level
        ahead = bisect_left(self.at_least, level) - bisect_left(table.at_least, level)
        ahead += others.fewest(table.limits(level, without=who))
        at_most = bisect_left(self.at_most, below) - bisect_left(table.at_most, below)
        at_most += others.most(table.limits(below, without=who))
        return Reach(1 + ahead, 1 + at_most)


def _widest(reaches: Iterable[Reach]) -> Reach:
    best, worst = zip(*reaches, strict=True)
    return Reach(min(best), max(worst))


def _race(
    rows: Sequence[Row],
    tables: Sequence[Sequence[int]],
    counting: Counting,
    last: int,
    gone: Collection[int],
) -> _Race:
    kinds = {size: _kind(size, counting) for size in set(map(len, tables))}
    paid = {entry: kinds[len(table)].paid for table in tables for entry in table}
    missing = _missing(rows, kinds.values(), counting, last)
    sign = 1 if SCORINGS[counting.scoring].fewest_win else -1
    keys: dict[int, list[Key]] = {}
    for row in rows:
        only_rested = not (row.matches or row.entry in paid)
        ends = _ends(row, paid.get(row.entry), missing, last)
        keys[row.entry] = [(row.entry in gone, only_rested, sign * points) for points in ends]
    level = {key: number for number, key in enumerate(sorted(set(chain(*keys.values()))))}
    levels = {entry: [level[key] for key in ends] for entry, ends in keys.items()}
    at_tables = [_Table(one, kinds[len(one)], [levels[entry] for entry in one]) for one in tables]
    alone = [
        _Table((entry,), _alone(len(ends)), [ends])
        for entry, ends in levels.items()
        if entry not in paid
    ]
    return _Race([*at_tables, *alone], ties_decide=bool(counting.tie_breaks))


def _ends(
    row: Row, paid: Sequence[Fraction] | None, missing: Sequence[Fraction], last: int
) -> list[Fraction]:
    """The points one may have in the end. `paid`: what a match still to come can pay; `missing`:
    what the last round can, if it is missed."""
    if paid is not None:
        return _after(row, paid)
    if last in row.rounds or last in row.rests:
        return [row.points]
    return [row.points + one for one in missing]


def _after(row: Row, paid: Iterable[Fraction]) -> list[Fraction]:
    """The points of one after a match more that pays this. It counts for his rests too, which pay
    the mean of what he has played."""
    own = [row.rounds[number] for number in row.rounds.keys() - row.rests - row.missed]
    flat = row.penalty + exact_sum(row.rounds[number] for number in row.missed)
    so_far, weight = exact_sum(own), 1 + Fraction(len(row.rests), len(own) + 1)
    return [(so_far + points) * weight + flat for points in paid]


def _missing(
    rows: Iterable[Row], kinds: Iterable[_Kind], counting: Counting, last: int
) -> list[Fraction]:
    """What the last round can pay who misses it: the least and the most that may turn out to be
    the worst in it."""
    worst = max if SCORINGS[counting.scoring].fewest_win else min
    paid = [row.rounds[last] for row in rows if last in row.rounds.keys() - row.rests]
    at_best = [kind.paid[min(way[-1] for way in kind.all.kindest)] for kind in kinds]
    at_worst = [kind.paid[-1] for kind in kinds]
    return [worst([*paid, *ends]) for ends in (at_best, at_worst)]


def _alone(ends: int) -> _Kind:
    """Somebody at no table who can end in so many ways."""
    ways = [(end,) for end in range(ends)]
    return _Kind((), _Orders(ways), {(1, end): _Orders([()]) for end in range(ends)})


def _kind(size: int, counting: Counting) -> _Kind:
    scoring = SCORINGS[counting.scoring]
    settings = scoring.read(counting.settings)
    payments = {
        order: [scoring.pay(Spot(place, order.count(place), size, 0), settings) for place in order]
        for order in _orders(size)
    }
    paid = sorted(set(chain(*payments.values())), reverse=not scoring.fewest_win)
    position = {points: number for number, points in enumerate(paid)}
    chairs = {order: tuple(position[one] for one in paid_to) for order, paid_to in payments.items()}
    others: dict[tuple[int, int], set[Chairs]] = defaultdict(set)
    for order, ways in chairs.items():
        for place in set(order):
            chair = order.index(place)
            others[place, ways[chair]].add(ways[:chair] + ways[chair + 1 :])
    return _Kind(paid, _Orders(chairs.values()), {of: _Orders(ways) for of, ways in others.items()})


def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    """The places of a table of this size in all ways, best first: all but the first share that of
    the one before, or do not."""
    if size == 1:
        return ((1,),)
    return tuple((*order, place) for order in _orders(size - 1) for place in (order[-1], size))
