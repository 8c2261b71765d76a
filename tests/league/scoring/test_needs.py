"""What the last round can still change: examples by hand, and all results tried out."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from league.scoring.core import Counting, Penalty, Played, Rest
from league.scoring.last_round import Need, Reach, Table
from league.scoring.needs import needs

from .by_seat import standings
from .evening import Evening, Tables, at_table, widest

ALICE, BOB, CHARLIE, DORA, EMIL, FRIDA = 1, 2, 3, 4, 5, 6
SCALED = {"place_points": "scaled_by_table_size"}
AVERAGE = {"tie_pays": "average"}


CASES: dict[str, tuple[tuple[int, ...], str, dict[str, str], tuple[str, ...]]] = {
    "raw": ((3, 2), "places", {}, ()),
    "raw, tie-breaks": ((2, 2, 2), "places", {}, ("drawn_lot",)),
    "scaled": ((3, 2, 2), "places", SCALED, ("drawn_lot",)),
    "average": ((4,), "places", AVERAGE, ()),
    "scaled average": ((3, 3), "places", SCALED | AVERAGE, ()),
    "points": ((4,), "table-points", {"list_of_points": "5-3-2"}, ("drawn_lot",)),
    "points average": ((2, 3), "table-points", {"list_of_points": "4-2-1", **AVERAGE}, ()),
}


@pytest.mark.parametrize(("sizes", "scoring", "settings", "tie_breaks"), CASES.values(), ids=CASES)
def test_it_is_what_trying_all_results_finds(
    sizes: tuple[int, ...], scoring: str, settings: dict[str, str], tie_breaks: tuple[str, ...]
) -> None:
    chance = Random(f"{sizes} {scoring}")
    counting = Counting(scoring, settings, tie_breaks)
    for _evening in range(2):
        evening = Evening.of(chance, sizes)
        assert evening.asked(counting) == evening.tried_out(counting)


SETS: dict[str, tuple[tuple[int, ...], int, int, str, dict[str, str]]] = {
    "pairs": ((2, 2), 2, 0, "places", {}),
    "threes": ((3,), 2, 1, "places", AVERAGE),
    "of two sizes": ((3, 2), 1, 1, "table-points", {"list_of_points": "5-3-2"}),
}


@pytest.mark.parametrize(("sizes", "left", "over", "scoring", "settings"), SETS.values(), ids=SETS)
def test_a_set_is_tried_out_by_all_results_of_the_matches_that_are_left(
    sizes: tuple[int, ...], left: int, over: int, scoring: str, settings: dict[str, str]
) -> None:
    chance, counting = Random(f"{sizes} {scoring}"), Counting(scoring, settings)
    evening = Evening.of(chance, sizes, left=left, over=over)
    assert evening.asked(counting) == evening.tried_out(counting)


def test_of_a_set_with_too_many_results_nothing_is_secured() -> None:
    two, three = (Table((ALICE, BOB, CHARLIE, DORA), left) for left in (2, 3))
    rows = standings([ALICE, BOB, CHARLIE, DORA], [])
    assert len(needs(rows, [two], Counting(), 1)) == 4
    assert needs(rows, [three], Counting(), 1) == ()


def test_points_are_exact_in_whatever_parts_they_come() -> None:
    """The penalties differ by less than floats, and have more digits than 64 bits."""
    counting = Counting("places", SCALED)
    evening = Evening.of(Random(3), (3, 2))
    for points in (Fraction(1, 3**50), Fraction(1) - Fraction(1, 3**50)):
        fined = replace(evening, penalty=Penalty(evening.tables[0][0], points))
        assert fined.asked(counting) == fined.tried_out(counting)


@pytest.mark.parametrize("settings", [SCALED, AVERAGE], ids=["best", "average"])
def test_no_place_is_missing_when_somebody_misses_the_last_round(settings: dict[str, str]) -> None:
    chance, counting = Random(7), Counting("places", settings)
    for _evening in range(3):
        evening = Evening.of(chance, (3, 2), absent=2)
        for asked, tried in zip(evening.asked(counting), evening.tried_out(counting), strict=True):
            assert asked.reach == widest([asked.reach, tried.reach])
            for place, reach in tried.by_place.items():
                assert asked.by_place[place] == widest([asked.by_place[place], reach])


TWO_ROUNDS = [
    *at_table(1, {ALICE: 1, BOB: 2, CHARLIE: 3}),
    *at_table(1, {DORA: 1, EMIL: 2, FRIDA: 3}, 2),
    *at_table(2, {ALICE: 1, BOB: 2, FRIDA: 2}),
    *at_table(2, {DORA: 2, EMIL: 3, CHARLIE: 2}, 2),
]


def in_the_last_round(
    tables: Tables, played: Iterable[Played] = (), rests: Iterable[Rest] = (), **counting: Any
) -> dict[int, Need]:
    """After two rounds, in which Alice has collected 2, Dora 3, Bob 4 points and the others 5."""
    here = Counting(**counting)
    entries = [ALICE, BOB, CHARLIE, DORA, EMIL, FRIDA]
    rows = standings(entries, [*TWO_ROUNDS, *played], rests, counting=here)
    return {need.entry: need for need in needs(rows, list(map(Table, tables)), here, 3)}


def test_places_are_secured_or_possible_by_the_place_at_the_own_table() -> None:
    found = in_the_last_round([(ALICE, BOB, EMIL), (DORA, CHARLIE, FRIDA)])
    assert found[ALICE].reach == Reach(1, 2)
    assert found[ALICE].by_place == {1: Reach(1, 1), 2: Reach(1, 1), 3: Reach(1, 2)}
    assert found[BOB].reach == Reach(1, 6)
    assert found[BOB].by_place == {1: Reach(1, 3), 2: Reach(2, 3), 3: Reach(3, 6)}


def test_with_tie_breaks_equal_points_may_go_either_way() -> None:
    tables: Tables = [(ALICE, BOB, EMIL), (DORA, CHARLIE, FRIDA)]
    found = in_the_last_round(tables, tie_breaks=("drawn_lot",))
    assert found[ALICE].by_place == {1: Reach(1, 1), 2: Reach(1, 2), 3: Reach(1, 3)}


def test_who_has_finished_or_rests_waits_for_the_others() -> None:
    """Alice has 3 points by now, Dora, who rests, 4.5, which is the mean for all three rounds."""
    finished = at_table(3, {ALICE: 1, EMIL: 2})
    found = in_the_last_round([(BOB, CHARLIE, FRIDA)], finished, [Rest(3, DORA)])
    assert found[ALICE] == Need(ALICE, Reach(1, 1), {})
    assert found[DORA] == Need(DORA, Reach(2, 2), {})
    assert found[BOB].by_place == {1: Reach(3, 3), 2: Reach(3, 3), 3: Reach(4, 5)}
    assert found[EMIL].reach == Reach(4, 6)


def test_totals_have_no_bounds_before_all_tables_are_in() -> None:
    assert in_the_last_round([(ALICE, BOB)], scoring="totals") == {}
    finished = at_table(3, {ALICE: 1, BOB: 2})
    found = in_the_last_round([], finished, scoring="totals", low_wins=True)
    assert found[ALICE] == Need(ALICE, Reach(1, 1), {})
