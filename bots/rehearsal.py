"""A match once more: the questions its seats were asked, and what another build answers to them.

A transcript holds every move, so what a seat saw can be shown again without anybody's program, and
a new build of one bot can be asked the same questions without the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from games.transcript import Transcript

from . import referee
from .players import Chronicle, Turn
from .protocol import Limits
from .uploaded import Uploaded
from .verdict import Fault, Verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat had a choice. `deal` and `move` from 0; `turn` tells of the position until the next
    decision is asked for; `text`: the move that was made; `think_us`: microseconds it took, if
    somebody was asked. `by_fallback`: the seat's player had failed by then."""

    deal: int
    move: int
    turn: Turn
    text: str
    think_us: int | None
    by_fallback: bool


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How a build answered: `same` decisions as in the transcript, then at `at` another one.

    `answer`: what it chose there, None if it failed with `fault`. `at` is None if it never
    differed, or failed before the first.
    """

    same: int
    at: Decision | None = None
    answer: str | None = None
    fault: Fault | None = None

    @property
    def differs(self) -> bool:
        """It did not do as the transcript says."""
        return self.answer is not None or self.fault is not None


def decisions(transcript: Transcript) -> Iterator[Decision]:
    """Every decision of a match. Raises BadTranscript, and IllegalMove for one that `check`
    would not pass."""
    match = transcript.start()
    moves: list[int] = []
    chronicle = Chronicle(match, moves)
    turns = [Turn(chronicle, seat) for seat in range(match.seats)]
    for deal, written in enumerate(transcript.deals):
        for number, text in enumerate(written.moves):
            legal = match.legal()
            if len(legal) > 1:
                turn = turns[match.to_move]
                turn.moves = legal
                failed = _has_failed(transcript, turn.seat, (deal, number))
                yield Decision(deal, number, turn, text, written.think_us[number], failed)
            move = match.parse(text)
            match.play(move)
            moves.append(move)


def _has_failed(transcript: Transcript, seat: int, at: tuple[int, int]) -> bool:
    verdict = transcript.verdicts[seat]
    if verdict.get("verdict", Verdict.OK) == Verdict.OK:
        return False
    deal, move = (verdict.get(key) for key in ("deal", "move"))
    if type(deal) is int and type(move) is int:
        return (deal, move) <= at
    return True  # before the first move


def rehearse(
    transcript: Transcript, seat: int, source: bytes, limits: Limits | None = None
) -> Rehearsal:
    """Ask this build what the seat was asked, as far as its player came. Raises Fault for what is
    ours, and as `decisions`."""
    names = [str(each.get("name", "")) for each in transcript.seats]
    version = str(transcript.seats[seat].get("version", ""))
    hello = referee.greeting(transcript.start(), seat, names)
    same = 0
    at: Decision | None = None
    with closing(Uploaded(source, names[seat], version, limits)) as bot:
        try:
            bot.begin(hello)
            for at in decisions(transcript):
                if at.turn.seat != seat:
                    continue
                answer = at.turn.text(bot.choose(at.turn))
                if answer != at.text or at.by_fallback:
                    return Rehearsal(same, at, answer)
                same += 1
        except Fault as fault:
            if fault.verdict.ours:
                raise
            return Rehearsal(same, at, fault=fault)
    return Rehearsal(same)
