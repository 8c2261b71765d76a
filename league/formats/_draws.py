"""From tables to draws: seats them and writes every round's receipt.

The prices stand here, since the search and the receipts use the same ones.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from . import _apart
from ._numbers import by_number
from ._seats import seat
from .core import TABLE_SIZE, Cost, Draw, Entrant, Field, Ids, Receipt, Table

REPEAT = 4
SAME_OWNER = 100
BOTS_TOGETHER = 1
FIXED_TABLE = 100_000  # more than any meeting costs, and less than a visit out of turn
TABLES_APART = 2  # how far two may stand apart for the price of 1; four times as far costs 16
SHORT_TABLE = 1_000_000  # visits are spread evenly before anything else is looked at
NEVER = 10**9  # more than all that a step of a search can save


def repeat_price(met: int) -> int:
    """Of a meeting of two who have met so often; it is paid twice if they met in the last round."""
    return REPEAT * met**2


def short_price(visits: int) -> int:
    """Of a seat at a short table, or a rest, for somebody who has had so many."""
    return SHORT_TABLE * visits


def owner_price(one: Entrant, other: Entrant) -> int:
    """Of every meeting of these two: of one owner or not."""
    return SAME_OWNER if one.owner is not None and one.owner == other.owner else 0


def fixed_price(one: Entrant, other: Entrant) -> int:
    """Of every meeting of these two: of one of them who then is not at the table he needs."""
    return FIXED_TABLE if one.table and other.table and one.table != other.table else 0


def apart_prices(field: Field) -> dict[Ids, int]:
    """Of every meeting of two who never sit together, or who should not: as of one owner's."""
    return {**dict.fromkeys(field.rather_not, SAME_OWNER), **dict.fromkeys(field.never, NEVER)}


def kept_apart(field: Field, ids: Sequence[int], split: Sequence[int]) -> _apart.Apart:
    """With whom each never sits, by their places among these ids; if there are such tables, with
    whom he should not sit either."""
    number = {one: place for place, one in enumerate(ids)}
    never, all_apart = (
        _apart.neighbours((number[one], number[other]) for one, other in pairs)
        for pairs in (field.never, field.never | field.rather_not)
    )
    return all_apart if _apart.possible(range(len(ids)), split, all_apart) else never


def bots_price(one: Entrant, other: Entrant, mixed: bool) -> int:
    """Of every meeting of these two: both bots in a mixed field or not. It spreads the bots."""
    return BOTS_TOGETHER if mixed and one.bot and other.bot else 0


def gap_price(halves: int, size: int) -> Fraction:
    """Of every meeting of two who stand so many half places apart, at tables of this size that
    were filled in the order of places."""
    return Fraction(halves, 2 * size * TABLES_APART) ** 2


def stands(field: Field) -> dict[int, int]:
    """Where each stands among those who take part, in half places: equals where they stand on the
    average, newcomers in the middle."""
    here = [entrant.id for entrant in field.entrants]
    taken = Counter(field.places[one] for one in here if one in field.places)
    middle, before = taken.total() + 1, 0
    at: dict[int, int] = {}
    for place, count in sorted(taken.items()):
        at[place] = 2 * before + count + 1
        before += count
    return {one: at.get(field.places.get(one, 0), middle) for one in here}


def always_prices(entrants: Sequence[Entrant], apart: Mapping[Ids, int]) -> list[list[int]]:
    """Of every meeting of each with each, however often they have met; 0 with oneself. `apart`: of
    those who are to be kept apart."""
    mixed = is_mixed(entrants)
    row_of = {
        bot: [bots_price(Entrant(0, bot=bot), other, mixed) for other in entrants]
        for bot in (False, True)
    }
    rows = [row_of[one.bot].copy() for one in entrants]
    for one, row in enumerate(rows):
        row[one] = 0
    for one, other in _of_one_owner(entrants):
        _add(rows, one, other, owner_price(entrants[one], entrants[other]))
    fixed = [number for number, one in enumerate(entrants) if one.table]
    for one, other in combinations(fixed, 2):
        _add(rows, one, other, fixed_price(entrants[one], entrants[other]))
    number = {entrant.id: number for number, entrant in enumerate(entrants)}
    for (one, other), price in apart.items():
        _add(rows, number[one], number[other], price)
    return rows


