"""Plans in which everybody meets everybody about equally often, where no exact one is known.

A few rounds are searched and turned into all the others: the people stand in circles, and from one
round to the next everybody moves on by one in his circle. Whatever happens to one happens to his
whole circle in turn, so that the search has only to get right how often two circles meet at each
distance. If there is one person more than the circles hold, he stays where he is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

from ._annealer import Problem, Tables, anneal

MOST_STEPS = 40_000
MOST_SEARCHED = 600  # seats of all rounds searched: more takes too long
THRESHOLD = 2
GHOST = -1
UNEVEN_VISITS = 20  # the price of a visit to a short table too many, that of a meeting being 1


@lru_cache(maxsize=64)
def find(people: int, split: tuple[int, ...]) -> tuple[Tables, ...]:
    """The shortest plan found with these tables in every round, the same for ever.

    Any two meet at least once and equally often within one; visits to short tables differ by one at
    most. Were there no such plan, it is the nearest to that. `split` are the sizes, largest first;
    whoever has a table of one rests. May take seconds.
    """
    nearest: tuple[int, tuple[Tables, ...]] | None = None
    for scheme in _schemes(people, split):
        problem = scheme.problem()
        found = anneal(problem, scheme.seed, MOST_STEPS)
        off = found.price - problem.floor
        if nearest is None or off < nearest[0]:
            nearest = off, scheme.turned(found.rounds)
        if not off:
            break
    assert nearest, "turning one round through all people is always tried"
    return nearest[1]


def _schemes(people: int, split: tuple[int, ...]) -> Iterator[_Scheme]:
    """All that may do: fewest rounds first, and of those with fewest to be searched."""
    left_over = {0, 1} if split[0] == split[-1] else {0}  # who stays would have his table always
    turns = [turn for turn in range(people, 0, -1) if people % turn in left_over]
    for rounds in range(fewest(people, split), 2 * people + 1):
        for turn in turns:
            searched, rest = divmod(rounds, turn)
            if not rest and (searched == 1 or searched * people <= MOST_SEARCHED):
                yield _Scheme(people, split, turn, searched)


def fewest(people: int, split: tuple[int, ...]) -> int:
    """With fewer rounds not everybody can have met everybody."""
    return -(-comb(people, 2) // _meetings(split))


def _meetings(split: tuple[int, ...]) -> int:
    return sum(comb(size, 2) for size in split)


class _Kind(NamedTuple):
    """Meetings that the turning makes one of: of two circles, at a distance."""

    circle: int
    other: int
    distance: int


class _Scale(NamedTuple):
    """What it costs to have some meetings in the searched rounds, and what each one more adds."""

    off: tuple[int, ...]
    prices: tuple[int, ...]


@lru_cache(maxsize=16)
def _scale(low: int, high: int, most: int, times: int = 1, price: int = 1) -> _Scale:
    """For up to `most` meetings that count `times` each, where low to high of them are wanted."""
    counts = range(0, times * (most + 2), times)
    off = tuple(price * max(low - count, count - high, 0) ** 2 for count in counts)
    return _Scale(off, tuple(after - before for before, after in pairwise(off)))


@dataclass(frozen=True, slots=True)
class _Scheme:
    """Circles of `turn` people, and how many rounds are searched, each to be turned that often."""

    people: int
    split: tuple[int, ...]
    turn: int
    searched: int

    @property
    def seed(self) -> str:
        """Always the same, so that so many people always play the same plan."""
        return f"{self.people} at {self.split}, {self.searched} rounds, {self.turn} turns"

    def problem(self) -> Problem:
        """The searched rounds alone. The price is the floor when all is as often as wanted."""
        kinds: dict[_Kind, int] = {}
        counter = [[0] * (self.people + 1) for _ in range(self.people + 1)]
        for one, other in combinations(range(self.people + 1), 2):
            kind = kinds.setdefault(self._kind(one, other), len(kinds))
            counter[one][other] = counter[other][one] = kind
        scales = [self._scale(kind) for kind in kinds]
        return Problem(
            people=self.people,
            rounds=self.searched,
            sizes=self.split,
            counter=counter,
            prices=[scale.prices for scale in scales],
            floor=-sum(scale.off[0] for scale in scales),
            threshold=THRESHOLD,
        )

    def _kind(self, one: int, other: int) -> _Kind:
        """What a meeting of these, one < other, has in common with all that it is turned into."""
        circle, place = divmod(one, self.turn)
        if other == self.people:
            return _Kind(circle, GHOST, 0)
        other_circle, other_place = divmod(other, self.turn)
        distance = (other_place - place) % self.turn
        if other_circle == circle:
            return _Kind(circle, circle, min(distance, self.turn - distance))
        stays = other_circle == self.people // self.turn
        return _Kind(circle, other_circle, 0 if stays else distance)

    def _scale(self, kind: _Kind) -> _Scale:
        most = self.searched * max(self.people, _meetings(self.split))
        if kind.other == GHOST:
            return _scale(*self._visits_wanted(), most, price=UNEVEN_VISITS)
        # At half a turn the same two meet again.
        opposite = kind.circle == kind.other and 2 * kind.distance == self.turn
        return _scale(*self._meetings_wanted(), most, times=2 if opposite else 1)

    def _visits_wanted(self) -> tuple[int, int]:
        short = sum(size for size in self.split if size < self.split[0])
        visits = self.turn * self.searched * short
        return visits // self.people, -(-visits // self.people)

    def _meetings_wanted(self) -> tuple[int, int]:
        mean = self.turn * self.searched * _meetings(self.split) / comb(self.people, 2)
        about = max(2, round(mean))
        return about - 1, about + 1

    def turned(self, searched: Sequence[Tables]) -> tuple[Tables, ...]:
        """All rounds, from those searched."""
        return tuple(
            tuple(tuple(self._moved(one, by) for one in table) for table in tables)
            for tables in searched
            for by in range(self.turn)
        )

    def _moved(self, one: int, by: int) -> int:
        circle, place = divmod(one, self.turn)
        if circle == self.people // self.turn:
            return one
        return circle * self.turn + (place + by) % self.turn
