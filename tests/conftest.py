"""What every test shares."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from subprocess import Popen
from typing import TypeVar

import hypothesis
import pytest
from django.conf import settings

from bots import interpreters
from tests import parts

pytest_plugins = ["tests.cast"]
pytest.register_assert_rewrite("tests.games.laws")

# The same examples every time, so that a failure is the change's own; `make fuzz` finds new ones.
hypothesis.settings.register_profile(
    "stammtisch",
    deadline=None,
    max_examples=50,
    derandomize="FUZZ" not in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],  # the machine may be busy
)
hypothesis.settings.load_profile("stammtisch")

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where CI is set, a test that skips itself fails."""
    return _without_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Where CI is set, a file that skips itself fails."""
    return _without_skip((yield))


def _without_skip(report: Report) -> Report:
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that touch the database."""
    for item in items:
        asked_for = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
        if asked_for or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)


@pytest.fixture
def enable_only() -> Iterator[Callable[[Iterable[str]], None]]:
    """Takes the names of interpreters; after the test all are enabled again."""
    yield interpreters.enable_only
    interpreters.enable_only(interpreters.CATALOG)


@pytest.fixture(scope="session")
def broker_url() -> Iterator[str]:
    """A real broker, where the settings of the tests look for it."""
    with parts.broker_at(settings.BROKER_SOCKET) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A real PostgreSQL server with an empty database."""
    with parts.postgres() as url:
        yield url


@pytest.fixture
def start_worker(transactional_db: None, broker_url: str, tmp_path: Path) -> parts.StartWorker:
    """A real worker on the database and the broker of this test; its log is in `tmp_path`."""
    same = {"VAR": str(settings.VAR), "DATABASE_URL": _database_url()}

    def start(name: str, **more: str) -> AbstractContextManager[Popen[bytes]]:
        environment = parts.small_environment(**same, **more)
        return parts.worker(environment, tmp_path / f"{name}.log", name)

    return start


def _database_url() -> str:
    """The address of the database that the tests made."""
    database = settings.DATABASES["default"]
    if "sqlite3" in database["ENGINE"]:
        return f"sqlite:///{database['NAME']}"
    host = database["OPTIONS"]["host"]
    return f"postgres://{database['USER']}@/{database['NAME']}?host={host}"
