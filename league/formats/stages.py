"""Stages: one format for all, then another for those who stand first after it.

Each stage is drawn as if it were a tournament of its own: who met whom, rested or had which seat in
the first counts no more in the second. Who goes on is decided by where they stand. Between equals a
lot decides, and the receipt says that it had to. A knockout is seeded by where they stand. Any
other second stage begins as if nothing had been played, since no points are carried over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import _apart, _draws
from .core import (
    LEFT_OVER,
    LOT,
    ROUNDS,
    TABLE_SIZE,
    Cost,
    Draw,
    Entrant,
    Field,
    Format,
    Ids,
    Seeding,
    Setting,
    Undrawable,
)
from .everybody import FORMAT as EVERYBODY
from .knockout import ADVANCE
from .knockout import FORMAT as KNOCKOUT
from .planned import FORMAT as PLANNED
from .swiss import FORMAT as SWISS

METHOD = "stages 1"  # raise the number when others go on or the stages are put together otherwise
ALL_PLAY: dict[str, Format] = {one.slug: one for one in (SWISS, PLANNED, EVERYBODY)}
ANY: dict[str, Format] = {**ALL_PLAY, KNOCKOUT.slug: KNOCKOUT}


def _choice(name: str, default: Format, formats: Mapping[str, Format], says: str) -> Setting:
    names = tuple(one.name for one in formats.values())
    return Setting(name, default.slug, tuple(formats), says, names)


FIRST = _choice("first_stage", SWISS, ALL_PLAY, "How its tables are drawn.")
FIRST_ROUNDS = replace(
    ROUNDS,
    name="first_stage_rounds",
    says="Matches that everybody plays, where it does not follow from how tables are drawn.",
)
GOING_ON = Setting(
    "going_on",
    default=4,
    choices=range(2, 201),
    says="Players who reach the second stage. As many as sit at a table make it a final table.",
)
SECOND = _choice(
    "second_stage", PLANNED, ANY, "How its tables are drawn. It begins at zero for everybody."
)
SECOND_ROUNDS = replace(
    ROUNDS,
    name="second_stage_rounds",
    default=1,
    says="Matches that everybody who goes on plays; a knockout has as many as it takes.",
)
FROM_EACH = replace(
    ADVANCE,
    says="In a knockout only. Players who go on from each of its tables; the best of the "
    "others fill the next round.",
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A stage as a tournament of its own."""

    format: Format
    field: Field

    def plan(self, seed: bytes, drawn: Sequence[Draw]) -> tuple[Draw, ...]:
        """Its next rounds; none if too few are left for a table."""
        if not _holds_a_table(self.field.split(len(self.field.entrants))):
            return ()
        return self.format.plan(self.field, seed, drawn)


