"""Tables at which nobody sits with those whom he must not meet, found by trying.

Only those are tried who must not meet somebody; all others fill the seats that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

MOST_TRIES = 10_000  # mostly it takes one for each who must not meet somebody

Apart = Mapping[int, Collection[int]]  # with whom each must not sit; who may meet all is not in it


def neighbours(pairs: Iterable[tuple[int, ...]]) -> dict[int, frozenset[int]]:
    """With whom each must not sit, in the order in which they are best seated: next always one who
    must not meet most of those before, so that it shows soon if there is no place for him."""
    met: dict[int, set[int]] = {}
    for one, other in sorted(pairs):
        met.setdefault(one, set()).add(other)
        met.setdefault(other, set()).add(one)
    before = dict.fromkeys(met, 0)
    found: dict[int, frozenset[int]] = {}
    while before:
        one = max(before, key=lambda who: (before[who], len(met[who])))
        del before[one]
        found[one] = frozenset(met[one])
        for other in met[one] & before.keys():
            before[other] += 1
    return found


def possible(people: Sequence[int], sizes: Sequence[int], apart: Apart) -> bool:
    """Whether tables of these sizes were found for these people; whoever rests has one alone."""
    return not apart or _found(sorted(people), sizes, apart) is not None


def seated(queue: Sequence[int], sizes: Sequence[int], apart: Apart) -> list[list[int]]:
    """The queue at tables of these sizes, table by table, but for those who must not sit where
    their turn would come. To be called where it is `possible`."""
    # From another order it may take more tries; this one has been tried.
    found = _found(queue, sizes, apart) or _found(sorted(queue), sizes, apart)
    assert found, "whoever calls has asked before"
    return found


def _found(queue: Sequence[int], sizes: Sequence[int], apart: Apart) -> list[list[int]] | None:
    """None if there is no way, or none was found in so many tries."""
    turns = (table for table, size in enumerate(sizes) for _ in range(size))
    home = dict(zip(queue, turns, strict=True))
    order = [one for one in apart if one in home]
    at: dict[int, int] = {}
    choices: list[Iterator[int]] = []  # of each who sits, and of the next one
    for _ in range(MOST_TRIES + len(order)):
        if len(at) == len(order):
            return _filled(queue, sizes, at)
        one = order[len(at)]
        if len(choices) == len(at):
            choices.append(iter(_open(home[one], sizes, at, apart[one])))
        table = next(choices[-1], None)
        if table is not None:
            at[one] = table
            continue
        choices.pop()
        if not at:
            return None
        at.popitem()
    return None


def _open(
    home: int, sizes: Sequence[int], at: Mapping[int, int], apart: Collection[int]
) -> list[int]:
    """Where somebody may sit, given who sits: at home, or as far behind it as need be, if possible
    at a table as large. Of tables alike where nobody sits yet, one is enough to try."""
    closed = {at[other] for other in apart if other in at}
    taken = Counter(at.values())
    alike: set[int] = set()
    found: list[int] = []
    for table in _from(home, sizes):
        like_another = not taken[table] and sizes[table] in alike
        if taken[table] == sizes[table] or table in closed or like_another:
            continue
        if not taken[table]:
            alike.add(sizes[table])
        found.append(table)
    return found


def _from(home: int, sizes: Sequence[int]) -> list[int]:
    tables = [*range(home, len(sizes)), *range(home)]
    return sorted(tables, key=lambda table: sizes[table] != sizes[home])  # stable


def _filled(queue: Sequence[int], sizes: Sequence[int], at: Mapping[int, int]) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    for one, table in at.items():
        tables[table].append(one)
    others = (one for one in queue if one not in at)
    for there, size in zip(tables, sizes, strict=True):
        there += islice(others, size - len(there))
    return tables
