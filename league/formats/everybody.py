"""Everybody meets everybody about equally often; the number of rounds follows from that."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from . import _ahead, _designs, _draws, _rotations
from .core import LEFT_OVER, TABLE_SIZE, Draw, Field, Format, Ids, Undrawable

METHOD = "everybody 1"  # raise the number when the same seed begins to give another draw


class Everybody(Format):
    """A plan for so many people is always the same; the seed says who is who in it."""

    slug = "everybody"
    name = "Everybody meets everybody"
    says = "As many rounds as it takes until all have met, as equally often as can be."
    settings = (TABLE_SIZE, LEFT_OVER)
    most_entrants = 200
    draws_ahead = True

    def all_meet(self, settings: Mapping[str, Any], stage: int) -> bool:
        return True

    def rounds(self, field: Field) -> int:
        return len(self._tables(field))

    def course(self, field: Field) -> tuple[tuple[int, ...], ...]:
        seated = [tuple(map(len, tables)) for tables in self._tables(field)]
        people = len(field.entrants)
        return tuple(sizes + (1,) * (people - sum(sizes)) for sizes in seated)

    def fewest_rounds(self, field: Field) -> int:
        known = self.sketch(field)
        people = len(field.entrants)
        return len(known) if known else _rotations.fewest(people, field.split(people))

    def check_apart(self, field: Field) -> None:
        if field.never:
            raise Undrawable("Everybody meets everybody, so no two can be kept apart.")

    def sketch(self, field: Field) -> tuple[tuple[Ids, ...], ...]:
        """What is known without a search."""
        self.check(field)
        people, size = len(field.entrants), self.read(field)[TABLE_SIZE.name]
        if size == 2:
            return _designs.circle(people)
        if (people, size) in _designs.DESIGNS:
            return _designs.exact(people, size)
        return ()

    def plan(self, field: Field, seed: bytes, drawn: Sequence[Draw] = ()) -> tuple[Draw, ...]:
        rounds = self.rounds(field)
        return _ahead.rest_of(lambda: self._plan(field, seed), rounds, field, seed, drawn)

    def _plan(self, field: Field, seed: bytes) -> tuple[Draw, ...]:
        chance = random.Random(seed).random
        ids = sorted(sorted(entrant.id for entrant in field.entrants), key=lambda _: chance())
        rounds = [
            [tuple(ids[one] for one in table) for table in tables] for tables in self._tables(field)
        ]
        return _draws.make(field, rounds, seed=seed, method=METHOD)

    def _tables(self, field: Field) -> tuple[_designs.Tables, ...]:
        people = len(field.entrants)
        return self.sketch(field) or _rotations.find(people, field.split(people))


FORMAT = Everybody()
