"""Stepping through a played match: its moves, and the table after any of them as all saw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games import Event, Game, Match, Outcome, State
from games.matches import Result
from games.transcript import Transcript, WrittenDeal

View = Mapping[str, Any]

AROUND = 50  # moves listed on either side of the current one; a deal may have thousands


class NoSuchMove(LookupError):
    """The match has no such deal, or the deal no such move."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a deal. `number` counts from 1, `seen` is what a spectator saw of it,
    `open_moves` how many moves there were to choose from."""

    number: int
    seat: int
    text: str
    think_us: int | None
    open_moves: int
    seen: tuple[View, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A deal after `number` of its moves (0: as it was dealt).

    `before` and `after` are the spectator's views on both sides of the last move; at 0 they are the
    same. `result` is that of the whole match, `asked` how many questions each seat had been asked
    before this deal.
    """

    game: Game
    deal: int
    number: int
    moves: tuple[Move, ...]
    written: WrittenDeal
    before: View
    after: View
    result: Result
    asked: tuple[int, ...] = ()

    @property
    def move(self) -> Move | None:
        """The move just made."""
        return self.moves[self.number - 1] if self.number else None

    @property
    def around(self) -> tuple[Move, ...]:
        """The moves near this position, for a list of them."""
        return self.moves[max(0, self.number - AROUND) : self.number + AROUND]

    @property
    def outcome(self) -> Outcome:
        """How this deal ended."""
        return self.result.deals[self.deal]

    @property
    def is_over(self) -> bool:
        """Whether this was the deal's last move."""
        return self.number == len(self.moves)


def position(transcript: Transcript, deal: int, number: int) -> Position:
    """Replay the match and stop to look. Both count from 0. Raises NoSuchMove."""
    if not 0 <= deal < len(transcript.deals):
        raise NoSuchMove
    written = transcript.deals[deal]
    if not 0 <= number <= len(written.moves):
        raise NoSuchMove
    match = transcript.start()
    asked = [0] * match.seats
    for earlier in transcript.deals[:deal]:
        _play_on(match, earlier, asked)
    game = match.game
    moves, before, after = _watch(match, match.state, written, number)
    before_it = tuple(asked)
    for later in transcript.deals[deal + 1 :]:
        _play_on(match, later, asked)
    return Position(game, deal, number, moves, written, before, after, match.so_far(), before_it)


def lone_position(game: Game, state: State, moves: tuple[str, ...], number: int) -> Position:
    """The same for a deal of its own, given as dealt and with all its moves. Raises IllegalMove,
    and NoSuchMove for a number it does not have or where the moves do not end the deal."""
    if not 0 <= number <= len(moves):
        raise NoSuchMove
    asked = (None,) * len(moves)
    written = WrittenDeal(game.slug, state.to_move, moves, asked, scores=(), places=())
    played, before, after = _watch(state, state, written, number)
    outcome = state.outcome()
    if outcome is None:
        raise NoSuchMove
    written = replace(written, scores=outcome.scores, places=outcome.places)
    won = tuple(map(outcome.winners.count, range(state.seats)))
    result = Result(outcome.scores, outcome.places, (outcome.scores,), won, (outcome,))
    return Position(game, 0, number, played, written, before, after, result)


def _play_on(match: Match, deal: WrittenDeal, asked: list[int]) -> None:
    """Play a whole deal, and count the questions of each seat."""
    for text, think_us in zip(deal.moves, deal.think_us, strict=True):
        if think_us is not None:
            asked[match.to_move] += 1
        match.play(match.parse(text))


def _watch(
    table: Match | State, state: State, deal: WrittenDeal, number: int
) -> tuple[tuple[Move, ...], View, View]:
    """All moves of the deal in play, `state`, made at its table, and the views before and after
    move `number`."""
    events: list[Event] = []
    state.listen(events.append)
    before = after = state.view(None)
    moves = []
    for count, (text, think_us) in enumerate(zip(deal.moves, deal.think_us, strict=True), 1):
        if count == number:
            before = state.view(None)
        moves.append(_played(table, state, events, count, text, think_us))
        if count == number:
            after = state.view(None)
    return tuple(moves), before, after


def _played(
    table: Match | State,
    state: State,
    events: list[Event],
    number: int,
    text: str,
    think_us: int | None,
) -> Move:
    seat, open_moves = state.to_move, len(state.legal())
    events.clear()
    table.play(table.parse(text))
    seen = tuple(view for event in events if (view := event.seen_by(None)) is not None)
    return Move(number, seat, text, think_us, open_moves, seen)
