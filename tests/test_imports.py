"""Imports go one way: games <- bots <- league, and what is pure stays without Django."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "games": {"games"},
    "bots": {"games", "bots"},
    "league/formats": {"league.formats"},
    "league/scoring": {"games", "league.scoring"},
}

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


def test_the_pure_packages_import_in_a_bare_interpreter() -> None:
    """Without site-packages, so without Django, whatever is installed; but for those that say what
    else they need."""
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for folder in MAY_IMPORT
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "__main__.py" and str(path.relative_to(ROOT)) not in MAY_ALSO_IMPORT
    ]
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {', '.join(modules)}"
    subprocess.run([sys.executable, "-I", "-S", "-c", script], check=True)


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
