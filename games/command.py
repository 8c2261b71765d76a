"""What the command lines here have in common: one sentence for what is wrong, and what people type
for a match, a seed and options."""

from __future__ import annotations

import argparse
import io
import secrets
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from .catalog import MATCHES
from .core import SEED_BYTES, BadOption
from .matches import MatchRules

LARGEST_OPTION = 1 << 20  # bytes; those that are longer than they may be say so themselves


class Stopped(Exception):
    """The command cannot go on; the message is one sentence."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with that line."""
        self.exit(2, f"{self.prog}: {message}. Try --help.\n")


def run(given: argparse.Namespace, unfinished: str) -> int:
    """Run `given.command(given)`; returns the exit code. `unfinished`: what to say when somebody
    leaves in the middle."""
    try:
        code: int = given.command(given)
        print(end="", flush=True)
        return code
    except (Stopped, BadOption) as why:
        print(why, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        print(f"\n{unfinished}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `| head` has seen enough
        sys.stdout = None  # or Python complains again when it exits
        return 1
    except OSError as error:
        sys.stdout = None
        print(f"Nothing more could be printed ({error.strerror}).", file=sys.stderr)
        return 1


def spell_anything() -> None:
    """Let a terminal that cannot spell "À moins" show what it can."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def rules_named(slug: str) -> MatchRules:
    """The match rules of that name. Raises Stopped."""
    if slug in MATCHES:
        return MATCHES[slug]
    of_it = [rules for rules in MATCHES.values() if slug in (game.slug for game in rules.games)]
    if of_it:
        names = ", ".join(rules.slug for rules in of_it)
        raise Stopped(f"{slug} is a game; the matches it is played in are: {names}.")
    raise Stopped(f"There is no match {slug!r}; there are {', '.join(MATCHES)}.")


def seed_from(digits: str | None) -> bytes:
    """64 hex digits as bytes, a fresh seed for None. Raises Stopped."""
    if digits is None:
        return secrets.token_bytes(SEED_BYTES)
    try:
        seed = bytes.fromhex(digits)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Stopped(f"A seed is {2 * SEED_BYTES} hex digits.")
    return seed


def options_from(given: Sequence[str]) -> dict[str, str]:
    """What NAME=VALUE says, or NAME=@FILE. Raises Stopped."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Stopped(f"An option is written NAME=VALUE, not {text!r}.")
        options[name] = _contents(value[1:]) if value.startswith("@") else value
    return options


def _contents(path: str) -> str:
    """What `NAME=@FILE` stands for."""
    try:
        return file_bytes(Path(path), LARGEST_OPTION).decode("utf-8")
    except Stopped as why:
        raise Stopped(f"{path}: {why}") from None
    except ValueError:  # such as UnicodeDecodeError
        raise Stopped(f"{path}: This is no text in UTF-8.") from None


def file_bytes(path: Path, most: int) -> bytes:
    """What is in a file, or its first `most` + 1 bytes. Raises Stopped."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Stopped("This is no file.")  # a pipe may never say anything, nor end
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "a name no file can have"
        raise Stopped(f"This file cannot be read ({why}).") from None
