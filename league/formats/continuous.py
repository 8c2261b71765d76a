"""Formats without rounds: tables are drawn one by one, whenever there is room, until it is closed.

A `Continuous` format is handed a `Pool` (who is there, what each has played, how many tables may be
open at once) and a seed, and gets back the `Opening`: the tables to begin now, each a draw of its
own with its receipt, and why everybody else has to wait. Values in, values out, as in core.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .core import Draw, Field, Format, numbered

FREE = "free"  # may be drawn
PLAYING = "playing"
RESTING = "resting"
CHECKING = "checking"
UNREADY = "unready"
ALONE = "alone"
FULL = "full"
HELD = "held"
FEW = "few"

WHY = {  # what somebody does, or waits for, as people read it
    FREE: "It may be drawn at any moment.",
    PLAYING: "It plays now.",
    RESTING: "It rests between two tables.",
    CHECKING: "Its version is being checked.",
    UNREADY: "It has no version that plays this.",
    ALONE: "Too few bots of other owners take part.",
    FULL: "All tables are taken, and it comes next.",
    HELD: "It waits a moment for others than it has just met, or for another size of table.",
    FEW: "Too few bots of other owners are free.",
}


@dataclass(frozen=True, slots=True)
class Contender:
    """One entry as the draw sees it.

    `rating` matters only beside the others'. `turns`: the tables it was drawn at, as the opening
    before said that they count; 0 for a newcomer. `tries`: how many of them with its present
    version. `sizes`: tables it was drawn at, by size; `seats`: how often it had seat 0, 1 and so
    on. `met`: whom it met at each of its last tables, the latest first. `waited_s`: since then.
    Two of one `owner` never meet. `state`: FREE or why it is not.
    """

    id: int
    owner: str | None = None
    state: str = FREE
    rating: float = 0.0
    turns: int = 0
    tries: int = 0
    sizes: Mapping[int, int] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    met: tuple[tuple[int, ...], ...] = ()
    waited_s: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether it plays, or will be free in a moment, if it is not."""
        return self.state in {FREE, PLAYING, RESTING}

    def as_json(self, owner: str | None) -> list[Any]:
        """JSON-ready, short since there are many; `owner`: what to call its owner there."""
        sizes = sorted(self.sizes.items())
        counted = [self.rating, self.turns, self.tries, sizes, self.seats, self.met, self.waited_s]
        return [self.id, owner, self.state, *counted]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> Contender:
        """From what `as_json` gave."""
        who, owner, state, rating, turns, tries, sizes, seats, met, waited_s = kept
        lists = dict(sizes), tuple(seats), tuple(map(tuple, met))
        return cls(who, owner, state, rating, turns, tries, *lists, waited_s)


@dataclass(frozen=True, slots=True)
class Pool:
    """All that an opening depends on, apart from its seed. `room`: how many more tables may be
    begun. `seats` are the table sizes that the match rules allow. The order of the contenders means
    nothing."""

    contenders: tuple[Contender, ...]
    seats: range
    room: int
    settings: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """JSON-ready, to be kept with what was drawn from it."""
        number = numbered(one.owner for one in self.contenders)
        return {
            "contenders": [one.as_json(number.get(one.owner or "")) for one in self.contenders],
            "seats": [self.seats[0], self.seats[-1]],
            "room": self.room,
            "settings": dict(self.settings),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Pool:
        """From what `as_json` gave: the same tables come of it."""
        least, most = kept["seats"]
        contenders = tuple(map(Contender.from_json, kept["contenders"]))
        return cls(contenders, range(least, most + 1), kept["room"], kept["settings"])


@dataclass(frozen=True, slots=True)
class Wait:
    """Why somebody is at none of the tables that are begun now, a key of WHY, and how many of those
    who are free come before him."""

    reason: str
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """What begins now: draws of one table each, why all the others wait, and the `turns` that count
    from then on, of those who sit there and of others if theirs change."""

    draws: tuple[Draw, ...]
    turns: Mapping[int, int]
    waits: Mapping[int, Wait]


class Continuous(Format):
    """One way to draw single tables. It plans no rounds."""

    continuous = True
    draws_ahead = True  # no result changes a table that has begun
    most_entrants = 500

    def rounds(self, field: Field) -> int:
        """It has no end of its own."""
        self.check_settings(field)
        return 0

    def plan(self, field: Field, seed: bytes, drawn: Sequence[Draw] = ()) -> tuple[Draw, ...]:
        """It has no rounds."""
        return ()

    def takes_latecomers(self, stage: int) -> bool:
        """At any time."""
        return True

    @abstractmethod
    def tables_now(self, pool: Pool, seed: bytes, number: int = 1) -> Opening:
        """The tables to begin now, numbered from `number`. The same arguments give the same answer.
        Raises Undrawable for settings that cannot be."""
