"""An example for every ruling of Quibbles that decides something, named by its id."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from games import GAMES, MATCHES, BadOption, Event, IllegalMove, Outcome
from games.chance import shuffled
from games.core import MOST_MOVES
from games.rules.quibbles import DECK, TEXTS, Quibbles, spread, texts, together

SEED = bytes(range(32))
MATCH = MATCHES["quibbles"]


def cards(text: str) -> int:
    """`112`: two ones and a two."""
    return together(map(int, text))


def dealt(seats: int, start: int = 0) -> Quibbles:
    state = GAMES["quibbles"].deal(seats, SEED, start)
    assert isinstance(state, Quibbles)
    return state


def table(
    *hands: str,
    row: str,
    draws: str = "123456123456",
    discards: str = "",
    collections: tuple[str, ...] = (),
) -> Quibbles:
    """A deal at the beginning of seat 0's turn: `draws` are the cards of the draw pile in the order
    they will be drawn."""
    state = dealt(len(hands))
    state.hands = [cards(hand) for hand in hands]
    state.row = cards(row)
    state.pile = [cards(card) for card in reversed(draws)]
    state.left = len(draws)
    state.discards = cards(discards)
    for seat, collection in enumerate(collections):
        state.collections[seat] = cards(collection)
    state._open = state._open_now()
    return state


def legal(state: Quibbles, verb: str = "") -> set[str]:
    """The texts of the legal moves that begin so."""
    return {text for text in map(state.text, state.legal()) if text.startswith(verb)}


def play(state: Quibbles, *moves: str) -> list[dict[str, Any]]:
    """Plays these moves; the events as a spectator sees them."""
    events: list[Event] = []
    state.listen(events.append)
    for text in moves:
        state.play(state.parse(text))
    return [event.seen_by(None) or {} for event in events]


def held(state: Quibbles, seat: int) -> str:
    return "".join(texts(state.hands[seat]))


def lying(state: Quibbles) -> str:
    return "".join(texts(state.row))


def ended(state: Quibbles) -> Outcome:
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def outcome(*scores: int) -> Outcome:
    """Of a deal with these collections."""
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(scores, places, "21 collected", winners)


def heard(events: list[dict[str, Any]], what: str) -> list[dict[str, Any]]:
    return [event for event in events if event["what"] == what]


# ALL: what holds for all games


def test_all_4_a_deal_ends_with_move_5000_and_all_rank_by_collection() -> None:
    state = table("12", "3", row="345666", collections=("3", "12"))
    state.moves = MOST_MOVES - 1
    play(state, "pass 1")
    assert (state.to_move, state.legal()) == (-1, [])
    assert ended(state).scores == (3, 3)
    assert ended(state).places == (1, 1)
    assert ended(state).reason == "5000 moves"


def test_all_4_a_deal_that_is_won_by_move_5000_is_won() -> None:
    state = table("4444", "3", row="345666", collections=("665", "6"))
    state.moves = MOST_MOVES - 2
    play(state, "pass 4", "done")
    assert ended(state).reason == "5000 moves"
    state = table("44446", "3", row="345666", collections=("665", "6"))
    state.moves = MOST_MOVES - 2
    play(state, "pass 6", "collect 4")
    assert ended(state).reason == "21 collected"


# QUI-1


def test_qui_1_the_deck_has_132_cards_with_many_sixes() -> None:
    deck = Counter(dealt(2).cards())
    assert deck == {"1": 20, "2": 20, "3": 20, "4": 22, "5": 24, "6": 26}
    assert len(DECK) == 132


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_qui_1_six_cards_in_every_hand_then_six_in_the_row_from_the_top(seats: int) -> None:
    state = dealt(seats, start=1)
    pile = [TEXTS[card] for card in shuffled(DECK, SEED, 0)]
    for seat in range(seats):
        assert state.view(seat)["hand"] == sorted(pile.pop() for _ in range(6))
    assert state.view(None)["row"] == sorted(pile.pop() for _ in range(6))
    assert state.view(None)["pile"] == len(pile) == 132 - 6 - 6 * seats
    assert state.to_move == 1


# QUI-2


def test_qui_2_one_card_takes_sets_of_two_or_more_that_add_up_to_it() -> None:
    state = table("6", "3", row="1233456")
    assert legal(state, "play") == {"play 6"}
    play(state, "play 6")
    assert legal(state) == {"take 3+3", "take 2+4", "take 1+5", "take 1+2+3"}


def test_qui_2_one_card_does_not_take_a_single_card_of_its_value() -> None:
    state = table("3456", "3", row="346666")
    assert legal(state, "play") == set()


def test_qui_2_two_or_more_cards_take_single_cards_of_their_sum() -> None:
    state = table("1135", "3", row="2444566")
    assert legal(state, "play") == {"play 1 1", "play 1 3", "play 1 5", "play 1 1 3"}
    play(state, "play 1 3")
    assert legal(state) == {"take 4"}


def test_qui_2_two_or_more_cards_do_not_take_sets() -> None:
    state = table("123", "3", row="111224")
    assert "play 1 2" not in legal(state)  # 1+2 lies there, but no 3
    assert "play 3" in legal(state)


def test_qui_2_the_sum_is_six_at_most() -> None:
    state = table("1111111", "3", row="123456")
    assert legal(state, "play") == {
        "play 1 1",
        "play 1 1 1",
        "play 1 1 1 1",
        "play 1 1 1 1 1",
        "play 1 1 1 1 1 1",
    }


def test_qui_2_sets_are_disjoint_and_taken_one_move_at_a_time() -> None:
    state = table("6", "3", row="123345")
    play(state, "play 6", "take 3+3")
    assert legal(state) == {"take 2+4", "take 1+5", "done"}
    play(state, "take 1+5")
    assert legal(state) == {"take 2+4", "done"}
    assert held(state, 0) == "1335"
    assert lying(state) == "24"


def test_qui_2_not_all_need_be_taken_and_done_opens_after_the_first() -> None:
    state = table("6", "3", row="123345")
    play(state, "play 6")
    assert "done" not in legal(state)
    play(state, "take 3+3", "done")
    assert (state.to_move, held(state, 0)) == (1, "33")


def test_qui_2_once_nothing_more_can_be_taken_it_is_over_by_itself() -> None:
    state = table("65", "3", row="335666")
    play(state, "play 6", "take 3+3")
    assert state.to_move == 1


def test_qui_2_single_cards_are_taken_one_by_one_too() -> None:
    state = table("24", "3", row="126666")
    play(state, "play 2 4", "take 6", "take 6")
    assert legal(state) == {"take 6", "done"}


def test_qui_2_the_cards_played_go_to_the_discard_pile() -> None:
    state = table("15", "3", row="234556")
    play(state, "play 1 5", "take 6")
    assert state.discards == cards("15")
    assert held(state, 0) == "6"


# QUI-3


def test_qui_3_a_pass_adds_a_card_to_the_row_and_draws_two() -> None:
    state = table("56", "3", row="345666", draws="46")
    events = play(state, "pass 5")
    assert held(state, 0) == "466"
    assert lying(state) == "3455666"
    assert [event["what"] for event in events] == ["pass", "draw"]
    assert "cards" not in events[1]


def test_qui_3_it_is_open_whenever_a_turn_begins() -> None:
    assert legal(table("566", "3", row="345666"), "pass") == {"pass 5", "pass 6"}
    assert legal(table("6", "3", row="333"), "pass") == {"pass 6"}


# QUI-4


def test_qui_4_a_value_of_which_enough_are_held_can_be_collected_after_a_pass() -> None:
    state = table("223334446", "3", row="345666", draws="56")
    play(state, "pass 6")
    assert legal(state) == {"collect 2", "collect 3", "done"}


def test_qui_4_after_taking_too() -> None:
    state = table("46", "3", row="133666", draws="26")
    play(state, "play 4", "take 1+3")
    assert legal(state) == {"collect 1", "done"}


def test_qui_4_all_cards_of_the_value_leave_the_hand_and_one_is_collected() -> None:
    state = table("22226", "3", row="345666", draws="56")
    play(state, "pass 6", "collect 2")
    assert held(state, 0) == "56"
    assert state.view(None)["collections"] == [["2"], []]
    assert state.discards == cards("222")


def test_qui_4_once_a_turn() -> None:
    state = table("1226", "3", row="345666", draws="56")
    play(state, "pass 6", "collect 2")
    assert state.to_move == 1


def test_qui_4_done_declines() -> None:
    state = table("226", "3", row="345666", draws="56")
    play(state, "pass 6", "done")
    assert (state.to_move, held(state, 0)) == (1, "2256")


def test_qui_4_where_nothing_can_be_collected_the_turn_goes_on_by_itself() -> None:
    state = table("56", "3", row="345666", draws="56")
    play(state, "pass 6")
    assert state.to_move == 1


def test_qui_4_with_six_collected_one_of_them_is_discarded_for_the_new_one() -> None:
    state = table("226", "3", row="345666", draws="56", collections=("111223",))
    play(state, "pass 6")
    assert legal(state) == {"collect 2 for 1", "collect 2 for 2", "collect 2 for 3", "done"}
    play(state, "collect 2 for 1")
    assert state.view(None)["collections"][0] == ["1", "1", "2", "2", "2", "3"]
    assert state.discards == cards("12")


def test_qui_4_the_one_discarded_may_have_the_same_value() -> None:
    state = table("226", "3", row="345666", draws="56", collections=("111223",))
    play(state, "pass 6", "collect 2 for 2")
    assert state.collections[0] == cards("111223")
    assert state.discards == cards("22")


def test_qui_4_with_fewer_than_six_none_is_discarded() -> None:
    state = table("226", "3", row="345666", draws="56", collections=("11122",))
    play(state, "pass 6")
    assert legal(state) == {"collect 2", "done"}


# QUI-5


def test_qui_5_21_wins_at_once() -> None:
    state = table("33", "5", row="345666", draws="36", collections=("666", "5"))
    play(state, "pass 3")
    assert state.to_move == 1  # two are not enough for a 3
    state = table("3335", "5", row="345666", draws="36", collections=("666", "5"))
    play(state, "pass 5", "collect 3")
    assert (state.to_move, state.legal()) == (-1, [])
    assert ended(state).scores == (21, 5)
    assert ended(state).reason == "21 collected"
    assert lying(state) == "3455666"


def test_qui_5_20_does_not_win_and_a_card_that_replaces_counts_without_the_old_one() -> None:
    state = table("44445", "5", row="345666", draws="36", collections=("566111", "5"))
    play(state, "pass 5", "collect 4 for 5")
    assert state.to_move == 1
    state = table("44445", "5", row="345666", draws="36", collections=("566111", "5"))
    play(state, "pass 5", "collect 4 for 1")
    assert ended(state).scores == (23, 5)


# QUI-6


def test_qui_6_a_row_of_ten_is_discarded_and_six_new_cards_are_laid() -> None:
    state = table("56", "3", row="333345666", draws="56112233")
    events = play(state, "pass 6")
    assert lying(state) == "112233"
    assert state.discards == cards("3333456666")
    assert [event["what"] for event in events] == ["pass", "draw", "clear", "lay"]


@pytest.mark.parametrize("row", ["345666", "3345666", "33345666"])
def test_qui_6_seven_to_nine_cards_stay(row: str) -> None:
    state = table("56", "3", row=row, draws="56112233")
    play(state, "pass 6")
    assert lying(state) == row + "6"


def test_qui_6_a_row_under_six_is_filled_to_six() -> None:
    state = table("15", "3", row="345666", draws="1256")
    play(state, "play 1 5", "take 6", "take 6", "done")
    assert lying(state) == "123456"


def test_qui_6_what_is_laid_comes_after_what_is_collected() -> None:
    state = table("64", "3", row="155666", draws="22")
    play(state, "play 6", "take 1+5")
    assert lying(state) == "5666"
    play(state, "collect 1")
    assert lying(state) == "225666"


def test_qui_6_an_empty_hand_brings_new_hands_to_all_the_active_player_first() -> None:
    state = table("2", "345", "66", row="114566", draws="45" + "1" * 6 + "2" * 6 + "3" * 6)
    play(state, "play 2", "take 1+1")
    events = play(state, "collect 1")
    assert [held(state, seat) for seat in range(3)] == ["111111", "222222", "333333"]
    assert lying(state) == "445566"
    assert state.discards == cards("2" + "1" + "345" + "66")
    assert heard(events, "new_hands")[0]["before"] == [[], ["3", "4", "5"], ["6", "6"]]
    assert state.to_move == 1


def test_qui_6_new_hands_are_dealt_clockwise_from_the_active_player() -> None:
    state = table("3", "2", "66", row="114566", draws="35" + "5" + "1" * 6 + "2" * 6 + "3" * 6)
    play(state, "pass 3", "play 2", "take 1+1", "collect 1")
    assert [held(state, seat) for seat in range(3)] == ["333333", "111111", "222222"]


def test_qui_6_the_row_is_mended_before_new_hands_are_dealt() -> None:
    state = table("2", "3", row="114566", draws="22" + "1" * 6 + "3" * 6)
    play(state, "play 2", "take 1+1", "collect 1")
    assert lying(state) == "224566"


# QUI-7


def test_qui_7_the_discards_are_shuffled_when_a_card_is_due_in_the_middle_of_a_draw() -> None:
    state = table("56", "3", row="345666", draws="4", discards="1122")
    events = play(state, "pass 6")
    pile = shuffled(spread(cards("1122")), SEED, 1)
    assert state.hands[0] == cards("45") + pile[-1]
    assert state.view(None)["pile"] == 3
    assert state.discards == 0
    assert heard(events, "shuffle")[0]["pile"] == 4


def test_qui_7_an_empty_draw_pile_alone_is_no_reason() -> None:
    state = table("56", "3", row="345666", draws="44", discards="1122")
    assert heard(play(state, "pass 6"), "shuffle") == []
    assert state.view(None)["pile"] == 0
    assert state.view(None)["discards"] == [2, 2, 0, 0, 0, 0]


def test_qui_7_the_discards_lie_in_the_order_of_the_deck_before_a_shuffle() -> None:
    state = table("26", "35", row="345666", draws="", discards="2121")
    play(state, "pass 6")
    pile = shuffled(spread(cards("1122")), SEED, 1)
    assert spread(state.hands[0]) == sorted([cards("2"), pile[-1], pile[-2]])


def test_qui_7_a_row_of_ten_and_hands_that_were_discarded_are_shuffled_too() -> None:
    state = table("56", "3", row="333345666", draws="56")
    play(state, "pass 6")
    pile = shuffled(spread(cards("3333456666")), SEED, 1)
    assert state.row == sum(pile[-6:])
    state = table("2", "345666", row="114566", draws="33")
    play(state, "play 2", "take 1+1", "collect 1")
    pile = shuffled(spread(cards("12345666")), SEED, 1)
    assert state.hands == [sum(pile[-6:]), sum(pile[:2])]


def test_qui_7_when_both_are_empty_there_is_drawn_what_there_is() -> None:
    state = table("56", "3", row="345666", draws="4")
    events = play(state, "pass 6")
    assert held(state, 0) == "45"
    assert heard(events, "draw")[0]["count"] == 1
    assert heard(events, "shuffle") == []


def test_qui_7_each_card_due_then_counts_as_a_shuffle_of_nothing() -> None:
    """The rulings do not say so; the worked deals play it so."""
    state = table("56", "36", row="345666", draws="4")
    play(state, "pass 6", "pass 6")
    assert state.shuffles == 1 + 1 + 2


def test_qui_7_a_row_that_cannot_be_filled_stays_short() -> None:
    state = table("25", "13", row="114566", draws="3")
    play(state, "play 2", "take 1+1", "done")
    assert len(lying(state)) == 6  # the 3, and the 2 that was played
    state = table("45", "13", row="22566", draws="")
    play(state, "play 4", "take 2+2", "done")
    assert lying(state) == "4566"
    assert state.to_move == 1


# QUI-8, QUI-9


def test_qui_8_the_winner_is_first_and_the_others_rank_by_their_collections() -> None:
    state = table("3335", "3", "4", "5", row="345666", collections=("666", "12", "5", "3"))
    play(state, "pass 5", "collect 3")
    assert ended(state).scores == (21, 3, 5, 3)
    assert ended(state).places == (1, 3, 2, 3)
    assert ended(state).winners == (0,)


def test_qui_9_after_150_turns_a_player_the_deal_ends_and_all_rank_by_collection() -> None:
    state = table("56", "66", "4", row="345666", draws="5656", collections=("5", "12", "5"))
    state.turns = 3 * 150 - 2
    play(state, "pass 5")
    assert state.outcome() is None
    play(state, "pass 6")
    assert ended(state).scores == (5, 3, 5)
    assert ended(state).places == (1, 3, 1)
    assert ended(state).winners == (0, 2)
    assert ended(state).reason == "450 turns"


def test_qui_9_whoever_wins_in_the_last_turn_wins() -> None:
    state = table("3335", "66", row="345666", collections=("666", "5"))
    state.turns = 2 * 150 - 1
    play(state, "pass 5", "collect 3")
    assert ended(state).reason == "21 collected"


# QUI-10


def test_qui_10_a_match_is_one_deal_or_as_many_as_were_agreed() -> None:
    assert MATCH.start(3, SEED).deals == 1
    assert MATCH.start(3, SEED, deals=4).deals == 4
    with pytest.raises(BadOption, match="deals"):
        MATCH.check(3, deals=0)
    with pytest.raises(BadOption, match="6"):
        MATCH.check(6)


def test_qui_10_places_are_added_up_and_the_fewest_points_win() -> None:
    result = MATCH.tally([outcome(21, 9, 9, 3), outcome(5, 21, 7, 7)], 4, deals=2)
    assert result.points == ((1, 2, 2, 4), (4, 1, 2, 2))
    assert result.totals == (5, 3, 4, 6)
    assert result.places == (3, 1, 2, 4)
    assert result.won == (1, 1, 0, 0)


def test_qui_10_equal_points_are_a_shared_victory() -> None:
    result = MATCH.tally([outcome(21, 9, 3), outcome(9, 21, 3)], 3, deals=2)
    assert result.places == (1, 1, 3)


def test_qui_10_the_start_seat_moves_left_whoever_won() -> None:
    deals = [outcome(21, 9, 3)] * 4
    starts = [MATCH.next_start(deals[:played], 3, deals=5) for played in range(5)]
    assert starts == [0, 1, 2, 0, 1]


# The tables of moves against counting by hand


def spelled(text: str) -> tuple[int, ...]:
    return tuple(int(value) for value in text)


def naive_plays(hand: str, row: str) -> set[str]:
    """Every choice of cards tried one by one."""
    found = set()
    for count in range(1, 7):
        for chosen in combinations(sorted(spelled(hand)), count):
            if sum(chosen) <= 6 and naive_takes(chosen, row):
                found.add("play " + " ".join(map(str, chosen)))
    return found


def naive_takes(played: tuple[int, ...], row: str) -> set[str]:
    counts = range(2, 7) if len(played) == 1 else (1,)
    return {
        "take " + "+".join(map(str, chosen))
        for count in counts
        for chosen in combinations(sorted(spelled(row)), count)
        if sum(chosen) == sum(played)
    }


def test_what_is_open_is_what_trying_every_choice_of_cards_finds() -> None:
    rng = random.Random(8)
    for _ in range(300):
        hand = "".join(rng.choices("123456", k=rng.randint(1, 12)))
        row = "".join(rng.choices("123456", k=rng.randint(0, 9)))
        state = table(hand, "3", row=row)
        assert legal(state, "play") == naive_plays(hand, row)
        assert legal(state, "pass") == {f"pass {card}" for card in hand}
        for text in legal(state, "play"):
            twin = state.copy()
            twin.play(twin.parse(text))
            assert legal(twin) == naive_takes(spelled(text[5:].replace(" ", "")), row)


def test_a_move_that_is_not_open_is_refused_by_its_text() -> None:
    state = table("6", "3", row="334456")
    with pytest.raises(IllegalMove, match="'take 3\\+3' is not open now"):
        state.play(next(m for m in range(200) if state.text(m) == "take 3+3"))


def test_whoever_can_collect_something_still_can_when_his_hand_is_dealt_anew() -> None:
    state = table("6666665", "3456", row="345666", draws="4565", discards="1111")
    play(state, "pass 5")
    assert legal(state) == {"collect 6", "done"}
    for number in range(20):
        other = state.redealt(1, random.Random(number))
        assert len(legal(other)) > 1
