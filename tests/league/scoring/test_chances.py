"""Where the last round is likely to leave everybody: by hand, and by all chances there are."""

from itertools import permutations
from random import Random

import pytest

from league.scoring.chances import chances
from league.scoring.core import Counting, Played
from league.scoring.last_round import Need, Reach, Table
from league.scoring.results import Results

from .by_seat import standings
from .evening import Evening, by_entry

ALICE, BOB, CHARLIE, DORA, EMIL = 1, 2, 3, 4, 5
TOTALS = Counting("totals", seed="5eed")
BROKEN = Counting("totals", tie_breaks=("drawn_lot",), seed="5eed")


def match(number: int, totals: dict[int, int], table: int = 1, seating: int = 1) -> list[Played]:
    """In which few points are good."""
    places = {entry: 1 + sum(x < total for x in totals.values()) for entry, total in totals.items()}
    return [
        Played(number, entry, places[entry], total, table=table, seating=seating)
        for entry, total in totals.items()
    ]


TWO_ROUNDS = [
    *match(1, {ALICE: 1, CHARLIE: 5}),
    *match(1, {BOB: 1, DORA: 5}, 2),
    *match(2, {ALICE: 1, DORA: 5}),
    *match(2, {CHARLIE: 1, BOB: 5}, 2),
]


def in_the_last_round(
    played: list[Played], tables: list[Table], counting: Counting = TOTALS
) -> dict[int, Need]:
    """After what was played, with results like those of the first two rounds."""
    rows = standings(sorted({one.entry for one in played}), played, counting=counting)
    found = chances(rows, tables, counting, 3, set(), Results.of(TWO_ROUNDS))
    return {need.entry: need for need in found}


def test_matches_bring_totals_like_those_so_far() -> None:
    """Alice has 2 points, Bob and Charlie 6, Dora 10; one of a table gets 1, the other 5. If Alice
    loses she has 7, as Bob then has."""
    tables = [Table((ALICE, BOB)), Table((CHARLIE, DORA))]
    found = in_the_last_round(TWO_ROUNDS, tables)
    assert found[ALICE] == Need(ALICE, Reach(1, 1), {1: Reach(1, 1), 2: Reach(1, 1)})
    assert found[BOB] == Need(BOB, Reach(1, 3), {1: Reach(1, 1), 2: Reach(2, 3)})
    assert found[CHARLIE] == Need(CHARLIE, Reach(1, 3), {1: Reach(1, 2), 2: Reach(2, 3)})
    assert found[DORA] == Need(DORA, Reach(2, 4), {1: Reach(2, 3), 2: Reach(4, 4)})


def test_with_tie_breaks_equal_points_may_go_either_way() -> None:
    """Charlie can have 7 too, as Alice and Bob then; 11 he can share with Bob and Dora."""
    tables = [Table((ALICE, BOB)), Table((CHARLIE, DORA))]
    found = in_the_last_round(TWO_ROUNDS, tables, BROKEN)
    assert found[ALICE].by_place == {1: Reach(1, 1), 2: Reach(1, 3)}
    assert found[BOB].by_place == {1: Reach(1, 3), 2: Reach(2, 4)}
    assert found[DORA].by_place == {1: Reach(2, 4), 2: Reach(4, 4)}


def test_who_is_too_far_away_decides_nothing() -> None:
    ahead = [*TWO_ROUNDS, *match(2, {ALICE: 1, BOB: 50}, 3), *match(2, {CHARLIE: 90, DORA: 200}, 4)]
    found = in_the_last_round(ahead, [Table((ALICE, DORA)), Table((BOB, CHARLIE))], BROKEN)
    places = {entry: need.reach.best for entry, need in found.items()}
    assert places == {ALICE: 1, BOB: 2, CHARLIE: 3, DORA: 4}
    for need in found.values():
        assert need.by_place == {1: need.reach, 2: need.reach}
        assert need.reach.best == need.reach.worst