class Stages(Format):
    """The rounds of the first stage, then those of the second, each as its format draws them."""

    slug = "stages"
    name = "Two stages"
    says = "All play a first stage; the best of it play a second one, such as a final table."
    settings = (
        TABLE_SIZE,
        LEFT_OVER,
        FIRST,
        FIRST_ROUNDS,
        GOING_ON,
        SECOND,
        SECOND_ROUNDS,
        FROM_EACH,
    )
    most_entrants = 500
    in_stages = True

    def knocks_out(self, settings: Mapping[str, Any], stage: int) -> bool:
        _first, second = _formats(settings)
        return stage > 1 and second.knocks_out(settings, stage - 1)

    def waits_for_results(self, settings: Mapping[str, Any], stage: int) -> bool:
        return _formats(settings)[stage > 1].waits_for_results(settings, stage)

    def all_meet(self, settings: Mapping[str, Any], stage: int) -> bool:
        return _formats(settings)[stage > 1].all_meet(settings, stage)

    def asked(self, settings: Mapping[str, Any]) -> tuple[Setting, ...]:
        first, second = _formats(settings)
        needless = set() if ROUNDS in first.settings else {FIRST_ROUNDS}
        needless |= set() if ROUNDS in second.settings else {SECOND_ROUNDS}
        needless |= set() if ADVANCE in second.settings else {FROM_EACH}
        return tuple(one for one in self.settings if one not in needless)

    def check_settings(self, field: Field) -> None:
        super().check_settings(field)
        going_on = self.read(field)[GOING_ON.name]
        if not _holds_a_table(field.split(going_on)):
            raise Undrawable("%(on)d are too few for a table.", setting=GOING_ON.name, on=going_on)
        second = self._second(field)
        second.format.check_settings(second.field)

    def check(self, field: Field) -> None:
        self.check_settings(field)
        first = self._first(field)
        first.format.check(first.field)
        going_on, count = self.read(field)[GOING_ON.name], len(field.entrants)
        if going_on >= count:
            raise Undrawable(
                "Of %(count)d entries at most %(most)d can go on, not %(on)d.",
                setting=GOING_ON.name,
                count=count,
                most=count - 1,
                on=going_on,
            )
        self.check_apart(field)

    def check_apart(self, field: Field) -> None:
        first = self._first(field)
        first.format.check_apart(first.field)
        second = self._second(self._hardest(field))
        try:
            second.format.check_apart(second.field)
        except Undrawable:
            raise Undrawable(
                "Two who never sit together could both reach the second stage, and meet there."
            ) from None

    def _hardest(self, field: Field) -> Field:
        """As many as go on, if those go on whom it is hardest to keep apart."""
        ids = [entrant.id for entrant in field.entrants]
        hardest_first = tuple(dict.fromkeys([*_apart.neighbours(field.never), *ids]))
        return field.only(hardest_first[: self.read(field)[GOING_ON.name]])

    def rounds(self, field: Field) -> int:
        return len(self.course(field))

    def course(self, field: Field) -> tuple[tuple[int, ...], ...]:
        self.check(field)
        on = field.entrants[: self.read(field)[GOING_ON.name]]
        first, second = self._first(field), self._second(replace(field, entrants=on))
        return first.format.course(first.field) + second.format.course(second.field)

    def sketch(self, field: Field) -> tuple[tuple[Ids, ...], ...]:
        """Of the first stage."""
        self.check(field)
        first = self._first(field)
        return first.format.sketch(first.field)

    def plan(self, field: Field, seed: bytes, drawn: Sequence[Draw] = ()) -> tuple[Draw, ...]:
        if not drawn:
            self.check(field)
        first = self._first(field)
        before = [draw for draw in drawn if draw.stage == 1]
        left = _rounds(first, before) - len(before)
        if left and (more := first.plan(seed, before)[:left]):
            return tuple(_renamed(draw) for draw in more)
        return self._plan_second(field, seed, drawn, len(before))

    def _plan_second(
        self, field: Field, seed: bytes, drawn: Sequence[Draw], before: int
    ) -> tuple[Draw, ...]:
        """What follows those `drawn`, of which so many are of the first stage."""
        second, own, lots = self._entered(field, seed, drawn, before)
        ties = {} if own else {"ties_by_lot": Cost(int(bool(lots)), 0)}
        if not own and not second.format.in_stages:
            second = replace(second, field=replace(second.field, places={}))
        met = _draws.Ledger(second.field, drawn)
        more = [_moved(draw, before, 1) for draw in second.plan(seed, own)]
        costs = [_meetings(met, draw) | (ties if draw is more[0] else {}) for draw in more]
        return tuple(map(_renamed, more, costs))

    def seeding(self, field: Field, seed: bytes, drawn: Sequence[Draw]) -> Seeding | None:
        if not drawn:
            return None
        before = sum(draw.stage == 1 for draw in drawn)
        second, own, lots = self._entered(field, seed, drawn, before)
        seeding = second.format.seeding(second.field, seed, own) or Seeding(())
        return seeding if own else replace(seeding, decided_by=dict.fromkeys(lots, LOT))

    def _entered(
        self, field: Field, seed: bytes, drawn: Sequence[Draw], before: int
    ) -> tuple[_Part, list[Draw], frozenset[int]]:
        """The second stage with those who are in it, the rounds of it that are in `drawn`, and if
        there are none, those whom a lot let into it."""
        own = [_moved(draw, -before, -1) for draw in drawn[before:]]
        going_on = self.read(field)[GOING_ON.name]
        on, lots = (own[0].ids, frozenset[int]()) if own else _cut(field, seed, going_on)
        return self._second(_own_field(field, on, before)), own, lots

    def _first(self, field: Field) -> _Part:
        settings = self.read(field)
        return _part(ALL_PLAY[settings[FIRST.name]], field, settings, FIRST_ROUNDS)

    def _second(self, field: Field) -> _Part:
        settings = self.read(field)
        return _part(ANY[settings[SECOND.name]], field, settings, SECOND_ROUNDS)


