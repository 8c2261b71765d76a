"""The figures of large tournaments in docs/performance.md are of what they say."""

import pytest

from docs import bench_league, big_tournament
from docs.bench_league import Drawn, Plan
from league import rank
from league.models import Seat

GOOD = Drawn("swiss", [5.0, 5.0], price=110, long=100, random=1_000)
FORCED, FREE = Plan(8, (4, 4), 12, 12), Plan(9, (3, 3, 3), 0, 0)
TIMES = {"wall": [90.0], "CPU": [49.0]}


def reached(
    drawn: Drawn = GOOD, plan: Plan = FREE, times: dict[str, list[float]] = TIMES
) -> list[bool]:
    report = bench_league.report([drawn], [FORCED, plan], times, "Measured somewhere.")
    targets = [row for row in report.splitlines() if row.endswith(("| yes |", "| **no** |"))]
    return [row.endswith("| yes |") for row in targets]


def test_figures_at_the_edge_reach_their_targets() -> None:
    assert reached() == [True] * 4


def test_worse_ones_do_not() -> None:
    slow = Drawn("swiss", [5.1, 5.1], price=111, long=100, random=1_000)
    assert reached(slow, Plan(9, (3, 3, 3), 0, 1), {"wall": [9.0], "CPU": [50.0]}) == [False] * 4


def test_what_costs_next_to_nothing_is_good_whatever_a_long_run_found() -> None:
    assert Drawn("swiss", [1.0], price=10, long=1, random=1_000).is_good
    assert not Drawn("swiss", [1.0], price=11, long=1, random=1_000).is_good


@pytest.mark.parametrize("name", ["planned, people", "swiss, all stand apart"])
def test_the_search_that_is_run_longer_is_the_one_of_the_draw(name: str) -> None:
    field, before = bench_league.cases(9)[name]
    drawn = bench_league.draws(name, field, before, long_s=0)
    assert len(drawn.seconds) == bench_league.TIMES
    assert drawn.price == drawn.long <= drawn.random


def test_a_draw_of_bots_and_people_has_owners_with_several() -> None:
    owners = [one.owner for one in bench_league.field(64, bots=True).entrants if one.owner]
    assert 1 < len(set(owners)) < len(owners) == 32
    assert all(one.bot == (one.owner is not None) for one in bench_league.field(8, True).entrants)


@pytest.mark.parametrize(("people", "size", "least"), [(6, 3, 6), (12, 3, 0)])
def test_repeats_of_a_plan_are_set_beside_what_must_be(people: int, size: int, least: int) -> None:
    plan = bench_league.a_plan_of(people, size)
    assert (plan.people, plan.least, plan.repeats) == (people, least, least)
    assert sum(plan.split) == people
    assert max(plan.split) == size


@pytest.mark.django_db
def test_standings_are_of_everybody_and_all_rounds() -> None:
    tournament = big_tournament.make(8, 3)
    assert Seat.objects.count() == 8 * 3
    table = big_tournament.look(tournament)
    assert {one.entry.pk: one.row for one in table} == big_tournament.count(tournament)
    assert len(table) == 8
    assert {one.row.matches for one in table} == {3}
    assert table == rank.table(tournament)


def test_every_plan_is_in_the_report() -> None:
    report = bench_league.report([GOOD], [FORCED, FREE], TIMES, "Measured somewhere.")
    assert "| 8 | 4 + 4 | 12 | 12 |" in report
    assert "| swiss | 5.0 (5.0–5.0) | 110 | 100 | 1.100 | 1,000 |" in report
