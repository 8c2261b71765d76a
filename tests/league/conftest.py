"""What the tests of the site share."""

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from league import ladder, schedule, sheets, workers
from league.models import RoundSheet, draws

from .formats.fields import search_shortly


@pytest.fixture(autouse=True)
def same_chances(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test draws and shuffles in its own way, which is the same in every run."""
    chances = random.Random(request.node.nodeid.partition("@")[0])
    for chapter in (schedule, ladder, draws):
        monkeypatch.setattr(chapter, "secrets", SimpleNamespace(token_bytes=chances.randbytes))


@pytest.fixture(autouse=True)
def nobody_has_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker knows of its sandbox is of its process, and here of the test."""
    monkeypatch.setattr(workers, "_looked", {})


@pytest.fixture(autouse=True)
def kept_rounds_say_what_seats_say(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test has done: what is kept in one piece has been kept up with."""
    if not request.node.get_closest_marker("django_db"):
        yield
        return
    request.getfixturevalue("db")
    yield
    for kept in RoundSheet.objects.select_related("round"):
        assert kept.seats == sheets.lines(kept.round), str(kept)


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws are not searched for long, which takes more time than all the rest that a page does.
    Where it matters how good they are, a fixture of this name says so."""
    search_shortly(monkeypatch)
