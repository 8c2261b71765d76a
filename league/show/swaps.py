"""Two who change chairs by hand, before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.formats.byhand import Clash
from league.formats.core import Draw
from league.models import Entry, Round, Seat
from league.swap import Swap

from .rounds import COSTS
from .words import label

CLASHES = {  # who does what a draw would rather avoid
    "short_tables": lazy("%(who)s: a seat at a smaller table, or a rest"),
    "fixed_tables": lazy("%(who)s: not at the table that is needed"),
    "kept_apart": lazy("%(who)s: should be kept apart"),
    "same_owner": lazy("%(who)s: one owner"),
    "repeats": lazy("%(who)s meet again"),
    "repeats_in_a_row": lazy("%(who)s meet twice in a row"),
    "bots_together": lazy("%(who)s: two bots at a table, people being there too"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """How often the draw does what it would rather avoid, before and after."""

    says: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Chairs:
    """Those of a round who may change chairs with one another: at one table, or resting where
    `table` is None."""

    table: int | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class SwapPage:
    """What a swap would bring. `tables`: those of the two as they would be, by number."""

    swap: Swap
    changes: tuple[Change, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    tables: tuple[tuple[int, tuple[Entry, ...]], ...]
    resting: tuple[Entry, ...]

    @property
    def is_dearer(self) -> bool:
        """Whether the draw is worse for it, by its own prices."""
        return self.swap.price > 0

    @property
    def is_cheaper(self) -> bool:
        """Whether it is better for it."""
        return self.swap.price < 0


def swap(planned: Swap) -> SwapPage:
    """The page of a swap that is looked at."""
    entries = planned.round.tournament.entries.select_related("player", "bot__club").in_bulk()
    draw = planned.after[0]
    return SwapPage(
        swap=planned,
        changes=tuple(
            Change(str(COSTS.get(rule, label(rule))), *counts)
            for rule, counts in planned.counts.items()
            if counts[0] != counts[1]
        ),
        new=tuple(_clashes(planned.new, entries, planned.round)),
        gone=tuple(_clashes(planned.gone, entries, planned.round)),
        tables=tuple(_tables(draw, entries, {planned.one.pk, planned.other.pk})),
        resting=tuple(entries[pk] for pk in draw.resting),
    )


def chairs(seats: Iterable[Seat], resting: Iterable[Entry]) -> tuple[Chairs, ...]:
    """Who may change chairs: by table, and at last those who rest."""
    tables: dict[int | None, list[Entry]] = {}
    for seat in seats:
        assert seat.entry is not None  # a round seats entries
        tables.setdefault(seat.match.table, []).append(seat.entry)
    tables[None] = list(resting)
    return tuple(Chairs(table, tuple(there)) for table, there in tables.items() if there)


def _clashes(clashes: Sequence[Clash], entries: Mapping[int, Entry], shown: Round) -> Iterable[str]:
    running = {(one.number, one.who) for one in clashes if one.rule == "repeats_in_a_row"}
    for clash in clashes:
        if clash.rule == "repeats" and (clash.number, clash.who) in running:
            continue
        who = _(" and ").join(str(entries[pk]) for pk in clash.who)
        says = str(CLASHES.get(clash.rule, label(clash.rule))) % {"who": who}
        where = {"n": clash.number, "says": says}
        yield says if clash.number == shown.number else _("Round %(n)d: %(says)s") % where


def _tables(
    draw: Draw, entries: Mapping[int, Entry], moved: set[int]
) -> Iterable[tuple[int, tuple[Entry, ...]]]:
    for number, table in enumerate(draw.tables, start=1):
        if moved & set(table.seats):
            yield number, tuple(entries[pk] for pk in table.seats)
