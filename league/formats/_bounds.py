"""What tables force on those who sit at them, whoever draws: all of it by counting alone.

A *repeat* is two rounds in which the same two people meet. So whoever meets for the third time
counts twice: that makes bounds for any two rounds add up to one for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

Tables = Sequence[tuple[int, ...]]  # of one round; whoever rests has a table of one


def together(groups: Iterable[int], tables: int, resting: int = 0) -> int:
    """How many pairs of one group share a table at least, when groups of these sizes sit down to
    so many tables and `resting` people rest.

    A group spreads evenly at best: whoever comes after others finds as many of his own group at
    his table as had to sit there. Those who would find most rest.
    """
    finds = sorted(before // tables for size in groups for before in range(size))
    return sum(finds[: len(finds) - resting])


def evenly(meetings: int, pairs: int) -> int:
    """Repeats at least, if so many meetings fall to so many pairs."""
    each, more = divmod(meetings, pairs)
    return pairs * comb(each, 2) + more * each


def repeats(met: Counter[tuple[int, int]]) -> int:
    """The repeats there are, from how often any two have met."""
    return sum(comb(times, 2) for times in met.values())


def forced_by_sizes(split: Sequence[int], rounds: int) -> int:
    """Repeats at least in so many rounds with these tables, if all people visit the smaller ones,
    or rest, equally often within one. A table of one is a rest."""
    tables = sum(size > 1 for size in split)
    meetings = rounds * sum(comb(size, 2) for size in split)
    return max(
        comb(rounds, 2) * together(split, tables, len(split) - tables),
        _forced_by_turns(split, rounds),
        evenly(meetings, comb(sum(split), 2)),
    )


def _forced_by_turns(split: Sequence[int], rounds: int) -> int:
    """Repeats at least, because who has just left the smaller tables goes to the largest ones.

    How often all people together are away from the largest tables in two of the rounds follows
    from taking turns. Per two rounds there is no better way than to have it equally often, since
    the repeats (`_with_turns`) grow ever faster to both sides.
    """
    large = [size for size in split if size == split[0]]
    short = list(split[len(large) :])
    pairs = comb(rounds, 2)
    if not pairs or not short or short[-1] == 1 < short[0]:
        return 0  # rests beside smaller tables: taking turns is for both together
    both = evenly(rounds * sum(short), sum(split))
    each, more = divmod(both, pairs)
    return (pairs - more) * _with_turns(large, short, each) + more * _with_turns(
        large, short, each + 1
    )


def _with_turns(large: Sequence[int], short: Sequence[int], stay: int) -> int:
    """Repeats at least between two rounds, if so many people of the short tables stay there."""
    tables = len(short) if short[0] > 1 else large[0]  # so many that nobody meets at a rest
    to_short = sum(short) - stay
    return sum(
        _parted(groups, len(large), tables, leave)
        for groups, leave in ((short, stay), (large, to_short))
    )


def _parted(groups: Sequence[int], large: int, short: int, leave: int) -> int:
    """Pairs of one group that share a table at least, when so many of all leave for the short
    tables and the others sit down to the large ones."""
    changes = sorted(
        before // short - (size - 1 - before) // large for size in groups for before in range(size)
    )
    return together(groups, large) + sum(changes[:leave])


def forced(rounds: Sequence[Tables]) -> int:
    """Repeats at least in rounds with tables like these and the same people in each."""
    seated = [(tables, {one for table in tables for one in table}) for tables in rounds]
    between = sum(
        max(_between(*one, *other), _between(*other, *one))
        for one, other in combinations(seated, 2)
    )
    people = set().union(*(here for _tables, here in seated))
    meetings = sum(comb(len(table), 2) for tables in rounds for table in tables)
    return max(between, evenly(meetings, comb(len(people), 2)))


def _between(before: Tables, there: set[int], now: Tables, here: set[int]) -> int:
    """How many of those who met before meet again at least, at tables like those of now. With the
    tables all who sit at them, who may have changed."""
    all_stay = there <= here
    groups = [len(table) if all_stay else len(here.intersection(table)) for table in before]
    tables = sum(len(table) > 1 for table in now)
    return together(groups, tables, len(now) - tables)
