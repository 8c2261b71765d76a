"""What the tests of the site share."""

import random
from types import SimpleNamespace

import pytest

from league import ladder, schedule
from league.models import draws


@pytest.fixture(autouse=True)
def same_chances(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test draws and shuffles in its own way, which is the same in every run."""
    chances = random.Random(request.node.nodeid.partition("@")[0])
    for chapter in (schedule, ladder, draws):
        monkeypatch.setattr(chapter, "secrets", SimpleNamespace(token_bytes=chances.randbytes))
