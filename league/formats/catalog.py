"""Finds every format in this folder: a new file is found by being there.

A module exports FORMAT. Names with a leading underscore are helpers. A broken module stops the
start, since a missing format would be noticed only when somebody needs it.
"""

from __future__ import annotations

import importlib
import pkgutil

import league.formats

from .continuous import Continuous
from .core import Format

NO_FORMATS = {"byhand", "core", "catalog", "continuous", "reasons", "tableplans"}


def find() -> dict[str, Format]:
    """Every format by its slug. Raises whatever a broken module raises."""
    found: dict[str, Format] = {}
    for module in pkgutil.iter_modules(league.formats.__path__):
        if module.name.startswith("_") or module.name in NO_FORMATS:
            continue
        format = importlib.import_module(f"league.formats.{module.name}").FORMAT
        if format.slug in found:
            raise ImportError(f"Two formats are called {format.slug}.")
        found[format.slug] = format
    return found


FORMATS: dict[str, Format] = find()
LADDERS: dict[str, Continuous] = {
    slug: format for slug, format in FORMATS.items() if isinstance(format, Continuous)
}
