"""Measures what one more match costs a ladder that has had a thousand, and one that has had a
million, and writes its part of docs/performance.md: `make bench-ladder`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import django

from .measure import fill, keep, machine, spread, table, verdict

SIZES = (1_000, 1_000_000)  # matches that were played before
RESULTS = 150  # recorded on each ladder, in turns
WARM_UP = 10  # before that
MOST = 1.3
STEPS = {
    "claim": "a worker takes the match",
    "record": "its result is written",
    "rate": "the ratings of those at the table change",
    "draw": "the table ends, and the next begins",
    "all": "all of it",
    "page": "what a page of the ladder shows is read",
}
ABOUT = """\
Two ladders of 50 house bots in fours, each in an SQLite database of its own, with the rows that so
many matches leave behind: rounds, matches, seats, shuffles, attempts, transcripts (of 300 bytes),
the log of ratings and every change of a rating. One match after another is recorded on them in
turns, by what workers call; the time in which it is played is left out. Wall time in milliseconds;
the ratio is that of the medians."""

Figures = Mapping[int, Mapping[str, Sequence[float]]]  # ladder, step: milliseconds


def main() -> None:
    """Measure and write it down."""
    about = machine()
    with tempfile.TemporaryDirectory(prefix="stammtisch-") as folder:
        os.environ["VAR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
        django.setup()
        figures = measure(Path(folder))
    keep("bench-ladder", report(figures, about))


def measure(
    folder: Path, sizes: Sequence[int] = SIZES, results: int = RESULTS, warm_up: int = WARM_UP
) -> Figures:
    """Make the ladders, then record matches on them in turns."""
    from . import big_ladder  # it needs Django, which is set up by now

    big_ladder.be_quiet()
    for size in sizes:
        print(f"a ladder with {size:,} matches", flush=True)
        with big_ladder.database(folder / f"{size}.sqlite3"):
            big_ladder.make(size)
    figures: dict[int, dict[str, list[float]]] = {
        size: {step: [] for step in STEPS} for size in sizes
    }
    print(f"{results} more matches on each", flush=True)
    for number in range(warm_up + results):
        for size in sizes:
            with big_ladder.database(folder / f"{size}.sqlite3"):
                took = big_ladder.one_more()
            for step, times in figures[size].items():
                times += [took[step]] if number >= warm_up else []
    return figures


def report(figures: Figures, about: str) -> str:
    """This program's part of the document."""
    small, large = figures
    ratio = ratio_of(figures, "all")
    target = table(
        ("of", "target", "measured", "reached"),
        [
            [
                f"one more match after {large:,}",
                f"at most {MOST} times that after {small:,}",
                f"{ratio:.2f}",
                verdict(ratio <= MOST),
            ]
        ],
    )
    rows = [step_row(figures, step) for step in STEPS]
    head = ("step", f"after {small:,}, ms", f"after {large:,}, ms", "ratio")
    return f"""\
## A ladder that grows

{fill(about)}

{target}
{fill(ABOUT)}

{table(head, rows)}"""


def ratio_of(figures: Figures, step: str) -> float:
    """How many times as long it takes on the larger ladder."""
    small, large = (spread(times[step]).median for times in figures.values())
    return large / small


def step_row(figures: Figures, step: str) -> list[str]:
    """What was measured of a step."""
    times = [f"{spread(one[step]):.1f}" for one in figures.values()]
    return [STEPS[step], *times, f"{ratio_of(figures, step):.2f}"]


if __name__ == "__main__":
    main()
