"""Knockout by tables: the first of each table go on, the last is out, until one table is left.

Everybody still in it plays, at the tables of `sizes`. The first `advance` of each table go on, at a
table with fewer seats than that all but the last. If they do not fill the tables of the next round,
the best of the others go on too, by the share of the table that finished before them (the second of
four is before the second of three); but never the last of a table, so the field always shrinks.
Between equals, at a table or across them, the field's tie-breaks decide, or the match total if it
has none, then a lot. That is fair because nobody goes on without having played well
for it, and the last table is as full as it can be: a bye would be given by chance to people who
have shown nothing yet. There are byes only where the match rules have no table for somebody. They
go to the best seeds, those first who have had the fewest; a bye pays nothing.

Seeds are folded: 1, 8, 9, 16 sit together, 2, 7, 10, 15, and so on, the best at the smaller tables.
The first round is seeded by where the entrants stand, which may be by rating, and where they stand
equal or nowhere by lot; each later one by what was reached in the round before, those who had a bye
first. Two who differ by the lot alone, or reached the same place and sit in one row of the fold,
change places where that keeps owners, those who have met, those who should not meet, or those who
need different tables apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from . import _apart, _draws
from .core import (
    LOT,
    TABLE_SIZE,
    TOTAL,
    Cost,
    Draw,
    Field,
    Finish,
    Format,
    Ids,
    Seeding,
    Setting,
    Undrawable,
)

METHOD = "knockout 1"  # raise the number when the same seed begins to give another draw
ADVANCE = Setting(
    "advance",
    default=1,
    choices=range(1, 6),
    says="Players who go on from each table; the best of the others fill the next round.",
)
BY_RATING = "by_rating"
SEEDS = Setting(
    "seeds",
    default="by_lot",
    choices=("by_lot", BY_RATING),
    says="Who sits where in the first round: the best seeds are kept apart. Ratings are the club's "
    "in this game, of tables at which only bots, only people or both have played, as they do here. "
    "Who has none yet comes after all who have, and between equals a lot decides.",
    means=("By lot.", "By rating."),
)
BYE = Fraction(-1)  # before a first place, which is 0: the best seeds keep their place

Seat = tuple[list[int], int]  # a table, and which of its chairs


class Key(NamedTuple):
    """What one reached, what decides between equals, and the lot: lowest first."""

    reached: Fraction
    breaks: Ids
    lot: bytes


class Knockout(Format):
    """One round at a time, each among those who went on from the one before."""

    slug = "knockout"
    name = "Knockout"
    says = "The best of each table go on, the others are out, until one last table is left."
    settings = (TABLE_SIZE, ADVANCE, SEEDS)
    most_entrants = 500
    in_stages = True

    def check_settings(self, field: Field) -> None:
        super().check_settings(field)
        settings = self.read(field)
        if settings[ADVANCE.name] >= settings[TABLE_SIZE.name]:
            raise Undrawable(
                "Fewer go on than sit at a table: at most %(most)d of %(size)d.",
                setting=ADVANCE.name,
                most=settings[TABLE_SIZE.name] - 1,
                size=settings[TABLE_SIZE.name],
            )

    def check_apart(self, field: Field) -> None:
        if field.never:
            raise Undrawable("In a knockout results decide who meets, so no two are sure never to.")

    def rounds(self, field: Field) -> int:
        return len(self.course(field))

    def course(self, field: Field) -> tuple[tuple[int, ...], ...]:
        self.check(field)
        course = [field.split(len(field.entrants))]
        while len(course[-1]) > 1:
            course.append(field.split(self._going_on(field, course[-1])))
        return tuple(course)

    def knocks_out(self, settings: Mapping[str, Any], stage: int) -> bool:
        return True

    def starts_from_ratings(self, settings: Mapping[str, Any]) -> bool:
        return bool(SEEDS.read(settings.get(SEEDS.name)) == BY_RATING)

    def takes_latecomers(self, stage: int) -> bool:
        return False

    def seeding(self, field: Field, seed: bytes, drawn: Sequence[Draw]) -> Seeding:
        cut = self._next(field, seed, drawn)
        return Seeding(tuple(cut.keys), cut.decided_by)

    def plan(self, field: Field, seed: bytes, drawn: Sequence[Draw] = ()) -> tuple[Draw, ...]:
        self.check(field)
        if drawn and len(_split_of(drawn[-1])) == 1:
            return ()
        cut = self._next(field, seed, drawn)
        split = field.split(len(cut.keys))
        if not split or split[0] == 1:  # too many have left
            return ()
        still = replace(field.only(cut.keys), places={})
        tables = _fold(_without_byes(cut.keys, split, drawn), split)
        _keep_apart(tables, cut.keys, _Prices(still, drawn))
        seated = [tuple(table) for table in tables]
        (draw,) = _draws.make(still, [seated], seed=seed, method=METHOD, drawn=drawn)
        receipt = replace(draw.receipt, costs={**draw.receipt.costs, **cut.ties})
        return (replace(draw, receipt=receipt, stage=draw.number),)

    def _next(self, field: Field, seed: bytes, drawn: Sequence[Draw]) -> _Cut:
        return self._cut(field, seed, drawn[-1]) if drawn else _start(field, seed)

    def _going_on(self, field: Field, split: Sequence[int]) -> int:
        """How many go on from these tables: as fill the next ones, but no last of a table."""
        settings: dict[str, int] = self.read(field)
        first = sum(max(1, min(settings[ADVANCE.name], size - 1)) for size in split)
        full = settings[TABLE_SIZE.name]
        last = sum(size > 1 for size in split)
        return min(sum(split) - last, -(-first // full) * full)

    def _cut(self, field: Field, seed: bytes, draw: Draw) -> _Cut:
        """Who goes on from a round. Who has left the field goes on nowhere; the next best does."""
        keys = _keys(field, seed, draw)
        advance = self.read(field)[ADVANCE.name]
        orders: list[list[int]] = []
        first, others = [one for one in draw.resting if one in keys], []
        for table in draw.tables:
            order = sorted((one for one in table.seats if one in keys), key=keys.__getitem__)
            last = len(table.seats) - 1
            orders.append(order)
            first += order[: min(advance, last)]
            others += order[min(advance, last) : last]
        others.sort(key=keys.__getitem__)
        free = max(0, self._going_on(field, _split_of(draw)) - len(first))
        on = {one: keys[one] for one in sorted([*first, *others[:free]], key=keys.__getitem__)}
        by = field.tie_breaks or (TOTAL,)
        decided_by: dict[int, str] = {}
        for order in [*orders, others]:
            decided_by |= _decided_by(order, on, keys, by)
        borders = {_border(order, on) for order in orders} | {_border(others, on)}
        return _Cut(on, _ties(keys, borders, field.tie_breaks), decided_by)


FORMAT = Knockout()


@dataclass(frozen=True, slots=True)
class _Cut:
    """Who plays the next round, best seed first, how many borders between going on and going out
    the places alone did not settle, and what did, by those whom it let go on."""

    keys: Mapping[int, Key]
    ties: Mapping[str, Cost]
    decided_by: Mapping[int, str]


def _start(field: Field, seed: bytes) -> _Cut:
    """All entrants, by where they stand; who stands nowhere comes last."""
    behind = len(field.entrants) + 1
    keys = {
        one.id: Key(Fraction(field.places.get(one.id, behind)), (), _draws.lot(seed, 0, one.id))
        for one in field.entrants
    }
    return _Cut({one: keys[one] for one in sorted(keys, key=keys.__getitem__)}, {}, {})


def _keys(field: Field, seed: bytes, draw: Draw) -> dict[int, Key]:
    """What each who is still in the field reached in a round. No finish counts as a last place."""
    finishes = field.finishes.get(draw.number, {})
    keys = {one: Key(BYE, (), _draws.lot(seed, draw.number, one)) for one in draw.resting}
    last = (len(draw.ids),) * len(field.tie_breaks)
    for table in draw.tables:
        behind = len(table.seats) - 1
        for one in table.seats:
            finish = finishes.get(one, Finish(behind + 1, 0, last))
            reached = Fraction(finish.place - 1, behind)
            breaks = finish.ranks if field.tie_breaks else (finish.total,)
            keys[one] = Key(reached, breaks, _draws.lot(seed, draw.number, one))
    return {one.id: keys[one.id] for one in field.entrants if one.id in keys}


def _split_of(draw: Draw) -> tuple[int, ...]:
    return (*(len(table.seats) for table in draw.tables), *(1 for _ in draw.resting))


def _border(order: Sequence[int], on: Mapping[int, Key]) -> tuple[int, int] | None:
    """The last of these who goes on and the first who does not."""
    goes_on = [one for one in order if one in on]
    goes_out = [one for one in order if one not in on]
    return (goes_on[-1], goes_out[0]) if goes_on and goes_out else None


def _decided_by(
    order: Sequence[int], on: Mapping[int, Key], keys: Mapping[int, Key], by: Sequence[str]
) -> dict[int, str]:
    """What let those of these go on who reached the same as the first who does not."""
    out = next((keys[one] for one in order if one not in on), None)
    if out is None:
        return {}
    found = {one: _what(on[one], out, by) for one in order if one in on}
    return {one: what for one, what in found.items() if what}


def _what(one: Key, other: Key, by: Sequence[str]) -> str:
    """What is different between two who reached the same; empty if they did not."""
    if one.reached != other.reached:
        return ""
    parts = zip(by, one.breaks, other.breaks, strict=True)
    return next((what for what, mine, yours in parts if mine != yours), LOT)


def _ties(
    keys: Mapping[int, Key], borders: set[tuple[int, int] | None], tie_breaks: Sequence[str]
) -> dict[str, Cost]:
    pairs = [(keys[border[0]], keys[border[1]]) for border in borders if border]
    what = Counter(_what(*pair, tie_breaks or (TOTAL,)) for pair in pairs)
    del what[""]
    ties = {"ties_by_total": Cost(what[TOTAL], 0), "ties_by_lot": Cost(what[LOT], 0)}
    if tie_breaks:
        ties["ties_by_tie_break"] = Cost(what.total() - what[TOTAL] - what[LOT], 0)
    return ties


def _without_byes(
    keys: Mapping[int, Key], split: Sequence[int], drawn: Sequence[Draw]
) -> list[int]:
    """The seeds that play, best first."""
    had = Counter(one for draw in drawn for one in draw.resting)
    fewest_first = sorted(keys, key=had.__getitem__)  # stable: the best seeds of those first
    byes = set(fewest_first[: sum(size == 1 for size in split)])
    return [one for one in keys if one not in byes]


def _fold(seeds: Sequence[int], split: Sequence[int]) -> list[list[int]]:
    """The seeds laid out in rows over the tables, to and fro, largest table first in the end."""
    sizes = sorted(size for size in split if size > 1)
    tables: list[list[int]] = [[] for _ in sizes]
    queue = iter(seeds)
    for row in range(sizes[-1]):
        open = [table for table, size in zip(tables, sizes, strict=True) if size > row]
        for table in open if row % 2 == 0 else reversed(open):
            table.append(next(queue))
    return sorted(tables, key=len, reverse=True)


class _Prices:
    """What tables cost: the prices of any other draw for owners, for those who should not meet, for
    meeting again, and for two who need different tables."""

    def __init__(self, field: Field, drawn: Sequence[Draw]) -> None:
        self.entrants = {one.id: one for one in field.entrants}
        ledger = _draws.Ledger(field, drawn)
        self.met, self.apart = ledger.met, ledger.apart
        self.partners: defaultdict[int, set[int]] = defaultdict(set)
        self.kept_apart = _apart.neighbours(self.apart)
        for one, other in self.met:
            self.partners[one].add(other)
            self.partners[other].add(one)

    def at(self, one: int, others: Sequence[int]) -> int:
        """What one costs at a table with these others."""
        return sum(self._pair(one, other) for other in others)

    def alike(self, one: int, other: int) -> bool:
        """Whether it makes no difference which of the two sits somewhere."""
        mine, yours = self.entrants[one], self.entrants[other]
        same = (mine.owner, mine.table) == (yours.owner, yours.table)
        alone = one not in self.kept_apart and other not in self.kept_apart
        return same and alone and self.partners[one] == self.partners[other]

    def _pair(self, one: int, other: int) -> int:
        pair = min(one, other), max(one, other)
        both = self.entrants[one], self.entrants[other]
        always = _draws.owner_price(*both) + _draws.fixed_price(*both) + self.apart.get(pair, 0)
        return always + _draws.repeat_price(self.met[pair])


def _keep_apart(tables: list[list[int]], keys: Mapping[int, Key], prices: _Prices) -> None:
    """Let two equals change places, as long as that makes the round cheaper."""
    seats = [(table, chair) for table in tables for chair in range(len(table))]
    equals: defaultdict[Fraction, list[Seat]] = defaultdict(list)
    for table, chair in seats:  # a change leaves every seat to somebody who has reached the same
        equals[keys[table[chair]].reached].append((table, chair))
    better = True
    while better:
        better = False
        for table, chair in seats:
            others = equals[keys[table[chair]].reached]
            better |= _move(table, chair, others, keys, prices)


def _move(
    here: list[int],
    chair: int,
    seats: Sequence[Seat],
    keys: Mapping[int, Key],
    prices: _Prices,
) -> bool:
    """Change who sits here with the first equal that makes it cheaper; whether there is one."""
    one, with_one = here[chair], _without(here, chair)
    price = prices.at(one, with_one)
    for there, other_chair in seats if price else ():
        other = there[other_chair]
        same = chair == other_chair or keys[one].breaks == keys[other].breaks
        if there is here or not same or prices.alike(one, other):
            continue
        with_other = _without(there, other_chair)
        swapped = prices.at(other, with_one) + prices.at(one, with_other)
        if swapped < price + prices.at(other, with_other):
            here[chair], there[other_chair] = other, one
            return True
    return False


def _without(table: Sequence[int], chair: int) -> list[int]:
    return [*table[:chair], *table[chair + 1 :]]
