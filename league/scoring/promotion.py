"""Who goes up and who goes down between the divisions of a season, as its final rankings say."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Generic, TypeVar

Subject = TypeVar("Subject", bound=Hashable)


class Goes(StrEnum):
    """Where a member goes. `UNDECIDED`: equals stand on both sides of a cut."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"
    LEAVES = "leaves"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Final(Generic[Subject]):
    """A member at the end of a season. `place` is None for who came too seldom to have one, or
    never; `left`: who plays on in no division."""

    subject: Subject
    place: int | None
    left: bool = False


@dataclass(frozen=True, slots=True)
class Division(Generic[Subject]):
    """How many are to go up and down from it, and its members, in any order."""

    up: int
    down: int
    members: tuple[Final[Subject], ...]


@dataclass(frozen=True, slots=True)
class Cut(Generic[Subject]):
    """Equals of whom `count` go up, or down; which of them, an organiser decides."""

    goes: Goes
    among: tuple[Subject, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Proposal(Generic[Subject]):
    """What is proposed for one division; `now` and `then`: how many members it has, and would have
    if all divisions do as proposed."""

    moves: dict[Subject, Goes]
    cuts: tuple[Cut[Subject], ...]
    now: int
    then: int

    def count(self, goes: Goes) -> int:
        """How many go there, those included about whom an organiser is still to decide."""
        undecided = sum(cut.count for cut in self.cuts if cut.goes == goes)
        return list(self.moves.values()).count(goes) + undecided


def propose(divisions: Sequence[Division[Subject]]) -> tuple[Proposal[Subject], ...]:
    """One proposal a division, the highest first.

    The first in each division go up and the last go down, as many as it says; nobody goes up from
    the highest or down from the lowest. Who has left goes nowhere, and takes the chair of one who
    would have gone down, so that the division keeps its size. Who has no place does not go up, and
    all of them stand together behind those who have one. Where more equals stand at a cut than may
    go, none of them is decided about. In a division with too few members those who go up come
    first.
    """
    made = [
        _alone(one, top=number == 0, bottom=number == len(divisions) - 1)
        for number, one in enumerate(divisions)
    ]
    return tuple(
        Proposal(one.moves, one.cuts, one.now, _then(made, number))
        for number, one in enumerate(made)
    )


def _alone(division: Division[Subject], top: bool, bottom: bool) -> Proposal[Subject]:
    """Without a look at the other divisions: `then` is who stays."""
    playing = [one for one in division.members if not one.left]
    placed = sum(one.place is not None for one in playing)
    left = len(division.members) - len(playing)
    up = 0 if top else min(division.up, placed)
    down = 0 if bottom else max(0, min(division.down - left, len(playing) - up))
    groups = _equals(playing)
    moves = {one.subject: Goes.LEAVES if one.left else Goes.STAYS for one in division.members}
    cuts = (*_cut(groups, up, Goes.UP, moves), *_cut(groups[::-1], down, Goes.DOWN, moves))
    return Proposal(moves, cuts, len(division.members), len(playing) - up - down)


def _equals(playing: Sequence[Final[Subject]]) -> list[tuple[Subject, ...]]:
    """Those who stand at one place together, the first place first, those without one last."""
    in_order = sorted(playing, key=_order)
    return [tuple(one.subject for one in group) for _, group in groupby(in_order, key=_order)]


def _order(one: Final[Subject]) -> tuple[bool, int]:
    return one.place is None, one.place or 0


def _cut(
    groups: Sequence[tuple[Subject, ...]], count: int, goes: Goes, moves: dict[Subject, Goes]
) -> tuple[Cut[Subject], ...]:
    """Send `count` of the first on their way; the cut among equals if it comes to one."""
    for group in groups:
        if len(group) > count:
            if not count:
                return ()
            moves.update(dict.fromkeys(group, Goes.UNDECIDED))
            return (Cut(goes, group, count),)
        moves.update(dict.fromkeys(group, goes))
        count -= len(group)
    return ()


def _then(made: Sequence[Proposal[Subject]], number: int) -> int:
    """Who stays there, comes down from above and comes up from below."""
    from_above = made[number - 1].count(Goes.DOWN) if number else 0
    from_below = made[number + 1].count(Goes.UP) if number + 1 < len(made) else 0
    return made[number].then + from_above + from_below
