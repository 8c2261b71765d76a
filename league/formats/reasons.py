"""Why a round is as it is: who meets again, sits at a smaller table, rests, or meets a bot of the
same owner, and how much of that the tables force.

Facts for a page to put into words. They are counted from the rounds themselves, whoever drew them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from . import _apart, _bounds
from .core import Entrant, Ids, Pair

Tables = tuple[Ids, ...]  # of one round; whoever rests has a table of one
Which = Callable[[Tables], Ids]


@dataclass(frozen=True, slots=True)
class Again:
    """Two who have met before. `pairs`: those of this round, `in_a_row`: of them, those who met in
    the round before.

    So many `people` at so many `tables` force at least so many repeats over all `rounds`, in which
    there are so many `drawn`; a third meeting is two repeats. `turns`: that holds because they take
    turns at smaller tables or rests. Where people went out on the way, `people` is None. `thirds`:
    whether two have met for the third time.
    """

    pairs: tuple[Pair, ...]
    in_a_row: tuple[Pair, ...]
    people: int | None
    tables: int
    rounds: int
    forced: int
    drawn: int
    turns: bool
    thirds: bool


@dataclass(frozen=True, slots=True)
class Away:
    """Who sits at a table smaller than the largest, which has `size` seats, or who rests because
    the tables hold only so many of the `people`. Over all `rounds`, those who are in all of them do
    so at `least` and at `most` so often."""

    who: Ids
    size: int
    seats: int
    people: int
    rounds: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Together:
    """Pairs at a table who should rather not be; so many tables force at least so many of them."""

    pairs: tuple[Pair, ...]
    tables: int
    forced: int


@dataclass(frozen=True, slots=True)
class Apart:
    """Pairs who should not share a table, by whether they do; `possible`: whether tables of these
    sizes are known at which none of them does."""

    apart: tuple[Pair, ...]
    together: tuple[Pair, ...]
    possible: bool


@dataclass(frozen=True, slots=True)
class Reasons:
    """All there is to say about one round; None where there is nothing."""

    again: Again | None
    short: Away | None
    rests: Away | None
    owners: Together | None
    bots: Together | None


@lru_cache(maxsize=256)
def reasons(entrants: tuple[Entrant, ...], rounds: tuple[Tables, ...], number: int) -> Reasons:
    """Of the round of this number, counted from 1. `rounds`: those before it and all that were
    drawn together with it; `entrants`: everybody who is in them."""
    now = rounds[number - 1]
    return Reasons(
        again=_again(rounds, number),
        short=_away(rounds, now, _short),
        rests=_away(rounds, now, _resting),
        owners=_together(now, _owners(entrants)),
        bots=_together(now, _bots(entrants)),
    )


def kept_apart(now: Tables, pairs: Iterable[Pair]) -> Apart:
    """Of the pairs who should not share a table, those who are in this round."""
    people, met = _people(now), set(_pairs(now))
    here = sorted(two for two in pairs if set(two) <= set(people))
    together = tuple(two for two in here if two in met)
    sizes = [len(table) for table in now]
    return Apart(
        apart=tuple(two for two in here if two not in met),
        together=together,
        possible=not together or _apart.possible(people, sizes, _apart.neighbours(here)),
    )


def _again(rounds: tuple[Tables, ...], number: int) -> Again | None:
    before = rounds[: number - 1]
    met = {pair for tables in before for pair in _pairs(tables)}
    last = set(_pairs(before[-1])) if before else set()
    pairs = tuple(pair for pair in _pairs(rounds[number - 1]) if pair in met)
    if not pairs:
        return None
    in_a_row = tuple(pair for pair in pairs if pair in last)
    return replace(_in_all(rounds), pairs=pairs, in_a_row=in_a_row)


@lru_cache(maxsize=64)
def _in_all(rounds: tuple[Tables, ...]) -> Again:
    """What the same goes for in each of these rounds, without the pairs."""
    same = len({frozenset(_people(tables)) for tables in rounds}) == 1
    met = Counter(pair for tables in rounds for pair in _pairs(tables))
    counted = _bounds.forced(rounds)
    by_turns = _forced_by_turns(rounds) if same else 0
    return Again(
        pairs=(),
        in_a_row=(),
        people=len(_people(rounds[0])) if same else None,
        tables=max(_tables(tables) for tables in rounds),
        rounds=len(rounds),
        forced=max(counted, by_turns),
        drawn=_bounds.repeats(met),
        turns=by_turns > counted,
        thirds=max(met.values()) > 2,
    )


def _forced_by_turns(rounds: tuple[Tables, ...]) -> int:
    """Repeats at least, if the same people took turns at the same tables all the time."""
    sizes = {tuple(sorted(map(len, tables), reverse=True)) for tables in rounds}
    away = Counter(one for tables in rounds for one in (*_short(tables), *_resting(tables)))
    visits = [away[one] for one in _people(rounds[0])]
    if len(sizes) > 1 or max(visits) - min(visits) > 1:
        return 0
    return _bounds.forced_by_sizes(sizes.pop(), len(rounds))


def _away(rounds: tuple[Tables, ...], now: Tables, which: Which) -> Away | None:
    who = which(now)
    if not who:
        return None
    always = set.intersection(*(set(_people(tables)) for tables in rounds))
    counted = Counter(one for tables in rounds for one in which(tables))
    times = [counted[one] for one in always] or [0]
    people, resting = len(_people(now)), len(_resting(now))
    return Away(
        who=who,
        size=max(map(len, now)),
        seats=people - resting,
        people=people,
        rounds=len(rounds),
        least=min(times),
        most=max(times),
    )


def _together(now: Tables, groups: Sequence[frozenset[int]]) -> Together | None:
    pairs = tuple(pair for pair in _pairs(now) if any(group.issuperset(pair) for group in groups))
    if not pairs:
        return None
    here = set(_people(now))
    tables, resting = _tables(now), len(_resting(now))
    forced = _bounds.together([len(group & here) for group in groups], tables, resting)
    return Together(pairs, tables, forced)


def _owners(entrants: Iterable[Entrant]) -> list[frozenset[int]]:
    """Those of one owner, an owner a group."""
    groups: dict[str, set[int]] = {}
    for one in entrants:
        if one.owner is not None:
            groups.setdefault(one.owner, set()).add(one.id)
    return [frozenset(group) for group in groups.values()]


def _bots(entrants: Sequence[Entrant]) -> list[frozenset[int]]:
    """All bots, if people take part too."""
    bots = frozenset(one.id for one in entrants if one.bot)
    return [bots] if len(bots) < len(entrants) else []


def _pairs(tables: Tables) -> list[Pair]:
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def _people(tables: Tables) -> list[int]:
    return [one for table in tables for one in table]


def _tables(tables: Tables) -> int:
    return sum(len(table) > 1 for table in tables)


def _resting(tables: Tables) -> Ids:
    return tuple(table[0] for table in tables if len(table) == 1)


def _short(tables: Tables) -> Ids:
    largest = max(map(len, tables))
    return tuple(one for table in tables if 1 < len(table) < largest for one in table)
