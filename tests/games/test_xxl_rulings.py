"""An example for every ruling of the XXL variants and matches that decides something."""

import pytest

from games import GAMES, MATCHES, BadOption, Event, IllegalMove, Outcome
from games.chance import shuffled

from .xxl_positions import DECK, amoins, couleur, legal, play

INDIVIDUEL = MATCHES["xxl-individuel"]


def ended(*places: int) -> Outcome:
    """A deal that ended with these places."""
    return Outcome(places, places, "hand empty", ())


def scores(outcome: Outcome | None) -> tuple[int, ...]:
    assert outcome is not None
    return outcome.scores


class TestDealing:
    def test_all_2_hands_are_dealt_seat_0_first_then_what_lies_open_then_the_pile(self) -> None:
        from_the_top = shuffled(range(55), bytes(32), 0)[::-1]
        state = GAMES["amoins"].deal(3, bytes(32), start=2)
        for seat in range(3):
            hand = sorted(from_the_top[6 * seat : 6 * seat + 6])
            assert state.view(seat)["hand"] == [DECK.texts[card] for card in hand]
        assert state.view(None)["top"] == DECK.texts[from_the_top[18]]
        assert state.view(None)["pile"] == 55 - 19
        assert state.to_move == 2

    @pytest.mark.parametrize(("seats", "each"), [(2, 12), (4, 12), (5, 9), (6, 9)])
    def test_couleur_deals_twelve_cards_or_nine_and_sets_the_rest_aside(
        self, seats: int, each: int
    ) -> None:
        view = GAMES["couleur"].deal(seats, bytes(32)).view(None)
        assert view["hands"] == [each] * seats
        assert view["aside"] == 55 - seats * each

    def test_all_3_equal_sums_share_a_place_and_the_next_does_not_exist(self) -> None:
        state = amoins("b4r2", "r2g1 g1b0", "y4b0", "g10r1", top="r6g0")
        play(state, "b4r2")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores == (0, 4, 4, 11)
        assert outcome.places == (1, 2, 2, 4)
        assert outcome.winners == (0,)


class TestAMoins:
    def test_xxl_20_a_lower_number_of_the_same_colour_fits(self) -> None:
        state = amoins("r2g0 b5r0 y10b8 r7y6", "b10y9", top="r6g0")
        assert legal(state) == ["r2g0", "b5r0"]

    def test_xxl_20_equal_is_not_lower(self) -> None:
        state = amoins("r6b1 r6b2 r4b3", "b10y9", top="r6g0")
        assert legal(state) == ["r4b3"]

    def test_xxl_20_no_0_fits_on_a_0_in_spite_of_the_books_example(self) -> None:
        state = amoins("r2g0 y9r8", "b10g0 g10r1 b5r0", top="r6g0")
        play(state, "r2g0")
        assert legal(state) == ["b5r0", "g10r1"]

    def test_xxl_20_both_numbers_of_the_played_card_count_next(self) -> None:
        state = amoins("g8r4 b10y9", "g7y5 r2g1 r8y2 b4r2", top="g9y0", pile="y10b8")
        play(state, "g8r4")
        assert legal(state) == ["r2g1", "b4r2", "g7y5"]

    def test_xxl_20_the_number_need_not_be_lower_than_that_of_another_colour(self) -> None:
        state = amoins("y5b3 b5g4", "b10y9", top="y10b8")
        assert legal(state) == ["y5b3", "b5g4"]


