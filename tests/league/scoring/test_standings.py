"""Standings of a tournament: by hand, and what must hold for any."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.scoring.catalog import SCORINGS, Scoring
from league.scoring.core import Counting, Penalty, Played, Rest, misplaced
from league.scoring.standings import Row
from league.scoring.tiebreaks import TIE_BREAKS

from .by_seat import standings

ALICE, BOB, CHARLIE, DORA = 1, 2, 3, 4


def places(rows: tuple[Row, ...]) -> dict[int, int]:
    return {row.entry: row.place for row in rows}


def round_of(number: int, *placed: tuple[int, int], total: int = 0) -> list[Played]:
    return [Played(number, entry, place, total) for entry, place in placed]


def test_the_fewest_place_points_win_and_a_shared_place_takes_the_next_one_away() -> None:
    played = [
        *round_of(1, (ALICE, 1), (BOB, 2), (CHARLIE, 3), (DORA, 4)),
        *round_of(2, (ALICE, 1), (BOB, 3), (CHARLIE, 2), (DORA, 4)),
    ]
    rows = standings([DORA, CHARLIE, BOB, ALICE], played)
    assert [(row.entry, row.place, row.shared, row.points) for row in rows] == [
        (ALICE, 1, False, 2),
        (CHARLIE, 2, True, 5),
        (BOB, 2, True, 5),
        (DORA, 4, False, 8),
    ]


def test_a_shared_place_at_a_table_pays_that_place_to_both() -> None:
    rows = standings([ALICE, BOB, CHARLIE], round_of(1, (ALICE, 1), (BOB, 2), (CHARLIE, 2)))
    assert [row.points for row in rows] == [1, 2, 2]


@pytest.mark.parametrize(("low_wins", "first"), [(True, ALICE), (False, BOB)])
def test_totals_are_added_and_the_direction_is_the_games(low_wins: bool, first: int) -> None:
    played = [Played(1, ALICE, 2, 10), Played(1, BOB, 1, 30), Played(2, ALICE, 1, -4)]
    rows = standings([ALICE, BOB], played, counting=Counting("totals", low_wins=low_wins))
    assert rows[0].entry == first
    assert {row.entry: row.points for row in rows} == {ALICE: 6, BOB: 30}


def test_equal_totals_go_to_who_won_more_deals_and_are_shared_after_that() -> None:
    played = [
        Played(1, ALICE, 1, 12, won=1),
        Played(1, BOB, 1, 12, won=2),
        Played(1, CHARLIE, 1, 12, won=1),
    ]
    rows = standings(
        [ALICE, BOB, CHARLIE], played, counting=Counting("totals", tie_breaks=("deals_won",))
    )
    assert places(rows) == {BOB: 1, ALICE: 2, CHARLIE: 2}
    assert [row.shared for row in rows] == [False, True, True]


def test_deals_won_break_no_tie_of_places() -> None:
    played = [Played(1, ALICE, 1, 0, won=3), Played(1, BOB, 1, 0, won=0)]
    assert places(standings([ALICE, BOB], played)) == {ALICE: 1, BOB: 1}


def test_a_rest_is_credited_with_the_exact_mean_of_ones_own_rounds() -> None:
    played = [
        *round_of(1, (ALICE, 1), (BOB, 2)),
        *round_of(2, (ALICE, 2), (BOB, 1)),
        *round_of(3, (ALICE, 1)),
    ]
    rows = standings([ALICE, BOB], played, rests=[Rest(3, BOB), Rest(4, ALICE)])
    by_entry = {row.entry: row for row in rows}
    assert by_entry[BOB].rounds[3] == Fraction(3, 2)
    assert by_entry[ALICE].points == 4 + Fraction(4, 3)
    assert by_entry[ALICE].rests == {4}
    assert by_entry[ALICE].matches == 3


def test_who_has_only_rested_is_credited_with_nothing() -> None:
    (row,) = standings([ALICE], [], rests=[Rest(1, ALICE)])
    assert (row.points, row.rounds) == (0, {})


@pytest.mark.parametrize("scoring", ["places", "totals"])
@pytest.mark.parametrize("low_wins", [True, False])
def test_who_has_only_rested_comes_after_all_who_have_played(scoring: str, low_wins: bool) -> None:
    played = [Played(1, ALICE, 1, 30), Played(1, BOB, 2, -10)]
    rows = standings(
        [CHARLIE, DORA, ALICE, BOB],
        played,
        rests=[Rest(1, CHARLIE), Rest(1, DORA)],
        counting=Counting(scoring, low_wins=low_wins),
    )
    assert sorted([places(rows)[ALICE], places(rows)[BOB]]) == [1, 2]
    assert places(rows)[CHARLIE] == places(rows)[DORA] == 3


def test_before_the_first_match_all_share_the_first_place() -> None:
    rows = standings([ALICE, BOB, CHARLIE], [])
    assert [(row.place, row.shared) for row in rows] == [(1, True)] * 3


@pytest.mark.parametrize(("low_wins", "points"), [(True, 13), (False, 7)])
def test_a_penalty_is_to_ones_disadvantage_in_either_direction(low_wins: bool, points: int) -> None:
    (row,) = standings(
        [ALICE],
        [Played(1, ALICE, 1, 10)],
        penalties=[Penalty(ALICE, Fraction(3))],
        counting=Counting("totals", low_wins=low_wins),
    )
    assert row.points == points


def seated(round: int, table: int, totals: dict[int, int], low_wins: bool = True) -> list[Played]:
    """A table with these totals, and the places they make."""
    sign = 1 if low_wins else -1
    order = sorted(sign * total for total in totals.values())
    return [
        Played(round, entry, order.index(sign * total) + 1, total, total % 3, table)
        for entry, total in totals.items()
    ]


Drawn = tuple[list[int], list[Played]]


@st.composite
def tournaments(draw: st.DrawFn) -> Drawn:
    """Up to four rounds of two to nine entries at tables of two to four, one of whom may rest."""
    entries = list(range(1, draw(st.integers(2, 9)) + 1))
    size, played = draw(st.integers(2, 4)), []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        order = draw(st.permutations(entries))
        for table, first in enumerate(range(0, len(order) - 1, size), 1):
            at_table = order[first : first + size]
            totals = {entry: draw(st.integers(0, 5)) for entry in at_table}
            played += seated(number, table, totals)
    return entries, played


TOURNAMENTS = tournaments()
SCORING = st.sampled_from(list(SCORINGS))
CHAINS = st.lists(st.sampled_from(list(TIE_BREAKS)), unique=True).map(tuple)


def countings(chains: st.SearchStrategy[tuple[str, ...]] = CHAINS) -> st.SearchStrategy[Counting]:
    """Any scoring, any choice of its settings, any chain."""

    def of(scoring: Scoring) -> st.SearchStrategy[Counting]:
        chosen = {one.name: st.sampled_from(one.values) for one in scoring.settings if one.values}
        settings = st.fixed_dictionaries({}, optional=chosen)
        return st.builds(Counting, st.just(scoring.slug), settings, chains)

    return st.sampled_from(list(SCORINGS.values())).flatmap(of)


@given(TOURNAMENTS, countings(), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_entries_and_matches_changes_no_place(
    tournament: Drawn, counting: Counting, low: bool, random: Random
) -> None:
    entries, played = tournament
    counting = replace(counting, low_wins=low)
    before = standings(entries, played, counting=counting)
    random.shuffle(entries)
    random.shuffle(played)
    after = standings(entries, played, counting=counting)
    assert places(before) == places(after)
    assert {row.entry: row.decided_by for row in before} == {
        row.entry: row.decided_by for row in after
    }
    assert sorted(row.place for row in before) == [row.place for row in before]


OWN = [slug for slug in TIE_BREAKS if slug not in {"opponents_mean_place", "head_to_head"}]


@given(
    TOURNAMENTS, countings(st.lists(st.sampled_from(OWN), unique=True).map(tuple)), st.integers(0)
)
def test_a_better_result_at_a_table_never_hurts(
    tournament: Drawn, counting: Counting, which: int
) -> None:
    """With tie-breaks that look at others it can, as everywhere: who beats an opponent makes those
    stronger that met him, and who draws level with a third takes the head to head away."""
    entries, played = tournament
    if not played:
        return
    better = played[which % len(played)]
    there = (better.round, better.table)
    table = [one for one in played if (one.round, one.table) == there]
    totals = {one.entry: one.total for one in table} | {better.entry: better.total - 1}
    if min(totals.values()) < 0:
        return
    changed = [one._replace(won=0) for one in seated(better.round, better.table, totals)]
    others = [one._replace(won=0) for one in played if one not in table]
    same = [one._replace(won=0) for one in table]
    before = places(standings(entries, others + same, counting=counting))
    after = places(standings(entries, others + changed, counting=counting))
    assert after[better.entry] <= before[better.entry]


@given(TOURNAMENTS)
def test_a_worse_place_at_a_table_never_gains(tournament: Drawn) -> None:
    entries, played = tournament
    if not played:
        return
    first = played[0]
    worse = first._replace(place=first.place + 1)
    before = places(standings(entries, played))[first.entry]
    after = places(standings(entries, [worse, *played[1:]]))[first.entry]
    assert after >= before


@given(TOURNAMENTS, countings(), st.booleans())
def test_a_tie_is_broken_among_the_tied_and_nobody_else_moves(
    tournament: Drawn, counting: Counting, low: bool
) -> None:
    counting = replace(counting, low_wins=low)
    broken = standings(*tournament, counting=counting)
    plain = {
        row.entry: row for row in standings(*tournament, counting=replace(counting, tie_breaks=()))
    }
    together = Counter(row.place for row in plain.values())
    for row in broken:
        first = plain[row.entry].place
        assert first <= row.place < first + together[first]
        assert row.points == plain[row.entry].points
        assert not row.decided_by or plain[row.entry].shared
        assert row.decided_by or row.shared == plain[row.entry].shared
        assert row.decided_by in {"", *counting.tie_breaks}


@given(TOURNAMENTS, countings(st.just(("drawn_lot",))))
def test_a_lot_leaves_no_tie_among_those_who_have_played(
    tournament: Drawn, counting: Counting
) -> None:
    rows = standings(*tournament, counting=counting)
    assert not [row for row in rows if row.shared and row.matches]


@given(TOURNAMENTS, countings())
def test_points_are_exact(tournament: Drawn, counting: Counting) -> None:
    entries, played = tournament
    for row in standings(entries, played, [Rest(9, 1)], counting=counting):
        assert type(row.points) is Fraction
        assert all(type(paid) is Fraction for paid in row.rounds.values())
        assert row.points == sum(row.rounds.values())


@given(TOURNAMENTS, SCORING)
def test_a_rest_leaves_the_mean_of_ones_rounds_as_it_was(tournament: Drawn, scoring: str) -> None:
    entries, played = tournament
    rested = standings(entries, played, rests=[Rest(99, 1)], counting=Counting(scoring))
    plain = standings(entries, played, counting=Counting(scoring))
    (with_rest,) = (row for row in rested if row.entry == 1)
    (without,) = (row for row in plain if row.entry == 1)
    if without.rounds:
        mean = without.points / len(without.rounds)
        assert with_rest.points / len(with_rest.rounds) == mean


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ([4, 2, 1, 3], None),
        ([1, 1, 1], None),
        ([2, 1, 4, 2], None),
        ([1, 2, 2, 3], (3, 4)),
        ([2, 2, 3, 4], (2, 1)),
        ([0, 1, 2], (0, 1)),
        ([1, 1, 2, 4], (2, 3)),
        ([1, 3], (3, 2)),
    ],
)
def test_places_fit_together_or_the_first_that_does_not_is_named(
    given: list[int], wrong: tuple[int, int] | None
) -> None:
    assert misplaced(given) == wrong