def _of_one_owner(entrants: Sequence[Entrant]) -> Iterator[tuple[int, int]]:
    """The few pairs whose owner is to be looked at, by their indices."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(entrants):
        if one.owner is not None:
            groups[one.owner].append(number)
    for group in groups.values():
        yield from combinations(group, 2)


def _add(rows: list[list[int]], one: int, other: int, price: int) -> None:
    rows[one][other] += price
    rows[other][one] += price


def is_mixed(entrants: Iterable[Entrant]) -> bool:
    """Whether people and bots both take part."""
    return len({entrant.bot for entrant in entrants}) > 1


def lot(seed: bytes, number: int, one: int) -> bytes:
    """What decides between equals after a round; the same whoever else takes part."""
    return hashlib.sha256(f"{seed.hex()} {number} {one}".encode()).digest()


def make(
    field: Field,
    rounds: Sequence[Sequence[Ids]],
    *,
    seed: bytes,
    method: str,
    steps: int = 0,
    cut_short: bool = False,
    drawn: Sequence[Draw] = (),
) -> tuple[Draw, ...]:
    """The draws of a plan: `rounds` hold the tables as entrants' ids, in any order. Whoever is at
    no table, or at one alone, rests. They follow those in `drawn`."""
    rounds = [[table for table in tables if len(table) > 1] for tables in rounds]
    ledger = Ledger(field, drawn)
    played = [table.seats for one in drawn for table in one.tables]
    seated = [by_number(tables, ledger.fixed) for tables in seat(rounds, played)]
    return tuple(
        Draw(
            number=number,
            tables=tuple(Table(table) for table in tables),
            resting=ledger.resting(tables),
            receipt=Receipt(seed.hex(), method, steps, cut_short, ledger.enter(tables)),
        )
        for number, tables in enumerate(seated, start=len(drawn) + 1)
    )


class Ledger:
    """Who has met whom and how often, and who was at a short table, round after round. It begins
    with the rounds that are drawn already; some who were in them may have left since."""

    def __init__(self, field: Field, drawn: Sequence[Draw]) -> None:
        self.mixed = is_mixed(field.entrants)
        self.entrants = {entrant.id: entrant for entrant in field.entrants}
        self.fixed = {one.id: one.table for one in field.entrants if one.table}
        self.apart = apart_prices(field)
        self.size = field.settings.get(TABLE_SIZE.name, TABLE_SIZE.default)
        self.stands = stands(field) if field.places else {}
        self.met: Counter[Ids] = Counter()
        self.met_last: set[Ids] = set()
        self.visits: Counter[int] = Counter()
        for draw in drawn:
            self._count([table.seats for table in draw.tables], draw.resting)

    def resting(self, tables: Sequence[Ids]) -> Ids:
        """Who has no seat in a round with these tables."""
        return tuple(sorted(set(self.entrants).difference(*tables)))

    def enter(self, tables: Sequence[Ids]) -> dict[str, Cost]:
        """What the round costs by each rule, given those before it."""
        charges = self.charges(tables)
        costs = {rule: Cost(len(of_it), sum(of_it.values())) for rule, of_it in charges.items()}
        if self.stands:
            costs["places_apart"] = self._places_apart(_pairs(tables))
        self._count(tables, self.resting(tables))
        return costs

    def charges(self, tables: Sequence[Ids]) -> dict[str, dict[Ids, int]]:
        """Who is charged by each rule, alone or as a pair, and how much; all but the distance of
        places, of which everybody bears a part. The tables stand in the order of their numbers."""
        pairs = _pairs(tables)
        again = {pair: repeat_price(self.met[pair]) for pair in pairs}
        both = {pair: (self.entrants[pair[0]], self.entrants[pair[1]]) for pair in pairs}
        short = _short(tables, self.resting(tables))
        in_a_row = {pair: price for pair, price in again.items() if pair in self.met_last}
        charges: dict[str, dict[Ids, int]] = {
            "short_tables": {(one,): short_price(self.visits[one]) for one in short},
            "same_owner": _charged({pair: owner_price(*two) for pair, two in both.items()}),
            "repeats": _charged(again),
            "repeats_in_a_row": _charged(in_a_row),
            "bots_together": _charged(
                {pair: bots_price(*two, self.mixed) for pair, two in both.items()}
            ),
        }
        if self.fixed:
            charges["fixed_tables"] = self._elsewhere(tables)
        if self.apart:
            charges["kept_apart"] = {two: self.apart[two] for two in pairs if two in self.apart}
        return charges

    def _elsewhere(self, tables: Sequence[Ids]) -> dict[Ids, int]:
        """Who sits at another table than the one he needs."""
        at = {one: number for number, table in enumerate(tables, start=1) for one in table}
        wrong = (one for one, number in self.fixed.items() if at.get(one, number) != number)
        return {(one,): FIXED_TABLE for one in wrong}

    def _places_apart(self, pairs: Sequence[Ids]) -> Cost:
        apart = [abs(self.stands[one] - self.stands[other]) for one, other in pairs]
        price = round(sum(gap_price(halves, self.size) for halves in apart))
        return Cost(sum(one >= 2 * self.size for one in apart), price)

    def _count(self, tables: Sequence[Ids], resting: Ids) -> None:
        pairs = _pairs(tables)
        self.met.update(pairs)
        self.met_last = set(pairs)
        self.visits.update(_short(tables, resting))


def _pairs(tables: Sequence[Ids]) -> list[Ids]:
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def _short(tables: Sequence[Ids], resting: Ids) -> list[int]:
    """Who sits at a table smaller than the largest, or rests."""
    largest = max(len(table) for table in tables)
    return [one for table in tables if len(table) < largest for one in table] + list(resting)


def _charged(prices: Mapping[Ids, int]) -> dict[Ids, int]:
    return {who: price for who, price in prices.items() if price}
