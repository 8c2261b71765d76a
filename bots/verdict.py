"""Verdicts: the closed list of how a seat's part in a match can end, and whose doing it was."""

from __future__ import annotations

import traceback
from enum import StrEnum
from typing import Self

LONGEST_LOG = 64 << 10  # characters kept of what a bot left behind, the last ones


class Verdict(StrEnum):
    """How a seat's part ended. `says`: one plain sentence about the bot, for pages.

    Those that begin with `void` are our fault: the match is played again and nobody pays for it.
    """

    says: str

    def __new__(cls, value: str, says: str = "") -> Self:
        verdict = str.__new__(cls, value)
        verdict._value_ = value
        verdict.says = says
        return verdict

    OK = "ok", "Played to the end."
    LATE = "late", "Took more time than it had."
    CRASHED = "crashed", "Stopped with an error of its own."
    ILLEGAL = "illegal", "Chose a move that was not open."
    MALFORMED = "malformed", "Answered with something that is no answer."
    FLOOD = "flood", "Sent far more than it was asked for."
    TOO_BIG = "too-big", "Sent a message larger than allowed."
    NO_START = "no-start", "Did not get ready for the match."
    EXHAUSTED = "exhausted", "Used up the memory it may have."
    VOID_SLOW = "void-slow", "This machine was too slow to judge; the match is played again."
    VOID_SANDBOX = "void-sandbox", "The sandbox failed; the match is played again."
    VOID_WORKER = "void-worker", "The worker failed; the match is played again."

    @property
    def ours(self) -> bool:
        """Whether it is our fault, so that no bot may pay for it."""
        return self.value.startswith("void")


class Fault(Exception):
    """A seat cannot go on. `log`: what its owner gets to read, at most the last 64 Ki
    characters."""

    def __init__(self, verdict: Verdict, log: str = "") -> None:
        super().__init__(verdict.says)
        self.verdict = verdict
        self.log = log[-LONGEST_LOG:]

    @property
    def whose(self) -> str:
        """`ours` or `bot`."""
        return "ours" if self.verdict.ours else "bot"

    @classmethod
    def from_error(cls, error: Exception, verdict: Verdict) -> Self:
        """A fault from any error of a bot's code, the traceback as its log."""
        return cls(verdict, "".join(traceback.format_exception(error)))
