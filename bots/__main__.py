"""python -m bots: write a bot, check it, play many matches with it, look at one again."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from games import command
from games.command import Parser

from .commands import check, new, play, replay

COMMANDS = {
    "new": (new, "write a first bot, which already plays"),
    "check": (check, "run what a bot goes through before it may play"),
    "play": (play, "play many matches among bots and say what their places come to"),
    "replay": (replay, "step through a match, or ask a new build the same questions"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = Parser(prog="python3 -m bots", description=__doc__.partition(": ")[2])
    commands = parser.add_subparsers(metavar="command")
    for name, (module, says) in COMMANDS.items():
        module.add(commands.add_parser(name, help=says, description=f"{module.__doc__}"))
    given = parser.parse_args(arguments)
    if "command" not in given:
        parser.print_help()
        return 0
    return command.run(given, "Stopped.")


if __name__ == "__main__":
    command.spell_anything()
    sys.exit(main())
