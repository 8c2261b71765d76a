"""Matches in several processes, each on a core of its own with the bots it drives."""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from games.catalog import MATCHES
from games.command import Stopped

from .. import referee
from ..referee import Report, SeatVerdict
from ..verdict import Verdict
from .entrants import Entrant, undisturbed


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played. Shuffle number n has a seed of its own, made from `seed`. `keep`: a folder
    for the transcripts."""

    match: str
    options: Mapping[str, Any]
    seed: bytes
    entrants: tuple[Entrant, ...]
    duplicate: bool
    keep: Path | None = None

    def seatings(self, number: int) -> Iterable[int]:
        """By how many seats the bots are moved along, once for each match of this shuffle."""
        return range(len(self.entrants)) if self.duplicate else [number % len(self.entrants)]


@dataclass(frozen=True, slots=True)
class Failed:
    """A bot's fault in one match."""

    bot: int
    match: str
    seat: int
    verdict: SeatVerdict


@dataclass(frozen=True, slots=True)
class Played:
    """One shuffle. `places[m][b]`: the place of bot b in its match m."""

    number: int
    places: tuple[tuple[int, ...], ...]
    failed: tuple[Failed, ...]

    def mean_place(self, bot: int) -> Fraction:
        """Over the matches of this shuffle."""
        return Fraction(sum(row[bot] for row in self.places), len(self.places))


def play(plan: Plan, shuffles: int, jobs: int) -> Iterator[Played]:
    """Every shuffle as it is done, in no certain order. Raises Stopped."""
    running: dict[Connection, SpawnProcess] = {}
    cores = sorted(os.sched_getaffinity(0))
    jobs = min(jobs, shuffles)
    try:
        for job in range(jobs):
            numbers = range(job, shuffles, jobs)
            ours, process = _started(plan, numbers, cores[job % len(cores)])
            running[ours] = process
        while running:
            ready = wait(list(running))
            for ours in [pipe for pipe in running if pipe in ready]:
                if (said := _received(ours)) is None:
                    running.pop(ours).join()
                else:
                    yield said
    finally:
        for process in running.values():
            process.terminate()  # a sandbox dies with the process that started it
        for process in running.values():
            process.join()


def _started(plan: Plan, numbers: range, core: int) -> tuple[Connection, SpawnProcess]:
    context = get_context("spawn")  # a fork would hold the pipes of the others open
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(plan, numbers, core, theirs), daemon=True)
    # Ctrl-C goes to every process of the terminal; a job heeds this one alone, from its start.
    heeding = signal.signal(signal.SIGINT, signal.SIG_IGN)
    process.start()
    signal.signal(signal.SIGINT, heeding)
    theirs.close()
    return ours, process


def _received(ours: Connection) -> Played | None:
    """What a job says next; None: it is done. Raises Stopped."""
    try:
        said = ours.recv()
    except EOFError:
        raise Stopped("A process that played matches has ended unexpectedly.") from None
    if isinstance(said, Stopped):
        raise said
    assert said is None or isinstance(said, Played)
    return said


def _work(plan: Plan, numbers: range, core: int, tell: Connection) -> None:
    """The whole life of a job."""
    os.sched_setaffinity(0, {core})
    with suppress(BrokenPipeError):  # nobody listens any more
        try:
            for number in numbers:
                tell.send(_shuffle(plan, number))
            tell.send(None)
        except Stopped as why:
            tell.send(why)


def _shuffle(plan: Plan, number: int) -> Played:
    """Play one shuffle in all its seatings. Raises Stopped."""
    places: list[tuple[int, ...]] = []
    failed: list[Failed] = []
    for moved in plan.seatings(number):
        match = f"{number + 1}-{moved}"
        bots = _seated(len(plan.entrants), moved)
        report = undisturbed(partial(_match, plan, number, bots))
        if plan.keep:
            _keep(report, plan.keep / f"{match}.json")
        places.append(tuple(report.awarded[bots.index(bot)] for bot in range(len(bots))))
        for seat, bot in enumerate(bots):
            if report.verdicts[seat].verdict is not Verdict.OK:
                failed.append(Failed(bot, match, seat, report.verdicts[seat]))
    return Played(number, tuple(places), tuple(failed))


def _seated(count: int, moved: int) -> list[int]:
    """Which bot sits in each seat."""
    return [(seat - moved) % count for seat in range(count)]


def _match(plan: Plan, number: int, bots: list[int]) -> Report:
    seed = hashlib.sha256(plan.seed + b"shuffle" + number.to_bytes(4, "big")).digest()
    players = [plan.entrants[bot].player() for bot in bots]
    return referee.play(MATCHES[plan.match], plan.options, seed, players)


def _keep(report: Report, path: Path) -> None:
    try:
        path.write_text(report.transcript.text(), "utf-8")
    except OSError as error:
        raise Stopped(f"{path} cannot be written ({error.strerror}).") from None
