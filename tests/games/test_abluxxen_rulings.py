"""An example for every ruling of Abluxxen that decides something, named by its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from games import GAMES, MATCHES, Event, Match, Outcome
from games.chance import shuffled
from games.core import MOST_MOVES
from games.rules.abluxxen import CARD_TEXTS, DECK, ONE, SETS, TEXTS, Abluxxen

from .cases import GAME_CASES, Case, refused, walks

SEED = bytes(range(32))
MOVES = {text: move for move, text in enumerate(TEXTS)}
LONG = "1 1 1 1 2 2 2 2"  # a hand that is in no danger of being empty


def dealt(seats: int, start: int = 0, **options: Any) -> Abluxxen:
    state = GAMES["abluxxen"].deal(seats, SEED, start, **options)
    assert isinstance(state, Abluxxen)
    return state


def numbers(cards: str) -> list[int]:
    return [CARD_TEXTS.index(card) for card in cards.split()]


def collection(cards: str) -> int:
    return sum(ONE[card] for card in numbers(cards))


def table(
    *hands: str,
    rows: Sequence[str] = (),
    display: str = "3 3 4 5 6 13",
    pile: str = "7 8 9 10 11 12 7 8 9 10 11 12",
    **options: Any,
) -> Abluxxen:
    """A deal with these hands and rows of sets, seat 0 to lay; `pile` in the order it is drawn."""
    state = dealt(len(hands), **options)
    state.hands = [collection(cards) for cards in hands]
    for seat, row in enumerate(rows):
        state.rows[seat] = tuple(MOVES[text] for text in row.split())
    state.display = collection(display)
    state.pile = numbers(pile)[::-1]
    state.left = len(state.pile)
    return state


def play(state: Abluxxen, *texts: str) -> list[dict[str, Any]]:
    """Plays these moves; the events as a spectator sees them."""
    return heard(state, None, *texts)


def heard(state: Abluxxen, seat: int | None, *texts: str) -> list[dict[str, Any]]:
    """Plays these moves; the events as one seat sees them, without the deal's number."""
    events: list[Event] = []
    state.listen(events.append)
    for text in texts:
        state.play(state.parse(text))
    seen = [event.seen_by(seat) or {} for event in events]
    return [{key: value for key, value in event.items() if key != "deal"} for event in seen]


def options(state: Abluxxen) -> set[str]:
    return set(map(state.text, state.legal()))


def hand(state: Abluxxen, seat: int) -> str:
    return " ".join(state.view(seat)["hand"])


def rows(state: Abluxxen) -> list[str]:
    return [" ".join(row) for row in state.view(None)["rows"]]


def display(state: Abluxxen) -> str:
    return " ".join(state.view(None)["display"])


def ended(state: Abluxxen) -> Outcome:
    outcome = state.outcome()
    assert outcome is not None
    return outcome


# ALL: what holds for all games


def test_all_4_a_deal_ends_with_move_5000_and_is_scored_as_it_lies() -> None:
    state = table(LONG, LONG, rows=["", "1x2"])
    state.moves = MOST_MOVES - 2
    play(state, "2x2", "take")
    assert ended(state).reason == "5000 moves"
    assert ended(state).scores == (2 - 8, -8)  # the owner will not draw for it any more
    assert state.legal() == []


def test_all_4_a_deal_that_ends_by_move_5000_ends_by_its_own_rules() -> None:
    state = table("7", LONG)
    state.moves = MOST_MOVES - 1
    play(state, "7x1")
    assert ended(state).reason == "hand empty"


# ABL-1: the deck and the deal


def test_abl_1_the_deck_has_109_cards() -> None:
    assert Counter(dealt(2).cards()) == {str(n): 8 for n in range(1, 14)} | {"J": 5}
    assert len(DECK) == 109


