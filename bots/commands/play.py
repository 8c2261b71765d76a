"""`python -m bots play`: many matches among bots, and what their places come to."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from games.command import Stopped, options_from, rules_named, seed_from

from .. import duplicate
from ..printed import ended, log_lines
from ..verdict import Verdict
from .entrants import entrants, need_sandbox
from .jobs import Failed, Plan, Played, play
from .progress import Progress

SHUFFLES = range(1, 100_001)
JOBS = range(1, 65)
TOLD = 3  # faults of each bot that are told in full
LAST_LINES = 15  # of the log of each
FEW = 30  # shuffles, below which an interval says little


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a file, a zip or a house bot")
    parser.add_argument("--match", required=True, help="what they play, as `games list` calls it")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--deals", type=int, default=100, metavar="N", help="how many shuffles; 100 if not said"
    )
    parser.add_argument(
        "--duplicate", action="store_true", help="play each shuffle with every bot in every seat"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    parser.add_argument("--seed", help="64 hex digits; by default fresh ones")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write every match there")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """1 if a bot failed. Raises Stopped and BadOption."""
    plan = _plan(given)
    played: list[Played] = []
    with Progress(given.deals, "shuffles") as progress:
        for one in play(plan, given.deals, given.jobs):
            played.append(one)
            progress.show(len(played))
    played.sort(key=lambda one: one.number)
    for line in (*_table(plan, played), *_faults(plan, played)):
        print(line)
    print(f"Seed: {plan.seed.hex()}")
    return 1 if any(one.failed for one in played) else 0


def _plan(given: argparse.Namespace) -> Plan:
    _check_number("--deals", given.deals, SHUFFLES)
    _check_number("--jobs", given.jobs, JOBS)
    rules, options = rules_named(given.match), options_from(given.option)
    _check_seats(len(given.bots), rules.seats, rules.name)
    rules.begin(len(given.bots), bytes(32), options)  # or it says what is wrong
    found = entrants(given.bots)
    if any(entrant.source for entrant in found):
        need_sandbox()
    if given.keep:
        _make_folder(given.keep)
    seed = seed_from(given.seed)
    return Plan(rules.slug, options, seed, tuple(found), given.duplicate, given.keep)


def _check_number(name: str, number: int, allowed: range) -> None:
    if number not in allowed:
        raise Stopped(f"{name} is a number from {allowed[0]} to {allowed[-1]}, not {number}.")


def _check_seats(count: int, allowed: range, name: str) -> None:
    if count not in allowed:
        raise Stopped(
            f"{name} is for {allowed[0]} to {allowed[-1]} players; name so many bots, not {count}. "
            "The same one may be named again."
        )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Stopped(f"The folder {folder} cannot be made ({error.strerror}).") from None


def _table(plan: Plan, played: Sequence[Played]) -> Iterator[str]:
    """Places, and by how much each bot is behind the first, shuffle by shuffle."""
    names = [entrant.name for entrant in plan.entrants]
    width = max(map(len, names))
    matches = _counted(sum(len(one.places) for one in played), "match", "matches")
    seating = "every bot in every seat" if plan.duplicate else "seats change from one to the next"
    yield f"{_counted(len(played), 'shuffle', 'shuffles')}, {matches} of {plan.match}; {seating}."
    yield ""
    yield f"{'':{width}}  mean place    first  failed  behind {names[0]}"
    for bot, name in enumerate(names):
        yield f"{name:{width}}  {_row(played, bot)}".rstrip()
    yield ""
    if len(played) > 1:
        yield f"Intervals are for 99 %, a shuffle being one case{_caution(len(played))}."


def _row(played: Sequence[Played], bot: int) -> str:
    places = [one.mean_place(bot) for one in played]
    behind = [place - one.mean_place(0) for place, one in zip(places, played, strict=True)]
    firsts = sum(row[bot] == 1 for one in played for row in one.places)
    failed = sum(each.bot == bot for one in played for each in one.failed)
    return f"{_estimate(places)}  {firsts:7}  {failed:6}  {_estimate(behind, '+') if bot else ''}"


def _counted(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _caution(shuffles: int) -> str:
    return f"; {shuffles} are too few for them to say much" if shuffles < FEW else ""


def _estimate(values: Sequence[Fraction], sign: str = "") -> str:
    if len(values) == 1:
        return f"{float(values[0]):{sign}.2f}       "
    found = duplicate.estimate(values)
    return f"{found.mean:{sign}.2f} ± {found.margin:.2f}"


def _faults(plan: Plan, played: Sequence[Played]) -> Iterator[str]:
    """Each bot's faults by kind, the first of them one by one."""
    for bot, entrant in enumerate(plan.entrants):
        failed = [each for one in played for each in one.failed if each.bot == bot]
        if failed:
            kinds = Counter(each.verdict.verdict.value for each in failed)
            counted = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
            yield f"{entrant.name} failed in {len(failed)} of its matches ({counted})."
            yield from _in_detail(failed[:TOLD])
            if len(failed) > TOLD:
                yield f"  And {len(failed) - TOLD} more."
            yield ""


def _in_detail(failed: Sequence[Failed]) -> Iterator[str]:
    """Where it was, and of each kind of fault the first log."""
    told: set[Verdict] = set()
    for each in failed:
        verdict = each.verdict.verdict
        yield f"  Match {each.match}, {verdict}. {ended(each.verdict, each.seat)}"
        if verdict not in told:
            yield from (f"    {line}".rstrip() for line in log_lines(each.verdict.log, LAST_LINES))
        told.add(verdict)
