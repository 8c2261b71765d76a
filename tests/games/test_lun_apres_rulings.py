"""An example for every ruling of `lun-apres` that decides something."""

import pytest

from games import GAMES
from games.chance import shuffled
from games.rules.xxl.lun_apres import LunApres

from .cases import Ears
from .xxl_positions import DECK, legal, lun_apres, play


def waits(state: LunApres) -> dict[str, str | None]:
    """The face that each colour waits for."""
    return {colour: run["next"] for colour, run in state.view(None)["runs"].items()}


class TestDealing:
    @pytest.mark.parametrize(("seats", "each"), [(2, 9), (4, 9), (5, 7), (6, 7)])
    def test_all_2_nine_cards_each_or_seven_and_the_rest_is_the_draw_pile(
        self, seats: int, each: int
    ) -> None:
        from_the_top = shuffled(range(55), bytes(32), 0)[::-1]
        state = GAMES["lun-apres"].deal(seats, bytes(32), start=1)
        for seat in range(seats):
            hand = sorted(from_the_top[each * seat : each * (seat + 1)])
            assert state.view(seat)["hand"] == [DECK.texts[card] for card in hand]
        assert state.view(None)["pile"] == 55 - seats * each
        assert state.to_move == 1


class TestRuns:
    def test_xxl_50_a_run_begins_with_the_10_of_its_colour(self) -> None:
        state = lun_apres("r10b4 b10r3 r9y3 g9y1", "y4b1", pile="b9g7")
        assert waits(state) == {"r": "r10", "g": "g10", "b": "b10", "y": "y10"}
        assert sorted(legal(state)) == ["b10r3:b", "r10b4:r"]

    def test_xxl_50_it_goes_down_one_by_one(self) -> None:
        """The book's example: after red 10, 9, 8, 7 a red 6, or a 10 of another colour."""
        state = lun_apres("r6g0 r5y1 r7y6 r10b7 b10r3 y9g6", "y4b1", runs="r7", pile="b9g7")
        assert sorted(legal(state)) == ["b10r3:b", "r6g0:r"]
        play(state, "r6g0:r")
        assert waits(state)["r"] == "r5"

    def test_xxl_50_every_colour_has_a_run_of_its_own(self) -> None:
        state = lun_apres("r6b1 b5g4 g8r4 y9g6", "y4b1", runs="r7 g9 b6 y10", pile="b9g7")
        assert sorted(legal(state)) == ["b5g4:b", "g8r4:g", "r6b1:r", "y9g6:y"]

    def test_xxl_50_a_10_of_a_colour_whose_run_is_under_way_must_wait(self) -> None:
        state = lun_apres("r10b4 r10b7", "y4b1", runs="r1", pile="b9g7")
        assert legal(state) == ["draw"]

    def test_xxl_50_after_its_0_a_new_10_of_the_colour_may_begin(self) -> None:
        state = lun_apres("y7r0 y9g6", "r10b4 y4b1", "r9b2 y4b0", runs="r1", pile="b9g7")
        play(state, "y7r0:r")
        assert waits(state)["r"] == "r10"
        assert legal(state) == ["r10b4:r"]
        play(state, "r10b4:r")
        assert legal(state) == ["r9b2:r"]

    def test_xxl_50_a_card_is_played_for_one_of_its_faces_and_the_move_names_it(self) -> None:
        state = lun_apres("r8y2 b10g0", "y4b1", runs="r9 y3", pile="b9g7")
        assert sorted(legal(state)) == ["b10g0:b", "r8y2:r", "r8y2:y"]
        ears = Ears(state)
        play(state, "r8y2:y")
        assert (waits(state)["r"], waits(state)["y"]) == ("r8", "y1")
        (event,) = ears.take()
        shown = {"card": "r8y2", "face": "y2"}
        assert event.seen_by(1) == {"what": "play", "deal": 0, "seat": 0, **shown}

    def test_xxl_50_a_colour_whose_next_number_is_used_up_is_dead(self) -> None:
        """The red 8s are r8y2 and y9r8, of which the second is used for its yellow 9."""
        state = lun_apres("y9r8 y4b1", "r7y1 y4b0", runs="r9 y10", laid="r8y2", pile="b9g7 g9y0")
        assert waits(state)["r"] == "r8"
        play(state, "y9r8:y")
        assert waits(state)["r"] is None
        assert legal(state) == ["draw"]

    def test_xxl_50_a_view_shows_the_card_on_the_end_of_each_run(self) -> None:
        state = lun_apres("r10b4 b10g0", "y4b1", pile="b9g7")
        play(state, "r10b4:r")
        assert state.view(None)["runs"]["r"] == {"card": "r10b4", "next": "r9"}
        assert state.view(None)["runs"]["b"]["card"] is None


class TestFrame:
    """XXL-5 to XXL-7; `amoins` tells the first two in full."""

    def test_xxl_5_a_drawn_card_may_be_played_for_either_face_or_kept(self) -> None:
        state = lun_apres("r5y1", "y4b1", runs="r9 y3", pile="b9g7 r8y2")
        play(state, "draw")
        assert legal(state) == ["r8y2:r", "r8y2:y", "pass"]

    def test_xxl_5_voluntary_draw_lets_whoever_can_play_draw_instead(self) -> None:
        state = lun_apres("r8y2 r5y1", "y4b1", runs="r9", pile="b9g7", voluntary_draw=True)
        assert legal(state) == ["r8y2:r", "draw"]

    def test_xxl_6_an_empty_hand_ends_the_deal(self) -> None:
        state = lun_apres("r8y2", "y4b1", runs="r9", pile="b9g7")
        play(state, "r8y2:r")
        outcome = state.outcome()
        assert outcome is not None
        assert (outcome.scores, outcome.reason) == ((0, 5), "hand empty")

    def test_xxl_6_dead_colours_end_the_deal_when_the_pile_is_empty(self) -> None:
        state = lun_apres("y9r8 r5y1", "r7y1 y4b0", runs="r9 y10", laid="r8y2")
        play(state, "y9r8:y")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "nobody can play"

    def test_xxl_7_the_cards_left_in_hand_count_and_low_is_good(self) -> None:
        state = lun_apres("y9r8 r5y1", "r7y1 y4b0", runs="r9 y10")
        play(state, "y9r8:y")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores == (6, 12)
        assert outcome.places == (1, 2)