FORMAT = Stages()


def _formats(settings: Mapping[str, Any]) -> tuple[Format, Format]:
    """How the tables of the first and of the second stage are drawn."""
    first = ALL_PLAY[FIRST.read(settings.get(FIRST.name))]
    return first, ANY[SECOND.read(settings.get(SECOND.name))]


def _holds_a_table(split: Sequence[int]) -> bool:
    return max(split, default=1) > 1


def _part(format: Format, field: Field, settings: Mapping[str, Any], rounds: Setting) -> _Part:
    """A stage with those of our settings that its format asks for."""
    named = {**settings, ROUNDS.name: settings[rounds.name]}
    own = {one.name: named[one.name] for one in format.settings if one.name in named}
    return _Part(format, replace(field, settings=own))


def _rounds(first: _Part, drawn: Sequence[Draw]) -> int:
    """How many rounds the first stage has at most, whoever has left since its first one."""
    if drawn:
        entrants = tuple(Entrant(one) for one in sorted(drawn[0].ids))
        return first.format.rounds(replace(first.field, entrants=entrants))
    return first.format.rounds(first.field)


def _cut(field: Field, seed: bytes, going_on: int) -> tuple[frozenset[int], frozenset[int]]:
    """The best of those who are still there, and of them those whom a lot preferred to equals. Who
    stands nowhere comes last."""
    behind = len(field.entrants) + 1
    keys = {
        one.id: (field.places.get(one.id, behind), _draws.lot(seed, 0, one.id))
        for one in field.entrants
    }
    order = sorted(keys, key=keys.__getitem__)
    on, out = order[:going_on], order[going_on:]
    first_out = keys[out[0]][0] if out else None
    return frozenset(on), frozenset(one for one in on if keys[one][0] == first_out)


def _own_field(field: Field, on: frozenset[int], before: int) -> Field:
    """The field of the second stage, whose rounds it counts from 1."""
    return replace(
        field.only(on),
        finishes={
            number - before: finishes
            for number, finishes in field.finishes.items()
            if number > before
        },
    )


def _meetings(met: _draws.Ledger, draw: Draw) -> dict[str, Cost]:
    """Who meets again, in the first stage or since: a format knows its own stage only."""
    costs = met.enter([table.seats for table in draw.tables])
    return {rule: costs[rule] for rule in ("repeats", "repeats_in_a_row")}


def _moved(draw: Draw, rounds: int, stages: int) -> Draw:
    return replace(draw, number=draw.number + rounds, stage=draw.stage + stages)


def _renamed(draw: Draw, ties: Mapping[str, Cost] | None = None) -> Draw:
    """With our name beside that of the format that has drawn it."""
    costs = {**draw.receipt.costs, **(ties or {})}
    receipt = replace(draw.receipt, method=f"{METHOD}, {draw.receipt.method}", costs=costs)
    return replace(draw, receipt=receipt)