def test_what_a_set_has_brought_counts_in_its_mean() -> None:
    """Bob and Charlie have 6 points; Bob got 1 in the first of two matches, Charlie 5. After the
    other they have 7 and 11, or 9 both. Alice, who is not there, gets as much as the worst: she has
    7 or 5."""
    over = Results.of(match(3, {CHARLIE: 5, BOB: 1}))
    found = in_the_last_round(TWO_ROUNDS, [Table((BOB, CHARLIE), 1, over)])
    assert found[ALICE] == Need(ALICE, Reach(1, 1), {})
    assert found[BOB] == Need(BOB, Reach(1, 2), {1: Reach(1, 2)})
    assert found[CHARLIE] == Need(CHARLIE, Reach(2, 3), {1: Reach(2, 2), 2: Reach(3, 3)})


def test_matches_of_a_size_that_was_not_played_are_made_up() -> None:
    """Everybody gets 1 or 5 there, as at tables of two, but it may be all of them. Bob is third
    there with 5, if Alice has 3 and Charlie 7 in the end."""
    found = in_the_last_round(TWO_ROUNDS, [Table((ALICE, BOB, CHARLIE))])
    assert found[BOB].by_place == {1: Reach(1, 2), 2: Reach(2, 3), 3: Reach(3, 3)}


def test_without_a_match_before_nothing_is_told() -> None:
    rows = standings([ALICE, BOB], [], counting=TOTALS)
    assert chances(rows, [Table((ALICE, BOB))], TOTALS, 1, set(), Results.of([])) == ()


def test_the_same_seed_gives_the_same_places_and_another_one_others() -> None:
    def found(seed: str) -> tuple[Need, ...]:
        race = Evening.of(Random(5), (4, 4, 4, 4)).race(Counting("totals", seed=seed))
        return chances(*race, Results.of(match(1, dict(enumerate((0, 7, 12, 31))))))

    assert found("5eed") == found("5eed")
    assert found("5eed") != found("another")


BROUGHT = {0: 2, 1: 5, 2: 9}  # in the only finished match, by seat
SETTINGS: dict[str, Counting] = {
    "totals": Counting("totals", tie_breaks=("drawn_lot",)),
    "high totals": Counting("totals", low_wins=False),
    "places": Counting("places"),
    "points": Counting("table-points", {"list_of_points": "4-1-0"}, ("drawn_lot",)),
}


@pytest.mark.parametrize("counting", SETTINGS.values(), ids=SETTINGS)
def test_it_is_what_trying_all_chances_finds(counting: Counting) -> None:
    """As long as there are so few of them that none is left out."""
    for seed in range(4):
        evening = Evening.of(Random(seed), (3,), absent=seed % 2, over=seed // 2)
        (table,) = evening.tables
        results = [
            match(9, dict(zip(order, BROUGHT.values(), strict=True)), 20, 100)
            for order in permutations(table)
        ]
        found = chances(*evening.race(counting), Results.of(match(1, BROUGHT)))
        tried = evening.tried_out(counting, [[*evening.over, *one] for one in results])
        assert by_entry(found) == tried


@pytest.mark.parametrize(("left", "over"), [(1, 0), (1, 1), (2, 0)])
def test_what_is_likely_is_possible(left: int, over: int) -> None:
    chance, counting = Random(left + over), Counting("places", {}, ("drawn_lot",))
    for _evening in range(4):
        evening = Evening.of(chance, (3, 2, 3), absent=1, left=left, over=over)
        likely = chances(*evening.race(counting), Results.of(evening.played))
        for one, possible in zip(by_entry(likely), evening.asked(counting), strict=True):
            for at, reach in {**one.by_place, 0: one.reach}.items():
                bounds = {**possible.by_place, 0: possible.reach}[at]
                assert bounds.best <= reach.best <= reach.worst <= bounds.worst