@pytest.mark.parametrize("seats", range(2, 6))
def test_abl_1_thirteen_cards_each_and_six_in_the_display_whatever_the_number(seats: int) -> None:
    view = dealt(seats).view(None)
    assert view["hands"] == [13] * seats
    assert len(view["display"]) == 6
    assert view["pile"] == 109 - 13 * seats - 6


def test_abl_1_cards_are_dealt_seat_by_seat_from_the_top_then_the_display() -> None:
    state = dealt(3, start=1)
    from_top = [CARD_TEXTS[card] for card in shuffled(DECK, SEED, 0)[::-1]]
    for seat in range(3):
        assert Counter(state.view(seat)["hand"]) == Counter(from_top[13 * seat : 13 * seat + 13])
    assert Counter(state.view(None)["display"]) == Counter(from_top[39:45])
    assert state.view(None)["active"] == state.to_move == 1


# ABL-2: laying


def test_abl_2_cards_of_one_number_with_or_without_jokers_or_jokers_alone() -> None:
    state = table("7 7 9 J J", LONG)
    assert options(state) == {
        *("7x1", "7x1+1", "7x1+2", "7x2", "7x2+1", "7x2+2"),
        *("9x1", "9x1+1", "9x1+2"),
        *("Jx1", "Jx2"),
    }


def test_abl_2_all_eight_of_a_number_and_all_jokers_can_lie_in_one_set() -> None:
    state = table("1 5 5 5 5 5 5 5 5 J J J J J", LONG)
    play(state, "5x8+5")
    assert hand(state, 0) == "1"


def test_abl_2_the_set_lies_on_top_of_ones_own_row_and_the_next_player_is_to_move() -> None:
    state = table("7 7 9 J", LONG, LONG, rows=["Jx1", "", ""])
    events = play(state, "7x2+1")
    assert rows(state) == ["Jx1 7x2+1", "", ""]
    assert hand(state, 0) == "9"
    assert events == [{"what": "lay", "seat": 0, "set": "7x2+1", "cards": ["7", "7", "J"]}]
    assert state.to_move == state.view(None)["active"] == 1


# ABL-3: jokers


@pytest.mark.parametrize(
    ("lying", "laid", "is_stolen"),
    [
        ("6x1+2", "7x2+1", True),  # as many cards, whatever jokers are among them
        ("6x3", "7x1+2", True),
        ("7x3", "7x1+2", False),  # a joker makes a set no higher
        ("7x1+2", "7x3", False),
        ("13x1", "Jx1", True),
        ("12x1+1", "Jx2", True),
        ("Jx2", "13x2", False),
        ("Jx2", "Jx2", False),
    ],
)
def test_abl_3_with_a_number_they_count_as_that_alone_they_are_higher_than_13(
    lying: str, laid: str, is_stolen: bool
) -> None:
    state = table("1 7 7 7 13 13 J J", LONG, rows=["", lying])
    play(state, laid)
    assert (state.view(None)["phase"] == "steal") == is_stolen


@pytest.mark.parametrize("way", [["take"], ["leave", "keep"]])
def test_abl_3_in_a_hand_again_they_are_plain_jokers(way: list[str]) -> None:
    state = table("9 9 2", "2", rows=["", "4x1+1"])
    play(state, "9x2", *way)
    seat = 0 if way == ["take"] else 1
    assert hand(state, seat) == "2 4 J"


# ABL-4: stealing


@pytest.mark.parametrize(
    ("lying", "is_stolen"),
    [("4x2", True), ("5x2", False), ("6x2", False), ("4x1", False), ("4x3", False)],
)
def test_abl_4_as_many_cards_and_strictly_lower_is_stolen(lying: str, is_stolen: bool) -> None:
    state = table("5 5 1", LONG, rows=["", lying])
    play(state, "5x2")
    assert options(state) == (
        {"take", "leave"} if is_stolen else {"1x1", "1x2", "1x3", "1x4"} | TWOS
    )
    assert state.to_move == (0 if is_stolen else 1)


