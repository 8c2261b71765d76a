"""A format is found by being there."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import league.formats
from league.formats import catalog
from league.formats.core import Format


def test_formats_are_found_by_their_files() -> None:
    slugs = {"planned", "everybody", "swiss", "knockout", "stages", "ladder"}
    assert set(catalog.FORMATS) == slugs
    for slug, format in catalog.FORMATS.items():
        assert isinstance(format, Format)
        assert format.slug == slug


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another place where formats are looked for."""
    monkeypatch.setattr(league.formats, "__path__", [*league.formats.__path__, str(tmp_path)])
    yield tmp_path
    for name in ("newcomer", "broken"):
        sys.modules.pop(f"league.formats.{name}", None)


def test_a_new_file_is_a_new_format(folder: Path) -> None:
    (folder / "newcomer.py").write_text(
        "from league.formats.planned import Planned\n"
        "class Newcomer(Planned):\n    slug = 'newcomer'\n"
        "FORMAT = Newcomer()\n"
    )
    assert "newcomer" in catalog.find()


def test_a_broken_file_stops_the_start(folder: Path) -> None:
    (folder / "broken.py").write_text("FORMAT = 1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        catalog.find()


def test_two_formats_of_one_name_stop_the_start(folder: Path) -> None:
    (folder / "newcomer.py").write_text("from league.formats.planned import FORMAT\n")
    with pytest.raises(ImportError, match="Two formats are called planned"):
        catalog.find()
