"""Tie-breaks: what decides between entries with equal points, by the word a tournament keeps.

Each is a pure function from what was played to one key for each of the tied, the lower the better;
equal keys decide nothing. An ordered chain of them is applied to those who are still tied.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from operator import mul

import numpy as np

from .results import Results

LONGEST_CHAIN = 4  # more than that has never anything left to decide

Keys = Mapping[int, Fraction | int]


@dataclass(frozen=True)
class History:
    """All that was played, a set as one match (see `sets.as_one`). `rounds`: the points of every
    entry by round, rests included; `fewest` says whether few of these are good, `low_wins` whether
    low match totals are."""

    results: Results
    rounds: Mapping[int, Mapping[int, Fraction]]
    fewest: bool
    low_wins: bool
    seed: str

    def tables_of(self, entry: int) -> list[dict[int, int]]:
        """The tables an entry sat at, each with the places of all who sat there."""
        results = self.results
        sat = results.match[results.entry == entry]
        seats = zip(results.starts[sat].tolist(), results.sizes[sat].tolist(), strict=True)
        entries, places = self._seated
        return [
            dict(zip(entries[at : at + size], places[at : at + size], strict=True))
            for at, size in seats
        ]

    @cached_property
    def _seated(self) -> tuple[list[int], list[int]]:
        return self.results.entry.tolist(), self.results.place.tolist()

    @cached_property
    def place_sums(self) -> Mapping[int, int]:
        """The places of an entry, added up."""
        return self.results.by_entry(self.results.place)

    @cached_property
    def deals_won(self) -> Mapping[int, int]:
        """The deals an entry has won, added up."""
        return self.results.by_entry(self.results.won)

    @cached_property
    def shares(self) -> Mapping[int, int]:
        """What an entry has of the totals of its tables, in equal parts, added up. All in one unit,
        so that whole numbers do: a common denominator of all tables, which may have many digits."""
        total, starts = self.results.total, self.results.starts
        match = self.results.match
        above = total - np.minimum(np.minimum.reduceat(total, starts), 0)[match]
        whole = np.add.reduceat(above, starts)[match]
        mine = np.where(whole == 0, 1, above * self.results.sizes[match])
        unit = lcm(*(set(whole.tolist()) - {0}))
        worth = {one: unit // one if one else unit for one in set(whole.tolist())}
        by_entry = np.argsort(self.results.who[1], kind="stable")
        parts = mine[by_entry].tolist()
        worths = [worth[one] for one in whole[by_entry].tolist()]
        sums, at = {}, 0
        for entry, matches in self.results.matches.items():  # as the seats are ordered now
            there = slice(at, at + matches)
            sums[entry] = sum(map(mul, parts[there], worths[there]))
            at += matches
        return sums

    @property
    def last_round(self) -> int:
        """The number of the last round that was played."""
        return int(self.results.round.max())


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break, in words for forms and pages. `in_one_match`: it can tell two apart who have
    played one match each, at different tables, with the same place."""

    slug: str
    name: str
    says: str
    keys: Callable[[History, Sequence[int]], Keys]
    in_one_match: bool = False


