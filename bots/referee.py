"""The referee: plays one match among players and reports what came of it.

It plays forced moves itself, keeps think times, and never lets one seat spoil a match: a player's
first fault ends its part, the house bot `careful` plays its seat on, and its place is behind
every seat that kept to the rules. What is our fault breaks the match off instead, and counts
against nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from time import perf_counter_ns
from typing import Any

from games.core import IllegalMove, State, rank
from games.matches import Match, MatchRules, Result
from games.transcript import Transcript, Writer

from .house.careful import Careful
from .players import Chronicle, Hello, Player, Turn
from .verdict import Fault, Verdict

OK = Verdict.OK  # asked for at every move, and looking it up takes as long as a short move


class Void(Exception):
    """The match broke off through our fault; nothing of it counts against anybody."""

    def __init__(self, verdict: Verdict, log: str) -> None:
        super().__init__(verdict.says)
        self.verdict = verdict
        self.log = log


@dataclass(frozen=True, slots=True)
class SeatVerdict:
    """How a player's part in a match ended.

    `deal` and `move`, from 0, say where it failed; None if it did not, or did before the first
    move. `log`: what it left then.
    """

    verdict: Verdict = OK
    deal: int | None = None
    move: int | None = None
    log: str = ""

    def written(self) -> dict[str, Any]:
        """As a transcript holds it; the log is its owner's alone."""
        if self.deal is None:
            return {"verdict": self.verdict.value}
        return {"verdict": self.verdict.value, "deal": self.deal, "move": self.move}


CLEAN = SeatVerdict()


@dataclass(frozen=True, slots=True)
class Report:
    """A match that was played to its end.

    `think_us[seat]`: microseconds for every question that the seat's player answered itself.
    """

    transcript: Transcript
    result: Result
    verdicts: tuple[SeatVerdict, ...]
    think_us: tuple[tuple[int, ...], ...]

    @property
    def awarded(self) -> tuple[int, ...]:
        """The places that count, one a seat."""
        return self.transcript.awarded


def play(
    rules: MatchRules,
    options: Mapping[str, Any],
    seed: bytes,
    players: Sequence[Player],
    fallback: Callable[[], Player] = Careful,
    heartbeat: Callable[[], None] | None = None,
) -> Report:
    """Play a match to its end, a player a seat.

    `fallback` makes who plays on for a player that failed. `heartbeat` is called after every
    move, and what it raises ends the match. Raises BadOption, and Void for what is our fault.
    """
    match = rules.start(len(players), seed, **options)
    with ExitStack() as closing:
        for player in players:
            closing.callback(player.close)
        return _Table(match, players, fallback).play(heartbeat)


def award(places: Sequence[int], verdicts: Sequence[SeatVerdict]) -> tuple[int, ...]:
    """The places that count: clean seats in their order, then those that failed, the earlier lower.

    Only one seat can fail at a move. Those that failed before the first one did so together, and
    share the last place.
    """
    return rank([_award_key(place, one) for place, one in zip(places, verdicts, strict=True)])


def _award_key(place: int, one: SeatVerdict) -> tuple[int, ...]:
    if one.verdict is OK:
        return 0, place
    if one.deal is None or one.move is None:
        return 2, 0
    return 1, -one.deal, -one.move


def seat_seed(match_seed: bytes, seat: int) -> bytes:
    """What a bot in this seat draws its chances from: 32 bytes that do not give away the cards."""
    return hashlib.sha256(match_seed + b"seat" + seat.to_bytes(4, "big")).digest()


def greeting(match: Match, seat: int, names: Sequence[str]) -> Hello:
    """What the player in this seat is told before the first deal; `names`: one a seat."""
    return Hello(
        match=match.rules.slug,
        options=match.options,
        seat=seat,
        seats=match.seats,
        names=tuple(names),
        seed=seat_seed(match.seed, seat),
    )


