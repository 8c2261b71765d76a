"""Finds every house bot under `house/`: a new file is found by being there.

A module exports its class as BOT. Names with a leading underscore are helpers. A broken module
stops the start, since a missing bot would be noticed only on the evening.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import bots.house

from .players import HouseBot


def _bots() -> Iterator[type[HouseBot]]:
    for found in pkgutil.iter_modules(bots.house.__path__, bots.house.__name__ + "."):
        if not found.name.rpartition(".")[2].startswith("_"):
            yield importlib.import_module(found.name).BOT


def _by_slug(found: Iterator[type[HouseBot]]) -> dict[str, type[HouseBot]]:
    by_slug: dict[str, type[HouseBot]] = {}
    for bot in found:
        if bot.slug in by_slug:
            raise ImportError(f"Two house bots are called {bot.slug}.")
        by_slug[bot.slug] = bot
    return by_slug


HOUSE: dict[str, type[HouseBot]] = _by_slug(_bots())
