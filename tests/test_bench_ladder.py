"""The figures of ladders in docs/performance.md are of what they say."""

from docs import bench_ladder
from docs.bench_ladder import STEPS, Figures


def figures(small: float, large: float) -> Figures:
    return {
        1_000: {step: [small, small, 3 * small] for step in STEPS},
        1_000_000: {step: [large, large, 9 * large] for step in STEPS},
    }


def test_a_ladder_that_slows_down_is_no_target_reached() -> None:
    assert bench_ladder.ratio_of(figures(10.0, 12.0), "all") == 1.2
    assert "| 1.20 | yes |" in bench_ladder.report(figures(10.0, 12.0), "")
    assert "| 1.40 | **no** |" in bench_ladder.report(figures(10.0, 14.0), "")


def test_every_step_is_told_with_both_ladders() -> None:
    told = bench_ladder.report(figures(10.0, 12.0), "Measured today.")
    for says in STEPS.values():
        assert f"| {says} | 10.0 (10.0–30.0) | 12.0 (12.0–108.0) | 1.20 |" in told
    assert "after 1,000,000, ms" in told
