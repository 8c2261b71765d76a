"""`python -m bots check`: what a bot goes through before it may play, on its author's machine."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .. import trial
from ..printed import ended, harmless, log_lines
from ..protocol import PER_QUESTION_S, Limits
from ..submission import Submission
from ..trial import Introduction, Times, Trial
from ..verdict import Fault
from .entrants import handed_in, need_sandbox, undisturbed

LAST_LINES = 40  # of a log


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("file", type=Path, help="a Python file, or a zip with main.py or bot.toml")
    parser.add_argument(
        "--log", action="store_true", help="show all that the bot prints and notes, in every match"
    )
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """0 if it may play. Raises Stopped."""
    found = handed_in(given.file)
    print(f"{given.file}: {_contents(found)}, SHA-256 {found.sha256[:16]}...")
    need_sandbox()
    limits = Limits()
    try:
        introduced = undisturbed(partial(trial.introduce, found.source, limits))
    except Fault as fault:
        print(f"Start: {fault.verdict}. {fault}")
        _print_log(fault.log, whole=given.log)
        print(f"\nNot ready: {given.file} does not start.")
        return 1
    print(_start(introduced, limits))
    failed = [
        one.task for one in _trials(found.source, introduced, limits, given.log) if not one.passed
    ]
    if failed:
        print(f"\nNot ready: {given.file} fails at {', '.join(map(str, failed))}.")
        return 1
    print(f"\nReady: {given.file} keeps to the rules and to its time.")
    return 0


def _contents(found: Submission) -> str:
    if not found.is_zip:
        return f"a Python file of {len(found.source)} bytes"
    files = f"{len(found.files)} files" if len(found.files) != 1 else "1 file"
    unpacked = f"{files}, {sum(found.files.values())} bytes"
    started = f"{found.program.main} ({found.program.interpreter.says})"
    return f"a zip of {len(found.source)} bytes with {unpacked}, starting {started}"


def _start(introduced: Introduction, limits: Limits) -> str:
    who = harmless(f"{introduced.name} {introduced.version}".strip()) or "without a name"
    took = f"{introduced.cpu_s:.2f} s of CPU, at most {limits.start_s:g} s"
    return f"Start: ok ({who}; {took}). It plays {', '.join(introduced.plays)}."


def _trials(
    source: bytes, introduced: Introduction, limits: Limits, whole: bool
) -> Iterator[Trial]:
    """Play and print one after another."""
    tasks = list(trial.tasks(introduced.plays))
    width = max(len(str(task)) for task in ("CPU time", *tasks))
    name, version = introduced.name or "bot", introduced.version
    print(f"\n{'CPU time':{width}}  verdict    decisions  p50 ms  p99 ms  max ms  all s")
    for task in tasks:
        one = undisturbed(partial(trial.play, source, name, version, task, limits))
        print(f"{task!s:{width}}  {_figures(one)}")
        if not one.passed:
            print(f"  {ended(one.verdict, one.seat)}")
        if not one.passed or whole:
            _print_log(one.verdict.log or one.log, whole)
        for note in one.notes if whole else ():
            print(f"    Deal {note.deal + 1}, decision {note.question + 1}: {harmless(note.text)}")
        yield one
    most = f"{1000 * limits.move_s:6.0f}  {limits.bank_s:5g} + {PER_QUESTION_S:g} a decision"
    print(f"{'at most':{width}}  {'':36} {most}")


def _figures(one: Trial) -> str:
    times = Times.of(one.cpu_us)
    ms = "  ".join(f"{us / 1000:6.1f}" for us in (times.p50, times.p99, times.max))
    all_s = sum(one.cpu_us) / 1e6
    return f"{one.verdict.verdict:9}  {len(one.cpu_us):9}  {ms}  {all_s:5.2f}"


def _print_log(log: str, whole: bool) -> None:
    for line in log_lines(log, None if whole else LAST_LINES):
        print(f"    {line}".rstrip())
