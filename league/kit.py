"""The kit: what an author of a bot needs, as one zip: rules engine, commands, how to use them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .settings import ROOT

FOLDER = "stammtisch"
PACKAGES = ("games", "bots")
SUFFIXES = (".py", ".csv", ".toml")
BESIDE = {"docs/write-a-bot.md": "docs/write-a-bot.md", "LICENSE": "LICENSE"}
WRITTEN = (1980, 1, 1, 0, 0, 0)  # always, so that the same files make the same zip


@cache
def zipped() -> bytes:
    """The zip. What is in it does not change while the site runs."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in _files():
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", WRITTEN)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in SUFFIXES:
                yield str(path.relative_to(ROOT)), path
    for source, name in BESIDE.items():
        yield name, ROOT / source
