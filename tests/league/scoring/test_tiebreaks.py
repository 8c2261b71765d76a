"""Each tie-break by hand, and a chain of them."""

import hashlib

import pytest

from league.scoring.core import Counting, Played

from .by_seat import standings

ALICE, BOB, CHARLIE, DORA = 1, 2, 3, 4


def ranks(
    played: list[Played], *chain: str, entries: str = "ABCD", **counting: object
) -> dict[str, int]:
    """The places of A to D under a chain, nobody's points counting at the table of round 0."""
    rows = standings(
        range(1, len(entries) + 1),
        played,
        counting=Counting(tie_breaks=chain, **counting),  # type: ignore[arg-type]  # see Counting
    )
    return {"ABCD"[row.entry - 1]: row.place for row in rows}


def table(round: int, number: int, *seats: tuple[int, int, int], won: int = 0) -> list[Played]:
    """Entry, place, total of each who sat there."""
    return [Played(round, *seat, won, number) for seat in seats]


# Alice and Bob win one match and come second in the other, at two tables; they have 3 points each.
APART = [
    *table(1, 1, (ALICE, 1, 0), (CHARLIE, 2, 10)),
    *table(1, 2, (BOB, 1, 4), (DORA, 2, 6)),
    *table(2, 1, (ALICE, 2, 6), (DORA, 1, 4)),
    *table(2, 2, (BOB, 2, 6), (CHARLIE, 1, 4)),
]


def test_the_smaller_share_of_the_table_score_is_better_where_low_totals_win() -> None:
    assert ranks(APART)["A"] == ranks(APART)["B"] == 1
    found = ranks(APART, "share_of_table_score")  # A 0 and .6, B .4 and .6, D .6 and .4, C 1 and .4
    assert found == {"A": 1, "B": 2, "D": 2, "C": 4}


def test_the_larger_share_is_better_where_high_totals_win() -> None:
    assert ranks(APART, "share_of_table_score", low_wins=False) == {"A": 4, "B": 2, "D": 2, "C": 1}


def test_a_share_is_measured_in_equal_parts_so_that_an_even_one_is_the_same_at_any_table() -> None:
    played = [
        *table(1, 1, (ALICE, 1, 7), (CHARLIE, 1, 7)),
        *table(1, 2, (BOB, 1, 5), (DORA, 1, 5), (5, 1, 5)),
    ]
    rows = standings(range(1, 6), played, counting=Counting(tie_breaks=("share_of_table_score",)))
    assert {row.place for row in rows} == {1}


def test_totals_below_zero_are_counted_from_the_lowest_at_the_table() -> None:
    played = [
        *table(1, 1, (ALICE, 1, -4), (CHARLIE, 2, 6)),  # 0 of 10
        *table(1, 2, (BOB, 1, 1), (DORA, 2, 9)),  # 1 of 10
    ]
    assert ranks(played, "share_of_table_score") == {"A": 1, "B": 2, "D": 3, "C": 4}


def test_a_table_where_nobody_has_anything_is_shared_evenly() -> None:
    played = [
        *table(1, 1, (ALICE, 1, 0), (CHARLIE, 1, 0)),
        *table(1, 2, (BOB, 1, 1), (DORA, 2, 9)),
    ]
    assert ranks(played, "share_of_table_score") == {"B": 1, "A": 2, "C": 2, "D": 4}


def test_the_stronger_opponents_decide_and_matches_against_oneself_do_not_count() -> None:
    played = [
        *table(1, 1, (ALICE, 1, 0), (CHARLIE, 2, 0)),
        *table(1, 2, (BOB, 1, 0), (DORA, 2, 0)),
        *table(2, 1, (CHARLIE, 1, 0), (DORA, 2, 0)),
    ]
    # Charlie, whom Alice met, won elsewhere; Dora, whom Bob met, did not.
    assert ranks(played, "opponents_mean_place") == {"A": 1, "B": 2, "C": 3, "D": 4}


def test_opponents_without_another_match_decide_nothing() -> None:
    played = [
        *table(1, 1, (ALICE, 1, 0), (CHARLIE, 2, 0)),
        *table(1, 2, (BOB, 1, 0), (DORA, 2, 0)),
    ]
    assert ranks(played, "opponents_mean_place") == {"A": 1, "B": 1, "C": 3, "D": 3}


