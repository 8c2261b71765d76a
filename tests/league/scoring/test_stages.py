"""Stages: who got further is first, and one stage changes nothing."""

from fractions import Fraction
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from league.scoring.core import Counting, Penalty, Played, Rest
from league.scoring.results import Results
from league.scoring.stages import Staged
from league.scoring.standings import standings

from .by_seat import stages

ALICE, BOB, CHARLIE, DORA, EMIL = 1, 2, 3, 4, 5
STAGES = {1: 1, 2: 2, 3: 3}


def table(rows: tuple[Staged, ...]) -> list[tuple[int, int, bool, int]]:
    return [(one.row.entry, one.row.place, one.row.shared, one.stage) for one in rows]


def final(*placed: int, number: int) -> list[Played]:
    """A round whose places are the order of these entries."""
    return [Played(number, entry, place, 0) for place, entry in enumerate(placed, start=1)]


def test_who_reached_a_later_stage_is_before_all_who_did_not() -> None:
    played = [
        *final(ALICE, CHARLIE, number=1),
        *final(BOB, DORA, EMIL, number=1),
        *final(BOB, ALICE, number=2),
    ]
    reached = {EMIL: 1, DORA: 1, CHARLIE: 1, BOB: 2, ALICE: 2}
    rows = stages(standings, reached, STAGES, played)
    assert table(rows) == [
        (BOB, 1, False, 2),
        (ALICE, 2, False, 2),
        (DORA, 3, True, 1),
        (CHARLIE, 3, True, 1),
        (EMIL, 5, False, 1),
    ]
    assert [one.row.points for one in rows] == [1, 2, 2, 2, 3]
    assert [one.row.matches for one in rows] == [2, 2, 1, 1, 1]
    assert rows[1].row.rounds == {1: 1, 2: 2}


def test_who_is_in_a_stage_that_is_not_over_yet_shares_the_first_place() -> None:
    reached = {ALICE: 2, BOB: 2, CHARLIE: 1}
    rows = stages(standings, reached, STAGES, final(ALICE, BOB, CHARLIE, number=1))
    assert table(rows) == [(ALICE, 1, True, 2), (BOB, 1, True, 2), (CHARLIE, 3, False, 1)]
    assert [one.row.points for one in rows] == [0, 0, 3]
    assert rows[0].row.rounds == {1: 1}


def test_a_bye_pays_nothing_and_a_rest_pays_the_mean_of_its_own_stage() -> None:
    played = [*final(BOB, CHARLIE, number=1), *final(BOB, ALICE, number=2)]
    bye = Rest(1, ALICE)
    (second,) = (
        one.row
        for one in stages(standings, {ALICE: 2, BOB: 2, CHARLIE: 1}, STAGES, played, [bye])
        if one.row.entry == ALICE
    )
    assert (second.points, second.rounds, second.rests) == (2, {2: 2}, {1})
    rows = stages(standings, {ALICE: 1, BOB: 1, CHARLIE: 1}, {1: 1, 2: 1}, played, [bye])
    assert {one.row.entry: one.row.points for one in rows} == {ALICE: 4, BOB: 2, CHARLIE: 2}


def test_a_penalty_counts_where_the_entry_ended() -> None:
    played = [*final(ALICE, BOB, CHARLIE, number=1), *final(ALICE, BOB, number=2)]
    penalty = Penalty(ALICE, Fraction(5))
    rows = stages(standings, {ALICE: 2, BOB: 2, CHARLIE: 1}, STAGES, played, [], [penalty])
    assert [one.row.entry for one in rows] == [BOB, ALICE, CHARLIE]
    assert rows[1].row.penalty == 5


def test_a_penalty_with_a_stage_counts_there_and_nowhere_else() -> None:
    played = [*final(ALICE, BOB, CHARLIE, number=1), *final(ALICE, BOB, number=2)]
    penalties = [Penalty(ALICE, Fraction(5), stage=1), Penalty(CHARLIE, Fraction(5), stage=2)]
    rows = stages(standings, {ALICE: 2, BOB: 2, CHARLIE: 1}, STAGES, played, [], penalties)
    assert [(one.row.entry, one.row.penalty) for one in rows] == [
        (ALICE, 0),
        (BOB, 0),
        (CHARLIE, 5),
    ]


SEATS = st.lists(
    st.builds(
        Played,
        round=st.integers(1, 4),
        entry=st.integers(1, 6),
        place=st.integers(1, 4),
        total=st.integers(0, 9),
        won=st.integers(0, 3),
        table=st.integers(1, 3),
        seating=st.just(1),
    ),
    unique_by=lambda one: (one.round, one.entry),
)


@given(SEATS, st.sampled_from(["places", "totals"]), st.booleans())
def test_one_stage_gives_its_standings(played: list[Played], scoring: str, low: bool) -> None:
    count = partial(standings, counting=Counting(scoring, low_wins=low))
    rests, penalties = [Rest(5, ALICE)], [Penalty(BOB, Fraction(1))]
    entries = dict.fromkeys(range(6, 0, -1), 1)
    rows = stages(count, entries, dict.fromkeys(range(1, 6), 1), played, rests, penalties)
    assert [one.row for one in rows] == [*count(entries, Results.of(played), rests, penalties)]
    assert {one.stage for one in rows} == {1}


def test_without_entries_there_are_no_rows() -> None:
    assert stages(standings, {}, {}, []) == ()
