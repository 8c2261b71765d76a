"""Workers: they keep to a core, say that they are there, and are forgotten when they are gone."""

import os
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from bots import process
from league import workers
from league.models import Worker

pytestmark = pytest.mark.django_db


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


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[int]]:
    """Those of this process, which has them again afterwards."""
    monkeypatch.setattr(process, "_cores", set())
    before = os.sched_getaffinity(0)
    yield before
    os.sched_setaffinity(0, before)


def test_a_worker_keeps_to_the_core_of_its_number(cores: set[int]) -> None:
    for number in (1, 2, 12):
        workers.settle(f"worker{number}@cellar9")
        assert os.sched_getaffinity(0) == {sorted(cores)[number % len(cores)]}


def test_a_worker_without_a_number_goes_where_linux_likes_it(cores: set[int]) -> None:
    workers.settle("worker@cellar9")
    assert os.sched_getaffinity(0) == cores


@pytest.mark.django_db(transaction=True)  # it closes its connection
def test_a_worker_that_rests_holds_no_sandbox() -> None:
    process.prepare(2, rules=False)
    workers.rest("alice's machine")
    assert process._ahead == []
