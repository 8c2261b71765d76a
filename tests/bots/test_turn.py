"""What a turn shows: the position as it is, and to each seat what it saw happen, once."""

from __future__ import annotations

from typing import Any

import pytest

from bots import referee
from bots.catalog import HOUSE
from bots.players import Player, Turn
from games import MATCHES, Match, State
from games.core import IllegalMove
from games.transcript import Transcript

from .players import Answering, Eager, Plain

SEED = bytes(range(32))
SEATS = 3


def play(*players: Player, fallback: Player | None = None) -> Transcript:
    rules = MATCHES["arschmallows"]
    sitting = fallback or HOUSE["careful"]()
    return referee.play(rules, {}, SEED, players, fallback=lambda: sitting).transcript


def told(transcript: Transcript, seat: int) -> list[dict[str, Any]]:
    """All that a seat saw in a whole match."""
    match = transcript.start()
    seen: list[dict[str, Any] | None] = []
    match.listen(lambda event: seen.append(event.seen_by(seat)))
    for deal in transcript.deals:
        for text in deal.moves:
            match.play(match.parse(text))
    return [event for event in seen if event is not None]


def flat(heard: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [event for events in heard for event in events]


def test_every_seat_is_told_what_it_saw_once_and_in_order() -> None:
    players = [Eager() for _ in range(SEATS)]
    transcript = play(*players)
    for seat, player in enumerate(players):
        heard = flat(player.heard)
        assert heard
        assert heard == told(transcript, seat)[: len(heard)]


def test_a_question_brings_what_happened_since_the_one_before() -> None:
    charlie = Eager()
    play(Plain(), charlie, Plain())
    for events in charlie.heard[1:]:
        assert events[0]["seat"] == 1  # its own move, which answered the question before


def test_who_reads_late_is_told_everything_from_the_first_deal() -> None:
    heard: list[dict[str, Any]] = []

    def read(turn: Turn) -> int:
        heard.extend(turn.events)
        return turn.moves[0]

    transcript = play(Plain(), Answering(read, at=20), Plain())
    assert heard == told(transcript, 1)[: len(heard)]
    assert heard[0]["what"] == "peek"


class EagerAtFirst(Eager):
    """Reads all events, and crashes at its tenth question."""

    def choose(self, turn: Turn) -> int:
        if len(self.asked) == 9:
            raise ValueError
        return super().choose(turn)


def test_who_plays_on_for_another_is_told_everything_from_the_first_deal() -> None:
    charlie = Eager()
    transcript = play(Plain(), EagerAtFirst("bob"), Plain(), fallback=charlie)
    heard = flat(charlie.heard)
    assert len(charlie.heard[0]) > 9
    assert heard == told(transcript, 1)[: len(heard)]


def test_nothing_is_told_of_what_only_others_saw() -> None:
    players = [Eager() for _ in range(SEATS)]
    play(*players)
    for seat, player in enumerate(players):
        drawn = [event for event in flat(player.heard) if event["what"] == "draw"]
        assert drawn
        assert all(("card" in event) == (event["seat"] == seat) for event in drawn)


def test_events_that_nobody_reads_are_never_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(*event: object) -> None:
        raise AssertionError("an event was made")

    monkeypatch.setattr(State, "_tell", tell)
    transcript = play(Plain(), HOUSE["random"](), Plain())
    assert transcript.deals


class Watched(Plain):
    """Compares everything a turn shows with the match it is about."""

    looked = 0

    def choose(self, turn: Turn) -> int:
        match: Match = turn._match
        self.looked += 1
        assert (turn.seat, turn.seats) == (1, SEATS) == (match.to_move, match.seats)
        assert (turn.game, turn.deal) == ("arschmallows", len(match.outcomes))
        assert turn.points == match.so_far().totals
        assert turn.moves == match.legal()
        assert turn.legal == [match.text(move) for move in turn.moves]
        assert turn.view == match.view(1)
        return turn.parse(turn.text(turn.moves[0]))


def test_a_turn_shows_the_position_as_it_is() -> None:
    watched = Watched()
    play(Plain(), watched, HOUSE["careful"]())
    assert watched.looked > 20


def test_a_turn_refuses_a_text_that_is_no_legal_move() -> None:
    refused: list[str] = []

    def garble(turn: Turn) -> int:
        with pytest.raises(IllegalMove) as caught:
            turn.parse("fold")
        refused.append(str(caught.value))
        return turn.moves[0]

    play(Plain(), Answering(garble), Plain())
    assert refused[0].startswith("'fold' is not open now; open are peek 0 1")
