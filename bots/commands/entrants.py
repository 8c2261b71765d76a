"""Entrants: who can be named at the command line, a house bot or a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from games.command import Stopped, file_bytes

from .. import process, submission
from ..catalog import HOUSE
from ..players import Player
from ..printed import harmless
from ..referee import Void
from ..runtime import NoSandbox
from ..submission import BadSubmission, Submission
from ..uploaded import Uploaded
from ..verdict import Fault, Verdict

T = TypeVar("T")
TRIES = 3  # where the machine was too slow to judge


@dataclass(frozen=True, slots=True)
class Entrant:
    """`house`: the slug of a house bot, or `source`: what a file holds."""

    name: str
    house: str = ""
    source: bytes = b""

    def player(self) -> Player:
        """A fresh one."""
        if self.house:
            return HOUSE[self.house](self.name)
        return Uploaded(self.source, self.name, "")


def entrants(named: Sequence[str]) -> list[Entrant]:
    """One for each of these, every name once. Raises Stopped."""
    found: list[Entrant] = []
    times: Counter[str] = Counter()
    for text in named:
        name = text if text in HOUSE else harmless(Path(text).stem)
        times[name] += 1
        called = name if times[name] == 1 else f"{name} ({times[name]})"
        if text in HOUSE:
            found.append(Entrant(called, house=text))
        else:
            found.append(Entrant(called, source=handed_in(Path(text)).source))
    return found


def handed_in(path: Path) -> Submission:
    """The bot in this file. Raises Stopped."""
    if not path.exists():
        others = "" if path.suffix else f"; the house bots are {', '.join(HOUSE)}"
        raise Stopped(f"There is no file {path}{others}.")
    try:
        return submission.read(file_bytes(path, submission.LARGEST))
    except (BadSubmission, Stopped) as why:
        raise Stopped(f"{path}: {why}") from None


def need_sandbox() -> None:
    """Raises Stopped where no bot can be shut in; a bot is never run any other way."""
    try:
        process.prepare(1)
    except NoSandbox as why:
        raise Stopped(f"{_whole(str(why))} Bots run in a sandbox or not at all.") from None
    finally:
        process.end_prepared()


def undisturbed(judge: Callable[[], T]) -> T:
    """What `judge` returns; it is tried again where the machine was too slow. Raises Stopped."""
    for tries_left in reversed(range(TRIES)):
        try:
            return judge()
        except (Void, Fault) as why:
            if not why.verdict.ours:
                raise
            if why.verdict is not Verdict.VOID_SLOW or not tries_left:
                raise Stopped(_in_a_sentence(why)) from None
        except NoSandbox as why:
            raise Stopped(_whole(str(why))) from None
    raise AssertionError("the last try returns or raises")


def _whole(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


def _in_a_sentence(why: Void | Fault) -> str:
    if why.verdict is Verdict.VOID_SLOW:
        figures = why.log.partition("\n")[0]
        return f"This machine is too busy to judge a bot: {_whole(figures)}"
    return f"{why.verdict.says.partition(';')[0]}: {_whole(why.log.strip())}"
