"""The programs behind docs/performance.md count what they say they count."""

import random
from pathlib import Path

import pytest

from bots import referee
from bots.house.random import Random
from docs import bench
from docs.measure import Figures, Task, in_rounds, keep, parts_of, per_second, spread
from games import GAMES, MATCHES

GAME_NAMES = {(game.slug, str(seats)) for game in GAMES.values() for seats in game.seats}


@pytest.fixture(scope="module")
def tasks() -> dict[tuple[str, ...], tuple[Task, float]]:
    return bench.tasks()


@pytest.fixture(scope="module")
def figures(tasks: dict[tuple[str, ...], tuple[Task, float]]) -> Figures:
    """Everything once."""
    return in_rounds({name: (task, 0) for name, (task, _) in tasks.items()}, rounds=1)


@pytest.mark.parametrize("slug", GAMES)
def test_a_playout_plays_to_the_end_and_counts_moves_and_choices(slug: str) -> None:
    state = bench.dealt(GAMES[slug], 3)[0]
    open_to = []
    again, rng = state.copy(), random.Random(1)
    while again.to_move >= 0:
        moves = again.legal()
        open_to.append(len(moves))
        again.play(moves[int(rng.random() * len(moves))])
    counted = bench.playout(state, random.Random(1).random)
    assert counted == (len(open_to), sum(number > 1 for number in open_to))
    assert state.outcome() == again.outcome() is not None


def test_a_move_that_is_left_out_is_neither_played_nor_counted() -> None:
    state = bench.dealt(GAMES["arschmallows"], 3)[0]
    announce = bench.move_called("arschmallows", state.copy())
    decisions, choices = bench.playout_without(announce, state, random.Random(1).random)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason != "announced"
    assert 0 < choices < decisions


def test_every_game_with_every_number_of_seats_is_measured(figures: Figures) -> None:
    for what in ("playouts", "deals", "copies"):
        assert set(bench.names(figures, what)) == GAME_NAMES


def test_every_match_with_every_variant_is_measured_with_and_without_referee(
    figures: Figures,
) -> None:
    for what in ("bare", "refereed"):
        found = bench.names(figures, what)
        assert {name[0] for name in found} == set(MATCHES)
        assert len([name for name in found if name[0] == "xxl-individuel"]) == 6


def test_there_are_never_more_choices_than_decisions(figures: Figures) -> None:
    for name in GAME_NAMES:
        decisions = bench.column(figures, "playouts", name, 1)[0]
        assert 0 < bench.column(figures, "playouts", name, 2)[0] <= decisions


def test_a_refereed_match_counts_the_moves_of_the_transcript() -> None:
    (counted,) = bench.refereed_matches(MATCHES["quibbles"], {})()
    players = [Random() for _ in range(bench.MATCH_SEATS)]
    deals = referee.play(MATCHES["quibbles"], {}, bench.seed(0), players).transcript.deals
    assert counted == sum(len(deal.moves) for deal in deals)


def test_the_report_names_every_game_and_match(figures: Figures) -> None:
    report = bench.report(figures, "Measured somewhere.")
    for slug in (*GAMES, *MATCHES):
        assert f"| {slug}" in report


def test_a_task_runs_at_least_once_and_counts_go_by_the_second() -> None:
    runs, counted = per_second(lambda: (7,), 0)
    assert counted == pytest.approx(7 * runs)


def test_a_spread_is_the_median_between_the_extremes() -> None:
    assert f"{spread([3, 1, 9, 2]):.1f}" == "2.5 (1.0–9.0)"


def test_each_program_leaves_the_other_ones_part_of_the_document_alone(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    keep("bench-peers", "## Beside others\n", document)
    keep("bench", "## By itself\n", document)
    keep("bench", "## By itself, again\n", document)
    text = document.read_text()
    assert parts_of(text) == {"bench": "## By itself, again\n", "bench-peers": "## Beside others\n"}
    assert text.startswith("# Performance\n")


def test_what_is_said_of_a_move_left_out_agrees_with_the_table(figures: Figures) -> None:
    said = bench.left_out_in_words(figures, "arschmallows")
    row = bench.game_row(figures, ("arschmallows", str(bench.MATCH_SEATS)))
    assert f"{row[4]} decisions a deal" in " ".join(said.split())
