"""Matches in print: a position, an event, the moves that are open.

What is printed are the views and events as they are, one line a thing; the game's own file says
what they mean.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.catalog import GAMES

from .referee import SeatVerdict

WIDEST = 96
LABEL = 15  # columns, before what is said of a thing


def explained(game: str) -> str:
    """How moves are written, from the rules, and what the lines mean, as the game's file says."""
    moves = "\n".join(textwrap.fill(says, WIDEST) for says in GAMES[game].rules.moves)
    whole = sys.modules[GAMES[game].state.__module__].__doc__ or ""
    lines = "".join(whole.partition("A seat sees")[1:])
    return f"\n{moves}\n\n{lines}\nAll its rules: python3 -m games rules {game}\n"


def position(view: Mapping[str, Any], seats: int) -> Iterator[str]:
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


def columns(texts: Sequence[str]) -> Iterator[str]:
    """The moves with their numbers, as many beside one another as there is room for."""
    cells = [f"{number:4} {text}" for number, text in enumerate(texts, 1)]
    width = max(map(len, cells)) + 2
    beside = max(1, min(WIDEST, shutil.get_terminal_size().columns) // width)
    for first in range(0, len(cells), beside):
        yield "".join(cell.ljust(width) for cell in cells[first : first + beside]).rstrip()


def in_words(seen: Mapping[str, Any], seat: int) -> str:
    """An event in one line, for whoever is in that seat."""
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


def harmless(text: str) -> str:
    """A text of somebody else's as a terminal can print it: what would move its cursor or change
    its colours is spelled out."""
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else repr(sign)[1:-1] for sign in text
    )


def log_lines(log: str, most: int | None) -> list[str]:
    """A bot's log as a terminal can print it; of a long one its last `most` lines."""
    lines = harmless(log.strip()).splitlines()
    if most is None or len(lines) <= most:
        return lines
    return [f"({len(lines) - most} lines before)", *lines[-most:]]


def ended(verdict: SeatVerdict, seat: int) -> str:
    """How a player's part ended and where, in a sentence; deals and moves count from 1."""
    if verdict.deal is None or verdict.move is None:
        return f"Seat {seat}: {verdict.verdict.says}"
    return f"Deal {verdict.deal + 1}, move {verdict.move + 1}, seat {seat}: {verdict.verdict.says}"
