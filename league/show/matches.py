"""A match's page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.transcript import Transcript as Paper
from league import stepping, workers
from league.models import Match, SeatLog

from .tables import SeatLine, Table, open_transcript, seated, table
from .words import played


@dataclass(frozen=True, slots=True)
class NoteLine:
    """What a bot wrote beside one of its moves."""

    move: stepping.Move
    text: str


@dataclass(frozen=True, slots=True)
class SeatPapers:
    """What the reader's own bot left in a match: all its log, and its notes near this position."""

    line: SeatLine
    log: str
    notes: tuple[NoteLine, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match: its seats, and once it is open to all its transcript, at one position.

    `papers`: what the reader's own bots left there. `waits`: what keeps its uploaded bots from
    being run, if anything does. `same_cards`: the other matches that play its cards.
    """

    match: Match
    table: Table
    played: str
    transcript: Paper | None
    position: stepping.Position | None
    papers: tuple[SeatPapers, ...]
    waits: str
    same_cards: tuple[Match, ...]

    @property
    def seed(self) -> str:
        """The match seed in hexadecimal, empty while it is closed."""
        return self.transcript.seed.hex() if self.transcript else ""


def match(match: Match, deal: int = 0, move: int = 0, logs: Iterable[SeatLog] = ()) -> MatchPage:
    """A match's page after `move` moves of a deal (both from 0). `logs` are those the reader may
    see once the match is open. Raises stepping.NoSuchMove, Gone."""
    found = seated(match)
    paper = open_transcript(match)
    transcript = paper.read() if paper else None
    position = stepping.position(transcript, deal, move) if transcript else None
    at_table = table(found)
    return MatchPage(
        match=match,
        table=at_table,
        played=played(match.event),
        transcript=transcript,
        position=position,
        papers=tuple(_papers(kept, at_table, position) for kept in logs) if position else (),
        waits=_waits(match),
        same_cards=_same_cards(found),
    )


def _same_cards(match: Match) -> tuple[Match, ...]:
    """What was played at a table and replaced is for organisers, who find it there."""
    dealt = match.shuffle.matches.all()
    others = (one for one in dealt if one != match and one.state != Match.State.REPLACED)
    return tuple(sorted(others, key=lambda one: (one.table, one.seating)))


def _papers(kept: SeatLog, at_table: Table, position: stepping.Position) -> SeatPapers:
    notes = {note["question"]: note["text"] for note in kept.notes if note["deal"] == position.deal}
    near = {move.number for move in position.around}
    question = position.asked[kept.seat.number]
    lines = []
    for move in position.moves:
        if move.seat != kept.seat.number or move.think_us is None:
            continue
        if question in notes and move.number in near:
            lines.append(NoteLine(move, notes[question]))
        question += 1
    return SeatPapers(at_table.seats[kept.seat.number], kept.text, tuple(lines))


def _waits(match: Match) -> str:
    queued = match.state == Match.State.QUEUED
    sandboxed = queued and match.seats.filter(version__house="").exists()
    return workers.trouble_everywhere() if sandboxed else ""