def share_of_table_score(history: History, tied: Sequence[int]) -> Keys:
    """The mean, over all matches, of one's part in the totals of the table, measured in equal
    parts: 1 is an even share at a table of any size.

    If a total is below zero, all at that table are counted from the lowest one. A table at which
    nobody has anything is shared evenly.
    """
    sign = 1 if history.low_wins else -1
    shares, matches = history.shares, history.results.matches
    unit = sign * lcm(*(matches[entry] for entry in tied))  # whole numbers do, see core.in_parts
    return {entry: shares[entry] * (unit // matches[entry]) for entry in tied}


def opponents_mean_place(history: History, tied: Sequence[int]) -> Keys:
    """The mean of the places that one's opponents took in their other matches, the lower the
    better, since they were stronger.

    Matches against oneself are left out, or winning would lower it. It decides nothing while the
    opponents of one of the tied have played no others.
    """
    means = {entry: _mean_of_opponents(entry, history) for entry in tied}
    found = {entry: mean for entry, mean in means.items() if mean is not None}
    return found if len(found) == len(means) else dict.fromkeys(tied, 0)


def _mean_of_opponents(entry: int, history: History) -> Fraction | None:
    against = [
        (opponent, place)
        for table in history.tables_of(entry)
        for opponent, place in table.items()
        if opponent != entry
    ]
    opponents = {opponent for opponent, _place in against}
    places = sum(history.place_sums[one] for one in opponents) - sum(at for _who, at in against)
    matches = sum(history.results.matches[one] for one in opponents) - len(against)
    return Fraction(places, matches) if matches else None


def deals_won(history: History, tied: Sequence[int]) -> Keys:
    """How many deals one has won, in all matches."""
    return {entry: -history.deals_won[entry] for entry in tied}


def head_to_head(history: History, tied: Sequence[int]) -> Keys:
    """The places at the tables where all of the tied sat together, added up. It decides nothing if
    there was none: who beat whom among some of them is no order of all."""
    sums = dict.fromkeys(tied, 0)
    for places in history.tables_of(tied[0]):
        if all(entry in places for entry in tied):
            for entry in tied:
                sums[entry] += places[entry]
    return sums


def last_round(history: History, tied: Sequence[int]) -> Keys:
    """The points of the last round. It decides nothing if one of the tied has none from it; a rest
    has some."""
    points = [history.rounds[entry].get(history.last_round) for entry in tied]
    sign = 1 if history.fewest else -1
    if None in points:
        return dict.fromkeys(tied, 0)
    return {entry: sign * (paid or 0) for entry, paid in zip(tied, points, strict=True)}


def drawn_lot(history: History, tied: Sequence[int]) -> Keys:
    """The lowest SHA-256 of the draw's seed, as the receipts give it, a space, and the entry's
    number: fixed and public since the draw, so that anybody can draw it again."""
    return {
        entry: int(hashlib.sha256(f"{history.seed} {entry}".encode()).hexdigest(), 16)
        for entry in tied
    }


TIE_BREAKS = {
    one.slug: one
    for one in (
        TieBreak(
            "share_of_table_score",
            "Share of table score",
            "The better mean share of the totals at one's tables.",
            share_of_table_score,
            in_one_match=True,
        ),
        TieBreak(
            "opponents_mean_place",
            "Opponents' mean place",
            "The stronger opponents: the lower mean of the places they took elsewhere.",
            opponents_mean_place,
        ),
        TieBreak(
            "deals_won",
            "Deals won",
            "More deals won, in all matches.",
            deals_won,
            in_one_match=True,
        ),
        TieBreak(
            "head_to_head",
            "Head to head",
            "The better places at tables where all of the tied sat together.",
            head_to_head,
        ),
        TieBreak("last_round", "Last round", "The better points of the last round.", last_round),
        TieBreak(
            "drawn_lot",
            "Drawn lot",
            "The lowest SHA-256 of the draw's seed, a space and the entry's number; the API gives "
            "both.",
            drawn_lot,
            in_one_match=True,
        ),
    )
}


def broken(
    tied: Sequence[int], chain: Iterable[str], history: History
) -> list[tuple[list[int], str]]:
    """The tied, best first, those still together in one group, in the order of `tied`; with each
    group the tie-break that set it apart, empty if none did."""
    groups = [(list(tied), "")]
    for slug in chain:
        groups = [part for group in groups for part in _split(*group, TIE_BREAKS[slug], history)]
    return groups


def _split(
    tied: list[int], decided_by: str, tie_break: TieBreak, history: History
) -> list[tuple[list[int], str]]:
    if len(tied) == 1:
        return [(tied, decided_by)]
    keys = tie_break.keys(history, tied)
    parts = [list(part) for _key, part in groupby(sorted(tied, key=keys.__getitem__), keys.get)]
    return [(part, tie_break.slug if len(parts) > 1 else decided_by) for part in parts]
