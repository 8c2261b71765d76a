"""Sets as ints, as most games keep cards and moves: bit `k` is set if `k` is in the set."""

from __future__ import annotations

from collections.abc import Callable

MOST_REMEMBERED = 1 << 16  # sets, about 10 MB


def one_by_one(members: int) -> tuple[int, ...]:
    """What is in a set, lowest first."""
    found = []
    while members:
        lowest = members & -members
        found.append(lowest.bit_length() - 1)
        members ^= lowest
    return tuple(found)


class Members(dict[int, tuple[int, ...]]):
    """What is in a set, lowest first, or what else `find` makes of it. Sets that were asked for are
    remembered: a lookup costs a third of a cached call. There can be 2**55 and more, so the table
    starts anew when it is full."""

    def __init__(self, find: Callable[[int], tuple[int, ...]] = one_by_one) -> None:
        self._find = find

    def __missing__(self, members: int) -> tuple[int, ...]:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        found = self[members] = self._find(members)
        return found
