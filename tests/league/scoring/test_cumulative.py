"""The ranking of a league over its tournaments."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from league.scoring.cumulative import SETTINGS, Cell, Row, among, cumulative


def by_name(rows: tuple[Row[str], ...]) -> dict[str, Row[str]]:
    return {row.subject: row for row in rows}


def crossed(row: Row[str]) -> list[str]:
    """Its cells as they are written: 3, (4) missed, ~4 dropped, - skipped."""
    return [
        "~" * cell.dropped
        + ("-" if cell.points is None else f"({cell.points})" if cell.missed else str(cell.points))
        for cell in row.cells
    ]


def test_places_are_added_up_and_the_fewest_win() -> None:
    rows = cumulative([{"alice": 1, "bob": 2}, {"alice": 2, "bob": 1}, {"alice": 1, "bob": 2}])
    assert [(row.subject, row.place, row.points) for row in rows] == [
        ("alice", 1, 4),
        ("bob", 2, 5),
    ]


def test_equal_sums_share_the_place_and_the_next_one_does_not_exist() -> None:
    rows = cumulative([{"alice": 1, "bob": 1, "charlie": 3}])
    assert [(row.place, row.shared) for row in rows] == [(1, True), (1, True), (3, False)]


def test_who_stays_away_is_one_place_behind_the_last_who_came() -> None:
    rows = cumulative([{"alice": 1, "bob": 2, "charlie": 2}, {"alice": 1, "bob": 2}])
    charlie = next(row for row in rows if row.subject == "charlie")
    assert charlie.cells == (Cell(Fraction(2), missed=False), Cell(Fraction(3), missed=True))
    assert charlie.attended == 1


def test_among_some_of_them_the_others_take_no_place() -> None:
    places = {"alice": 1, "guest": 1, "bob": 3, "charlie": 3, "dora": 5}
    assert among(places, {"alice", "bob", "charlie", "dora", "nobody"}) == {
        "alice": 1,
        "bob": 2,
        "charlie": 2,
        "dora": 4,
    }


def test_a_league_without_tournaments_ranks_nobody() -> None:
    assert cumulative([]) == ()
    assert cumulative([], {"least_attendance": 3, "best_results": 2}) == ()


# Alice comes always, Bob to two of four, Charlie and Dora once.
SEASON = [
    {"alice": 1, "bob": 2, "charlie": 3},
    {"alice": 2, "bob": 1},
    {"alice": 1},
    {"alice": 2, "dora": 1},
]


def test_a_missed_tournament_may_count_the_mean_of_ones_own_places() -> None:
    rows = by_name(cumulative(SEASON, {"missed_tournaments": "own_mean"}))
    assert crossed(rows["bob"]) == ["2", "1", "(3/2)", "(3/2)"]
    assert {name: row.points for name, row in rows.items()} == {
        "dora": 4,
        "alice": 6,
        "bob": 6,
        "charlie": 12,
    }
    assert (rows["alice"].place, rows["bob"].place, rows["bob"].shared) == (2, 2, True)


def test_a_missed_tournament_may_be_skipped_and_then_the_mean_ranks() -> None:
    rows = by_name(cumulative(SEASON, {"missed_tournaments": "skip"}))
    assert crossed(rows["bob"]) == ["2", "1", "-", "-"]
    assert {name: row.points for name, row in rows.items()} == {
        "dora": 1,
        "alice": Fraction(3, 2),
        "bob": Fraction(3, 2),
        "charlie": 3,
    }


def test_the_best_results_count_and_the_others_are_dropped_missed_ones_too() -> None:
    rows = by_name(cumulative(SEASON, {"best_results": 2}))
    assert crossed(rows["alice"]) == ["1", "~2", "1", "~2"]
    assert crossed(rows["bob"]) == ["2", "1", "~(2)", "~(3)"]
    assert crossed(rows["charlie"]) == ["3", "~(3)", "(2)", "~(3)"]
    assert [rows[name].points for name in ("alice", "bob", "charlie")] == [2, 3, 5]


def test_of_cells_with_the_same_points_a_missed_one_is_dropped_first_then_the_later_one() -> None:
    places = [{"alice": 1}, {"alice": 1, "bob": 2}, {"alice": 1, "bob": 2}]
    assert crossed(by_name(cumulative(places, {"best_results": 2}))["bob"]) == ["~(2)", "2", "2"]
    assert crossed(by_name(cumulative(places, {"best_results": 1}))["bob"]) == ["~(2)", "2", "~2"]


def test_skipped_tournaments_are_not_among_the_best_results() -> None:
    rows = by_name(cumulative(SEASON, {"missed_tournaments": "skip", "best_results": 3}))
    assert crossed(rows["bob"]) == ["2", "1", "-", "-"]
    assert crossed(rows["alice"]) == ["1", "2", "1", "~2"]
    assert rows["alice"].points == Fraction(4, 3)


def test_who_came_too_seldom_has_no_place_and_comes_after_all_who_have_one() -> None:
    rows = cumulative(SEASON, {"least_attendance": 2, "missed_tournaments": "skip"})
    assert [(row.subject, row.place, row.shared) for row in rows] == [
        ("alice", 1, True),
        ("bob", 1, True),
        ("dora", None, False),
        ("charlie", None, False),
    ]


def test_while_there_have_been_fewer_tournaments_coming_to_all_of_them_is_enough() -> None:
    rows = cumulative(SEASON[:2], {"least_attendance": 9})
    assert [(row.subject, row.place) for row in rows] == [
        ("alice", 1),
        ("bob", 1),
        ("charlie", None),
    ]


@pytest.mark.parametrize(
    "wrong", [{"missed_tournaments": "guess"}, {"best_results": -1}, {"moon": "full"}]
)
def test_a_setting_that_there_is_not_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as refused:
        cumulative(SEASON, wrong)
    assert refused.value.option == next(iter(wrong))


PLACES = st.lists(st.integers(0, 3), min_size=1, max_size=6).map(
    lambda scores: {f"p{n}": sorted(scores).index(score) + 1 for n, score in enumerate(scores)}
)


@given(st.lists(PLACES, max_size=3), PLACES)
def test_staying_away_never_pays(others: list[dict[str, int]], places: dict[str, int]) -> None:
    """Even coming last alone, behind all who came, is no worse than staying away."""
    away = cumulative([*others, places, {"late": 1}])
    came = cumulative([*others, {**places, "late": len(places) + 1}, {"late": 1}])
    points_away = next(row.points for row in away if row.subject == "late")
    points_came = next(row.points for row in came if row.subject == "late")
    assert points_came <= points_away


CHOSEN = st.fixed_dictionaries(
    {
        "missed_tournaments": st.sampled_from(SETTINGS[0].choices),
        "best_results": st.integers(0, 4),
        "least_attendance": st.integers(0, 4),
    }
)
SEASONS = st.lists(PLACES, min_size=1, max_size=4)


@given(SEASONS, CHOSEN, st.randoms(use_true_random=False))
def test_the_order_of_tournaments_changes_no_place(
    season: list[dict[str, int]], chosen: dict[str, Any], random: Random
) -> None:
    before = by_name(cumulative(season, chosen))
    random.shuffle(season)
    after = by_name(cumulative(season, chosen))
    assert {name: (row.place, row.points) for name, row in before.items()} == {
        name: (row.place, row.points) for name, row in after.items()
    }


@given(SEASONS, CHOSEN, st.integers(0))
def test_a_better_place_never_hurts(
    season: list[dict[str, int]], chosen: dict[str, Any], which: int
) -> None:
    subject = list(season[0])[which % len(season[0])]
    better = [{**season[0], subject: season[0][subject] - 1}, *season[1:]]
    before, after = by_name(cumulative(season, chosen)), by_name(cumulative(better, chosen))
    assert (after[subject].place or 0) <= (before[subject].place or 0)
    assert after[subject].points <= before[subject].points


@given(SEASONS)
def test_skipping_ranks_as_the_own_mean_does_while_all_results_count(
    season: list[dict[str, int]],
) -> None:
    skip = cumulative(season, {"missed_tournaments": "skip"})
    mean = cumulative(season, {"missed_tournaments": "own_mean"})
    assert [(row.subject, row.place) for row in skip] == [(row.subject, row.place) for row in mean]


@given(SEASONS, CHOSEN)
def test_points_are_exact_and_made_of_the_cells_that_count(
    season: list[dict[str, int]], chosen: dict[str, Any]
) -> None:
    for row in cumulative(season, chosen):
        counting = [cell.points for cell in row.cells if cell.points is not None and cell.counts]
        assert type(row.points) is Fraction
        mean = chosen["missed_tournaments"] == "skip"
        assert row.points == sum(counting, Fraction(0)) / (len(counting) if mean else 1)
        assert not chosen["best_results"] or len(counting) <= chosen["best_results"]
