"""Imports go one way: games <- bots <- league, and what is pure stays without Django."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "games": {"games"},
    "bots": {"games", "bots"},
    "league/formats": {"league.formats"},
    "league/scoring": {"games", "league.scoring", "numpy"},
}
BARE = ("games", "bots", "league/formats")  # what has nothing beside Python

MAY_ALSO_IMPORT = {
    # The entry point seats the house bots at a terminal. Nobody imports it, so the direction holds.
    "games/__main__.py": {"bots"},
    "league/scoring/ratings.py": {"openskill"},
}


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            levels = package.split(".")[: -node.level + 1 or None] if node.level else []
            yield ".".join([*levels, *([node.module] if node.module else [])])


def foreign(path: Path, allowed: set[str]) -> set[str]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    return {
        name
        for name in imported(ast.parse(path.read_text()), package)
        if name.split(".")[0] not in sys.stdlib_module_names
        and not any(f"{name}.".startswith(f"{root}.") for root in allowed)
    }


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_point_inward(folder: str) -> None:
    strays: dict[str, set[str]] = {}
    for path in (ROOT / folder).rglob("*.py"):
        name = str(path.relative_to(ROOT))
        strays[name] = foreign(path, MAY_IMPORT[folder] | MAY_ALSO_IMPORT.get(name, set()))
    assert {name: found for name, found in strays.items() if found} == {}


@pytest.mark.parametrize(
    ("folders", "without"),
    [(BARE, ["-S"]), (MAY_IMPORT.keys() - BARE, [])],
    ids=["without site-packages", "without Django"],
)
def test_the_pure_packages_import_without(folders: Collection[str], without: list[str]) -> None:
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "__main__.py"
    ]
    no_django = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.modules['django'] = None"
    script = f"{no_django}; import {', '.join(modules)}"
    subprocess.run([sys.executable, "-I", *without, "-c", script], check=True)


def test_a_copy_of_games_alone_does_all_but_play(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games", tmp_path / "games")
    python = [sys.executable, "-I", "-S", "-c"]
    for arguments in (["list"], ["rules", "amoins"], ["check"], ["play", "x", "--seats", "2"]):
        script = (
            f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from games.__main__ import main; "
            f"sys.exit(main({arguments}))"
        )
        done = subprocess.run([*python, script], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert ("bots beside" in done.stderr) == ("play" in arguments)
