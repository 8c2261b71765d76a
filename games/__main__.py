"""python -m games: list what there is, read rules, play at the terminal, check transcripts."""

from __future__ import annotations

import argparse
import io
import random
import secrets
import sys
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from . import GAMES, MATCHES, BadOption, Event, Game, IllegalMove, Match, MatchRules, Option
from .core import SEED_BYTES
from .transcript import LARGEST_TEXT, BadTranscript, Writer, check, read

WIDTH = 96


class Stopped(Exception):
    """The command cannot go on; the message is one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. Try --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    given = _parser().parse_args(arguments)
    try:
        code: int = given.command(given)
        print(end="", flush=True)
        return code
    except (Stopped, BadOption) as why:
        print(why, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        print("\nStopped; this match was not finished.", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `| head` has seen enough
        sys.stdout = None  # or Python complains again when it exits
        return 1
    except OSError as error:
        sys.stdout = None
        print(f"Nothing more could be printed ({error.strerror}).", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m games", description=__doc__.partition(": ")[2])
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
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.add_argument("--random", default="", metavar="1,2", help="seats played at random")
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
    return f" {'|'.join(map(str, option.choices))}" if option.choices else ""


def _rules(given: argparse.Namespace) -> int:
    kinds = [found[given.slug] for found in (GAMES, MATCHES) if given.slug in found]
    if not kinds:
        raise Stopped(f"There is no {given.slug!r}; there are {', '.join({**GAMES, **MATCHES})}.")
    for line in (line for kind in kinds for line in _rules_of(kind)):
        print(line)
    return 0


def _rules_of(kind: Game | MatchRules) -> Iterator[str]:
    yield f"{kind.name} ({'a game' if isinstance(kind, Game) else 'a match'})\n"
    for paragraph in kind.rules:
        yield _filled(paragraph) + "\n"
    for ruling in kind.rulings:
        indent = " " * 8
        yield _filled(f"{ruling.id:8}{ruling.says}", indent)
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
        with path.open("rb") as file:
            return check(read(file.read(LARGEST_TEXT + 1)))
    except OSError as error:
        return f"This file cannot be read ({error.strerror})."
    except BadTranscript as bad:
        return str(bad)


def _play(given: argparse.Namespace) -> int:
    match = _rules_named(given.slug).begin(given.seats, _seed(given.seed), _options(given.option))
    if given.transcript:
        _check_place(given.transcript)
    writer = Writer(match)
    people = sorted(set(range(given.seats)) - _seats(given.random, given.seats))
    _Table(writer, people).play()
    if given.transcript:
        _write(writer, people, given.transcript)
    return 0


def _check_place(path: Path) -> None:
    """Where it is known before the first move that the match could not be written afterwards."""
    if not path.parent.is_dir():
        raise Stopped(f"There is no folder {path.parent}.")
    if path.is_dir():
        raise Stopped(f"{path} is a folder; name a file in it.")


def _rules_named(slug: str) -> MatchRules:
    if slug in MATCHES:
        return MATCHES[slug]
    of_it = [rules for rules in MATCHES.values() if slug in (game.slug for game in rules.games)]
    if of_it:
        names = ", ".join(rules.slug for rules in of_it)
        raise Stopped(f"{slug} is a game; the matches it is played in are: {names}.")
    raise Stopped(f"There is no match {slug!r}; there are {', '.join(MATCHES)}.")


def _seed(digits: str | None) -> bytes:
    if digits is None:
        return secrets.token_bytes(32)
    try:
        seed = bytes.fromhex(digits)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Stopped(f"A seed is {2 * SEED_BYTES} hex digits.")
    return seed


def _options(given: Sequence[str]) -> dict[str, str]:
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
        return Path(path).read_text("utf-8")
    except (OSError, ValueError):
        raise Stopped(f"The file {path!r} cannot be read.") from None


def _seats(given: str, seats: int) -> set[int]:
    words = [word.strip() for word in given.split(",") if word.strip()]
    known = {str(seat): seat for seat in range(seats)}
    for word in words:
        if word not in known:
            raise Stopped(f"The seats are 0 to {seats - 1}; {word!r} is none of them.")
    return {known[word] for word in words}


def _write(writer: Writer, people: Sequence[int], path: Path) -> None:
    result = writer.match.result()
    assert result is not None  # play returned
    names = ["person" if seat in people else "random" for seat in range(writer.match.seats)]
    seats = [{"name": name, "version": ""} for name in names]
    done = writer.transcript(seats, result.places, [{"verdict": "ok"}] * len(seats))
    try:
        path.write_text(done.text(), "utf-8")
    except OSError as error:
        raise Stopped(f"The transcript could not be written ({error.strerror}).") from None
    print(f"The transcript is in {path}.")


class _Table:
    """People at one terminal. Each sees what his seat may see, the others play at random."""

    def __init__(self, writer: Writer, people: Sequence[int]) -> None:
        self.writer = writer
        self.match: Match = writer.match
        self.people = people
        self.unread: dict[int, list[Event]] = {seat: [] for seat in people}
        self.shown_to = people[0] if people else -1
        self.rng = random.Random(self.match.seed)
        self.match.listen(self._hear)

    def play(self) -> None:
        """Until the match is over. Raises EOFError and KeyboardInterrupt when people leave."""
        print(f"{self.match.rules.name}, {self.match.deals} deals. Leave with Ctrl-D.")
        while self.match.to_move >= 0:
            moves = self.match.legal()
            if len(moves) == 1 or self.match.to_move not in self.people:
                self.writer.play(self.rng.choice(moves))
            else:
                self._ask()
        self._say_result()

    def _hear(self, event: Event) -> None:
        for unread in self.unread.values():
            unread.append(event)

    def _ask(self) -> None:
        seat = self.match.to_move
        if seat != self.shown_to:
            self._hand_over(seat)
        self._show(seat)
        asked = time.perf_counter()
        while True:
            text = " ".join(input(f"Seat {seat}> ").split())
            try:
                move = self.match.parse(text)
            except IllegalMove as illegal:
                print(illegal)
                continue
            self.writer.play(move, round(1e6 * (time.perf_counter() - asked)))
            return

    def _hand_over(self, seat: int) -> None:
        """Nobody sees the cards of another who plays at the same screen."""
        input(f"Seat {seat} is next: press Enter when nobody else is looking. ")
        print("\x1b[2J\x1b[H" if sys.stdout.isatty() else "")
        self.shown_to = seat

    def _show(self, seat: int) -> None:
        self._tell_news(seat, seat)
        print(f"\nDeal {self.match.deal + 1} of {self.match.deals}, {self.match.game.name}")
        hidden = ("game", "seat", "to_move")
        view = {k: v for k, v in self.match.view(seat).items() if k not in hidden}
        for key, value in view.items():
            print(f"  {key:12}{_value(value)}")
        moves = ", ".join(self.match.text(move) for move in self.match.legal())
        print(_filled(f"  moves       {moves}", " " * 14))

    def _tell_news(self, seat: int, viewer: int | None) -> None:
        """What happened since this seat was last asked, as the viewer may know it."""
        for event in self.unread[seat]:
            if seen := event.seen_by(viewer):
                print(_in_words(seen))
        self.unread[seat].clear()

    def _say_result(self) -> None:
        if self.people:
            self._tell_news(self.shown_to, None)  # all of them look on by now
        result = self.match.result()
        assert result is not None  # nobody is to move
        for number, deal in enumerate(result.deals, 1):
            print(f"Deal {number}: {_value(deal.scores)} ({deal.reason})")
        print(f"Totals: {_value(result.totals)}  places: {_value(result.places)}")
        print(f"Seed: {self.match.seed.hex()}")


def _in_words(seen: Mapping[str, Any]) -> str:
    """An event in one line."""
    who = f"Seat {seen['seat']}" if seen["seat"] >= 0 else "The table"
    rest = [f"{k} {_value(v)}" for k, v in seen.items() if k not in ("what", "deal", "seat")]
    return f"{who}: {seen['what']} {', '.join(rest)}".rstrip()


def _value(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        nested = any(isinstance(part, list) for part in value)
        return (" | " if nested else " ").join(map(_value, value)) or "-"
    return str(value)


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot spell "À moins"
    sys.exit(main())