class _Seat:
    """One seat while the match runs; its player may be the fallback."""

    __slots__ = ("hello", "player", "think_us", "turn", "verdict")

    def __init__(self, player: Player, turn: Turn, hello: Hello) -> None:
        self.player = player
        self.turn = turn
        self.hello = hello
        self.verdict = CLEAN
        self.think_us: list[int] = []

    def answer(self, moves: list[int]) -> int:
        """The player's choice. Raises IllegalMove, and whatever the player raises."""
        turn = self.turn
        turn.moves = moves
        move = self.player.choose(turn)
        # A bot may return anything; True and 1.0 would pass for move 1.
        if type(move) is not int or move not in moves:
            raise IllegalMove(f"It chose {move!r:.60}, which is not open.")
        return move

    def say_over(self, result: Result) -> None:
        """The match is decided: a player that fails now leaves a log and loses nothing."""
        try:
            self.player.over(result)
        except Exception as error:
            if not self.verdict.log:
                self.verdict = replace(self.verdict, log=_fault(error, Verdict.CRASHED).log)


class _Table:
    """One match and those who play it."""

    def __init__(
        self, match: Match, players: Sequence[Player], fallback: Callable[[], Player]
    ) -> None:
        self.match = match
        self.writer = Writer(match)
        self.chronicle = Chronicle(match, self.writer.moves)
        self.fallback = fallback
        self.named = [{"name": player.name, "version": player.version} for player in players]
        self.names = tuple(player.name for player in players)
        self.seats = [self._seat(number, player) for number, player in enumerate(players)]

    def _seat(self, number: int, player: Player) -> _Seat:
        hello = greeting(self.match, number, self.names)
        return _Seat(player, Turn(self.chronicle, number), hello)

    def play(self, heartbeat: Callable[[], None] | None) -> Report:
        """Play to the end. Raises Void."""
        for seat in self.seats:
            self._begin(seat)
        while self.match.to_move >= 0:
            self._play_deal(self.match.state, heartbeat)
        return self._report()

    def _play_deal(self, state: State, heartbeat: Callable[[], None] | None) -> None:
        seats, write = self.seats, self.writer.play
        while (to_move := state.to_move) >= 0:
            moves = state.legal()
            if len(moves) == 1:
                write(moves[0])
            else:
                move, think_us = self._ask(seats[to_move], moves)
                write(move, think_us)
            if heartbeat:
                heartbeat()

    def _begin(self, seat: _Seat) -> None:
        try:
            seat.player.begin(seat.hello)
        except Exception as error:
            fault = _fault(error, Verdict.NO_START)
            self._play_on(seat, fault, None, None)

    def _ask(self, seat: _Seat, moves: list[int]) -> tuple[int, int]:
        """The move of whoever plays the seat, and how many microseconds it took."""
        asked = perf_counter_ns()
        try:
            move = seat.answer(moves)
        except Exception as error:
            fault = _fault(error, Verdict.CRASHED)
            self._play_on(seat, fault, *self.writer.at)
            return self._ask(seat, moves)
        took_us = (perf_counter_ns() - asked) // 1000
        if seat.verdict.verdict is OK:
            seat.think_us.append(took_us)
        return move, took_us

    def _play_on(self, seat: _Seat, fault: Fault, deal: int | None, move: int | None) -> None:
        """End a player's part. Whoever follows begins anew, and hears all events from the first."""
        if fault.verdict.ours:
            raise Void(fault.verdict, fault.log)
        if seat.verdict.verdict is not OK:
            raise Void(
                Verdict.VOID_WORKER,
                f"Who played on for seat {seat.hello.seat} failed too.\n{fault.log}",
            )
        seat.player.close()
        seat.verdict = SeatVerdict(fault.verdict, deal, move, fault.log)
        seat.player = self.fallback()
        seat.turn = Turn(self.chronicle, seat.hello.seat)
        self._begin(seat)

    def _report(self) -> Report:
        result = self.match.result()
        assert result is not None  # nobody is to move
        for seat in self.seats:
            seat.say_over(result)
        verdicts = tuple(seat.verdict for seat in self.seats)
        written = [verdict.written() for verdict in verdicts]
        return Report(
            self.writer.transcript(self.named, award(result.places, verdicts), written),
            result,
            verdicts,
            tuple(tuple(seat.think_us) for seat in self.seats),
        )


def _fault(error: Exception, verdict: Verdict) -> Fault:
    """What an error of a player comes to; `verdict` where the error itself does not say."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, IllegalMove):
        return Fault(Verdict.ILLEGAL, str(error))
    return Fault.from_error(error, verdict)
