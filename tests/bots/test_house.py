"""The house bots: found by being there, fair, and `careful` better than chance."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import bots.house
from bots import catalog, duplicate, referee
from bots.catalog import HOUSE
from bots.duplicate import SingleDeal
from bots.referee import Report
from bots.verdict import Verdict
from games import GAMES, MATCHES
from tests.games.cases import MATCH_CASES, Case, is_sentence

from .players import Plain

FILES = sorted(Path(bots.house.__path__[0]).rglob("*.py"))
FEWEST_DEALS, MOST_DEALS = 12, 120  # some games are luck for the most part
STANDARD_CASES = [
    case
    for case in MATCH_CASES
    if case.seats in (2, 3, 4)
    and set(case.options) == {option.name for option in case.kind.options if option.required}
]


@pytest.mark.parametrize("slug", HOUSE)
def test_a_house_bot_says_who_it_is(slug: str) -> None:
    bot = HOUSE[slug]()
    assert (bot.slug, bot.name) == (slug, type(bot).name)
    assert bot.version
    assert is_sentence(bot.says)


def test_an_entry_gives_a_house_bot_its_own_name_and_version() -> None:
    bot = HOUSE["careful"]("Old Tom", "12")
    assert (bot.name, bot.version) == ("Old Tom", "12")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in the place of `bots/house`."""
    monkeypatch.setattr(bots.house, "__path__", [str(tmp_path)])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


PLAIN = f"from {Plain.__module__} import Plain as BOT\n"


def test_a_new_file_is_a_new_bot(house: Path) -> None:
    (house / "plain.py").write_text(PLAIN)
    (house / "_helper.py").write_text("raise ValueError('nobody asked for it')\n")
    assert catalog.find() == {"plain": Plain}


def test_a_broken_file_stops_the_start(house: Path) -> None:
    (house / "broken.py").write_text("import nothing_of_that_name\n")
    with pytest.raises(ImportError, match="nothing_of_that_name"):
        catalog.find()


def test_two_bots_of_one_name_stop_the_start(house: Path) -> None:
    (house / "plain.py").write_text(PLAIN)
    (house / "plain_too.py").write_text(PLAIN)
    with pytest.raises(ImportError, match="Two house bots are called plain"):
        catalog.find()


@pytest.mark.parametrize("case", STANDARD_CASES, ids=str)
@pytest.mark.parametrize("slug", HOUSE)
def test_a_house_bot_plays_every_match_by_its_rules_and_the_same_way_again(
    slug: str, case: Case
) -> None:
    once, again = (
        referee.play(
            MATCHES[case.kind.slug],
            case.options,
            bytes(32),
            [HOUSE[slug]() for _ in range(case.seats)],
        )
        for _ in range(2)
    )
    assert {one.verdict for one in once.verdicts} == {Verdict.OK}
    assert moves(once) == moves(again)


def moves(report: Report) -> list[tuple[str, ...]]:
    return [deal.moves for deal in report.transcript.deals]


# Fair play: what a bot gets to see is its turn, and no more


def imported(path: Path) -> set[str]:
    """What a file imports, relative names from `bots` on."""
    package = ("bots", "house", *path.relative_to(bots.house.__path__[0]).parts[:-1])
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            names.add(".".join([*above, *([node.module] if node.module else [])]))
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_bot_imports_rules_and_turns_and_nothing_that_reaches_outside(path: Path) -> None:
    allowed = {"__future__", "collections", "functools", "math", "random", "re", "typing"}
    allowed |= {"bots.players", "bots.house", "games.core", "games.rules"}
    strays = [
        name
        for name in imported(path)
        if not any(f"{name}.".startswith(f"{root}.") for root in allowed)
    ]
    assert strays == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_bot_looks_behind_no_turn(path: Path) -> None:
    private = {
        node.attr
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr.startswith("_")
        if not (isinstance(node.value, ast.Name) and node.value.id == "self")
    }
    assert private == set()


# Careful


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_careful_is_placed_better_than_random(game: str, seats: int) -> None:
    """A quick look at what `make careful` measures well: over some deals the lead is clear."""
    leads: list[Fraction] = []
    for number in range(MOST_DEALS):
        leads.append(lead_of_careful(game, seats, number))
        if number + 1 >= FEWEST_DEALS and duplicate.estimate(leads).is_above_zero:
            return
    pytest.fail(f"After {MOST_DEALS} deals it leads by {float(sum(leads) / MOST_DEALS):.2f}.")


def lead_of_careful(game: str, seats: int, number: int) -> Fraction:
    seed = number.to_bytes(32, "big")
    careful, random = HOUSE["careful"], HOUSE["random"]
    return duplicate.play(SingleDeal(GAMES[game]), {}, seats, seed, careful, random).lead
