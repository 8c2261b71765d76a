"""Everything in this folder starts real processes."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.parts import StartSite, starting_sites


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder; those of a file share a site and run in one process."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.cluster)
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def used_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a site leaves behind that was started and stopped once."""
    folder = tmp_path_factory.mktemp("used") / "var"
    with starting_sites(folder) as start:
        site = start()
        site.address()
        assert site.stop() == 0
    return folder


@pytest.fixture
def start_site(tmp_path: Path, used_folder: Path) -> Iterator[StartSite]:
    """`start_site("--demo")`: the launcher on a folder of this test, the same at every call."""
    shutil.copytree(used_folder, tmp_path / "var")
    with starting_sites(tmp_path / "var") as start:
        yield start
