"""People at a terminal: each is a player, and sees what his seat may see and nothing else.

What is printed are the views and events as they are, one line a thing; the game's own file says
what they mean, and `?` prints that. Several people share one screen and hand it over.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.catalog import GAMES
from games.core import IllegalMove
from games.matches import MatchRules, Result

from .catalog import HOUSE
from .players import Hello, Player, Turn
from .referee import Report
from .referee import play as play_match

PERSON = "person"
WHO = (PERSON, *HOUSE)  # who can sit in a seat
WIDEST = 96
LABEL = 15  # columns, before what is said of a thing
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
        for line in (*_position(turn.view, turn.seats), "", *_columns(turn.legal)):
            print(line)
        while True:
            text = " ".join(input(f"Seat {self.seat}> ").split())
            if text == "?":
                print(_explained(turn.game))
            elif text:
                try:
                    return _move(turn, text)
                except IllegalMove as illegal:
                    print(illegal)

    def tell_news(self) -> None:
        """What he saw happen since this was last told."""
        for seen in self.turn.events if self.turn else ():
            print(_in_words(seen, self.seat))

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


def _explained(game: str) -> str:
    """How moves are written and what the lines mean, as the game's file says it."""
    says = sys.modules[GAMES[game].state.__module__].__doc__ or ""
    return f"\n{says}\nAll its rules: python -m games rules {game}\n"


def _position(view: Mapping[str, Any], seats: int) -> Iterator[str]:
    """A view in lines: what is on the table, then what belongs to each seat."""
    mine = view["seat"]
    shown = {
        key.replace("_", " "): value
        for key, value in view.items()
        if key not in ("game", "seat", "to_move", "start") and value is not None
    }
    each = {key: value for key, value in shown.items() if _is_one_a_seat(value, seats)}
    for key, value in shown.items():
        if key not in each:
            yield from _lines(key, value)
    for seat in range(seats):
        parts = [f"{key}: {_value(value[seat])}" for key, value in each.items()]
        yield _line("you" if seat == mine else f"seat {seat}", "; ".join(parts))


def _is_one_a_seat(value: Any, seats: int) -> bool:
    """Cards are texts; so as many numbers or lists as there are seats are one for each."""
    return (
        isinstance(value, list)
        and len(value) == seats
        and all(isinstance(part, list) or type(part) is int for part in value)
    )


def _lines(key: str, value: Any) -> Iterator[str]:
    """A thing in one line, or in one for each of its parts that has parts itself."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, list):
        parts = list(enumerate(value))
    elif isinstance(value, Mapping):
        parts = list(value.items())
    if parts and all(isinstance(part, Mapping) for _, part in parts):
        yield from (_line(f"{key} {name}", _value(part)) for name, part in parts)
    else:
        yield _line(key, _value(value))


def _line(label: str, text: str) -> str:
    return f"  {label:{LABEL}}{text}"


def _columns(texts: Sequence[str]) -> Iterator[str]:
    """The moves with their numbers, as many beside one another as there is room for."""
    cells = [f"{number:4} {text}" for number, text in enumerate(texts, 1)]
    width = max(map(len, cells)) + 2
    beside = max(1, min(WIDEST, shutil.get_terminal_size().columns) // width)
    for first in range(0, len(cells), beside):
        yield "".join(cell.ljust(width) for cell in cells[first : first + beside]).rstrip()


def _in_words(seen: Mapping[str, Any], seat: int) -> str:
    """An event in one line, for the person in that seat."""
    if seen["what"] == "score":
        scores, places = _value(seen["scores"]), _value(seen["places"])
        over = f"Deal {seen['deal'] + 1} is over ({seen['reason']})."
        return f"{over} Scores: {scores}, places: {places}."
    who = {seat: "You", -1: "The table"}.get(seen["seat"], f"Seat {seen['seat']}")
    what = [f"{who}: {seen['what'].replace('_', ' ')}"]
    for key, value in seen.items():
        if key not in ("what", "deal", "seat") and value is not None:
            is_plain = key in ("card", "cards") and len(what) == 1
            what.append(_value(value) if is_plain else f"{key.replace('_', ' ')} {_value(value)}")
    return f"{what[0]} {', '.join(what[1:])}".rstrip()


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        parts = ((key, "-" if part is None else _value(part)) for key, part in value.items())
        return ", ".join(f"{key} {part}" for key, part in parts)
    if isinstance(value, list):
        nested = any(isinstance(part, list | Mapping) for part in value)
        return (" | " if nested else " ").join(map(_value, value)) or "-"
    return "?" if value is None else str(value)
