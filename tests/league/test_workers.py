"""Workers: they say that they are there, and those that are gone are forgotten."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bots import process
from league import workers
from league.models import Worker

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_looked", {})


def test_a_worker_that_looks_again_is_seen_again() -> None:
    an_hour_ago = timezone.now() - timedelta(hours=1)
    Worker.objects.create(name="alice's machine", trouble="No room.", seen_at=an_hour_ago)
    assert workers.look("alice's machine") == ""
    seen = Worker.objects.get()
    assert seen.trouble == ""
    assert seen.seen_at > an_hour_ago


def test_a_worker_not_seen_for_a_day_is_forgotten_when_another_is_there() -> None:
    now = timezone.now()
    Worker.objects.create(name="bob's machine", seen_at=now - timedelta(hours=23))
    Worker.objects.create(name="charlie's machine", seen_at=now - timedelta(hours=25))
    workers.look("alice's machine")
    left = Worker.objects.values_list("name", flat=True)
    assert list(left) == ["alice's machine", "bob's machine"]


@pytest.mark.django_db(transaction=True)  # it closes its connection
def test_a_worker_that_rests_holds_no_sandbox() -> None:
    process.prepare(2, rules=False)
    workers.rest("alice's machine")
    assert process._ahead == []
