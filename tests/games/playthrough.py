"""A deal of every game as a text to read, kept in `golden/` so that a change of rules is a diff.

After a change that is meant, write them anew and read the difference:

    python -m tests.games.playthrough
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games import GAMES, Event, Game, State

from .cases import Ears, random_move

GOLDEN = Path(__file__).with_name("golden")
SEED = bytes(range(32))
SEATS = 3
IN_FULL = 100  # moves; of those that follow only what was played, or nobody would read it


def playthrough(game: Game) -> str:
    """A whole deal of random moves: what everybody sees at first, then move by move the events and
    what changed in the views, in the end the scores."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    state = game.deal(SEATS, SEED)
    rng = random.Random(game.slug)
    ears = Ears(state)
    yield f"{game.slug}, {SEATS} seats, seed {SEED.hex()}"
    yield from _changes([{}] * (SEATS + 1), _views(state))
    moves = 0
    while state.to_move >= 0:
        move = random_move(state, rng)
        yield from _in_full(state, move, ears) if moves < IN_FULL else _in_short(state, move)
        moves += 1
    yield ""
    yield f"{state.outcome()}"


def _in_full(state: State, move: int, ears: Ears) -> Iterator[str]:
    before = _views(state)
    yield ""
    yield from _in_short(state, move)
    for event in ears.take():
        yield from _told(event)
    yield from _changes(before, _views(state))


def _in_short(state: State, move: int) -> Iterator[str]:
    yield f"seat {state.to_move}: {state.text(move)} (of {len(state.legal())})"
    state.play(move)


def _views(state: State) -> list[dict[str, Any]]:
    """What a spectator sees, then for each seat what it sees beyond that."""
    public = state.view(None)
    return [public] + [
        {key: value for key, value in state.view(seat).items() if value != public[key]}
        for seat in range(state.seats)
    ]


def _changes(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Iterator[str]:
    names = ["all see", *(f"seat {seat} sees" for seat in range(SEATS))]
    for name, old, new in zip(names, before, after, strict=True):
        for key in sorted({*old, *new} - {"game", "seat"}):
            if old.get(key) != new.get(key):
                yield f"  {name} {key} {_short(new.get(key))}"


def _told(event: Event) -> Iterator[str]:
    yield f"  all hear {event.what}{_pairs(event.shown or {})}"
    for seat, more in event.hidden.items():
        yield f"  seat {seat} hears{_pairs(more)}"


def _pairs(more: Any) -> str:
    return "".join(f" {key}={_short(value)}" for key, value in more.items())


def _short(value: Any) -> str:
    return json.dumps(value, separators=(",", ":")).replace('"', "")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for game in GAMES.values():
        (GOLDEN / f"{game.slug}.txt").write_text(playthrough(game))
