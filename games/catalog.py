"""Finds every game and match under `rules/`: a new file is found by being there.

A module exports GAMES and, if it brings any, MATCHES (tuples). Names with a leading underscore are
helpers. A broken module stops the start, since a missing game would be noticed only on the evening.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Protocol, TypeVar

import games.rules

from .core import Game
from .matches import MatchRules


class _Named(Protocol):
    @property
    def slug(self) -> str: ...


T = TypeVar("T", bound=_Named)


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if found.name.rpartition(".")[2].startswith("_"):
            continue
        module = importlib.import_module(found.name)
        if found.ispkg:
            yield from _modules(module)
        else:
            yield module


def _by_slug(kind: str, items: Iterable[T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for item in items:
        if item.slug in found:
            raise ImportError(f"Two {kind} are called {item.slug}.")
        found[item.slug] = item
    return found


_found = list(_modules(games.rules))
GAMES: dict[str, Game] = _by_slug("games", (g for m in _found for g in m.GAMES))
MATCHES: dict[str, MatchRules] = _by_slug(
    "matches", (r for m in _found for r in getattr(m, "MATCHES", ()))
)
