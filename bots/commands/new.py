"""`python -m bots new`: write a first bot, which already plays."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator
from pathlib import Path

from games.command import Stopped, rules_named
from games.core import Game
from games.matches import MatchRules

WIDTH = 96
KNOWN_ANYWAY = ("game", "seat", "to_move", "start")  # keys of every view

TEMPLATE = '''\
"""A bot for {name}. What it is told and may do: docs/write-a-bot.md"""
{imports}
from bots.sdk import Bot, Turn, run


class MyBot(Bot):
    name = {bot}
    version = "1"
    plays = ("{match}",)

    def choose(self, turn: Turn) -> str:
        # turn.legal: the moves that are open, as texts; answer with one of them.
        # turn.view: what your seat sees, a dict. By turn.game, and where each key is explained:
{keys}
        # The rules: python3 -m games rules {game}
{choice}


run(MyBot)
'''

HIGHEST_CARD = r"""
        # The highest of the open cards, by the sum of its numbers; `draw` and `pass` count 0.
        return max(turn.legal, key=lambda move: sum(map(int, re.findall(r"[rgby](\d+)", move))))"""
FIRST = """
        # The first move there is. You will find a better one.
        return turn.legal[0]"""
LAST = """
        # The last one: sets are listed from low to high, and `draw` after what lies open.
        return turn.legal[-1]"""


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("file", type=Path, help="the file to write, such as my_bot.py")
    parser.add_argument("--match", required=True, help="what it plays, as `games list` calls it")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Write the file, if it is not there yet. Raises Stopped."""
    file: Path = given.file
    source = first_bot(rules_named(given.match), file.stem)
    if file.suffix != ".py":
        raise Stopped(f"A bot is a Python file: call it {file.name}.py.")
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(source)
    except FileExistsError:
        raise Stopped(f"{file} is there already; it was left as it is.") from None
    except OSError as error:
        raise Stopped(f"{file} cannot be written ({error.strerror}).") from None
    print(f"{file} plays {given.match}. Next: python3 -m bots check {file}")
    return 0


def first_bot(rules: MatchRules, name: str) -> str:
    """The source of a bot for these rules."""
    games = rules.games
    choice = _choice(games)
    return TEMPLATE.format(
        name=rules.name,
        bot=json.dumps(name),
        match=rules.slug,
        imports="\nimport re\n" if choice is HIGHEST_CARD else "",
        keys="\n".join(line for game in games for line in _keys(game)),
        game=games[0].slug if len(games) == 1 else "GAME",
        choice=choice.removeprefix("\n"),
    )


def _choice(games: tuple[Game, ...]) -> str:
    """What beats a random player without a thought."""
    if all(".xxl." in game.state.__module__ for game in games):
        return HIGHEST_CARD
    return LAST if games[0].slug == "abluxxen" else FIRST


def _keys(game: Game) -> Iterator[str]:
    """A comment with the keys of the game's view."""
    view = game.deal(game.seats[0], bytes(32)).view(0)
    keys = ", ".join(key for key in view if key not in KNOWN_ANYWAY)
    file = game.state.__module__.replace(".", "/") + ".py"
    head = " " * 8 + "#   "
    yield from textwrap.wrap(
        f"{game.slug} ({file}): {keys}",
        WIDTH,
        initial_indent=head,
        subsequent_indent=head + "  ",
        break_on_hyphens=False,
    )
