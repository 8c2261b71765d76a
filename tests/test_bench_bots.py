"""The figures of sandboxes in docs/performance.md are of what they say."""

import os
import subprocess
from contextlib import closing

import pytest

from bots import process
from docs import bench_bots
from docs.bench import MATCH_SEATS, seed
from docs.bench_bots import BARE, FIRST, ONE_DEAL, RULES, Child, Held, Stopwatch
from docs.measure import Figures

FIGURES: Figures = {
    ("bare", "asked"): [(1.0, 20.0)],
    ("sandbox", "asked"): [(1.0, 10.0)],
    ("prepared", "matches"): [(1.0, 40.0, 20.0)],
    ("cold", "matches"): [(1.0, 4.0, 2.0)],
    ("connectx", "matches"): [(1.0, 2.0)],
}
TIMES = {
    "deal": [20.0, 59.0, 99.0],
    "cold start": [30.0],
    "first answer": [5.0],
    "kill": [1.0, 50.0],
    "kill, busy": [2.0],
}
HELD = {0: Held(28.0, 9, 2), 600: Held(30.0, 9, 2), 1000: Held(30.25, 9, 2)}


def reached(
    figures: Figures = FIGURES,
    times: bench_bots.Times = TIMES,
    held: dict[int, Held] = HELD,
) -> list[bool]:
    return [row[-1] == "yes" for row in bench_bots.targets(figures, times, held)]


def test_a_bare_program_and_a_bot_in_its_sandbox_answer_the_same() -> None:
    asked = bench_bots.questions(seat=0)
    bot = process.start(FIRST)
    with closing(Child(BARE)) as bare:
        for ahead, question in asked:
            assert bare.asked(question, *ahead) == bot.ask(question, *ahead)
    bot.kill()
    assert len(asked) > 5


def test_a_match_counts_its_moves_and_those_that_were_asked_for() -> None:
    match = RULES.start(MATCH_SEATS, seed(3), **ONE_DEAL)
    open_to = []
    while match.to_move >= 0:
        open_to.append(len(match.legal()))
        match.play(match.legal()[0])
    asked = sum(number > 1 for number in open_to)
    assert bench_bots.played(ONE_DEAL, 3) == (len(open_to), asked)


def test_what_is_done_while_the_stopwatch_is_paused_takes_no_time() -> None:
    stopwatch = Stopwatch(iter([1.0, 5.0, 25.0, 26.0]).__next__)
    before = stopwatch()
    with stopwatch.paused():
        pass
    assert stopwatch() - before == 5.0


def test_descriptors_and_processes_that_a_worker_holds_are_counted() -> None:
    before = bench_bots.holds()
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        during = bench_bots.holds()
        program.communicate()
    assert during.descriptors == before.descriptors + 2
    assert during.processes == before.processes + 1
    assert bench_bots.holds()[1:] == before[1:]


def test_what_is_held_is_looked_at_from_the_first_match_to_the_last() -> None:
    held = bench_bots.in_a_row(2, warm_up=0)
    assert list(held) == [0, 1, 2]


def test_every_kind_of_time_is_taken_as_often_as_the_others() -> None:
    took = bench_bots.in_turn({"one": lambda: 0.5, "other": lambda: 0.25}, count=2)
    assert took == {"one": [500, 500], "other": [250, 250]}


def test_all_is_pinned_to_one_core_only_while_it_is_measured() -> None:
    before = os.sched_getaffinity(0)
    with bench_bots.on_one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def test_figures_at_the_edge_reach_their_targets() -> None:
    assert reached() == [True] * 5


def test_worse_ones_do_not() -> None:
    slow = {**FIGURES, ("sandbox", "asked"): [(1.0, 9.0)], ("prepared", "matches"): [(1.0, 39, 9)]}
    late = {**TIMES, "deal": [60.0], "kill, busy": [51.0]}
    leaking = {**HELD, 1000: Held(30.0, 10, 2)}
    assert reached(slow, late, leaking) == [False] * 5


@pytest.mark.parametrize("held", [Held(30.5, 9, 2), Held(30.0, 9, 3)])
def test_more_memory_or_another_process_is_not_flat(held: Held) -> None:
    assert not reached(held={**HELD, 1000: held})[-1]


def test_the_report_holds_every_figure_under_its_name() -> None:
    report = bench_bots.report(FIGURES, TIMES, HELD, "Measured somewhere.")
    assert "| questions, in the sandbox | 1 (1–1) |  | 10 (10–10) |" in report
    assert "| matches, nothing prepared | 1 (1–1) | 4 (4–4) | 2 (2–2) |" in report
    assert "| matches of connectx | 1 (1–1) | 2 (2–2) | 2 (2–2) |" in report
    assert "| 1,000 | 30.2 | 9 | 2 |" in report
