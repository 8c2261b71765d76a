"""What authors take home from the site."""

import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client

from league.kit import zipped


@pytest.fixture
def kit(client: Client, tmp_path: Path) -> Path:
    """The kit as a visitor gets it, unpacked."""
    response = client.get("/write-a-bot/kit.zip")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/zip"
    zipfile.ZipFile(BytesIO(response.content)).extractall(tmp_path)
    return tmp_path / "stammtisch"


def typed(kit: Path, *arguments: str) -> str:
    """What a command prints in a bare interpreter, whatever is installed here."""
    command = [sys.executable, "-S", "-E", "-m", *arguments]
    done = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=True)
    return done.stdout


def test_an_author_needs_nothing_but_the_kit(kit: Path) -> None:
    assert "arschmallows" in typed(kit, "games", "list")
    typed(kit, "bots", "new", "my_bot.py", "--match", "quibbles")
    assert (kit / "my_bot.py").is_file()
    assert "XXL" in typed(kit, "games", "rules", "montees")
    assert {path.name for path in kit.iterdir()} >= {"games", "bots", "docs", "LICENSE"}
    assert (kit / "docs/write-a-bot.md").exists()


def test_nothing_but_sources_is_in_the_kit(kit: Path) -> None:
    suffixes = {path.suffix for path in kit.rglob("*") if path.is_file()}
    assert suffixes == {".py", ".csv", ".toml", ".md", ""}


def test_the_same_files_make_the_same_kit(client: Client) -> None:
    kits = []
    for _ in range(2):
        zipped.cache_clear()
        kits.append(client.get("/write-a-bot/kit.zip").content)
    assert kits[0] == kits[1]