class TestDrawing:
    """XXL-5, as `amoins` plays it."""

    def test_xxl_5_whoever_can_play_must(self) -> None:
        state = amoins("b4r2 y10b8", "b10y9", top="r6g0", pile="b5r0")
        assert legal(state) == ["b4r2"]
        with pytest.raises(IllegalMove):
            state.parse("draw")

    def test_xxl_5_whoever_cannot_play_draws_one_card(self) -> None:
        state = amoins("y10b8", "b10y9", top="r6g0", pile="b5r0 g9y0")
        assert legal(state) == ["draw"]

    def test_xxl_5_a_drawn_card_that_does_not_fit_ends_the_turn_by_itself(self) -> None:
        state = amoins("y10b8", "b10y9", top="r6g0", pile="b5r0 g9y0")
        play(state, "draw")
        assert state.to_move == 1
        assert state.view(0)["hand"] == ["g9y0", "y10b8"]
        assert state.view(None)["has_drawn"] is False

    def test_xxl_5_a_drawn_card_that_fits_may_be_played_at_once(self) -> None:
        state = amoins("y10b8", "b10y9", top="r6g0", pile="g9y0 b5r0")
        play(state, "draw")
        assert state.to_move == 0
        assert legal(state) == ["b5r0", "pass"]
        play(state, "b5r0")
        assert state.to_move == 1
        assert state.view(None)["top"] == "b5r0"

    def test_xxl_5_a_drawn_card_that_fits_may_be_kept_for_later(self) -> None:
        state = amoins("y10b8", "b10y9", top="r6g0", pile="g9y0 y8b0 b5r0")
        play(state, "draw", "pass")
        assert state.to_move == 1
        assert state.view(0)["hand"] == ["b5r0", "y10b8"]
        play(state, "draw")
        assert legal(state) == ["b5r0"]

    def test_xxl_5_only_the_drawer_knows_the_card_that_he_may_keep(self) -> None:
        state = amoins("y10b8", "b10y9", top="r6g0", pile="g9y0 b5r0")
        heard: list[Event] = []
        state.listen(heard.append)
        play(state, "draw")
        assert state.view(0)["drawn"] == "b5r0"
        assert state.view(1)["drawn"] is state.view(None)["drawn"] is None
        assert state.view(1)["has_drawn"] is state.view(None)["has_drawn"] is True
        assert heard[0].seen_by(0) == {"what": "draw", "deal": 0, "seat": 0, "card": "b5r0"}
        assert heard[0].seen_by(1) == {"what": "draw", "deal": 0, "seat": 0}

    def test_xxl_5_with_an_empty_pile_whoever_cannot_play_passes(self) -> None:
        state = amoins("y10b8", "b4r2 b10y9", top="r6g0")
        assert legal(state) == ["pass"]
        play(state, "pass")
        assert legal(state) == ["b4r2"]

    def test_xxl_5_voluntary_draw_lets_whoever_can_play_draw_instead(self) -> None:
        state = amoins("b4r2 y10b8", "b10y9", top="r6g0", pile="g9y0", voluntary_draw=True)
        assert legal(state) == ["b4r2", "draw"]
        play(state, "draw")
        assert state.to_move == 1

    def test_xxl_5_only_the_drawn_card_may_be_played_after_a_voluntary_draw(self) -> None:
        state = amoins("b4r2 y10b8", "b10y9", top="r6g0", pile="g9y0 b5r0", voluntary_draw=True)
        play(state, "draw")
        assert legal(state) == ["b5r0", "pass"]

    def test_xxl_5_with_an_empty_pile_he_must_play_voluntary_draw_or_not(self) -> None:
        state = amoins("b4r2 y10b8", "b10y9", top="r6g0", voluntary_draw=True)
        assert legal(state) == ["b4r2"]

    def test_xxl_5_voluntary_draw_leaves_whoever_cannot_play_the_draw_alone(self) -> None:
        state = amoins("y10b8", "b10y9", top="r6g0", pile="g9y0", voluntary_draw=True)
        assert legal(state) == ["draw"]


