"""Whatever is done to a state of any game, in whatever order: the laws hold."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as run

from games import GAMES, Event, State

from . import laws
from .cases import FUZZ, GAME_CASES, Case, Ears, everything

ANY = st.integers(0, 10**6)  # taken modulo how many there are to choose from


class Deal(RuleBasedStateMachine):
    """A deal in play, and copies of it that nobody touches."""

    cases: list[Case]

    @initialize(number=ANY, seed=st.binary(min_size=32, max_size=32), numbers=st.tuples(ANY, ANY))
    def deal(self, number: int, seed: bytes, numbers: tuple[int, int]) -> None:
        case = self.cases[number % len(self.cases)]
        start, points = numbers[0] % case.seats, [numbers[1]] * case.seats
        self.state: State = GAMES[case.kind.slug].deal(
            case.seats, seed, start, points, **case.options
        )
        self.deck = sorted(self.state.cards())
        self.kept: list[tuple[State, tuple[Any, ...]]] = []
        self.ears: Ears | None = None
        self.heard: list[Event] = []

    def _play(self, number: int) -> None:
        moves, mover = self.state.legal(), self.state.to_move
        if moves:
            self.state.play(moves[number % len(moves)])
        if moves and self.ears:
            self.heard = self.ears.take()
            assert any(event.seen_by(mover) for event in self.heard)

    @rule(number=ANY)
    def play_a_legal_move(self, number: int) -> None:
        self._play(number)

    @rule(numbers=st.lists(ANY, min_size=5, max_size=60))
    def play_on(self, numbers: list[int]) -> None:
        for number in numbers:
            self._play(number)

    @rule(moves=st.lists(st.integers() | st.integers(-1, 5000), max_size=5))
    def try_any_numbers(self, moves: list[int]) -> None:
        laws.other_moves_are_refused(self.state, moves)

    @rule(texts=st.lists(st.text(max_size=30), max_size=3))
    def try_any_texts(self, texts: list[str]) -> None:
        laws.other_texts_are_refused(self.state, texts)

    @rule(number=ANY, place=ANY, put=st.text("rgby0123456789 :@.+xJplaytked", max_size=2))
    def try_a_text_that_is_nearly_right(self, number: int, place: int, put: str) -> None:
        if moves := self.state.legal():
            text = self.state.text(moves[number % len(moves)])
            place %= len(text) + 1
            changed = text[:place] + put + text[place + 1 :]
            laws.other_texts_are_refused(self.state, [changed])

    @rule()
    def keep_a_copy(self) -> None:
        self.kept = [*self.kept[-2:], (self.state.copy(), everything(self.state))]

    @rule(number=ANY)
    def go_on_with_a_copy(self, number: int) -> None:
        """The original stays behind untouched, and whoever listened to it hears nothing."""
        ears = self.ears
        before = self.state
        self.keep_a_copy()
        self.state, self.ears = before.copy(), None
        self.kept.append((before, everything(before)))
        self._play(number)
        assert ears is None or ears.take() == []

    @rule()
    def listen(self) -> None:
        self.ears = self.ears or Ears(self.state)

    @rule(seat=st.none() | ANY, seed=ANY)
    def deal_anew_what_a_seat_does_not_see(self, seat: int | None, seed: int) -> None:
        viewer = None if seat is None else seat % self.state.seats
        rng = random.Random(seed)
        before = everything(self.state)
        other = laws.redealt_looks_the_same(self.state, viewer, rng)
        laws.legal_texts_parse(other)
        laws.events_agree(self.state, other, viewer, rng)
        assert everything(self.state) == before

    @rule(seed=ANY)
    def go_on_with_cards_dealt_anew(self, seed: int) -> None:
        self.state, self.ears = (
            self.state.redealt(self.state.to_move % 2, random.Random(seed)),
            None,
        )

    @invariant()
    def the_laws_hold(self) -> None:
        if hasattr(self, "state"):
            laws.outcome_comes_at_the_end(self.state)
            laws.legal_moves_have_one_order(self.state)
            laws.legal_texts_parse(self.state)
            laws.what_is_seen_is_json(self.state, self.heard)
            assert sorted(self.state.cards()) == self.deck
            assert all(everything(state) == before for state, before in self.kept)


@pytest.mark.parametrize("slug", GAMES)
def test_the_laws_hold_whatever_is_done(slug: str) -> None:
    cases = [case for case in GAME_CASES if case.kind.slug == slug]
    machine = type("Deal", (Deal,), {"cases": cases})
    run(machine, settings=settings(max_examples=5 * FUZZ, stateful_step_count=12))
