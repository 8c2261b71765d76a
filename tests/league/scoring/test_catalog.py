"""What a match pays, scoring by scoring."""

from fractions import Fraction
from typing import Any

import pytest

from games import BadOption
from league.scoring.catalog import SCORINGS, Spot, points_of
from league.scoring.tiebreaks import TIE_BREAKS


def pays(scoring: str, *places: int, **settings: Any) -> list[Fraction]:
    """What each of a table gets, in their order."""
    one = SCORINGS[scoring]
    spots = [Spot(place, places.count(place), len(places), total=7) for place in places]
    return [one.pay(spot, one.read(settings)) for spot in spots]


def test_a_place_pays_itself_and_a_shared_one_the_best_of_those_it_takes_up() -> None:
    assert pays("places", 1, 2, 2, 4) == [1, 2, 2, 4]


def test_a_shared_place_may_pay_the_average_so_that_a_table_pays_the_same_in_all() -> None:
    assert pays("places", 1, 2, 2, 4, tie_pays="average") == [1, Fraction(5, 2), Fraction(5, 2), 4]
    for places in ((1, 2, 3, 4), (1, 1, 3, 4), (1, 2, 2, 2), (1, 1, 1, 1)):
        assert sum(pays("places", *places, tie_pays="average")) == 10
        assert sum(pays("table-points", *places, tie_pays="average")) == 11


@pytest.mark.parametrize("size", range(2, 7))
def test_scaled_the_first_place_pays_nothing_and_the_last_one_at_a_table_of_any_size(
    size: int,
) -> None:
    paid = pays("places", *range(1, size + 1), place_points="scaled_by_table_size")
    assert paid == [Fraction(place, size - 1) for place in range(size)]


def test_scaled_and_averaged_a_table_where_all_are_tied_pays_a_half_to_each() -> None:
    both = {"place_points": "scaled_by_table_size", "tie_pays": "average"}
    for size in range(2, 7):
        assert pays("places", *[1] * size, **both) == [Fraction(1, 2)] * size


def test_a_list_of_points_is_paid_place_by_place_and_nothing_beyond_it() -> None:
    assert pays("table-points", 1, 2, 3, 4, 5) == [5, 3, 2, 1, 0]
    assert pays("table-points", 1, 1, 3, list_of_points="10-6") == [10, 10, 0]
    assert pays("table-points", 1, 2, 2, list_of_points="10-6", tie_pays="average") == [10, 3, 3]


def test_a_total_is_paid_as_it_is() -> None:
    assert pays("totals", 1, 2) == [7, 7]


@pytest.mark.parametrize(
    "text",
    ["", "five", "3-5", "5-", "-5", "5--3", "5 3", "5,3", "5-3.5", "٣-٢", "1" * 5, "1-" * 11 + "1"],
)
def test_what_is_no_list_of_falling_points_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="like 5-3-2-1") as refused:
        SCORINGS["table-points"].read({"list_of_points": text})
    assert refused.value.option == "list_of_points"


def test_points_may_be_equal_from_place_to_place() -> None:
    assert SCORINGS["table-points"].read({"list_of_points": "3-3-0"})["list_of_points"] == "3-3-0"
    assert points_of("3-3-0") == [3, 3, 0]


def test_a_setting_of_another_scoring_is_refused() -> None:
    with pytest.raises(BadOption, match="Totals of the matches has no setting list_of_points"):
        SCORINGS["totals"].read({"list_of_points": "5-3-2-1"})


def test_every_scoring_begins_with_tie_breaks_that_there_are() -> None:
    for scoring in SCORINGS.values():
        assert set(scoring.tie_breaks) <= set(TIE_BREAKS)
        assert scoring.read({}) == {one.name: one.default for one in scoring.settings}
