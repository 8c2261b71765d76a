"""The shelf as a table for `docs/sandbox.md`: python -m tests.bots.shelf_table"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

SHELF = Path(__file__).with_name("shelf")
PAGE = Path(__file__).parents[2] / "docs" / "sandbox.md"
HEAD = "| kind | what it does | verdict |\n| --- | --- | --- |\n"


def kinds() -> list[Path]:
    """A folder each."""
    return sorted(folder for folder in SHELF.iterdir() if folder.is_dir())


def expected(folder: Path) -> dict[str, str]:
    """What the first lines of its program say: what it `does`, its `verdict`, and where they
    matter its `note`, its `stderr` and the `cpu_s` it may use."""
    program = min(file for file in folder.iterdir() if file.suffix in (".py", ".js", ".c"))
    marked = (line.partition(" ") for line in program.read_text().splitlines())
    does, *lines = [text for mark, _, text in marked if mark in ("#", "//") and text]
    return {"does": does} | dict(line.split(": ", 1) for line in lines if ": " in line)


def table() -> str:
    """In Markdown."""
    return HEAD + "".join(_rows())


def _rows() -> Iterator[str]:
    for folder in kinds():
        wanted = expected(folder)
        yield f"| {folder.name} | {wanted['does']} | {wanted['verdict']} |\n"


if __name__ == "__main__":
    PAGE.write_text(PAGE.read_text().partition(HEAD)[0] + table())