TWOS = {"2x1", "2x2", "2x3", "2x4"}


def test_abl_4_only_the_top_set_is_looked_at() -> None:
    state = table("5 5 1", LONG, rows=["", "4x2 3x1"])
    play(state, "5x2")
    assert state.view(None)["active"] == 1


def test_abl_4_what_is_taken_goes_to_the_hand_and_the_owner_draws_as_many() -> None:
    state = table("5 5 1", "9", rows=["", "8x1 4x2"])
    play(state, "5x2")
    assert play(state, "take") == [{"what": "steal", "seat": 0, "owner": 1, "cards": ["4", "4"]}]
    assert hand(state, 0) == "1 4 4"
    assert rows(state) == ["5x2", "8x1"]
    view = state.view(None)
    assert (view["phase"], view["to_move"], view["owner"], view["due"]) == ("draw", 1, 1, 2)
    play(state, "draw 13", "draw")
    assert hand(state, 1) == "7 9 13"
    assert state.view(None)["phase"] == "lay"


def test_abl_4_what_is_left_the_owner_keeps_without_drawing() -> None:
    state = table("5 5 1", "9", rows=["", "4x2"])
    assert play(state, "5x2", "leave")[1] == {
        "what": "leave",
        "seat": 0,
        "owner": 1,
        "cards": ["4", "4"],
    }
    assert rows(state) == ["5x2", "4x2"]  # until he has decided
    assert (state.to_move, options(state)) == (1, {"keep", "drop"})
    assert play(state, "keep") == [{"what": "recover", "seat": 1, "cards": ["4", "4"]}]
    assert (hand(state, 0), hand(state, 1)) == ("1", "4 4 9")
    assert rows(state) == ["5x2", ""]
    assert state.view(None)["phase"] == "lay"


def test_abl_4_what_the_owner_drops_he_draws_for() -> None:
    state = table("5 5 1", "9", rows=["", "4x2"])
    play(state, "5x2", "leave")
    assert play(state, "drop") == [{"what": "drop", "seat": 1, "cards": ["4", "4"]}]
    assert (state.to_move, state.view(None)["due"]) == (1, 2)
    play(state, "draw", "draw")
    assert hand(state, 1) == "7 8 9"
    assert (state.to_move, state.view(None)["phase"]) == (1, "lay")


def test_abl_4_opponents_are_looked_at_clockwise_from_the_active_player() -> None:
    state = table(LONG, "1", "9 1", "1", rows=["4x1", "3x1", "", "2x1"], start=2)
    play(state, "9x1")
    asked = []
    while state.view(None)["phase"] == "steal":
        asked.append(state.view(None)["owner"])
        play(state, "leave", "keep")
    assert asked == [3, 0, 1]
    assert state.to_move == 3


def test_abl_4_each_case_is_finished_refill_included_before_the_next() -> None:
    state = table("9 1", "1", "1", rows=["", "3x1", "2x1"])
    play(state, "9x1", "take")
    assert display(state) == "3 3 4 5 6 13"
    play(state, "draw 13")
    assert display(state) == "3 3 4 5 6 7"
    assert state.view(None)["phase"] == "steal"
    assert state.view(None)["owner"] == 2


def test_abl_4_a_set_uncovered_by_a_theft_is_safe_until_the_next_turn() -> None:
    state = table("9 9 1", "1 1", rows=["", "4x1 3x1"])
    play(state, "9x1", "take", "draw")
    assert rows(state) == ["9x1", "4x1"]
    assert (state.to_move, state.view(None)["phase"]) == (1, "lay")
    play(state, "1x2", "9x1")
    assert state.view(None)["phase"] == "lay"  # two ones lie on top of it now
    state = table("9 9 1", "1 1", "1", rows=["", "4x1 3x1", ""])
    play(state, "9x1", "take", "draw", "1x1")
    assert state.view(None)["active"] == 2


# ABL-5: drawing


