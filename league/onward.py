"""Onward: what decides who goes on from a round of a knockout, where the places leave it open.

It is the tournament's chain of tie-breaks, as far as these can tell two apart who have played one
match each at different tables, and the match total: after them, or before them where totals are
what counts. Then the draw's lot decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from league.formats.catalog import FORMATS
from league.formats.core import LOT, TOTAL
from league.scoring.catalog import SCORINGS
from league.scoring.core import Counting
from league.scoring.results import Results
from league.scoring.tiebreaks import TIE_BREAKS, History

from . import counted
from .models import Tournament


def order(tournament: Tournament) -> tuple[str, ...]:
    """In which order, by the tie-breaks' slugs and TOTAL; () if that alone does, or no round is a
    knockout."""
    knocks_out = FORMATS[tournament.format].knocks_out
    if not any(knocks_out(tournament.settings, stage) for stage in (1, 2)):
        return ()
    chain = [slug for slug in tournament.tie_breaks if TIE_BREAKS[slug].in_one_match]
    by_place = SCORINGS[tournament.scoring].by_place
    full = (*chain, TOTAL) if by_place else (TOTAL, *chain)
    before = tuple(takewhile(lambda slug: slug != LOT, full))  # it leaves nothing to decide
    decides = full[: len(before) + 1]
    return () if decides == (TOTAL,) else decides


def ranks(tournament: Tournament, results: Results) -> dict[tuple[int, int], tuple[int, ...]]:
    """Where everybody comes by each part of the `order`, by the round's number and the entry; 0 is
    best, and equals share it. Of `results`, a set as one match, those of knockouts."""
    slugs = order(tournament)
    if not slugs:
        return {}
    knocks_out = FORMATS[tournament.format].knocks_out
    counting = counted.counting(tournament)
    rounds = tournament.rounds.values_list("number", "stage")
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for number in (one for one, stage in rounds if knocks_out(tournament.settings, stage)):
        played = results.where(results.round == number)
        columns = [_column(slug, played, counting) for slug in slugs]
        for entry in played.who[0]:
            found[number, entry] = tuple(column[entry] for column in columns)
    return found


def _column(slug: str, played: Results, counting: Counting) -> Mapping[int, int]:
    """The ranks by one part of the order."""
    entries = played.who[0]
    keys: Mapping[int, object]
    if slug == TOTAL:
        sign = 1 if counting.low_wins else -1
        keys = played.by_entry(sign * played.total)
    else:
        history = History(played, {}, True, counting.low_wins, counting.seed)
        keys = TIE_BREAKS[slug].keys(history, entries)
    place = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
    return {entry: place[keys[entry]] for entry in entries}
