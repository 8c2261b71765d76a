"""An example for every ruling of `montees` that decides something."""

from typing import Any

import pytest

from games import GAMES, MATCHES, IllegalMove
from games.chance import shuffled
from games.rules.xxl.montees import Montees

from .cases import Ears
from .xxl_positions import DECK, legal, montees, play

NOTHING = "g10r1"  # a card that fits nowhere in these positions


def opened(state: Montees, pile: int) -> list[str]:
    """The faces that may be played on a pile."""
    faces: list[str] = state.view(None)["tops"][pile]["open"]
    return faces


def after(*moves: str, hand: str, tops: str) -> Montees:
    """Seat 0 has played these cards while seat 1 kept drawing what fits nowhere."""
    state = montees(f"{hand} {NOTHING}", "b10g0", tops=tops, pile="y10b8 b9g7 g9y5 b10y9")
    for move in moves:
        state.to_move = 0
        state._open = state._moves()
        play(state, move)
    return state


class TestDealing:
    def test_all_2_six_cards_each_then_the_start_card_of_pile_0_then_that_of_pile_1(self) -> None:
        from_the_top = shuffled(range(55), bytes(32), 0)[::-1]
        state = GAMES["montees"].deal(3, bytes(32), start=1)
        for seat in range(3):
            hand = sorted(from_the_top[6 * seat : 6 * seat + 6])
            assert state.view(seat)["hand"] == [DECK.texts[card] for card in hand]
        tops = [top["card"] for top in state.view(None)["tops"]]
        assert tops == [DECK.texts[card] for card in from_the_top[18:20]]
        assert state.view(None)["pile"] == 55 - 20
        assert state.to_move == 1


class TestRuns:
    def test_xxl_10_a_start_card_is_open_on_both_numbers_up_and_down(self) -> None:
        """The book's example."""
        state = montees(NOTHING, "b10g0", tops="y7r0 y7b4", pile="b9g7")
        assert opened(state, 0) == ["y6", "y8", "r1"]
        assert opened(state, 1) == ["y6", "y8", "b3", "b5"]

    def test_xxl_10_a_run_goes_on_in_its_direction_only(self) -> None:
        climbing = after("y8r7:y@0", hand="y8r7", tops="y7r0 b10y9")
        assert climbing.view(None)["tops"][0] == {
            "card": "y8r7",
            "run": "y8",
            "step": 1,
            "open": ["y9", "r6", "r8"],
        }
        falling = after("r7y6:y@0", hand="r7y6", tops="y7r0 b10y9")
        assert falling.view(None)["tops"][0] == {
            "card": "r7y6",
            "run": "y6",
            "step": -1,
            "open": ["y5", "r6", "r8"],
        }

    def test_xxl_10_the_direction_stays_from_card_to_card(self) -> None:
        state = after("y8r7:y@0", "y9r8:y@0", hand="y8r7 y9r8", tops="y7r0 b10g0")
        assert opened(state, 0) == ["y10", "r7", "r9"]
        assert state.view(None)["tops"][0]["step"] == 1

    def test_xxl_10_the_other_number_begins_a_new_run_in_either_direction(self) -> None:
        for played, goes_on in (("r8y2:r@0", "r9"), ("r6b2:r@0", "r5")):
            state = after("y8r7:y@0", played, hand=f"y8r7 {played[:4]}", tops="y7r0 b10g0")
            assert opened(state, 0)[0] == goes_on

    def test_xxl_10_once_a_new_run_has_begun_the_old_one_no_longer_matters(self) -> None:
        state = after("y8r7:y@0", "r6b2:r@0", hand="y8r7 r6b2", tops="y7r0 b10g0")
        assert opened(state, 0) == ["r5", "b1", "b3"]

    def test_xxl_10_there_is_no_step_beyond_10_or_0(self) -> None:
        start = montees(NOTHING, "b9g7", tops="b10g0 y4b0", pile="b10y9")
        assert opened(start, 0) == ["b9", "g1"]
        assert opened(start, 1) == ["y3", "y5", "b1"]

    def test_xxl_10_a_run_that_reached_10_or_0_leaves_only_the_other_number(self) -> None:
        at_10 = after("b10r3:b@0", hand="b10r3", tops="b9g4 b10g0")
        assert opened(at_10, 0) == ["r2", "r4"]
        at_0 = after("y7r0:r@0", hand="y7r0", tops="g3r1 b10g0")
        assert opened(at_0, 0) == ["y6", "y8"]

    def test_xxl_10_a_start_card_shows_no_run(self) -> None:
        top = montees(NOTHING, "b9g7", tops="b10g0 y4b0", pile="b10y9").view(None)["tops"][0]
        assert (top["run"], top["step"]) == (None, None)