def test_abl_5_from_the_display_or_blind_one_card_at_a_time() -> None:
    state = table("5 5 1", LONG, rows=["", "4x2"])
    play(state, "5x2", "take")
    assert options(state) == {"draw", "draw 3", "draw 4", "draw 5", "draw 6", "draw 13"}
    play(state, "draw 3")
    assert options(state) == {"draw", "draw 3", "draw 4", "draw 5", "draw 6", "draw 13"}
    assert state.view(None)["due"] == 1


def test_abl_5_a_joker_can_be_drawn_from_the_display() -> None:
    state = table("5 5 1", "9", rows=["", "4x2"], display="J")
    play(state, "5x2", "take", "draw J")
    assert hand(state, 1) == "9 J"


def test_abl_5_only_the_drawer_sees_a_card_drawn_blind() -> None:
    for seat, more in ((1, {"card": "7"}), (0, {}), (None, {})):
        state = table("5 5 1", LONG, rows=["", "4x2"])
        event = heard(state, seat, "5x2", "take", "draw")[-1]
        assert event == {"what": "draw", "seat": 1} | more
    state = table("5 5 1", LONG, rows=["", "4x2"])
    assert play(state, "5x2", "take", "draw 6")[-1] == {"what": "pick", "seat": 1, "card": "6"}


def test_abl_5_the_display_is_filled_only_when_all_cards_are_drawn() -> None:
    state = table("5 5 5 1", LONG, rows=["", "4x3"])
    play(state, "5x3", "take", "draw 3", "draw")
    assert display(state) == "3 4 5 6 13"
    event = play(state, "draw 13")[-1]
    assert display(state) == "3 4 5 6 8 9"
    assert event == {"what": "fill", "seat": -1, "cards": ["8", "9"]}
    assert state.view(None)["pile"] == 12 - 3


def test_abl_5_without_a_draw_pile_only_the_display_is_left() -> None:
    state = table("5 5 1", LONG, rows=["", "4x2"], pile="7")
    play(state, "5x2", "take", "draw")
    assert options(state) == {"draw 3", "draw 4", "draw 5", "draw 6", "draw 13"}
    play(state, "draw 3")
    assert display(state) == "3 4 5 6 13"  # nothing to fill it up with


def test_abl_5_a_short_draw_pile_fills_what_it_can() -> None:
    state = table("5 5 1", LONG, rows=["", "4x2"], pile="7")
    play(state, "5x2", "take", "draw 3", "draw 3")
    assert display(state) == "4 5 6 7 13"
    assert state.view(None)["pile"] == 0


# ABL-6: the end


def test_abl_6_an_empty_hand_after_laying_ends_the_deal_and_nothing_is_stolen() -> None:
    state = table("9", LONG, rows=["", "4x1"])
    play(state, "9x1")
    assert ended(state).reason == "hand empty"
    assert rows(state) == ["9x1", "4x1"]
    assert state.legal() == []


def test_abl_6_without_any_card_to_draw_the_deal_ends_in_the_middle_of_a_draw() -> None:
    state = table("9 9 9 1", LONG, "1", rows=["", "4x3", "3x3"], display="5", pile="7")
    play(state, "9x3", "take", "draw 5", "draw")
    assert ended(state).reason == "no card left to draw"
    assert ended(state).scores == (3 - 4, -10, 3 - 1)  # the third card is not drawn, nothing stolen


def test_abl_6_the_last_card_that_is_due_ends_it_as_well() -> None:
    state = table("9 1", LONG, rows=["", "4x1"], display="", pile="7")
    play(state, "9x1", "take", "draw")
    assert ended(state).reason == "no card left to draw"
    assert state.view(None)["due"] == 0


