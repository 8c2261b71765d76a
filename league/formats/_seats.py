"""Who sits where at the tables of a plan: everybody in every seat about equally often.

Two seats are looked at a time. Every table that has both is an arrow from who sits in the first to
who sits in the second. Exchanging the two at all tables along a path of arrows takes a first seat
from whom the path leaves, gives one to whom it reaches and changes nothing for those between. Paths
are turned as long as that helps. At tables of one size it helps until nobody has had one seat more
than once oftener than another, whoever sits with whom.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from itertools import combinations

Table = tuple[int, ...]


def seat(rounds: Sequence[Sequence[Table]], played: Sequence[Table] = ()) -> list[list[Table]]:
    """The same tables, each in the order of its seats. The same plan gives the same seats.

    `played`: tables of rounds before, in the order of their seats, which stays."""
    seated = [[list(table) for table in tables] for tables in rounds]
    tables = [table for round in seated for table in round]
    pairs = list(combinations(range(max(len(table) for table in tables)), 2))
    # Every path turned lowers the sum of squares of how often who had which seat, so this ends.
    while sum(_Pair(tables, played, *pair).balance() for pair in pairs):
        pass
    return [[tuple(table) for table in round] for round in seated]


class _Pair:
    """Two seats, first < second, at all tables of a plan."""

    def __init__(
        self, tables: list[list[int]], played: Sequence[Table], first: int, second: int
    ) -> None:
        self.tables = tables
        self.first = first
        self.second = second
        self.lead: Counter[int] = Counter()  # how much oftener somebody had the first seat
        self.arrows: defaultdict[int, list[int]] = defaultdict(list)  # who -> tables he leads from
        for table in (*tables, *played):
            if len(table) > first:
                self.lead[table[first]] += 1
            if len(table) > second:
                self.lead[table[second]] -= 1
        for number, table in enumerate(tables):
            if len(table) > second:
                self.arrows[table[first]].append(number)
        self.least = min(self.lead.values())

    def balance(self) -> int:
        """Turn paths while one helps anybody; how many did."""
        turned = 0
        for one in list(self.lead):
            while path := self._path(one):
                self._turn(path)
                turned += 1
        return turned

    def _path(self, start: int) -> list[int]:
        """The tables from here to the nearest person who may have one lead more; [] if none."""
        enough = self.lead[start] - 2
        if enough <= max(self.least, -2):  # nobody has so little, or the start has no lead
            return []
        came_by: dict[int, tuple[int, int]] = {
            start: (start, -1)
        }  # who -> from whom, at which table
        queue = deque([start])
        while queue:
            at = queue.popleft()
            if self.lead[at] < enough:
                return _back(at, came_by)
            for number in self.arrows[at]:
                other = self.tables[number][self.second]
                if other not in came_by:
                    came_by[other] = at, number
                    queue.append(other)
        return []

    def _turn(self, path: list[int]) -> None:
        for number in path:
            table = self.tables[number]
            one, other = table[self.first], table[self.second]
            table[self.first], table[self.second] = other, one
            self.arrows[one].remove(number)
            self.arrows[other].append(number)
            self.lead[one] -= 2
            self.lead[other] += 2
        self.least = min(self.lead.values())


def _back(at: int, came_by: Mapping[int, tuple[int, int]]) -> list[int]:
    """The tables by which one came here, the first one first."""
    tables = []
    while came_by[at][0] != at:
        at, number = came_by[at]
        tables.append(number)
    return tables[::-1]