class TestFaces:
    def test_xxl_11_the_number_played_on_has_the_same_colour(self) -> None:
        state = montees("y8b0 g8r3 b8g1 b5g4", "b9g7", tops="y7r0 g10b6", pile="b10y9")
        assert legal(state) == ["y8b0:y@0", "b5g4:b@1"]

    def test_xxl_11_one_card_can_fit_for_either_face_and_on_either_pile(self) -> None:
        state = montees("r8y2 b10g0", "b9g7", tops="r7y1 y3b2", pile="b10y9")
        assert legal(state) == ["r8y2:r@0", "r8y2:y@0", "r8y2:y@1"]

    def test_xxl_11_the_face_used_decides_what_is_open_next(self) -> None:
        tops = "r7y1 b10g0"
        as_red = after("r8y2:r@0", hand="r8y2", tops=tops)
        assert opened(as_red, 0) == ["r9", "y1", "y3"]
        as_yellow = after("r8y2:y@0", hand="r8y2", tops=tops)
        assert opened(as_yellow, 0) == ["y3", "r7", "r9"]

    def test_xxl_11_a_play_is_told_with_its_face_and_pile(self) -> None:
        state = montees("r8y2 b10g0", "b9g7", tops="b10y9 y3b2", pile="y10b8")
        ears = Ears(state)
        play(state, "r8y2:y@1")
        (event,) = ears.take()
        shown = {"card": "r8y2", "face": "y2", "pile": 1}
        assert event.seen_by(1) == {"what": "play", "deal": 0, "seat": 0, **shown}


class TestPiles:
    def test_xxl_12_both_piles_stay_open_all_game(self) -> None:
        state = after("y8r7:y@0", "y9r8:y@0", "r6b1:b@1", hand="y8r7 y9r8 r6b1", tops="y7r0 y3b2")
        assert opened(state, 0) == ["y10", "r7", "r9"]
        assert opened(state, 1) == ["b0", "r5", "r7"]

    def test_xxl_12_a_play_on_one_pile_leaves_the_other_as_it_was(self) -> None:
        state = after("y8r7:y@0", hand="y8r7", tops="y7r0 y3b2")
        assert opened(state, 1) == ["y2", "y4", "b1", "b3"]


class TestFrame:
    """XXL-4, XXL-5 and XXL-6, which `amoins` tells in full, where a card fits in several ways."""

    def test_xxl_5_a_drawn_card_may_be_played_in_every_way_it_fits_or_kept(self) -> None:
        state = montees("r7y6 b10g0", "b9g7", tops="r9y3 b10y9", pile="r8y2")
        play(state, "draw")
        assert legal(state) == ["r8y2:r@0", "r8y2:y@0", "pass"]

    def test_xxl_5_whoever_can_play_must_unless_voluntary_draw_was_agreed(self) -> None:
        table: dict[str, Any] = {"tops": "y7r0 b10g0", "pile": "b10y9"}
        state = montees("y8b0 g7y5", "b9g7", **table)
        with pytest.raises(IllegalMove):
            state.parse("draw")
        state = montees("y8b0 g7y5", "b9g7", **table, voluntary_draw=True)
        assert legal(state) == ["y8b0:y@0", "draw"]

    def test_xxl_6_an_empty_hand_ends_the_deal_and_the_cards_left_count(self) -> None:
        state = montees("y8b0", "b9g7 r2g0", tops="y7r0 b10g0", pile="b10y9")
        play(state, "y8b0:y@0")
        outcome = state.outcome()
        assert outcome is not None
        assert (outcome.scores, outcome.reason) == ((0, 18), "hand empty")

    def test_xxl_6_a_card_that_fits_on_any_pile_keeps_the_deal_going(self) -> None:
        stuck = montees("y10g2", "b9g7 r2g0", tops="y7r0 b10g0", pile="b10y9")
        play(stuck, "draw")
        assert stuck.outcome() is None  # blue 9 fits on blue 10
        stuck = montees("y10g2", "g9y5 r2g0", tops="y7r0 b10g0", pile="b10y9")
        play(stuck, "draw")
        outcome = stuck.outcome()
        assert outcome is not None
        assert (outcome.scores, outcome.reason) == ((31, 16), "nobody can play")

    def test_xxl_4_holds_here_too_where_the_book_is_silent(self) -> None:
        match = MATCHES["xxl-individuel"].start(3, bytes(32), variant="montees")
        while match.deal == 0:
            match.play(match.legal()[0])
        points = match.so_far().totals
        assert points[match.starts[1]] == max(points)


def test_plays_are_found_by_the_cards_that_fit() -> None:
    state = montees("r7y1 r6b2", NOTHING, tops="r6g0 b5g4")
    on_1 = state.tops[1]
    for cards in [1 << card for card in range(55) if on_1.fit >> card & 1]:
        played = {move % 64 for move in on_1.plays[1][cards]}
        assert [1 << card for card in played] == [cards]
