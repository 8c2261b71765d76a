"""Connect Four of kaggle-environments, a match for every line on stdin. `bench_bots` runs this in
the environment of the peers, since its own is that of a worker.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import kaggle_environments

from .measure import Task


def main() -> None:
    """Answer each line with the version and what the match counted."""
    task = connectx()
    for _ in sys.stdin:
        print(json.dumps([kaggle_environments.__version__, task()]), flush=True)


def connectx() -> Task:
    """Whole episodes between two agents that do next to nothing, in this process. Counts
    decisions."""
    env = kaggle_environments.make("connectx")

    def task() -> tuple[int]:
        steps = env.run([first_open_column, first_open_column])
        return (sum(one.status == "ACTIVE" for step in steps for one in step),)

    return task


def first_open_column(observation: Any) -> int:
    """The shortest agent that plays by the rules."""
    column: int = observation.board.index(0)  # the top row comes first
    return column


if __name__ == "__main__":
    main()