class TestEndOfDrawing:
    """XXL-6, as `amoins` plays it."""

    def test_xxl_6_an_empty_hand_ends_the_deal_and_the_cards_left_count(self) -> None:
        state = amoins("b4r2", "y10b8 y9r8", top="r6g0", pile="b5r0")
        play(state, "b4r2")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "hand empty"
        assert outcome.scores == (0, 35)
        assert outcome.places == (1, 2)
        assert (state.to_move, legal(state)) == (-1, [])

    def test_xxl_6_the_deal_ends_when_the_pile_is_empty_and_nobody_can_play(self) -> None:
        state = amoins("y10b8", "y9r8", top="r6g0", pile="b10y9")
        play(state, "draw")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "nobody can play"
        assert outcome.scores == (37, 17)
        assert outcome.places == (2, 1)

    def test_xxl_6_a_card_laid_can_leave_nobody_able_to_play(self) -> None:
        state = amoins("b4r2 y10b8", "y9r8", top="r6g0")
        play(state, "b4r2")
        assert scores(state.outcome()) == (18, 17)

    def test_xxl_6_the_deal_goes_on_while_any_hand_holds_a_card_that_fits(self) -> None:
        state = amoins("y10b8", "y9r8", "b4r2 b9g7", top="r6g0", pile="b10y9")
        play(state, "draw")
        assert state.outcome() is None
        assert legal(state) == ["pass"]
        play(state, "pass")
        assert legal(state) == ["b4r2"]

    def test_xxl_6_the_last_card_of_the_pile_kept_is_a_card_that_fits(self) -> None:
        state = amoins("y10b8", "y9r8", top="r6g0", pile="b5r0")
        play(state, "draw", "pass")
        assert legal(state) == ["pass"]
        play(state, "pass")
        assert legal(state) == ["b5r0"]
        play(state, "b5r0")
        assert scores(state.outcome()) == (18, 17)

    def test_xxl_6_while_the_pile_lasts_nobody_able_to_play_ends_nothing(self) -> None:
        state = amoins("y10b8", "y9r8", top="r6g0", pile="b9g7 b10y9")
        play(state, "draw")
        assert legal(state) == ["draw"]


class TestCouleur:
    def test_xxl_60_the_leaders_card_opens_its_two_colours(self) -> None:
        state = couleur("r2g1 y8b0", "b5g2 y7b4 r6b1")
        assert legal(state) == ["y8b0", "r2g1"]
        play(state, "r2g1")
        assert state.view(None)["colours"] == ["r", "g"]
        assert legal(state) == ["r6b1", "b5g2"]

    def test_xxl_60_the_first_card_with_one_open_colour_fixes_it(self) -> None:
        state = couleur("r2g1 y8b0", "b5g2 y7b4", "r6b1 g9y0")
        play(state, "r2g1", "b5g2")
        assert state.view(None)["colours"] == ["g"]
        assert legal(state) == ["g9y0"]

    def test_xxl_60_a_card_with_both_open_colours_fixes_nothing(self) -> None:
        state = couleur("r2g1 y8b0", "g3r1 y7b4", "r6b1 g9y0")
        play(state, "r2g1", "g3r1")
        assert state.view(None)["colours"] == ["r", "g"]
        assert legal(state) == ["g9y0", "r6b1"]

    def test_xxl_60_once_fixed_a_card_of_both_colours_still_follows(self) -> None:
        state = couleur("r2g1 y8b0", "b5g2 y7b4", "r6b1 g3r1")
        play(state, "r2g1", "b5g2")
        assert legal(state) == ["g3r1"]

    def test_xxl_60_a_card_that_cannot_follow_fixes_nothing_and_cannot_win(self) -> None:
        state = couleur("r2g1 y8b0", "y10b8 y7b4", "r6b1 b10y9")
        play(state, "r2g1")
        assert legal(state) == ["y7b4", "y10b8"]
        play(state, "y10b8")
        assert state.view(None)["colours"] == ["r", "g"]
        play(state, "r6b1")
        assert state.view(None)["last"]["winner"] == 2

    def test_xxl_61_unfixed_the_last_card_with_both_colours_decides(self) -> None:
        state = couleur("g10r1 y8b0", "r2g0 y7b4")
        play(state, "g10r1", "r2g0")
        assert state.view(None)["last"] == {
            "leader": 0,
            "cards": ["g10r1", "r2g0"],
            "colour": "r",
            "winner": 1,
        }

    def test_xxl_61_cards_that_cannot_follow_do_not_decide(self) -> None:
        state = couleur("g10r1 y8b0", "r2g0 y7b4", "y10b8 b10y9")
        play(state, "g10r1", "r2g0", "y10b8")
        assert state.view(None)["last"]["colour"] == "r"
        assert state.view(None)["last"]["winner"] == 1

    def test_xxl_61_the_leaders_card_decides_if_no_other_does(self) -> None:
        state = couleur("g10r1 y8b0", "y7b4 y10b8", "b10y9 y4b0")
        play(state, "g10r1", "y10b8", "b10y9")
        assert state.view(None)["last"]["colour"] == "g"
        assert state.view(None)["last"]["winner"] == 0

    def test_xxl_62_the_highest_number_of_the_tricks_colour_wins_and_leads(self) -> None:
        state = couleur("r2g1 y8b0", "b5g2 y7b4", "g9y0 b10y9")
        play(state, "r2g1", "b5g2", "g9y0")
        assert state.to_move == 2
        assert state.view(None)["leader"] == 2
        assert state.view(None)["taken"] == [0, 0, 3 + 7 + 9]

    def test_xxl_62_of_equal_numbers_the_higher_total_wins(self) -> None:
        state = couleur("r2g1 y8b0", "b4r2 y7b4", "r2g0 b10y9")
        play(state, "r2g1", "b4r2", "r2g0")
        assert state.view(None)["last"]["colour"] == "r"
        assert state.view(None)["last"]["winner"] == 1

    def test_xxl_62_the_totals_of_the_tricks_count_and_high_is_good(self) -> None:
        state = couleur("r2g1 y8b0", "b5g2 y7b4")
        play(state, "r2g1", "b5g2", "y7b4", "y8b0")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores == (8 + 11, 3 + 7)
        assert outcome.places == (1, 2)
        assert outcome.reason == "all cards played"