def test_abl_6_a_display_emptied_while_the_draw_pile_has_cards_is_no_end() -> None:
    state = table("9 9 9 1", LONG, rows=["", "4x3"], display="5 6", pile="7 8 10")
    play(state, "9x3", "take", "draw 5", "draw 6")
    assert options(state) == {"draw"}
    assert display(state) == ""
    play(state, "draw")
    assert display(state) == "8 10"
    assert state.to_move == 1


def test_abl_6_a_draw_pile_that_runs_out_alone_is_no_end() -> None:
    state = table("9 1", LONG, rows=["", "4x1"], display="5", pile="7")
    play(state, "9x1", "take", "draw")
    assert state.view(None)["phase"] == "lay"


# ABL-7: dropped cards


def test_abl_7_dropped_cards_never_return() -> None:
    state = table("5 5 1", "9", rows=["", "4x1+1"], display="2", pile="7 8")
    before = Counter(state.cards())
    play(state, "5x2", "leave", "drop", "draw", "draw")
    assert state.view(None)["dropped"] == ["4", "J"]
    assert Counter(state.cards()) == before
    assert display(state) == "2"


# ABL-8: the score


def test_abl_8_a_point_for_each_card_laid_and_one_less_for_each_in_hand() -> None:
    state = table("9", "1 2 J", rows=["4x2+1 Jx2", "4x1 13x3"])
    play(state, "9x1")
    assert ended(state).scores == (6, 4 - 3)
    assert ended(state).places == (1, 2)


def test_abl_8_equal_scores_are_told_apart_by_fewer_cards_in_hand() -> None:
    state = table("9", "1 1", "1", rows=["", "4x3", "4x2"])
    play(state, "9x1")
    assert ended(state).scores == (1, 1, 1)
    assert ended(state).places == (1, 3, 2)
    assert ended(state).winners == (0,)


def test_abl_8_all_3_if_that_is_equal_too_the_place_is_shared() -> None:
    state = table("9", "1", "2", rows=["", "4x4", "4x4"])
    play(state, "9x1")
    assert ended(state).scores == (1, 3, 3)
    assert ended(state).places == (3, 1, 1)
    assert ended(state).winners == (1, 2)


# ABL-9: a card at the end of a turn


def test_abl_9_is_off_unless_agreed() -> None:
    state = table("5 1", LONG)
    play(state, "5x1")
    assert state.to_move == 1


def test_abl_9_who_stole_nothing_may_draw_one_card() -> None:
    state = table("5 1", LONG, draw_if_no_steal=True)
    play(state, "5x1")
    assert (state.to_move, state.view(None)["phase"]) == (0, "end")
    assert options(state) == {"done", "draw", "draw 3", "draw 4", "draw 5", "draw 6", "draw 13"}
    play(state, "draw 13")
    assert hand(state, 0) == "1 13"
    assert display(state) == "3 3 4 5 6 7"
    assert state.to_move == 1


def test_abl_9_or_say_done() -> None:
    state = table("5 1", LONG, draw_if_no_steal=True)
    assert play(state, "5x1", "done")[-1] == {"what": "done", "seat": 0}
    assert (state.to_move, hand(state, 0)) == (1, "1")


@pytest.mark.parametrize("way", [["take", "draw"], ["leave", "keep"], ["leave", "drop", "draw"]])
def test_abl_9_a_set_that_is_left_counts_as_a_theft(way: list[str]) -> None:
    state = table("5 1", LONG, rows=["", "4x1"], draw_if_no_steal=True)
    play(state, "5x1", *way)
    assert (state.to_move, state.view(None)["phase"]) == (1, "lay")


def test_abl_9_a_theft_of_an_earlier_turn_does_not_count() -> None:
    state = table("5 1", LONG, rows=["", "4x1"], draw_if_no_steal=True)
    play(state, "5x1", "leave", "keep", "1x1")
    assert (state.to_move, state.view(None)["phase"]) == (1, "end")


def test_abl_9_the_last_card_of_all_ends_the_deal() -> None:
    state = table("5 1", LONG, display="", pile="7", draw_if_no_steal=True)
    play(state, "5x1", "draw")
    assert ended(state).reason == "no card left to draw"


