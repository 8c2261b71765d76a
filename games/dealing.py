"""What lies where as a deal begins, asked of the engine, so that nobody types it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .core import SEED_BYTES, Game, Option


@dataclass(frozen=True, slots=True)
class Dealt:
    """How many cards lie where for so many seats: `each` in every hand or row, `open` face up on
    the table, `pile` to be drawn, `aside` out of play."""

    seats: int
    each: int
    open: int
    pile: int
    aside: int


@dataclass(frozen=True, slots=True)
class Setup:
    """A line for every number of seats. `option` with its `value` is the setting that it is for,
    None for the usual ones."""

    lines: tuple[Dealt, ...]
    option: Option | None = None
    value: Any = None


def dealt(game: Game, seats: int, **options: Any) -> Dealt:
    """The cards of a fresh deal, counted in what a spectator sees. Raises BadOption."""
    state = game.deal(seats, bytes(SEED_BYTES), **options)
    view = state.view(None)
    hands = view.get("hands") or [len(row) for row in view["rows"]]
    pile, aside = view.get("pile", 0), view.get("aside", 0)
    face_up = len(state.cards()) - sum(hands) - pile - aside
    return Dealt(seats, hands[0], face_up, pile, aside)


def setups(game: Game) -> Iterator[Setup]:
    """The usual set-up of a game, then one for every value of an option that makes another."""
    usual = _setup(game)
    yield usual
    for option in game.options:
        for value in option.values:
            other = _setup(game, option, value)
            if other.lines != usual.lines:
                yield other


def _setup(game: Game, option: Option | None = None, value: Any = None) -> Setup:
    options = {option.name: value} if option else {}
    lines = tuple(dealt(game, seats, **options) for seats in game.seats)
    return Setup(lines, option, value)
