"""Imports go one way: games <- bots <- league, and what is pure stays without Django."""

import ast
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
    "league/scoring": {"league.scoring"},
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
    strays = {str(p): foreign(p, MAY_IMPORT[folder]) for p in (ROOT / folder).rglob("*.py")}
    assert {path: names for path, names in strays.items() if names} == {}


def test_the_pure_packages_import_in_a_bare_interpreter() -> None:
    """Without site-packages, so without Django, whatever is installed."""
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for folder in MAY_IMPORT
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "__main__.py"
    ]
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {', '.join(modules)}"
    subprocess.run([sys.executable, "-I", "-S", "-c", script], check=True)
