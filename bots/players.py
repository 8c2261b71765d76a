"""Players: who sits in a seat, and what the referee asks of them.

One interface serves a bot in this process, one in a sandbox, one on its author's machine and a
person; the referee does not know which it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from games.core import Event
from games.matches import Match, Result


@dataclass(frozen=True, slots=True)
class Hello:
    """What a player is told before the first deal.

    `match` is the slug of the match rules, `options` those given to it, `names` one a seat.
    `seed`: 32 bytes to draw own chances from, which say nothing about the cards.
    """

    match: str
    options: Mapping[str, Any]
    seat: int
    seats: int
    names: tuple[str, ...]
    seed: bytes


class Chronicle:
    """The events of a match, kept from the first time somebody reads them.

    Few players read any, and an event costs more than the move it tells of: nobody listens until
    then, and what went before is played once more to hear it. `moves` are all moves so far, in a
    list that grows with the match.
    """

    __slots__ = ("_heard", "match", "moves")

    def __init__(self, match: Match, moves: list[int]) -> None:
        self.match = match
        self.moves = moves
        self._heard: list[Event] | None = None

    def events(self) -> list[Event]:
        """All events so far, from the first deal; the list grows with the match."""
        if self._heard is None:
            self._heard = self._hear_again()
            self.match.listen(self._heard.append)
        return self._heard

    def _hear_again(self) -> list[Event]:
        match = self.match
        heard: list[Event] = []
        again = match.rules.start(match.seats, match.seed, **match.options)
        again.listen(heard.append)
        for move in self.moves:
            again.play(move)
        return heard


class Turn:
    """A question to one seat: what it may know and what it may do. What nobody reads costs nothing.

    `moves` are the legal moves, two or more. A seat has one Turn for the whole match, which tells
    of the position as it is now.
    """

    __slots__ = ("_chronicle", "_events", "_match", "_read", "_read_at", "moves", "seat")

    def __init__(self, chronicle: Chronicle, seat: int) -> None:
        self._chronicle = chronicle
        self._match = chronicle.match
        self._events: list[dict[str, Any]] = []
        self._read = 0  # how many events of the chronicle this seat has been through
        self._read_at = -1  # how many moves had been played then
        self.seat = seat
        self.moves: list[int] = []

    @property
    def seats(self) -> int:
        """How many play."""
        return self._match.seats

    @property
    def deal(self) -> int:
        """The number of the deal in play, from 0."""
        return self._match.deal

    @property
    def game(self) -> str:
        """The slug of the game in play."""
        return self._match.game.slug

    @property
    def points(self) -> tuple[int, ...]:
        """What the deals so far have paid, a number a seat."""
        return self._match.totals

    @property
    def legal(self) -> list[str]:
        """The legal moves as texts, in the order of `moves`."""
        return [self._match.text(move) for move in self.moves]

    def text(self, move: int) -> str:
        """A legal move as the rulings spell it."""
        return self._match.text(move)

    def parse(self, text: str) -> int:
        """The legal move that is spelled so. Raises IllegalMove."""
        return self._match.parse(text)

    @property
    def view(self) -> dict[str, Any]:
        """What this seat sees now, made anew each time; the game's file says what it holds."""
        return self._match.view(self.seat)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What this seat saw happen since the last question at which it read them; at the first,
        since the match began."""
        now = len(self._chronicle.moves)
        if self._read_at != now:
            heard = self._chronicle.events()
            seen = (event.seen_by(self.seat) for event in heard[self._read :])
            self._events = [event for event in seen if event is not None]
            self._read, self._read_at = len(heard), now
        return self._events


class Player(ABC):
    """Whoever sits in a seat. Each of these may raise Fault; another error is a crash of its
    own."""

    name: str
    version: str

    @abstractmethod
    def begin(self, hello: Hello) -> None:
        """Get ready for a match, or for the rest of one: the first `turn.events` tell what was."""

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """One of `turn.moves`. Never asked where there is a single one."""

    @abstractmethod
    def over(self, result: Result) -> None:
        """The match has ended so."""

    @abstractmethod
    def close(self) -> None:
        """Give back what it holds. Called in any case, also when the match broke off, maybe
        twice."""


class HouseBot(Player):
    """A bot of the club's own, in this process. Same seed and questions, same moves.

    A file under `house/` exports one class as BOT. `slug` is its name in commands and addresses,
    `says` one sentence about how it plays. `version` changes with its play. An entry may give it
    another name and version.
    """

    slug: str
    says: str
    seat: int
    random: Random

    def __init__(self, name: str = "", version: str = "") -> None:
        self.name = name or type(self).name
        self.version = version or type(self).version

    def begin(self, hello: Hello) -> None:
        """Forget every match before."""
        self.seat = hello.seat
        self.random = Random(hello.seed)

    def over(self, result: Result) -> None:
        """It learns nothing from it."""

    def close(self) -> None:
        """It holds nothing."""
