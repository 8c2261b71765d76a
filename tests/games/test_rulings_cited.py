"""Every ruling that the code cites has a test of its name; every ruling a game shows is cited."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import games
from games import GAMES, MATCHES, Game, MatchRules

KINDS: list[Game | MatchRules] = [*GAMES.values(), *MATCHES.values()]
PREFIXES = {ruling.id.partition("-")[0] for kind in KINDS for ruling in kind.rulings}
RULING = re.compile(rf"\b(?:{'|'.join(sorted(PREFIXES))})-\d+\b")
SHOWN = re.compile(r'Ruling\(\s*"[A-Z]{3}-\d+"')
ROOT = Path(games.__file__).parent
TESTS = Path(__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))


def cited(path: Path) -> set[str]:
    """The ids in a source, those left out that only stand in what a rules page shows."""
    return set(RULING.findall(SHOWN.sub("", path.read_text())))


@cache
def ids_in_names_of_tests() -> set[str]:
    """The ids in the names of tests: `test_xxl_20_equal_is_not_lower`."""
    names = [name for path in TESTS.glob("test_*.py") for name in _functions(path)]
    found = (re.match(r"test_([a-z]{3})_(\d+)_", name) for name in names)
    return {f"{match[1].upper()}-{match[2]}" for match in found if match}


def _functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            yield node.name


def sources_of(module: str) -> set[Path]:
    """A module of `games` and all others of `games` that it is built from."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        loaded = importlib.import_module(waiting.pop())
        path = Path(str(loaded.__file__))
        if path in found:
            continue
        found.add(path)
        waiting += {value.__module__ for value in vars(loaded).values() if _is_ours(value)}
    return found


def _is_ours(value: object) -> bool:
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and module.startswith("games.") and module in sys.modules


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_ruling_a_source_cites_is_tested(path: Path) -> None:
    assert cited(path) - ids_in_names_of_tests() == set()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.slug)
def test_every_ruling_that_is_shown_is_cited_where_it_is_implemented(
    kind: Game | MatchRules,
) -> None:
    maker = kind.state if isinstance(kind, Game) else type(kind)
    sources = sources_of(maker.__module__)
    assert {ruling.id for ruling in kind.rulings} - set().union(*map(cited, sources)) == set()
