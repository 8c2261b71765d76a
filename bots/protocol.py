"""The messages between the referee and a bot: lines of JSON, one object a line.

    → {"type": "hello", "protocol": 1, "match": "xxl-pur", "options": {}, "seat": 1, "seats": 4,
       "names": [...], "limits": {"start_s": 5, "move_s": 1.0, "bank_s": 20}, "seed": "9f3c..."}
    ← {"type": "ready", "name": "...", "version": "3", "plays": ["xxl-pur"]}
    → {"type": "move", "id": "q7f...", "deal": 0, "game": "montees", "points": [0, 0, 0, 0],
       "events": [...], "view": {...}, "legal": ["r6g0:r@0", "draw"], "bank_s": 19.2}
    ← {"id": "q7f...", "move": "r6g0:r@0", "note": "for my eyes"}
    → {"type": "over", "totals": [...], "places": [...]}

Events too long for one line go ahead in lines `{"type": "events", "events": [...]}` of their own,
which nobody answers.

A hello whose match is empty only asks who the bot is. A hello may come again, and a message with an
id is answered with it. `plays` are the slugs of the matches it plays; without it, all.
`seed`: 64 hex digits that say nothing about the cards. A bot that draws its chances from them plays
the same match again from the same transcript. More keys may come with time, so what a bot does not
know it should pass over.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from games.matches import Result

from .players import Hello, Turn

PROTOCOL = 1
LONGEST_ANSWER = 64 << 10  # bytes of a bot's line
LONGEST_EVENTS = 32 << 10  # bytes of a line of events


class BadAnswer(ValueError):
    """A line that is no message; one sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use, in seconds of CPU: to get ready, for one move, and for all moves of the
    match, where every question adds PER_QUESTION_S to `bank_s`."""

    start_s: float = 5.0
    move_s: float = 1.0
    bank_s: float = 20.0


PER_QUESTION_S = 0.1
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def line(message: Mapping[str, Any]) -> bytes:
    """A message as it goes through a pipe."""
    return _encode(message).encode() + b"\n"


def message(line: bytes) -> dict[str, Any]:
    """What a bot wrote. Raises BadAnswer."""
    try:
        text = line.decode()
        found = _decode(text)
        if "\\u" in text:
            _check_characters(found, text)
    except RecursionError:
        raise BadAnswer("Its answer is nested too deeply.") from None
    except ValueError as error:
        raise BadAnswer(f"Its answer is no JSON: {error}.") from None
    if not isinstance(found, dict):
        raise BadAnswer("Its answer is no JSON object.")
    return found


def _check_characters(found: object, text: str) -> None:
    """What a text can be written with in JSON and no database takes. Raises ValueError."""
    _encode(found).encode()  # not with half of a pair of surrogates
    if NUL.search(text):
        raise ValueError("the character NUL is in it")


def hello(to: Hello, limits: Limits) -> dict[str, Any]:
    """The first message, which a bot answers when it is ready."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "match": to.match,
        "options": dict(to.options),
        "seat": to.seat,
        "seats": to.seats,
        "names": list(to.names),
        "limits": asdict(limits),
        "seed": to.seed.hex(),
    }


def hello_alone(limits: Limits) -> dict[str, Any]:
    """To a bot that is asked by itself, outside of any match."""
    seat = {"options": {}, "seat": 0, "seats": 1, "names": [""], "seed": ""}
    return {"type": "hello", "protocol": PROTOCOL, "match": "", **seat, "limits": asdict(limits)}


def question(turn: Turn, bank_s: float) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The lines of events that go ahead, and the question itself without its id."""
    *ahead, events = _cut(turn.events)
    asked = {
        "type": "move",
        "deal": turn.deal,
        "game": turn.game,
        "points": list(turn.points),
        "events": events,
        "view": turn.view,
        "legal": turn.legal,
        "bank_s": round(bank_s, 3),
    }
    return [{"type": "events", "events": some} for some in ahead], asked


def over(result: Result) -> dict[str, Any]:
    """The last message, which nobody answers."""
    return {"type": "over", "totals": list(result.totals), "places": list(result.places)}


def _cut(events: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Into parts that are no longer than LONGEST_EVENTS; the last may be empty."""
    if len(_encode(events)) <= LONGEST_EVENTS:  # as nearly always, and ten times as fast to tell
        yield list(events)
        return
    part: list[dict[str, Any]] = []
    size = 0
    for event in events:
        length = len(_encode(event)) if len(events) > 1 else 0
        if part and size + length > LONGEST_EVENTS:
            yield part
            part, size = [], 0
        part.append(event)
        size += length
    yield part


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        _refuse(digits[:20])
    return number


# Made once: json.loads with settings of one's own makes a decoder for every line.
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite).decode
