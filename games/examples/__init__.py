"""Worked examples for the rules pages: a deal worth a look for every game, a match to count for
every match rules.

An example is a TOML file named after the slug, found by being there; here is all that it can hold:

    [game]                       a deal of the game of this name
    seats = 3
    seed = "..."                 64 hex digits
    options = { refuse = "..." } may be left out
    moves = "b9g4, draw, ..."    the whole deal, as moves are written
    [[game.steps]]               a position worth a look
    move = 5                     the number of the move made there, from 1
    plays = "y6g5"               that move
    says = "..."                 what it shows; seats go by the names in NAMES

    [match]                      a match by the rules of this name, played at random from its seed
    seats = 3
    seed = "..."
    options = { deals = 4 }

Whoever shows one replays it through the engine, so a position cannot drift from the code; tests
hold the captions to it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from ..catalog import GAMES, MATCHES
from ..core import Game, State
from ..matches import Match, MatchRules

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Frida")  # who sits where, from seat 0 on


@dataclass(frozen=True, slots=True)
class Step:
    """A position worth a look, the one in which move number `move` (from 1) is made: `plays`."""

    move: int
    plays: str
    says: str


@dataclass(frozen=True, slots=True)
class DealExample:
    """A whole deal of one game, started by seat 0, and where to stop and look."""

    game: Game
    seats: int
    seed: bytes
    moves: tuple[str, ...]
    steps: tuple[Step, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def deal(self) -> State:
        """The deal before its first move."""
        return self.game.deal(self.seats, self.seed, **self.options)


@dataclass(frozen=True, slots=True)
class MatchExample:
    """A match whose deals are there to be counted."""

    rules: MatchRules
    seats: int
    seed: bytes
    options: Mapping[str, Any] = field(default_factory=dict)

    def play(self) -> Match:
        """The match, over; its moves are drawn from its seed, so it is the same every time."""
        match = self.rules.start(self.seats, self.seed, **self.options)
        rng = Random(self.seed)
        while match.to_move >= 0:
            match.play(rng.choice(match.legal()))
        return match


def deal_example(slug: str) -> DealExample | None:
    """The example of a game, if it has one. Raises what a damaged file raises."""
    given = _read(slug).get("game")
    if given is None:
        return None
    return DealExample(
        GAMES[slug],
        given["seats"],
        bytes.fromhex(given["seed"]),
        tuple(_plain(move) for move in given["moves"].split(",")),
        tuple(Step(step["move"], step["plays"], _plain(step["says"])) for step in given["steps"]),
        given.get("options", {}),
    )


def match_example(slug: str) -> MatchExample | None:
    """The example of match rules, if they have one. Raises what a damaged file raises."""
    given = _read(slug).get("match")
    if given is None:
        return None
    seed = bytes.fromhex(given["seed"])
    return MatchExample(MATCHES[slug], given["seats"], seed, given.get("options", {}))


@cache
def _read(slug: str) -> Mapping[str, Any]:
    file = files(__package__).joinpath(f"{slug}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _plain(text: str) -> str:
    """On one line, however it is broken in the file."""
    return " ".join(text.split())
