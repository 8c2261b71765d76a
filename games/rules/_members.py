"""Sets as ints, as most games keep cards and moves: bit `k` is set if `k` is in the set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MOST_REMEMBERED = 1 << 16  # sets; with what is in them about 10 MB


def one_by_one(members: int) -> tuple[int, ...]:
    """What is in a set, lowest first."""
    found = []
    while members:
        lowest = members & -members
        found.append(lowest.bit_length() - 1)
        members ^= lowest
    return tuple(found)


class Remembered(dict[int, T]):
    """What `find` makes of a set, remembered for those that were asked for: a lookup costs a third
    of a cached call. There can be 2**55 sets and more, so the table starts anew at `most`."""

    def __init__(self, find: Callable[[int], T], most: int = MOST_REMEMBERED) -> None:
        self._find = find
        self._most = most

    def __missing__(self, asked: int) -> T:
        if len(self) >= self._most:
            self.clear()
        found = self[asked] = self._find(asked)
        return found
