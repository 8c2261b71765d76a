"""The log of acts: who did what, when and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from league import acts
from league.models import Act


@dataclass(frozen=True, slots=True)
class ActLine:
    """An act and its sentence, in the reader's language."""

    act: Act
    says: str


def log(kept: Iterable[Act]) -> tuple[ActLine, ...]:
    """These acts in words, in the order given."""
    return tuple(ActLine(act, acts.sentence(act)) for act in kept)
