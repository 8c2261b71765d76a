"""Which table gets which number, where somebody needs a certain one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .core import Ids


def by_number(tables: Sequence[Ids], fixed: Mapping[int, int]) -> list[Ids]:
    """The tables of a round in the order of their numbers, which count from 1.

    `fixed`: the number of the table that somebody needs, by id. Those for whom there is none stay
    in the order in which they are given. Where two at one table need different ones, or two at
    different tables the same, the lowest id is served; a number beyond the last is not.
    """
    at = {one: index for index, table in enumerate(tables) for one in table}
    served: dict[int, int] = {}  # where a table is given, by the number it gets
    for one, number in sorted(fixed.items()):
        if one in at and number <= len(tables) and at[one] not in served.values():
            served.setdefault(number, at[one])
    others = iter(sorted(set(range(len(tables))).difference(served.values())))
    numbers = range(1, len(tables) + 1)
    return [tables[served[n] if n in served else next(others)] for n in numbers]
