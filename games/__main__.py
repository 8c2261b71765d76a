"""python -m games: list what there is, read rules, play at the terminal, check transcripts."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from . import GAMES, MATCHES, Game, MatchRules, Option, Result
from .command import (
    Parser,
    Stopped,
    file_bytes,
    options_from,
    rules_named,
    run,
    seed_from,
    spell_anything,
)
from .dealing import setups
from .transcript import LARGEST_TEXT, BadTranscript, Transcript, check, read

WIDTH = 96


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    return run(_parser().parse_args(arguments), "Stopped; this match was not finished.")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python3 -m games", description=__doc__.partition(": ")[2])
    commands = parser.add_subparsers(required=True, metavar="command")
    listing = commands.add_parser("list", help="every game and match with its options")
    listing.set_defaults(command=_list)
    rules = commands.add_parser("rules", help="the rules of a game or match")
    rules.add_argument("slug")
    rules.set_defaults(command=_rules)
    play = commands.add_parser("play", help="play a match at the terminal")
    play.add_argument("slug", help="the match, as `list` calls it")
    play.add_argument("--seats", type=int, required=True, help="how many play")
    play.add_argument("--seed", help="64 hex digits; by default a fresh one")
    play.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="as `list` names them, one each time; NAME=@FILE takes the value from a file",
    )
    play.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SEAT=WHO",
        help="who sits there: person, careful, random or another house bot; by default a person "
        "in seat 0 and careful in the others",
    )
    play.add_argument("--transcript", type=Path, metavar="FILE", help="write the match there")
    play.set_defaults(command=_play)
    checking = commands.add_parser("check", help="replay transcripts and say what differs")
    checking.add_argument("files", nargs="+", type=Path, metavar="FILE")
    checking.set_defaults(command=_check)
    return parser


def _list(given: argparse.Namespace) -> int:
    for title, found in (("Games", GAMES), ("Matches", MATCHES)):
        print(f"{title}\n")
        for slug, kind in found.items():
            print(f"  {slug} ({kind.seats[0]} to {kind.seats[-1]} players): {kind.says}")
            for option in kind.options:
                print(f"    {option.name}{_choices(option)}: {option.says}")
        print()
    return 0


def _choices(option: Option) -> str:
    if isinstance(option.choices, range):
        return f" {option.choices[0]} to {option.choices[-1]}"
    return f" {'|'.join(map(_typed, option.values))}" if option.values else ""


def _typed(value: object) -> str:
    """A value of an option as people type it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _rules(given: argparse.Namespace) -> int:
    kinds = [found[given.slug] for found in (GAMES, MATCHES) if given.slug in found]
    if not kinds:
        raise Stopped(f"There is no {given.slug!r}; there are {', '.join({**GAMES, **MATCHES})}.")
    for line in (line for kind in kinds for line in _rules_of(kind)):
        print(line)
    return 0


def _rules_of(kind: Game | MatchRules) -> Iterator[str]:
    yield f"{kind.name} ({'a game' if isinstance(kind, Game) else 'a match'})\n"
    for section in kind.rules.sections:
        yield section.heading
        for paragraph in section.paragraphs:
            yield _filled(f"  {paragraph}", "  ") + "\n"
        if isinstance(kind, Game) and section.part == "setup":
            yield from _setup_lines(kind)
    if kind.options:
        yield from _option_lines(kind.options)
    yield "Rulings"
    for ruling in kind.rulings:
        indent = " " * 8
        yield _filled(f"{ruling.id:8}{ruling.says}", indent)
    yield ""


def _option_lines(options: Sequence[Option]) -> Iterator[str]:
    yield "Options"
    for option in options:
        yield _filled(f"  {option.name}{_choices(option)}: {option.says}", "    ")
        for value, means in zip(option.values, option.means, strict=True):
            yield _filled(f"    {_typed(value)}: {means}", "      ")
    yield ""


