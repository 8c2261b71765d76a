"""`python -m bots replay`: look at a match again, and ask a new build the same questions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from games import transcript as transcripts
from games.catalog import GAMES
from games.command import Stopped, file_bytes
from games.transcript import LARGEST_TEXT, BadTranscript, Transcript

from .. import rehearsal
from ..printed import columns, harmless, in_words, log_lines, position
from ..rehearsal import Decision, Rehearsal
from ..verdict import Verdict
from .entrants import handed_in, need_sandbox, undisturbed

LAST_LINES = 40  # of a log


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("file", type=Path, help="a transcript")
    parser.add_argument("--seat", type=int, help="show what this seat saw and chose; else all do")
    parser.add_argument("--deal", type=int, default=1, help="begin at this one, the first being 1")
    parser.add_argument(
        "--bot", type=Path, metavar="FILE", help="ask this build what --seat was asked"
    )
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """1 if the build differs. Raises Stopped."""
    match = _transcript(given.file)
    if given.seat is not None and given.seat not in range(len(match.seats)):
        raise Stopped(f"The seats of this match are 0 to {len(match.seats) - 1}.")
    if given.deal not in range(1, len(match.deals) + 1):
        raise Stopped(f"The deals of this match are 1 to {len(match.deals)}.")
    if given.bot is None:
        return _step(match, given.seat, given.deal - 1)
    if given.seat is None:
        seats = ", ".join(f"{n} {_name(match, n)}" for n in range(len(match.seats)))
        raise Stopped(f"Say with --seat where the bot sat: {seats}.")
    return _rehearse(match, given.seat, given.bot)


def _transcript(path: Path) -> Transcript:
    """One that can be replayed. Raises Stopped."""
    try:
        found = transcripts.read(file_bytes(path, LARGEST_TEXT))
        wrong = transcripts.check(found)
    except (BadTranscript, Stopped) as why:
        raise Stopped(f"{path}: {why}") from None
    if wrong:
        raise Stopped(f"{path}: {wrong}")
    return found


def _name(match: Transcript, seat: int) -> str:
    return harmless(match.seats[seat].get("name", ""))


def _step(match: Transcript, seat: int | None, deal: int) -> int:
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    for decision in rehearsal.decisions(match):
        if decision.deal < deal or seat not in (None, decision.turn.seat):
            continue
        for line in (*_asked(match, decision), _chosen(decision)):
            print(line)
        if on_terminal and not _go_on():
            return 0
    for line in _result(match):
        print(line)
    return 0


def _go_on() -> bool:
    try:
        return input("Enter goes on, q leaves. ").strip() != "q"
    except EOFError:
        print()
        return False


def _asked(match: Transcript, decision: Decision) -> Iterator[str]:
    """What a seat saw when it was asked."""
    turn = decision.turn
    yield f"\n{_heading(match, decision)}"
    yield from (in_words(seen, turn.seat) for seen in turn.events)
    yield from position(turn.view, turn.seats)
    yield ""
    yield from columns(turn.legal)


def _heading(match: Transcript, decision: Decision) -> str:
    turn = decision.turn
    where = f"Deal {decision.deal + 1}, {GAMES[turn.game].name}, move {decision.move + 1}"
    points = f" Points so far: {' '.join(map(str, turn.points))}." if turn.deal else ""
    return f"{where}. Seat {turn.seat}, {_name(match, turn.seat)}.{points}"


def _chosen(decision: Decision) -> str:
    if decision.by_fallback:
        return f"Its player had failed; careful chose {decision.text}."
    after = f" after {decision.think_us / 1000:.1f} ms" if decision.think_us is not None else ""
    return f"It chose {decision.text}{after}."


def _result(match: Transcript) -> Iterator[str]:
    yield ""
    for number, deal in enumerate(match.deals, 1):
        yield f"Deal {number}, {GAMES[deal.game].name}: {' '.join(map(str, deal.scores))}"
    for seat, verdict in enumerate(match.verdicts):
        place = f"place {match.awarded[seat]} with {match.totals[seat]}"
        yield f"Seat {seat}, {_name(match, seat)}: {place}, {_verdict(verdict.get('verdict'))}"


def _verdict(word: object) -> str:
    try:
        return Verdict(str(word)).says
    except ValueError:
        return "Its verdict is not known here."


def _rehearse(match: Transcript, seat: int, bot: Path) -> int:
    source = handed_in(bot).source
    need_sandbox()
    found = undisturbed(partial(rehearsal.rehearse, match, seat, source))
    for line in _told(match, seat, bot, found):
        print(line)
    return 1 if found.differs else 0


def _told(match: Transcript, seat: int, bot: Path, found: Rehearsal) -> Iterator[str]:
    name = _name(match, seat)
    if not found.differs:
        yield f"{bot} decides as {name} did, {found.same} times out of {found.same}."
        return
    if found.at is not None:
        yield f"At decision {found.same + 1} of seat {seat}:"
        yield from _asked(match, found.at)
        yield _chosen(found.at).replace("It chose", f"{name} chose")
    if found.fault:
        yield f"{bot} failed ({found.fault.verdict}). {found.fault}"
        yield from (f"    {line}".rstrip() for line in log_lines(found.fault.log, LAST_LINES))
    else:
        yield f"{bot} chooses {found.answer}."
