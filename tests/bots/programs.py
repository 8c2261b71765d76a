"""Bots that are not written in Python, from their sources."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

EnableOnly = Callable[[Iterable[str]], None]  # the fixture of that name

# The beginning of a program without libraries: enough to be taken for one.
STATIC = (
    b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
    + struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, 0x40_1000, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    + struct.pack("<IIQQQQQQ", 1, 5, 0, 0x40_0000, 0x40_0000, 120, 120, 4096)
)
OTHER = Path(__file__).with_name("other")


def packed(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, contents in files.items():
            archive.writestr(name, contents)
    return made.getvalue()


def in_javascript(files: Mapping[str, bytes]) -> bytes:
    """A zip of these with what makes it a bot for Node."""
    if not shutil.which("node"):
        pytest.fail("There is no Node here: sudo apt install nodejs")
    return packed({**files, "bot.toml": b'interpreter = "node"\n'})


def in_c(source: Path, *flags: str) -> bytes:
    """A zip with what the compiler makes of this."""
    return packed({"main": compiled(source, *flags), "bot.toml": b'interpreter = "binary"\n'})


def compiled(source: Path, *flags: str) -> bytes:
    """A program without libraries, unless the flags say otherwise."""
    if not shutil.which("cc"):
        pytest.fail("There is no C compiler here: sudo apt install gcc libc6-dev")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "main")
        command = ["cc", "-O1", *(flags or ["-static"]), "-pthread", "-o", made, source]
        subprocess.run(command, check=True)
        return made.read_bytes()


def first_in_javascript() -> bytes:
    """One that plays the first move that is open."""
    return in_javascript({"main.js": (OTHER / "main.js").read_bytes()})


def first_in_c() -> bytes:
    """The same, as a program."""
    return in_c(OTHER / "main.c")
