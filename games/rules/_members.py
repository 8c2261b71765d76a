"""Sets as ints, as most games keep cards and moves: bit `k` is set if `k` is in the set."""

from __future__ import annotations

MOST_REMEMBERED = 1 << 16  # sets, about 10 MB


class Members(dict[int, tuple[int, ...]]):
    """What is in a set, lowest first. Sets that were asked for are remembered: a lookup costs a
    third of a cached call. There can be 2**55 and more, so the table starts anew when it is
    full."""

    def __missing__(self, members: int) -> tuple[int, ...]:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        found = self[members] = self._find(members)
        return found

    def _find(self, members: int) -> tuple[int, ...]:
        found = []
        rest = members
        while rest:
            lowest = rest & -rest
            found.append(lowest.bit_length() - 1)
            rest ^= lowest
        return tuple(found)