# ABL-10: the match


def outcome(*scores: int) -> Outcome:
    order = sorted(scores, reverse=True)
    places = tuple(order.index(score) + 1 for score in scores)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(scores, places, "hand empty", winners)


@pytest.mark.parametrize("seats", range(2, 6))
def test_abl_10_as_many_deals_as_players_unless_agreed_otherwise(seats: int) -> None:
    rules = MATCHES["abluxxen"]
    assert rules.start(seats, SEED).deals == seats
    assert rules.start(seats, SEED, deals=7).deals == 7


def test_abl_10_each_starts_once_and_the_start_seat_moves_left() -> None:
    match = MATCHES["abluxxen"].start(3, SEED, deals=4)
    play_out(match)
    assert match.starts == [0, 1, 2, 0]


def play_out(match: Match) -> None:
    """Always the first legal move: the lowest card alone, every theft taken."""
    while match.to_move >= 0:
        match.play(match.legal()[0])


def test_abl_10_scores_are_added_and_the_highest_wins() -> None:
    result = MATCHES["abluxxen"].tally([outcome(3, -4, 12), outcome(8, -1, 2)], 3)
    assert result.totals == (11, -5, 14)
    assert result.places == (2, 3, 1)
    assert result.points == ((3, -4, 12), (8, -1, 2))


def test_abl_10_equal_totals_share_the_place_whoever_won_more_deals() -> None:
    deals = [outcome(3, 0, 1), outcome(3, 0, 1), outcome(0, 6, 1)]
    result = MATCHES["abluxxen"].tally(deals, 3)
    assert result.won == (2, 1, 0)
    assert result.places == (1, 1, 3)


def test_abl_10_the_option_of_the_game_goes_to_every_deal() -> None:
    match = MATCHES["abluxxen"].start(2, SEED, draw_if_no_steal=True)
    match.play(match.parse(match.text(match.legal()[0])))
    assert match.view(None)["phase"] == "end"


# ABL-11: the guard


def test_abl_11_nothing_ends_a_deal_early_but_the_limit_for_all() -> None:
    state = table(LONG, LONG)
    state.moves = MOST_MOVES - 2
    play(state, "1x1")
    assert state.outcome() is None
    play(state, "1x1")
    assert ended(state).reason == f"{MOST_MOVES} moves"


# The moves follow from what a seat sees


CASES = [case for case in GAME_CASES if case.kind.slug == "abluxxen"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_abl_2_to_abl_9_the_legal_moves_follow_from_the_view(case: Case) -> None:
    for state in walks(case):
        if state.to_move >= 0:
            view = state.view(state.to_move)
            assert {state.text(move) for move in state.legal()} == open_by(view)


def open_by(view: dict[str, Any]) -> set[str]:
    """The legal moves once more, in the plainest way."""
    if view["phase"] in ("steal", "yield"):
        return {"take", "leave"} if view["phase"] == "steal" else {"keep", "drop"}
    if view["phase"] in ("draw", "end"):
        blind = {"draw"} if view["pile"] else set()
        done = {"done"} if view["phase"] == "end" else set()
        return blind | done | {f"draw {card}" for card in view["display"]}
    held = Counter(view["hand"])
    jokers = held.pop("J", 0)
    alone = {f"Jx{count}" for count in range(1, jokers + 1)}
    plain = {f"{number}x{count}" for number in held for count in range(1, held[number] + 1)}
    return alone | plain | {f"{lay}+{count}" for lay in plain for count in range(1, jokers + 1)}


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_whatever_is_not_legal_is_refused(case: Case) -> None:
    for number, state in enumerate(walks(case)):
        if number % 5 == 0:
            closed = set(range(-len(SETS), len(TEXTS) + 20)) - set(state.legal())
            assert all(refused(state, move) for move in closed)
