"""What a bot's author imports: one file, nothing but the standard library.

    from bots.sdk import Bot, run

    class MyBot(Bot):
        def choose(self, turn):
            return turn.legal[0]

    run(MyBot)

The bot is told what its seat may know, and answers with one of `turn.legal`. print() and tracebacks
go to a log that only the bot's owner can read.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
from dataclasses import dataclass, field
from typing import IO, Any


@dataclass
class Hello:
    """The match that is about to begin. `match`: its slug. `names`: one a seat. `limits`:
    `start_s`, `move_s` and `bank_s`, in seconds. `seed`: 64 hex digits to draw chances from; the
    module random has been given them, so that a match can be played again as it was."""

    match: str
    options: dict[str, Any]
    seat: int
    seats: int
    names: list[str]
    limits: dict[str, float]
    seed: str


@dataclass
class Turn:
    """One question. `game`: the slug of the game in play. `deal`: its number, from 0. `legal`: the
    moves, as texts; answer with one of them. `view`: what the seat sees now. `events`: what it saw
    happen since the last question. `points`: of the deals so far, one a seat. `bank_s`: seconds
    left for the rest of the match. `note`: what you set here is kept for you beside the move."""

    game: str
    deal: int
    points: list[int]
    legal: list[str]
    view: dict[str, Any]
    events: list[dict[str, Any]]
    bank_s: float
    note: str = field(default="", init=False)


class Bot:
    """Overwrite `choose`, and what else you need. `plays`: slugs of the matches it plays, such
    as ("xxl-pur",); empty for all."""

    name = ""
    version = ""
    plays: tuple[str, ...] = ()

    def begin(self, hello: Hello) -> None:
        """A match begins. Load and prepare here: this has a clock of its own."""

    def choose(self, turn: Turn) -> str:
        """One of `turn.legal`. Never asked where there is only one."""
        raise NotImplementedError("A bot needs a method choose(self, turn).")

    def over(self, totals: list[int], places: list[int]) -> None:
        """The match has ended so."""


def run(bot: Bot | type[Bot]) -> None:
    """Play until there is nothing more to play."""
    if os.isatty(0):
        sys.exit(f"A bot talks to a referee. Try: python3 -m bots check {sys.argv[0]}")
    playing = bot() if isinstance(bot, type) else bot
    questions, answers = _streams()
    events: list[dict[str, Any]] = []
    for line in questions:
        message = json.loads(line)
        kind = message["type"]
        if kind == "move":
            events += message["events"]
            message["events"], events = events, []
            _say(answers, _answer(playing, message))
        elif kind == "events":
            events += message["events"]
        elif kind == "hello":
            _say(answers, _ready(playing, message))
        elif kind == "over":
            playing.over(message["totals"], message["places"])


def _ready(bot: Bot, message: dict[str, Any]) -> dict[str, Any]:
    if message.get("match"):  # or else it is only asked who it is
        fields = ("match", "options", "seat", "seats", "names", "limits")
        hello = Hello(**{name: message[name] for name in fields}, seed=message.get("seed", ""))
        if hello.seed:
            random.seed(hello.seed)
        bot.begin(hello)
    said: dict[str, Any] = {"type": "ready", "name": bot.name, "version": bot.version}
    if bot.plays:
        said["plays"] = bot.plays
    return said | {"id": message["id"]} if "id" in message else said


def _answer(bot: Bot, message: dict[str, Any]) -> dict[str, Any]:
    fields = ("game", "deal", "points", "legal", "view", "events", "bank_s")
    turn = Turn(**{name: message[name] for name in fields})
    answer = {"id": message["id"], "move": bot.choose(turn)}
    return answer | {"note": turn.note} if turn.note else answer


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """The two ends of the conversation. What is printed from now on goes to the log."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # or the last lines die with the bot
    return sys.stdin.buffer, answers


def _say(answers: IO[bytes], message: dict[str, Any]) -> None:
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


def data(name: str) -> bytes:
    """A file of the bot's own zip, or one that lies beside its program."""
    main = sys.modules["__main__"]
    loader: Any = getattr(main, "__loader__", None)
    if hasattr(loader, "archive"):
        found: bytes = loader.get_data(name)
        return found
    with open(os.path.join(os.path.dirname(str(main.__file__)), name), "rb") as file:
        return file.read()
