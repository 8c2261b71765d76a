"""An example for every ruling of Arschmallows that decides something, named by its id."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from games import GAMES, MATCHES, Event, IllegalMove, Outcome
from games.chance import shuffled
from games.core import MOST_MOVES
from games.rules.arschmallows import DECK, Arschmallows, settle

SEED = bytes(range(32))


def dealt(seats: int, start: int = 0, **options: Any) -> Arschmallows:
    state = GAMES["arschmallows"].deal(seats, SEED, start, **options)
    assert isinstance(state, Arschmallows)
    return state


def table(
    *rows: Sequence[int],
    draws: Sequence[int] = (0, 1, 2, 3, 4, 5, 6, 7),
    discard: Sequence[int] = (5,),
    start: int = 0,
    last_turns: bool = False,
) -> Arschmallows:
    """A deal with these rows at its first turn: `draws` are the cards of the draw pile in the order
    they will be drawn, `discard` has its top last."""
    state = dealt(len(rows), start, last_turns=last_turns)
    for _ in rows[1:]:
        play(state, "peek 0 1")
    state.rows = [list(row) for row in rows]
    state.down = [(1 << len(row)) - 1 for row in rows]
    state.pile = list(reversed(draws))
    state.discard = list(discard)
    play(state, "peek 0 1")
    return state


def play(state: Arschmallows, *texts: str) -> list[dict[str, Any]]:
    """Plays these moves; the events as a spectator sees them."""
    return heard(state, None, *texts)


def heard(state: Arschmallows, seat: int | None, *texts: str) -> list[dict[str, Any]]:
    """Plays these moves; the events as one seat sees them."""
    events: list[Event] = []
    state.listen(events.append)
    for text in texts:
        state.play(state.parse(text))
    return [event.seen_by(seat) or {} for event in events]


def details(event: dict[str, Any]) -> dict[str, Any]:
    """What an event says besides who did what."""
    return {key: value for key, value in event.items() if key not in ("what", "deal", "seat")}


def options(state: Arschmallows, verb: str = "") -> set[str]:
    """The texts of the legal moves that begin so."""
    return {text for text in map(state.text, state.legal()) if text.startswith(verb)}


def ended(state: Arschmallows) -> Outcome:
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def blocked(state: Arschmallows, seat: int, *places: int) -> None:
    """Turns cards up before they matter."""
    for place in places:
        state.down[seat] &= ~(1 << place)


LOW, HIGH = [0, 1, 2, 3], [4, 5, 6, 7]


# ALL: what holds for all games


def test_all_1_seat_0_starts_the_first_deal_of_a_match() -> None:
    assert MATCHES["arschmallows"].start(3, SEED).view(None)["start"] == 0


def test_all_3_equal_scores_share_a_place_and_the_next_does_not_exist() -> None:
    state = table([1, 1], [2, 4], [3, 3], [8, 8])
    play(state, "arschmallows")
    assert ended(state).places == (1, 2, 2, 4)


def test_all_4_a_deal_ends_with_move_5000_and_a_card_in_hand_scores_for_nobody() -> None:
    state = table(LOW, HIGH, draws=[11, 8])
    state.moves = MOST_MOVES - 1
    play(state, "draw")
    assert state.to_move == -1
    assert state.legal() == []
    assert ended(state).scores == (6, 22)
    assert ended(state).reason == "5000 moves"
    assert sorted(state.cards()) == sorted(map(str, [*LOW, *HIGH, 11, 8, 5]))


def test_all_4_a_deal_that_ends_by_move_5000_ends_by_its_own_rules() -> None:
    state = table(LOW, HIGH)
    state.moves = MOST_MOVES - 1
    play(state, "arschmallows")
    assert ended(state).reason == "announced"


def test_all_4_an_announcement_made_stands() -> None:
    state = table(HIGH, LOW, last_turns=True)
    play(state, "take", "swap 0", "arschmallows")
    state.moves = MOST_MOVES - 1
    play(state, "draw")
    assert ended(state).scores == (2 * (5 + 5 + 6 + 7), 6)


# ARS-1 and ARS-2: the deck and the deal


def test_ars_1_the_deck_has_62_cards() -> None:
    cooking = {-4: 1, -2: 1} | dict.fromkeys(range(8), 4) | {8: 8}
    actions = {9: 8, 10: 8, 11: 4}
    assert Counter(map(int, dealt(2).cards())) == cooking | actions
    assert len(DECK) == 62


@pytest.mark.parametrize(("cards", "peeks"), [(6, 15), (4, 6)])
def test_ars_2_everybody_gets_a_row_from_the_top_of_the_shuffled_deck(
    cards: int, peeks: int
) -> None:
    state = dealt(3, cards=cards)
    from_top = shuffled(DECK, SEED, 0)[::-1]
    assert state.rows == [from_top[cards * seat : cards * (seat + 1)] for seat in range(3)]
    assert state.discard == [from_top[3 * cards]]
    assert state.view(0)["pile"] == 62 - 3 * cards - 1
    assert state.view(0)["rows"] == [[None] * cards] * 3
    assert len(state.legal()) == peeks


def test_ars_2_seat_0_looks_first_and_the_start_seat_has_the_first_turn() -> None:
    state = dealt(3, start=1)
    looked = []
    for text in ("peek 0 1", "peek 2 5", "peek 0 4"):
        looked.append(state.to_move)
        play(state, text)
    assert looked == [0, 1, 2]
    assert state.to_move == 1
    assert options(state) == {"draw", "take", "arschmallows"}


def test_ars_2_only_the_player_himself_sees_what_he_looks_at() -> None:
    cards = [str(dealt(2).rows[0][place]) for place in (1, 4)]
    for seat, more in ((0, {"cards": cards}), (1, {}), (None, {})):
        (event,) = heard(dealt(2), seat, "peek 1 4")
        assert details(event) == {"places": [1, 4]} | more


# ARS-3: a turn


def test_ars_3_only_the_player_sees_the_card_he_draws() -> None:
    assert heard(table(LOW, HIGH, draws=[8]), 0, "draw")[0]["card"] == "8"
    assert "card" not in heard(table(LOW, HIGH, draws=[8]), 1, "draw")[0]
    state = table(LOW, HIGH, draws=[8])
    play(state, "draw")
    assert [state.view(seat)["hand"] for seat in (0, 1, None)] == ["8", None, None]


def test_ars_3_a_cooking_card_is_swapped_blocks_or_sheds() -> None:
    state = table([0, 1, 2], HIGH, draws=[8])
    play(state, "draw")
    assert options(state) == {
        *("swap 0", "swap 1", "swap 2"),
        *("block 0", "block 1", "block 2"),
        *("shed 0", "shed 1"),
    }


def test_ars_3_swapping_lays_the_card_face_down_and_discards_the_other() -> None:
    state = table(LOW, HIGH, draws=[8])
    (_, event) = play(state, "draw", "swap 2")
    assert state.rows[0] == [0, 1, 8, 3]
    assert state.discard == [5, 2]
    assert state.view(0)["rows"][0] == [None] * 4
    assert details(event) == {"place": 2, "discarded": "2"}


def test_ars_3_blocking_discards_the_card_and_turns_one_up_for_good() -> None:
    state = table(LOW, HIGH, draws=[8])
    play(state, "draw", "block 2", "end")
    assert state.rows[0] == LOW
    assert state.discard == [5, 8]
    assert state.view(1)["rows"][0] == [None, None, "2", None]


def test_ars_3_a_taken_card_may_be_used_to_block() -> None:
    state = table(LOW, HIGH, discard=[7, 8])
    play(state, "take", "block 0")
    assert state.discard == [7, 8]
    assert state.view(1)["rows"][0] == ["0", None, None, None]


def test_ars_3_a_blocked_card_cannot_be_chosen() -> None:
    state = table(LOW, HIGH, draws=[8])
    blocked(state, 0, 1, 3)
    play(state, "draw")
    assert options(state) == {"swap 0", "swap 2", "block 0", "block 2", "shed 0"}


@pytest.mark.parametrize(("card", "action"), [(9, "spy"), (10, "exchange"), (11, "again")])
def test_ars_3_an_action_is_open_to_a_drawn_card_only(card: int, action: str) -> None:
    state = table(LOW, HIGH, draws=[card], discard=[card])
    taken = state.copy()
    play(state, "draw")
    play(taken, "take")
    assert options(state, action)
    assert options(state) - options(state, action) == options(taken)


def test_ars_3_a_drawn_action_need_not_be_carried_out() -> None:
    state = table(LOW, HIGH, draws=[11])
    play(state, "draw", "swap 0", "end")
    assert state.rows[0] == [11, 1, 2, 3]
    assert state.to_move == 1


def test_ars_3_after_the_option_the_turn_ends() -> None:
    state = table(LOW, HIGH, [8, 8])
    for option in (["swap 0"], ["block 1"], ["shed 2", "add 3", "turn"]):
        twin = state.copy()
        play(twin, "draw", *option)
        assert options(twin) == {"end", "arschmallows"}
        play(twin, "end")
        assert twin.to_move == 1


# ARS-4: actions


def test_ars_4_a_spy_looks_at_any_card_that_is_face_down() -> None:
    state = table([0, 1], [4, 5, 6], draws=[9])
    blocked(state, 0, 0)
    blocked(state, 1, 1)
    play(state, "draw")
    assert options(state, "spy") == {"spy 0.1", "spy 1.0", "spy 1.2"}


def test_ars_4_all_see_which_card_is_spied_on_and_one_sees_what_it_is() -> None:
    open_to_all = {"other": 1, "place": 2, "discarded": "9"}
    for seat, more in ((0, {"card": "6"}), (1, {}), (None, {})):
        state = table(LOW, HIGH, draws=[9])
        (_, event) = heard(state, seat, "draw", "spy 1.2")
        assert details(event) == open_to_all | more
        assert state.discard == [5, 9]


def test_ars_4_an_exchange_reaches_face_down_cards_of_opponents() -> None:
    state = table([0, 1], [4, 5], [6, 7], draws=[10])
    blocked(state, 0, 0)
    blocked(state, 1, 1)
    play(state, "draw")
    assert options(state, "exchange") == {"exchange 1 1.0", "exchange 1 2.0", "exchange 1 2.1"}


def test_ars_4_an_exchange_is_unseen_and_both_cards_keep_the_places() -> None:
    state = table(LOW, HIGH, draws=[10])
    event = heard(state, 0, "draw", "exchange 1 1.3")[1]
    assert state.rows == [[0, 7, 2, 3], [4, 5, 6, 1]]
    assert state.discard == [5, 10]
    assert details(event) == {"place": 1, "other": 1, "other_place": 3, "discarded": "10"}


def test_ars_4_two_extra_turns_are_added_to_those_still_due() -> None:
    state = table(LOW, HIGH, draws=[11, 11, 0, 1, 2, 3])
    play(state, "draw", "again", "end")
    assert (state.to_move, state.view(None)["extra"]) == (0, 1)
    play(state, "draw", "again", "end")
    assert (state.to_move, state.view(None)["extra"]) == (0, 2)
    for still_due in (1, 0):
        play(state, "draw", "swap 0", "end")
        assert (state.to_move, state.view(None)["extra"]) == (0, still_due)
    play(state, "draw", "swap 0", "end")
    assert state.to_move == 1


# ARS-5: shedding


def test_ars_5_places_are_named_from_left_to_right_then_turned() -> None:
    state = table([1, 1, 2, 1], HIGH, draws=[8])
    blocked(state, 0, 2)
    play(state, "draw")
    assert options(state, "shed") == {"shed 0", "shed 1"}
    play(state, "shed 0")
    assert options(state) == {"add 1", "add 3"}
    play(state, "add 1")
    assert options(state) == {"add 3", "turn"}
    play(state, "add 3")
    assert options(state) == {"turn"}


def test_ars_5_three_equal_cooking_cards_go_and_the_row_closes_up() -> None:
    state = table([6, 3, 7, 3, 3, 2], HIGH, draws=[8])
    events = play(state, "draw", "shed 1", "add 3", "add 4", "turn")
    assert state.rows[0] == [6, 8, 7, 2]
    assert state.discard == [5, 3, 3, 3]
    assert state.view(0)["rows"][0] == [None] * 4
    assert details(events[-1]) == {"places": [1, 3, 4], "cards": ["3", "3", "3"], "shed": True}


def test_ars_5_blocked_cards_stay_open_where_the_row_closes_up() -> None:
    state = table([6, 3, 7, 3, 3, 2], HIGH, draws=[8])
    blocked(state, 0, 0, 2, 5)
    play(state, "draw", "shed 1", "add 3", "add 4", "turn")
    assert state.view(0)["rows"][0] == ["6", None, "7", "2"]


def test_ars_5_more_than_three_may_go() -> None:
    state = table([8, 8, 8, 8, 8], HIGH, draws=[8])
    play(state, "draw", "shed 0", "add 1", "add 2", "add 3", "add 4", "turn")
    assert state.rows[0] == [8]
    assert state.discard == [5, 8, 8, 8, 8, 8]


def test_ars_5_two_equal_actions_are_enough() -> None:
    state = table([9, 3, 9, 9], HIGH, draws=[8])
    play(state, "draw", "shed 0", "add 2", "turn")
    assert state.rows[0] == [8, 3, 9]
    assert state.discard == [5, 9, 9]


def test_ars_5_two_equal_cooking_cards_are_both_turned_and_are_a_mistake() -> None:
    state = table([3, 3, 3, 0], HIGH, draws=[8])
    event = play(state, "draw", "shed 0", "add 1", "turn")[-1]
    assert (event["cards"], event["shed"]) == (["3", "3"], False)
    assert state.rows[0] == [3, 3, 3, 0, 8]


def test_ars_5_turning_stops_at_the_first_card_that_differs() -> None:
    state = table([3, 3, 9, 3], HIGH, draws=[8])
    event = play(state, "draw", "shed 0", "add 1", "add 2", "add 3", "turn")[-1]
    assert (event["places"], event["cards"]) == ([0, 1, 2], ["3", "3", "9"])


def test_ars_5_a_mistake_keeps_all_cards_and_adds_the_one_in_hand_face_down_at_the_end() -> None:
    state = table([3, 9, 3, 7], HIGH, draws=[8])
    blocked(state, 0, 3)
    play(state, "draw", "shed 0", "add 1", "turn")
    assert state.rows[0] == [3, 9, 3, 7, 8]
    assert state.discard == [5]
    assert state.view(0)["rows"][0] == [None, None, None, "7", None]


def test_ars_5_the_card_in_hand_is_never_part_of_the_set() -> None:
    state = table([3, 3, 0, 1], HIGH, draws=[3])
    play(state, "draw", "shed 0", "add 1", "turn")
    assert state.rows[0] == [3, 3, 0, 1, 3]


def test_ars_5_the_option_is_used_either_way_and_a_taken_card_may_shed_too() -> None:
    for row in ([9, 9, 0], [9, 0, 0]):
        state = table(row, HIGH)
        play(state, "take", "shed 0", "add 1", "turn")
        assert options(state) == {"end", "arschmallows"}


# ARS-6: the draw pile is empty


def test_ars_6_drawing_shuffles_all_discards_but_the_top() -> None:
    state = table(LOW, HIGH, draws=[], discard=[8, 1, 9, 2, 6])
    events = play(state, "draw")
    first = shuffled([1, 2, 8, 9], SEED, 1)
    assert [event["what"] for event in events] == ["shuffle", "draw"]
    assert (state.pile, state.hand, state.discard) == (first[:-1], first[-1], [6])


def test_ars_6_every_reshuffle_has_a_number_of_its_own() -> None:
    state = table(LOW, HIGH, draws=[], discard=range(9))
    for _ in range(8):
        play(state, "draw", "swap 0", "end")
    rest = sorted(state.discard[:-1])
    play(state, "draw")
    again = [*state.pile, state.hand]
    assert again == shuffled(rest, SEED, 2) != shuffled(rest, SEED, 1)


def test_ars_6_a_single_discard_can_only_be_taken() -> None:
    state = table(LOW, HIGH, draws=[], discard=[8])
    assert options(state) == {"take", "arschmallows"}


def test_ars_6_an_empty_discard_pile_can_only_be_drawn_past() -> None:
    state = table(LOW, HIGH, draws=[7])
    play(state, "take", "shed 0", "add 1", "turn", "end")
    assert options(state) == {"draw", "arschmallows"}


def test_ars_6_without_any_card_the_deal_ends_when_a_turn_begins() -> None:
    state = table(LOW, HIGH, draws=[])
    play(state, "take", "shed 0", "add 1", "turn")
    assert options(state) == {"end", "arschmallows"}
    play(state, "end")
    assert ended(state) == Outcome((11, 22), (1, 2), "no card left", (0,))


def test_ars_6_it_is_then_scored_as_if_nobody_announced() -> None:
    state = table(HIGH, LOW, draws=[], last_turns=True)
    play(state, "take", "shed 0", "add 1", "turn", "arschmallows")
    assert ended(state) == Outcome((27, 6), (2, 1), "no card left", (1,))


# ARS-7: announcing


def test_ars_7_announcing_ends_the_deal_at_once() -> None:
    state = table(LOW, HIGH)
    events = play(state, "arschmallows")
    assert [event["what"] for event in events] == ["arschmallows", "reveal"]
    assert events[-1]["rows"] == [list("0123"), list("4567")]
    assert (ended(state).reason, state.to_move) == ("announced", -1)


def test_ars_7_it_is_offered_before_a_card_and_after_the_option_in_extra_turns_too() -> None:
    state = table(LOW, HIGH, draws=[11, 0])
    offered = []
    for text in ("draw", "again", "end", "draw", "shed 0", "add 1", "turn", "end"):
        offered.append("arschmallows" in options(state))
        play(state, text)
    assert offered == [True, False, True, True, False, False, False, True]


class TestLastTurns:
    """ARS-7 with the option `last_turns`."""

    def test_ars_7_announcing_is_offered_only_after_the_option(self) -> None:
        state = table(LOW, HIGH, last_turns=True)
        assert options(state) == {"draw", "take"}
        play(state, "draw", "swap 0")
        assert options(state) == {"end", "arschmallows"}

    def test_ars_7_every_other_player_from_the_left_has_one_more_turn(self) -> None:
        state = table(LOW, HIGH, HIGH, LOW, start=2, last_turns=True)
        play(state, "draw", "swap 0", "arschmallows")
        turns = []
        while state.to_move >= 0:
            turns.append(state.to_move)
            assert options(state) == {"draw", "take"}
            play(state, "draw", "swap 0")
            assert options(state) == {"end"}
            play(state, "end")
        assert turns == [3, 0, 1]
        assert ended(state).reason == "announced"

    def test_ars_7_extra_turns_of_the_announcer_lapse(self) -> None:
        state = table(LOW, HIGH, draws=[11, 0, 1], last_turns=True)
        play(state, "draw", "again", "arschmallows")
        assert (state.to_move, state.view(None)["extra"]) == (1, 0)
        play(state, "draw", "swap 0", "end")
        assert state.to_move == -1

    def test_ars_7_extra_turns_earned_in_a_last_turn_are_played(self) -> None:
        state = table(LOW, HIGH, draws=[0, 11, 1, 2], last_turns=True)
        play(state, "draw", "swap 0", "arschmallows", "draw", "again", "end")
        for _ in range(2):
            assert state.to_move == 1
            play(state, "draw", "swap 0", "end")
        assert state.to_move == -1

    def test_ars_7_the_announcement_is_judged_by_the_rows_after_the_last_turns(self) -> None:
        state = table([1, 1], [1, 8], draws=[1, 0], last_turns=True)
        play(state, "draw", "swap 0", "arschmallows", "draw", "swap 1", "end")
        assert ended(state).scores == (4, 1)


# ARS-8: all cards of a player face up


def test_ars_8_turning_up_the_last_face_down_card_ends_the_deal_before_any_announcement() -> None:
    state = table([8, 8], LOW, draws=[7])
    blocked(state, 0, 0)
    play(state, "draw", "block 1")
    assert ended(state) == Outcome((16, 6), (2, 1), "all face up", (1,))


def test_ars_8_among_last_turns_the_announcement_counts() -> None:
    state = table([8, 8], [1, 1], last_turns=True)
    blocked(state, 1, 0)
    play(state, "draw", "swap 0", "arschmallows", "draw", "block 1")
    assert ended(state) == Outcome((16, 2), (2, 1), "all face up", (1,))


def test_ars_8_a_row_that_is_shed_whole_keeps_the_card_in_hand() -> None:
    state = table([9, 9], LOW, draws=[7])
    play(state, "draw", "shed 0", "add 1", "turn")
    assert state.rows[0] == [7]
    assert state.to_move == 0


# ARS-9 and ARS-10: score and winners


@pytest.mark.parametrize(
    ("sums", "announcer", "scores", "winners"),
    [
        ((5, 6, 7), 0, (5, 6, 7), (0,)),  # strictly lowest
        ((6, 6, 7), 0, (12, 6, 7), (1,)),  # a tie is not enough
        ((9, 6, 6), 0, (18, 6, 6), (1, 2)),  # all that are lowest of the others
        ((0, -2, 7), 0, (0, -2, 7), (1,)),  # nothing to double
        ((-2, -2, 7), 0, (-2, -2, 7), (1,)),  # a penalty never helps
        ((-4, 3, 7), 0, (-4, 3, 7), (0,)),
        ((5, 6, 5), None, (5, 6, 5), (0, 2)),  # nobody announced
        ((5, 4, 9), 2, (5, 4, 18), (1,)),
    ],
)
def test_ars_9_and_ars_10_the_announcer_wins_or_pays(
    sums: tuple[int, ...],
    announcer: int | None,
    scores: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    assert settle(sums, announcer) == (scores, winners)


def test_ars_9_actions_count_at_their_value_blocked_cards_too() -> None:
    state = table([9, 10, 11], [-4, -2, 8, 0], draws=[3])
    blocked(state, 0, 1)
    blocked(state, 1, 2)
    play(state, "draw", "swap 0", "end", "arschmallows")
    assert ended(state).scores == (24, 2)


def test_ars_9_places_go_by_the_doubled_score() -> None:
    state = table([3, 3], [1, 1], [4, 4])
    play(state, "arschmallows")
    assert ended(state) == Outcome((12, 2, 8), (3, 1, 2), "announced", (1,))


def test_ars_10_an_announcer_on_a_shared_first_place_does_not_win_the_deal() -> None:
    state = table([-2, 0], [1, -3], [4, 4])
    play(state, "arschmallows")
    assert ended(state) == Outcome((-2, -2, 8), (1, 1, 3), "announced", (1,))


# ARS-11 and ARS-12: the match


def outcome(*scores: int, winners: tuple[int, ...] = ()) -> Outcome:
    return Outcome(scores, (1,) * len(scores), "announced", winners)


def test_ars_11_most_points_in_the_last_deal_start_the_next() -> None:
    rules = MATCHES["arschmallows"]
    assert rules.next_start([outcome(5, 9, 20, 3)], 4) == 2
    assert rules.next_start([outcome(5, 9, 99, 3), outcome(1, 2, 3, 4)], 4) == 3


def test_ars_11_among_equals_the_first_clockwise_from_the_start_seat() -> None:
    rules = MATCHES["arschmallows"]
    assert rules.next_start([outcome(9, 9, 7)], 3) == 0
    assert rules.next_start([outcome(7, 9, 9)], 3) == 1
    assert rules.next_start([outcome(1, 2, 9), outcome(7, 7, 1)], 3) == 0
    assert rules.next_start([outcome(1, 2, 9), outcome(7, 1, 7)], 3) == 2


def test_ars_11_the_next_deal_is_started_by_that_seat() -> None:
    match = MATCHES["arschmallows"].start(4, SEED)
    for text in ("peek 0 1",) * 4:
        match.play(match.parse(text))
    match.play(match.parse("arschmallows"))
    (first,) = match.outcomes
    assert match.view(None)["start"] == first.scores.index(max(first.scores))


def test_ars_12_a_match_is_three_deals_unless_agreed_otherwise() -> None:
    rules = MATCHES["arschmallows"]
    assert rules.start(2, SEED).deals == 3
    assert rules.start(2, SEED, deals=6).deals == 6


def test_ars_12_totals_then_deals_won_then_the_place_is_shared() -> None:
    rules = MATCHES["arschmallows"]
    deals = [
        outcome(10, 2, 4, 9, winners=(1,)),
        outcome(0, 8, 6, 9, winners=(0,)),
        outcome(1, 2, 1, 9, winners=(0, 2)),
    ]
    result = rules.tally(deals, 4)
    assert result.totals == (11, 12, 11, 27)
    assert result.won == (2, 1, 1, 0)
    assert result.places == (1, 3, 2, 4)
    assert rules.tally(deals[:2], 4).places == (1, 1, 3, 4)


def test_ars_12_points_are_doubled_points() -> None:
    match = MATCHES["arschmallows"].start(2, SEED, deals=1)
    for text in ("peek 0 1", "peek 0 1", "arschmallows"):
        match.play(match.parse(text))
    result = match.result()
    assert result is not None
    assert result.totals == result.points[0] == match.outcomes[0].scores


# ARS-13: memory


def test_ars_13_a_view_never_repeats_what_was_seen() -> None:
    state = table([9, 3, 3, 3], HIGH, draws=[9, 0])
    face_down = [[None] * 4, [None] * 4]
    assert state.view(0)["rows"] == face_down  # after looking at two
    play(state, "draw", "spy 1.2", "end")
    assert state.view(0)["rows"] == face_down
    play(state, "draw", "swap 0", "end", "take", "shed 0", "add 1", "turn")
    assert state.view(1)["rows"] == [[None] * 5, [None] * 4]  # all saw 9 and 3 turned


def test_ars_13_only_the_top_of_the_discard_pile_is_seen() -> None:
    view = table(LOW, HIGH, discard=[8, 2, 7]).view(0)
    assert (view["top"], view["discards"]) == ("7", 3)


def test_ars_13_a_taken_card_is_seen_by_its_holder_only_once_it_is_in_his_hand() -> None:
    state = table(LOW, HIGH)
    (event,) = heard(state, 1, "take")
    assert event["card"] == "5"
    assert [state.view(seat)["hand"] for seat in (0, 1)] == ["5", None]
    assert state.view(1)["hand_from"] == "discards"


# ARS-14: the guard


def test_ars_14_the_deal_ends_after_200_turns_a_player() -> None:
    state = table(HIGH, LOW)
    for _ in range(399):
        play(state, "take", "swap 0", "end")
    play(state, "take", "swap 0")
    assert options(state) == {"end", "arschmallows"}
    play(state, "end")
    assert ended(state).reason == "400 turns"
    assert ended(state).winners == (1,)


def test_ars_14_each_extra_turn_counts_as_one() -> None:
    state = table(HIGH, LOW, draws=[11, 1])
    state.turns = 398
    play(state, "draw", "again", "end", "draw", "swap 0", "end")
    assert ended(state).reason == "400 turns"


def test_ars_14_it_is_scored_as_if_nobody_announced() -> None:
    state = table(HIGH, LOW, last_turns=True)
    state.turns = 399
    play(state, "take", "swap 0", "arschmallows")
    assert ended(state) == Outcome((23, 6), (2, 1), "400 turns", (1,))


def test_ars_14_a_last_turn_that_is_turn_400_still_closes_the_announcement() -> None:
    state = table(HIGH, LOW, last_turns=True)
    state.turns = 398
    play(state, "take", "swap 0", "arschmallows", "take", "swap 0", "end")
    assert ended(state).reason == "announced"
    assert ended(state).scores == (46, 10)


# All of ARS-3 to ARS-7 once more, from nothing but the view


def places(row: list[str | None]) -> list[int]:
    return [place for place, card in enumerate(row) if card is None]


def moves_with_a_card(view: dict[str, Any]) -> list[str]:
    """The rulings read naively."""
    me, rows = view["to_move"], view["rows"]
    mine = places(rows[me])
    moves = [f"{verb} {place}" for verb in ("swap", "block") for place in mine]
    moves += [f"shed {place}" for place in mine if place != max(mine)]
    action = view["hand"] if view["hand_from"] == "pile" else ""
    if action == "9":
        moves += [f"spy {p}.{i}" for p, row in enumerate(rows) for i in places(row)]
    if action == "10":
        others = [(p, row) for p, row in enumerate(rows) if p != me]
        moves += [f"exchange {i} {p}.{j}" for i in mine for p, row in others for j in places(row)]
    if action == "11":
        moves.append("again")
    return moves


def moves_to_shed(view: dict[str, Any]) -> list[str]:
    mine, named = places(view["rows"][view["to_move"]]), view["named"]
    adds = [f"add {place}" for place in mine if place > max(named)]
    return adds + ["turn"] * (len(named) >= 2)


def moves_at_begin(view: dict[str, Any], last_turns: bool) -> list[str]:
    drawable = view["pile"] > 0 or view["discards"] > 1
    announce = ["arschmallows"] * (not last_turns)
    return ["draw"] * drawable + ["take"] * (view["discards"] > 0) + announce


def moves_by_the_view(view: dict[str, Any], last_turns: bool) -> list[str]:
    match view["phase"]:
        case "begin":
            return moves_at_begin(view, last_turns)
        case "card":
            return moves_with_a_card(view)
        case "shed":
            return moves_to_shed(view)
        case "end":
            return ["end"] + ["arschmallows"] * (view["announcer"] is None)
    row = range(len(view["rows"][0]))
    return [f"peek {i} {j}" for i in row for j in row if i < j] * (view["phase"] == "peek")


@pytest.mark.parametrize("last_turns", [False, True])
@pytest.mark.parametrize("seats", range(2, 7))
def test_ars_3_to_ars_7_the_legal_moves_follow_from_the_view(seats: int, last_turns: bool) -> None:
    for number in range(6):
        rng = random.Random(f"{seats} {last_turns} {number}")
        state = GAMES["arschmallows"].deal(seats, rng.randbytes(32), last_turns=last_turns)
        while state.to_move >= 0:
            texts = [state.text(move) for move in state.legal()]
            assert sorted(texts) == sorted(moves_by_the_view(state.view(state.to_move), last_turns))
            # Announced at every chance, deals would end before much has happened.
            quiet = [text for text in texts if text != "arschmallows"]
            state.play(state.parse(rng.choice(quiet if rng.random() < 0.9 else texts)))


def test_a_move_that_is_not_open_is_refused_in_words() -> None:
    state = table(LOW, HIGH)
    with pytest.raises(IllegalMove, match="'swap 0' is not open now; open are draw, take"):
        state.parse("swap 0")
