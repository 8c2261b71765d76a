"""Players for tests: some keep to the rules and write down what they meet, some fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bots.players import Hello, HouseBot, Turn
from games.matches import Result


class Plain(HouseBot):
    """Plays the first move open, and remembers what it was told and asked."""

    slug = name = "plain"
    version = "1"
    says = "Plays the first move that is open."

    def __init__(self, name: str = "alice", version: str = "1") -> None:
        super().__init__(name, version)
        self.hellos: list[Hello] = []
        self.asked: list[list[int]] = []
        self.results: list[Result] = []
        self.closed = 0

    def begin(self, hello: Hello) -> None:
        super().begin(hello)
        self.hellos.append(hello)

    def choose(self, turn: Turn) -> int:
        self.asked.append(list(turn.moves))
        return turn.moves[0]

    def over(self, result: Result) -> None:
        self.results.append(result)

    def close(self) -> None:
        self.closed += 1


class Answering(Plain):
    """From question number `at` (from 0) on, answers with whatever `answer` makes of the turn."""

    def __init__(self, answer: Callable[[Turn], Any], at: int = 0, name: str = "bob") -> None:
        super().__init__(name)
        self.answer = answer
        self.at = at

    def choose(self, turn: Turn) -> int:
        move = super().choose(turn)
        if len(self.asked) <= self.at:
            return move
        answered: int = self.answer(turn)
        return answered


def raising(error: Exception, at: int = 0, name: str = "bob") -> Answering:
    """A player that raises this at question number `at`."""

    def answer(turn: Turn) -> int:
        raise error

    return Answering(answer, at, name)


def garbling(text: str) -> Answering:
    """A player that answers with a text, as those at the end of a wire do."""
    return Answering(lambda turn: turn.parse(text))


class NeverReady(Plain):
    """Fails before the first move."""

    def begin(self, hello: Hello) -> None:
        raise RuntimeError("no model found")


class SoreLoser(Plain):
    """Fails when it is told the result."""

    def over(self, result: Result) -> None:
        raise RuntimeError("impossible")


class Eager(Plain):
    """Reads all events, twice, at every question; `heard[n]` is what question n brought."""

    def __init__(self, name: str = "charlie") -> None:
        super().__init__(name)
        self.heard: list[list[dict[str, Any]]] = []

    def choose(self, turn: Turn) -> int:
        self.heard.append(turn.events)
        assert turn.events == self.heard[-1]
        return super().choose(turn)