def test_more_deals_won_decide() -> None:
    played = [Played(1, ALICE, 1, 0, won=1), Played(1, BOB, 1, 0, won=2)]
    assert ranks(played, "deals_won", entries="AB") == {"B": 1, "A": 2}


def test_head_to_head_decides_when_all_the_tied_sat_together() -> None:
    played = [
        *table(1, 1, (ALICE, 2, 0), (BOB, 1, 0), (CHARLIE, 3, 0)),
        *table(2, 1, (ALICE, 1, 0), (DORA, 2, 0)),
        *table(2, 2, (BOB, 2, 0), (CHARLIE, 1, 0)),
    ]
    assert ranks(played, "head_to_head") == {"D": 1, "B": 2, "A": 3, "C": 4}


def test_head_to_head_decides_nothing_when_only_some_of_the_tied_sat_together() -> None:
    played = [
        *table(1, 1, (ALICE, 1, 0), (BOB, 2, 0)),
        *table(1, 2, (CHARLIE, 1, 0), (DORA, 2, 0)),
        *table(2, 1, (BOB, 1, 0), (CHARLIE, 2, 0)),
        *table(2, 2, (DORA, 1, 0), (ALICE, 2, 0)),
    ]
    assert set(ranks(played, "head_to_head").values()) == {1}


def test_the_last_round_decides_in_the_direction_of_the_points() -> None:
    assert ranks(APART, "last_round") == {"C": 1, "D": 1, "A": 3, "B": 3}
    found = ranks(APART, "last_round", scoring="table-points", settings={"list_of_points": "2-1"})
    assert found == {"C": 1, "D": 1, "A": 3, "B": 3}


def test_the_last_round_decides_nothing_if_one_of_the_tied_has_no_points_from_it() -> None:
    played = [
        *table(1, 1, (ALICE, 2, 0), (BOB, 1, 0)),
        *table(2, 1, (BOB, 1, 0), (CHARLIE, 2, 0)),
    ]
    assert ranks(played, "last_round", entries="ABC") == {"A": 1, "B": 1, "C": 1}


def test_a_lot_is_the_lowest_digest_of_seed_and_entry_so_that_anybody_can_draw_it_again() -> None:
    digests = [hashlib.sha256(f"5eed {entry}".encode()).hexdigest() for entry in (1, 2, 3, 4)]
    first = "ABCD"[digests.index(min(digests))]
    played = table(1, 1, *((entry, 1, 0) for entry in (ALICE, BOB, CHARLIE, DORA)))
    found = ranks(played, "drawn_lot", seed="5eed")
    assert found[first] == 1
    assert sorted(found.values()) == [1, 2, 3, 4]
    assert found != ranks(played, "drawn_lot", seed="other seed 1")


def test_nobody_draws_lots_before_the_first_match() -> None:
    assert set(ranks([], "drawn_lot").values()) == {1}


def test_a_row_says_which_tie_break_set_it_apart() -> None:
    played = [
        Played(1, ALICE, 1, 0, won=2),
        Played(1, BOB, 1, 0, won=1),
        Played(1, CHARLIE, 1, 0, won=1),
        Played(1, DORA, 4, 0),
    ]
    counting = Counting(tie_breaks=("last_round", "deals_won"))
    rows = standings([ALICE, BOB, CHARLIE, DORA], played, counting=counting)
    assert [(row.place, row.shared, row.decided_by) for row in rows] == [
        (1, False, "deals_won"),
        (2, True, "deals_won"),
        (2, True, "deals_won"),
        (4, False, ""),
    ]


@pytest.mark.parametrize("chain", [("deals_won", "drawn_lot"), ("drawn_lot", "deals_won")])
def test_the_first_of_the_chain_that_tells_them_apart_decides(chain: tuple[str, ...]) -> None:
    played = [Played(1, ALICE, 1, 0, won=1), Played(1, BOB, 1, 0, won=2)]
    rows = standings([ALICE, BOB], played, counting=Counting(tie_breaks=chain))
    assert {row.decided_by for row in rows} == {chain[0]}
