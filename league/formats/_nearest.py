"""Which tables to begin now, among those who are free: whose turn it is, with whom, in which seats.

Whoever has had the fewest turns comes first. He sits down at the table size he has had least, with
those who cost least: near him by rating, not met lately, and with few turns themselves. A version's
first tries come before its turn, so that it is rated soon, and count as turns all the same: the bot
waits afterwards until the others have caught up. So who brings a new version every day gets nothing
by it. Arrears are caught up to the same bound, so that nobody who comes late plays on and on; and
whoever played on while the others could not is soon no further ahead of them than that and LEAD.

A table that could be better in a moment, when somebody comes free, is put off, but for nobody
longer than PATIENCE_S: a slow bot holds up those at its table and nobody else.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations
from statistics import median_low

from .continuous import ALONE, FEW, FREE, FULL, HELD, Contender, Pool, Wait
from .core import Cost

PATIENCE_S = 10
UNEVEN = 1  # tables that somebody may have had more of one size than of another, and take one more
NEAR = 1  # the price of two who stand a whole table apart; twice as far costs 4
MET = 4  # of a meeting at one of the last tables, and as much again at the very last
TURN = 1  # of each turn that somebody has had
LEAD = 12  # turns ahead of most that count, beyond those that a new version may have


class Search:
    """The tables of one opening, one after the other."""

    def __init__(self, pool: Pool, sizes: Iterable[int], catch_up: int, chance: str) -> None:
        ready = sorted((one for one in pool.contenders if one.is_ready), key=lambda one: one.id)
        self.catch_up = catch_up
        self.level = median_low([one.turns for one in ready]) if ready else 0
        self.room = pool.room
        company = _company(ready)
        self.sizes = [size for size in sizes if size <= company]
        self.some_are_to_come = any(one.state != FREE for one in ready)
        self.stands = _stands(ready)
        # Of all that Random offers, only random() is promised to stay the same in later Pythons.
        lot = random.Random(chance).random
        lots = {one.id: lot() for one in ready}
        free = [one for one in ready if one.state == FREE]
        self.free = sorted(free, key=lambda one: (self.claim(one), lots[one.id]))

    def claim(self, one: Contender) -> int:
        """The turns that count for whose turn it is: fewest first."""
        turns = self.counted(one)
        return max(turns, self.level) - self.catch_up if one.tries < self.catch_up else turns

    def counted(self, one: Contender) -> int:
        """His turns, no further behind than may be caught up, and not too far ahead."""
        most = self.level + self.catch_up + LEAD
        return min(max(one.turns, self.level - self.catch_up), most)

    def tables(self) -> Iterator[tuple[Contender, ...]]:
        """Every table that begins now, in the order of its seats."""
        while self.room > 0 and (table := self._next(strict=True) or self._next(strict=False)):
            self.room -= 1
            self.some_are_to_come = True
            seated = {one.id for one in table}
            self.free = [one for one in self.free if one.id not in seated]
            yield _in_their_seats(table)

    def capped(self) -> dict[int, int]:
        """The turns of those who are free and were too far ahead; written down, since the others
        would never come near them else."""
        return {one.id: most for one in self.free if (most := self.counted(one)) < one.turns}

    def waits(self) -> dict[int, Wait]:
        """Why those who are free are at none of them, once they are all drawn."""
        why = self._why()
        return {one.id: Wait(why, ahead) for ahead, one in enumerate(self.free)}

    def costs(self, table: Sequence[Contender]) -> dict[str, Cost]:
        """What is wrong with a table."""
        pairs, unit = list(combinations(table, 2)), _unit(len(table))
        again = [_met(one)[other.id] for one, other in pairs]
        last = sum(other.id in chain(*one.met[:1]) for one, other in pairs)
        squares = [self._apart(one, other) ** 2 for one, other in pairs]
        claims = [self.claim(one) for one in table]
        more = [claim - min(claims) for claim in claims]
        return {
            "met_lately": Cost(sum(map(bool, again)), MET * sum(again)),
            "repeats_in_a_row": Cost(last, MET * last),
            "places_apart": Cost(sum(one >= unit for one in squares), NEAR * sum(squares) // unit),
            "played_more": Cost(sum(map(bool, more)), TURN * sum(more)),
        }

    def _why(self) -> str:
        """The same for all of them: each could sit at a table of as many as there are owners."""
        if not self.sizes:
            return ALONE
        if self.room <= 0:
            return FULL
        return FEW if _company(self.free) < self.sizes[0] else HELD

    def _next(self, strict: bool) -> list[Contender] | None:
        """`strict`: a table as it should be; else one that somebody has waited for long enough."""
        for host in self.free:
            for size in sorted(self.sizes, key=lambda size: (host.sizes.get(size, 0), -size)):
                if table := self._table(host, size, strict):
                    return table
        return None

    def _table(self, host: Contender, size: int, strict: bool) -> list[Contender] | None:
        """He and those who cost least, if there are enough."""
        if not self._may_sit(host, size, strict):
            return None
        table, unit = [host], _unit(size)
        others = [one for one in self.free if self._may_sit(one, size, strict)]
        price = {one.id: TURN * unit * self.claim(one) for one in others}
        while len(table) < size:
            newest = table[-1]
            met = _met(newest)
            others = [one for one in others if one is not newest and _may_meet(one, newest)]
            for one in others:
                price[one.id] += NEAR * self._apart(one, newest) ** 2 + MET * unit * met[one.id]
            fit = others if len(table) < size - 1 else self._for_last_seat(table, others, strict)
            if not fit:
                return None
            table.append(min(fit, key=lambda one: price[one.id]))
        return table

    def _for_last_seat(
        self, table: Sequence[Contender], others: Sequence[Contender], strict: bool
    ) -> Sequence[Contender]:
        """Those who keep a table from being just the last one once more."""
        host, *rest = table
        last = host.met[0] if host.met else ()
        if not others or any(one.id not in last for one in rest):
            return others
        if fresh := [one for one in others if one.id not in last]:
            return fresh
        return others if not strict and any(map(self._has_waited, table)) else []

    def _apart(self, one: Contender, other: Contender) -> int:
        return abs(self.stands[one.id] - self.stands[other.id])

    def _may_sit(self, one: Contender, size: int, strict: bool) -> bool:
        """Whether he has not had this size too often for now."""
        least = min(one.sizes.get(other, 0) for other in self.sizes)
        if one.sizes.get(size, 0) <= least + UNEVEN:
            return True
        return not strict and self._has_waited(one)

    def _has_waited(self, one: Contender) -> bool:
        """Long enough, or there is nobody to wait for."""
        return one.waited_s >= PATIENCE_S or not self.some_are_to_come


def _unit(size: int) -> int:
    """The square of a whole table, in half places: prices are counted in parts of it."""
    return (2 * size) ** 2


def _may_meet(one: Contender, other: Contender) -> bool:
    return one.owner is None or one.owner != other.owner


def _company(ready: Iterable[Contender]) -> int:
    """The largest table at which they could all meet."""
    owners = Counter(one.owner for one in ready)
    unowned = owners.pop(None, 0)
    return unowned + len(owners)


def _stands(ready: Iterable[Contender]) -> dict[int, int]:
    """Where each stands by rating, in half places: equals where they stand on the average."""
    count = Counter(one.rating for one in ready)
    before, at = 0, {}
    for rating in sorted(count, reverse=True):
        at[rating] = 2 * before + count[rating] + 1
        before += count[rating]
    return {one.id: at[one.rating] for one in ready}


def _met(one: Contender) -> Counter[int]:
    """How often he has met others lately; at the very last table counts twice."""
    return Counter(chain(*one.met, *one.met[:1]))


def _in_their_seats(table: Sequence[Contender]) -> tuple[Contender, ...]:
    """Everybody where he has sat least."""

    def had(order: tuple[Contender, ...]) -> int:
        return sum(sum(one.seats[seat : seat + 1]) for seat, one in enumerate(order))

    return min(permutations(table), key=had)