def _setup_lines(game: Game) -> Iterator[str]:
    for setup in setups(game):
        agreed = f"  with {setup.option.name}={_typed(setup.value)}" if setup.option else ""
        yield f"  players  each  face up  draw pile  set aside{agreed}"
        for line in setup.lines:
            counts = f"{line.each:6}{line.open:9}{line.pile:11}{line.aside:11}"
            yield f"  {line.seats:7}{counts}"
        yield ""


def _filled(text: str, indent: str = "") -> str:
    """As wide as a terminal, words with a hyphen kept whole; later lines begin with `indent`."""
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _check(given: argparse.Namespace) -> int:
    wrong = [f"{path}: {why}" for path in given.files if (why := _what_differs(path))]
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(given.files) - len(wrong)} of {len(given.files)} agree.")
    return 1 if wrong else 0


def _what_differs(path: Path) -> str | None:
    try:
        return check(read(file_bytes(path, LARGEST_TEXT)))
    except (Stopped, BadTranscript) as why:
        return str(why)


def _play(given: argparse.Namespace) -> int:
    terminal = _terminal()
    rules, seed = rules_named(given.slug), seed_from(given.seed)
    options = options_from(given.option)
    match = rules.begin(given.seats, seed, options)
    who = _who(given.seat, given.seats, terminal.WHO)
    if given.transcript:
        _check_place(given.transcript)
    deals = "1 deal" if match.deals == 1 else f"{match.deals} deals"
    print(f"{rules.name}, {deals}: {', '.join(f'seat {n} {name}' for n, name in enumerate(who))}.")
    if terminal.PERSON in who:
        print("Type a move or its number; where there is a single one it is made for you.")
        print("? tells what the lines mean, Ctrl-D leaves.")
    report = terminal.play(rules, options, seed, who)
    _say_result(report.result, seed)
    if given.transcript:
        _write(report.transcript, given.transcript)
    return 0


def _terminal() -> ModuleType:
    """Where people and bots meet. Nobody imports this file, so it may know `bots`; a copy of
    `games` alone does all but play."""
    try:
        from bots import terminal
    except ModuleNotFoundError as missing:
        if missing.name != "bots":
            raise
        raise Stopped("Playing needs the folder bots beside the folder games.") from None
    return terminal


def _who(given: Sequence[str], seats: int, known: Sequence[str]) -> list[str]:
    """Who sits in each seat."""
    who = ["person"] + ["careful"] * (seats - 1)
    numbers = {str(seat): seat for seat in range(seats)}
    for text in given:
        number, _, name = text.partition("=")
        if number not in numbers or name not in known:
            raise Stopped(
                f"A seat is written SEAT=WHO, not {text!r}: the seats are 0 to {seats - 1}, and "
                f"there are {', '.join(known)}."
            )
        who[numbers[number]] = name
    return who


def _check_place(path: Path) -> None:
    """Where it is known before the first move that the match could not be written afterwards."""
    if not path.parent.is_dir():
        raise Stopped(f"There is no folder {path.parent}.")
    if path.is_dir():
        raise Stopped(f"{path} is a folder; name a file in it.")
    if path.is_file():
        raise Stopped(f"{path} is there already; name another file.")


def _say_result(result: Result, seed: bytes) -> None:
    for number, deal in enumerate(result.deals, 1):
        print(f"Deal {number}: {_numbers(deal.scores)} ({deal.reason})")
    print(f"Totals: {_numbers(result.totals)}  places: {_numbers(result.places)}")
    print(f"Seed: {seed.hex()}")


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _write(transcript: Transcript, path: Path) -> None:
    try:
        path.write_text(transcript.text(), "utf-8")
    except OSError as error:
        raise Stopped(f"The transcript could not be written ({error.strerror}).") from None
    print(f"The transcript is in {path}.")


if __name__ == "__main__":
    spell_anything()
    sys.exit(main())