class TestIndividuel:
    def test_xxl_3_every_place_is_paid_as_points(self) -> None:
        result = INDIVIDUEL.tally([ended(2, 2, 4, 1), ended(1, 2, 3, 4)], 4, variant="amoins")
        assert result.points == ((2, 2, 4, 1), (1, 2, 3, 4))
        assert result.totals == (3, 4, 7, 5)
        assert result.places == (1, 2, 4, 3)

    def test_xxl_3_a_tie_at_the_end_is_a_shared_victory(self) -> None:
        result = INDIVIDUEL.tally([ended(1, 2, 3), ended(2, 1, 3)], 3, variant="amoins")
        assert result.places == (1, 1, 3)

    def test_xxl_3_the_raw_sums_are_kept_beside_the_points(self) -> None:
        deal = Outcome((31, 0, 18), (3, 1, 2), "hand empty", (1,))
        result = INDIVIDUEL.tally([deal], 3, variant="amoins")
        assert result.deals[0].scores == (31, 0, 18)

    @pytest.mark.parametrize(
        ("deals", "start"),
        [
            ([], 0),
            ([ended(1, 2, 3)], 2),
            ([ended(3, 2, 1)], 0),
            ([ended(1, 2, 3), ended(2, 3, 1)], 1),
        ],
    )
    def test_xxl_4_the_player_with_the_most_points_starts(
        self, deals: list[Outcome], start: int
    ) -> None:
        assert INDIVIDUEL.next_start(deals, 3, variant="amoins") == start

    @pytest.mark.parametrize(("played", "start"), [(1, 2), (2, 2), (3, 0), (4, 2), (6, 0)])
    def test_xxl_4_among_equals_the_first_clockwise_from_the_default_starter(
        self, played: int, start: int
    ) -> None:
        """Seats 0 and 2 are level; the default starter is the deal's number modulo 3."""
        assert INDIVIDUEL.next_start([ended(2, 1, 2)] * played, 3, variant="amoins") == start

    def test_it_plays_the_chosen_variant_as_often_as_there_are_players(self) -> None:
        match = INDIVIDUEL.start(4, bytes(32), variant="couleur")
        assert [game.slug for game in match.games] == ["couleur"] * 4

    def test_it_plays_the_number_of_deals_that_was_agreed(self) -> None:
        assert INDIVIDUEL.start(4, bytes(32), variant="amoins", deals=7).deals == 7

    def test_it_has_no_default_variant(self) -> None:
        with pytest.raises(BadOption, match="variant must be given"):
            INDIVIDUEL.start(4, bytes(32))

    def test_it_hands_an_option_to_its_deals(self) -> None:
        options = {"variant": "amoins", "voluntary_draw": True}
        texts = [
            [match.text(move) for move in match.legal()]
            for match in (INDIVIDUEL.start(2, bytes([n] * 32), **options) for n in range(9))
        ]
        assert all("draw" in open_now for open_now in texts)
        assert max(map(len, texts)) > 1

    def test_it_refuses_an_option_its_variant_does_not_have(self) -> None:
        with pytest.raises(BadOption, match="voluntary_draw"):
            INDIVIDUEL.check(4, variant="couleur", voluntary_draw=True)
