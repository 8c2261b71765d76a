"""The laws of one state, as checks. `test_laws` walks every game through them, `test_fuzz` seeks
a way around them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

from games import Event, IllegalMove, State
from games.core import rank

from .cases import Ears, everything, is_sentence, open_texts, refused, seen

# ARS-5, ARS-13: cards are turned up before all eyes and down again, and no view repeats them.
SHOWN_IN_PASSING = {"turn"}


def outcome_comes_at_the_end(state: State) -> None:
    """There is one when nobody is to move, and it is whole."""
    assert state.to_move in range(-1, state.seats)
    outcome = state.outcome()
    assert (outcome is None) == (state.to_move >= 0)
    if outcome is not None:
        assert len(outcome.scores) == state.seats
        assert outcome.places == rank(outcome.places)
        assert outcome.winners == tuple(sorted(set(outcome.winners)))
        assert set(outcome.winners) <= set(range(state.seats))
        assert outcome.reason


def legal_moves_have_one_order(state: State) -> None:
    """They are there while the deal runs, distinct, and nobody's to change."""
    moves = state.legal()
    assert bool(moves) == (state.to_move >= 0)
    assert all(type(move) is int for move in moves)
    assert len(set(moves)) == len(moves)
    assert state.legal() == moves == state.copy().legal()
    state.legal().clear()
    assert state.legal() == moves


def legal_texts_parse(state: State) -> None:
    """Every legal move has a text of its own."""
    texts = open_texts(state)
    assert len(set(texts)) == len(texts)
    assert [state.parse(text) for text in texts] == state.legal()
    for text in texts:
        assert text.isascii()
        assert text == " ".join(text.split()) != ""


def other_moves_are_refused(state: State, moves: Iterable[int]) -> None:
    """Those of these that are not legal, in a sentence, and nothing changes."""
    before = everything(state)
    legal = set(state.legal())
    for move in moves:
        if move not in legal:
            assert is_sentence(refused(state, move))
    assert everything(state) == before


def other_texts_are_refused(state: State, texts: Iterable[str]) -> None:
    """Those of these that are not open, in a sentence, and nothing changes."""
    before = everything(state)
    legal = set(open_texts(state))
    for text in texts:
        if text not in legal:
            with pytest.raises(IllegalMove) as caught:
                state.parse(text)
            assert is_sentence(str(caught.value))
    assert everything(state) == before


def plain(value: Any) -> bool:
    """Whether a value comes back from JSON as it was."""
    return bool(json.loads(json.dumps(value, allow_nan=False)) == value)


def what_is_seen_is_json(state: State, heard: Iterable[Event]) -> None:
    """Views, and these events."""
    assert all(plain(view) for view in seen(state))
    for event in heard:
        assert all(plain(event.seen_by(seat)) for seat in (*range(state.seats), None))


def redealt_looks_the_same(state: State, seat: int | None, rng: random.Random) -> State:
    """Two tables that differ only in cards an observer does not see look alike to him; the other
    table."""
    other = state.redealt(seat, rng)
    assert other.view(seat) == state.view(seat)
    assert other.to_move == state.to_move
    assert sorted(other.cards()) == sorted(state.cards())
    if seat == state.to_move:
        assert open_texts(other) == open_texts(state)
    return other


def events_agree(one: State, two: State, seat: int | None, rng: random.Random) -> bool:
    """Play a move that is open at both tables and compare what the observer heard. Where the views
    differ afterwards the move has shown a card. His own move may show him one in passing; then only
    what is open to all is compared. False if nothing could be compared."""
    both = sorted(set(open_texts(one)) & set(open_texts(two)))
    if not both:
        return False
    text = rng.choice(both)
    one, two = one.copy(), two.copy()
    ears, ears_too = Ears(one), Ears(two)
    moves_himself = seat == one.to_move
    for state in (one, two):
        state.play(state.parse(text))
    if one.view(seat) != two.view(seat):
        return False
    for event, other in zip(ears.take(), ears_too.take(), strict=True):
        assert event.what == other.what
        if event.what in SHOWN_IN_PASSING:
            return False
        assert event.shown == other.shown
        assert moves_himself or event.seen_by(seat) == other.seen_by(seat)
    return True
