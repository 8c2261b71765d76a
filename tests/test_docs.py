"""What the documents name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/tour.md",
    "docs/careful.md",
    "docs/sandbox.md",
    "docs/write-a-bot.md",
)
DOCUMENTS = [ROOT / name for name in NAMES]
FILE = re.compile(r"`((?:games|bots|league|templates|tests|deploy|docs)/[\w./-]*)`")
LINK = re.compile(r"\]\((?!http)([^)#]+)\)")


def named(document: Path) -> list[Path]:
    """The files and folders a document names; names in capitals stand for a file to be written."""
    text = document.read_text()
    files = [ROOT / name for name in FILE.findall(text) if "NAME" not in name]
    return files + [document.parent / link for link in LINK.findall(text)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_the_files_a_document_names_exist(document: Path) -> None:
    files = named(document)
    assert files, "the patterns find nothing any more"
    assert [str(file) for file in files if not file.exists()] == []


def test_the_make_targets_a_document_names_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in [*DOCUMENTS, ROOT / "docs/performance.md", ROOT / "CHANGELOG.md"]:
        used = set(re.findall(r"(?:`|^    )make ([\w-]+)", document.read_text(), re.MULTILINE))
        assert used <= targets, document.name


def test_every_step_of_the_tour_names_its_chapter() -> None:
    tour = (ROOT / "docs/tour.md").read_text()
    for chapter in ("submit.py", "schedule.py", "run.py", "record.py", "rank.py", "show/"):
        assert f"`league/{chapter}`" in tour
