"""People at a terminal: each is a player, and sees what his seat may see and nothing else.

`?` prints what the lines mean. Several people share one screen and hand it over.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from games.catalog import GAMES
from games.core import IllegalMove
from games.matches import MatchRules, Result

from .catalog import HOUSE
from .players import Hello, Player, Turn
from .printed import columns, explained, in_words, position
from .referee import Report
from .referee import play as play_match

PERSON = "person"
WHO = (PERSON, *HOUSE)  # who can sit in a seat
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # and nothing is left to scroll back to


def play(rules: MatchRules, options: Mapping[str, Any], seed: bytes, who: Sequence[str]) -> Report:
    """Play a match at this terminal; `who`: one of WHO a seat. Raises EOFError and
    KeyboardInterrupt when a person leaves, OSError when nothing can be printed, and BadOption."""
    screen = Screen()
    players = [Person(screen) if name == PERSON else HOUSE[name]() for name in who]
    return play_match(rules, options, seed, players, fallback=_nobody)


def _nobody() -> Player:
    """At a terminal nobody plays on for another: what stopped a player stops the match."""
    stopped = sys.exception()
    assert stopped is not None  # the referee asks while it handles what the player raised
    raise stopped


class Screen:
    """What all people at the terminal look at; `shows`: whose cards may be on it."""

    def __init__(self) -> None:
        self.people = 0
        self.shows: Person | None = None

    def hand_to(self, person: Person) -> None:
        """Nobody sees the cards of another: one hides his, then the next comes."""
        before, self.shows = self.shows, person
        if before is person or self.people == 1:
            return
        if before:
            before.tell_news()  # such as the card he has just drawn
            input(f"Seat {before.seat}: press Enter to hide your cards. ")
            _clear()
        input(f"Seat {person.seat} is next: press Enter when nobody else is looking. ")
        _clear()


def _clear() -> None:
    print(CLEAR if sys.stdout.isatty() else "")


class Person(Player):
    """Somebody at the terminal."""

    name = PERSON
    version = ""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.turn: Turn | None = None
        screen.people += 1

    def begin(self, hello: Hello) -> None:
        """He is there already."""
        self.seat = hello.seat

    def choose(self, turn: Turn) -> int:
        """Show where the deal stands, and ask until a move is typed. Raises EOFError."""
        self.turn = turn
        self.screen.hand_to(self)
        self.tell_news()
        print(f"\n{_heading(turn)}")
        for line in (*position(turn.view, turn.seats), "", *columns(turn.legal)):
            print(line)
        while True:
            text = " ".join(input(f"Seat {self.seat}> ").split())
            if text == "?":
                print(explained(turn.game))
            elif text:
                try:
                    return _move(turn, text)
                except IllegalMove as illegal:
                    print(illegal)

    def tell_news(self) -> None:
        """What he saw happen since this was last told."""
        for seen in self.turn.events if self.turn else ():
            print(in_words(seen, self.seat))

    def over(self, result: Result) -> None:
        """Tell whoever sits at the screen how it ended."""
        if self.screen.shows is self:
            self.tell_news()

    def close(self) -> None:
        """He holds nothing."""


def _move(turn: Turn, text: str) -> int:
    """The move with that text or, where no move is spelled so, that number in the list."""
    try:
        return turn.parse(text)
    except IllegalMove:
        numbers = {str(number): move for number, move in enumerate(turn.moves, 1)}
        if text in numbers:
            return numbers[text]
        raise


def _heading(turn: Turn) -> str:
    points = f" Points so far: {' '.join(map(str, turn.points))}." if turn.deal else ""
    return f"Deal {turn.deal + 1}, {GAMES[turn.game].name}. You are seat {turn.seat}.{points}"
