"""The ranking of a league over its tournaments."""

from hypothesis import given
from hypothesis import strategies as st

from league.scoring.cumulative import Cell, cumulative


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
    assert charlie.cells == (Cell(2, missed=False), Cell(3, missed=True))
    assert charlie.attended == 1


def test_a_league_without_tournaments_ranks_nobody() -> None:
    assert cumulative([]) == ()


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
