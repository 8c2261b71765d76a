"""Finds every house bot under `house/`: a new file is found by being there.

A module exports its class as BOT. Names with a leading underscore are helpers. A broken module
stops the start, since a missing bot would be noticed only on the evening.
"""

from __future__ import annotations

import importlib
import pkgutil

import bots.house

from .players import HouseBot


def find() -> dict[str, type[HouseBot]]:
    """All house bots by slug. Raises whatever a broken module raises, and ImportError."""
    by_slug: dict[str, type[HouseBot]] = {}
    for found in pkgutil.iter_modules(bots.house.__path__):
        if found.name.startswith("_"):
            continue
        bot = importlib.import_module(f"{bots.house.__name__}.{found.name}").BOT
        if bot.slug in by_slug:
            raise ImportError(f"Two house bots are called {bot.slug}.")
        by_slug[bot.slug] = bot
    return by_slug


HOUSE: dict[str, type[HouseBot]] = find()
