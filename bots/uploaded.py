"""A bot that somebody uploaded: a program in a sandbox, as a player."""

from __future__ import annotations

from dataclasses import dataclass

from games.core import IllegalMove
from games.matches import Result

from . import process, protocol
from .players import Hello, Player, Turn
from .protocol import Limits
from .verdict import Fault, Verdict

MOST_NOTES = 64 << 10  # characters a match


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot wrote beside a move, for its owner. `question`: how many it was asked before."""

    deal: int
    question: int
    text: str


class Uploaded(Player):
    """`source`: a Python file or a zip with main.py, which is run in the sandbox alone.

    `cpu_us`: microseconds of CPU for every question it answered, with what it used unasked before.
    `notes`: what it wrote beside its moves. `log`: the end of its stderr, once it is closed.
    """

    def __init__(
        self, source: bytes, name: str, version: str, limits: Limits | None = None
    ) -> None:
        self.source = source
        self.name = name
        self.version = version
        self.limits = limits or Limits()
        self.notes: list[Note] = []
        self.cpu_us: list[int] = []
        self.log = ""
        self.bot: process.Bot | None = None

    def begin(self, hello: Hello) -> None:
        """Start it. Raises Fault."""
        self.close()
        self.bot = process.start(self.source, self.limits, protocol.hello(hello, self.limits))
        self._asked = self._noted = 0

    def choose(self, turn: Turn) -> int:
        """Its answer. Raises Fault."""
        assert self.bot is not None  # begin comes first
        ahead, question = protocol.question(turn, self.bot.bank_s)
        before_s = self.bot.charged_s
        answer = self.bot.ask(question, *ahead)
        self.cpu_us.append(round(1e6 * (self.bot.charged_s - before_s)))
        self._keep_note(answer.get("note"), turn.deal)
        self._asked += 1
        try:
            return turn.parse(answer["move"])
        except (KeyError, TypeError):
            raise Fault(Verdict.MALFORMED, f"Its answer has no move.\n{self.bot.stderr}") from None
        except IllegalMove as illegal:
            raise Fault(Verdict.ILLEGAL, f"{illegal}\n{self.bot.stderr}") from None

    def over(self, result: Result) -> None:
        """Tell it, whether it listens or not."""
        assert self.bot is not None
        self.bot.tell(protocol.over(result))

    def close(self) -> None:
        """End its process."""
        if self.bot:
            self.bot.kill()
            self.log = self.bot.stderr
            self.bot = None

    def _keep_note(self, note: object, deal: int) -> None:
        if isinstance(note, str) and self._noted + len(note) <= MOST_NOTES:
            self._noted += len(note)
            self.notes.append(Note(deal, self._asked, note))
