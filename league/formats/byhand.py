"""A draw that somebody changes by hand: two change chairs, and the rounds are priced anew.

The prices are those of every draw. Who changes chairs with the same one twice is where he was, so
the draw as it came out is found again behind all swaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ._draws import Ledger
from .core import Draw, Field, Table, Undrawable


@dataclass(frozen=True, slots=True)
class Clash:
    """Somebody, or two who meet, charged by a rule in a round."""

    number: int
    rule: str
    who: tuple[int, ...]


def swap(draw: Draw, one: int, other: int) -> Draw:
    """The round with these two in each other's chairs; one of them may rest, then the other does.
    The costs are still those before. Raises Undrawable where that changes nothing, or cannot be."""
    where = {who: table for table in draw.tables for who in table.seats}
    if not {one, other} <= {*where, *draw.resting}:
        raise Undrawable("Both have to be in this round.")
    if where.get(one) == where.get(other):
        raise Undrawable("These two are at the same table, or both rest, so nothing would change.")
    receipt = replace(draw.receipt, swaps=(*draw.receipt.swaps, (one, other)))
    return replace(_exchanged(draw, one, other), receipt=receipt)


def as_drawn(draw: Draw) -> Draw:
    """The round before anybody changed it by hand."""
    for one, other in reversed(draw.receipt.swaps):
        draw = _exchanged(draw, one, other)
    return draw


def priced(field: Field, draws: Sequence[Draw], drawn: Sequence[Draw]) -> tuple[Draw, ...]:
    """These rounds, which follow those in `drawn`, each with what its tables cost now. `field` is
    what they were drawn from."""
    found: tuple[Draw, ...] = ()
    for draw in draws:
        costs = _ledger(field, draw, (*drawn, *found)).enter(_seats(draw))
        # Who goes on was settled before, and a format names no rule that it does not look at.
        kept = {rule: costs.get(rule, cost) for rule, cost in draw.receipt.costs.items()}
        found += (replace(draw, receipt=replace(draw.receipt, costs=kept)),)
    return found


def clashes(field: Field, draws: Sequence[Draw], drawn: Sequence[Draw]) -> tuple[Clash, ...]:
    """Who is charged by which rule in these rounds, which follow those in `drawn`."""
    found: list[Clash] = []
    for at, draw in enumerate(draws):
        charges = _ledger(field, draw, (*drawn, *draws[:at])).charges(_seats(draw))
        for rule in charges.keys() & draw.receipt.costs.keys():
            found += (Clash(draw.number, rule, who) for who in charges[rule])
    return tuple(found)


def _ledger(field: Field, draw: Draw, before: Sequence[Draw]) -> Ledger:
    """Of those who are in this round, not of who is out or has come since."""
    return Ledger(field.only(draw.ids), before)


def _seats(draw: Draw) -> list[tuple[int, ...]]:
    return [table.seats for table in draw.tables]


def _exchanged(draw: Draw, one: int, other: int) -> Draw:
    instead = {one: other, other: one}
    tables = tuple(
        Table(tuple(instead.get(who, who) for who in table.seats)) for table in draw.tables
    )
    resting = tuple(sorted(instead.get(who, who) for who in draw.resting))
    return replace(draw, tables=tables, resting=resting)
