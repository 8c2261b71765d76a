"""An example for every ruling of `series` that decides something, named by its id.

The cards of the tests are chosen from a set in which no three form a run, HELD_0 to HELD_2,
TABLE and QUIET. With b9g7 among them, y9g6 b9g7 g8r3 is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from games import GAMES, Event, IllegalMove, Outcome
from games.chance import shuffled
from games.core import MOST_MOVES
from games.rules.xxl import _runs
from games.rules.xxl._deck import deck_from
from games.rules.xxl._runs import Runs, runs_of
from games.rules.xxl.series import Series

from .cases import Case, walk_again
from .xxl_positions import DECK, card_set, cards, legal, play

HELD_0 = "r2g0 y7r0 b10g0 y4b1"
HELD_1 = "r7y1 y10g2 r9b2 r10g5"
HELD_2 = "b4r2 y3b2 y7b4 r10b7"
QUIET = "g9y0 r6b1 b5g2 r6b2 g6y3 r9y3 b10r3 r10b4 y10b8"
TABLE = "y9g6 g8r3"
RUN = "run g: y9g6 b9g7 g8r3"
WITH_A_RUN = "b9g7 y7r0 b10g0 y4b1"


def series(*hands: str, table: str = TABLE, pile: str = QUIET, to_move: int = 0) -> Series:
    """A table at `series` as a turn begins. The pile has its top last; all cards not named are out
    of the way."""
    state = GAMES["series"].deal(len(hands), bytes(32), to_move)
    assert isinstance(state, Series)
    state.hands = [card_set(hand) for hand in hands]
    state.table = card_set(table)
    state.pile = cards(pile)
    state._open = state._moves()
    return state


def kinds(state: Series) -> set[str]:
    """The first words of all legal moves."""
    return {text.split()[0] for text in legal(state)}


def runs(state: Series) -> set[str]:
    return {text for text in legal(state) if text.startswith("run")}


def table(state: Series) -> set[str]:
    view = state.view(None)
    return set(view["table"])


def hand(state: Series, seat: int) -> set[str]:
    view = state.view(seat)
    return set(view["hand"])


def names(texts: str) -> set[str]:
    return set(texts.split())


def heard(state: Series, seat: int | None, *texts: str) -> list[dict[str, Any]]:
    """Plays these moves; the events as one seat sees them."""
    events: list[Event] = []
    state.listen(events.append)
    play(state, *texts)
    return [event.seen_by(seat) or {} for event in events]


def ended(state: Series) -> Outcome:
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def test_none_of_the_cards_that_are_to_form_no_run_does() -> None:
    held = " ".join([HELD_0, HELD_1, HELD_2, QUIET, TABLE])
    assert len(names(held)) == 12 + 9 + 2
    assert runs_of(DECK).within[card_set(held)] == ()


# ALL-2: the deal


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_all_2_four_cards_each_then_two_on_the_table_then_the_pile(seats: int) -> None:
    from_the_top = [DECK.texts[card] for card in shuffled(range(55), bytes(32), 0)[::-1]]
    state = GAMES["series"].deal(seats, bytes(32), start=1)
    for seat in range(seats):
        assert set(state.view(seat)["hand"]) == set(from_the_top[4 * seat : 4 * seat + 4])
    view = state.view(None)
    assert set(view["table"]) == set(from_the_top[4 * seats : 4 * seats + 2])
    assert view["pile"] == 55 - 4 * seats - 2
    assert state.to_move == 1


# XXL-40 and XXL-46: a turn


def test_xxl_40_a_turn_begins_with_everything_open() -> None:
    state = series(WITH_A_RUN, HELD_1)
    assert kinds(state) == {"run", "swap", "lay", "done"}


def test_xxl_40_a_run_then_an_exchange() -> None:
    state = series(WITH_A_RUN, HELD_1)
    play(state, RUN)
    assert state.to_move == 0
    assert kinds(state) == {"swap", "lay", "done"}
    play(state, "swap y4b1 for b10r3")
    assert state.to_move == 1


def test_xxl_40_an_exchange_then_a_run() -> None:
    state = series(WITH_A_RUN, HELD_1)
    play(state, "swap y4b1 for g8r3")
    assert state.to_move == 0
    assert legal(state) == [RUN, "done"]
    play(state, RUN)
    assert state.to_move == 1


def test_xxl_40_never_a_second_run() -> None:
    state = series(WITH_A_RUN, HELD_1, pile="r10b4 g6y3 g7r3 g8r4")
    play(state, RUN)
    assert table(state) == {"g6y3", "g7r3"}
    assert "g8r4" in hand(state, 0)
    assert runs(state) == set()
    play(state, "done", "done")
    assert runs(state) == {"run g: g6y3 g7r3 g8r4"}


def test_xxl_40_only_one_of_them_or_nothing_and_then_done() -> None:
    for moves in ([RUN, "done"], ["swap y4b1 for g8r3", "done"], ["lay y4b1", "done"], ["done"]):
        state = series(WITH_A_RUN, HELD_1)
        for text in moves:
            assert state.to_move == 0
            play(state, text)
        assert state.to_move == 1
        assert kinds(state) == {"swap", "done"} | ({"lay"} if "lay y4b1" not in moves else set())


def test_xxl_46_a_turn_with_both_ends_by_itself() -> None:
    state = series(WITH_A_RUN, HELD_1)
    events = heard(state, None, "lay y4b1", RUN)
    assert [event["what"] for event in events] == ["beside", "run"]
    assert state.to_move == 1


def test_xxl_46_done_is_said_also_when_that_is_all_that_is_left() -> None:
    state = series(HELD_0, HELD_1)
    play(state, "swap y4b1 for g8r3")
    assert (state.to_move, legal(state)) == (0, ["done"])
    events = heard(state, 1, "done")
    assert [event["what"] for event in events] == ["done"]
    assert state.to_move == 1


def test_xxl_46_whoever_holds_no_card_has_only_done() -> None:
    state = series("", "b9g7", pile="")
    assert legal(state) == ["done"]
    play(state, "done")
    assert kinds(state) == {"run", "swap", "done"}


# XXL-41: runs


def test_xxl_41_three_cards_of_a_colour_with_consecutive_numbers() -> None:
    state = series("y9g6 b9g7 g8r3 r9y3", HELD_1, table="r7y1 y10b8")
    assert runs(state) == {RUN}


@pytest.mark.parametrize(
    ("hand", "table"), [("y9g6", "b9g7 g8r3"), ("b9g7 g8r3", "y9g6 y10b8"), ("g8r3", "b9g7 y9g6")]
)
def test_xxl_41_one_or_two_of_them_may_lie_on_the_table(hand: str, table: str) -> None:
    assert runs(series(hand, HELD_1, table=table)) == {RUN}


def test_xxl_41_one_at_least_comes_from_the_hand() -> None:
    state = series(HELD_0, HELD_1, table="y9g6 b9g7 g8r3")
    assert runs(state) == set()
    with pytest.raises(IllegalMove):
        state.parse(RUN)
    play(state, "swap y4b1 for b9g7")
    assert runs(state) == {RUN}


def test_xxl_41_cards_in_other_hands_are_out_of_reach() -> None:
    state = series(WITH_A_RUN, "g8r3 y10g2 r9b2 r10g5", table="y9g6 r6b1")
    assert runs(state) == set()


def test_xxl_41_either_face_of_a_card_serves_and_colours_do_not_mix() -> None:
    state = series("y10b8 b9g7 b10r3 y4b1", HELD_1)
    assert runs(state) == {RUN, "run b: y10b8 b9g7 b10r3"}


def test_xxl_41_a_run_neither_wraps_nor_goes_on_in_the_next_colour() -> None:
    state = series("r9b2 r10b4 r2g0 b8g1", "", table="y7r0 b10g0")
    assert runs(state) == set()


def test_xxl_41_two_cards_that_show_the_same_are_two_runs() -> None:
    state = series("b9g7 g7y5 y4b1 b10g0", HELD_1)
    assert runs(state) == {RUN, "run g: y9g6 g7y5 g8r3"}


def test_xxl_41_the_hand_is_refilled_first_then_the_table_for_the_cards_used() -> None:
    state = series(WITH_A_RUN, HELD_1, pile="r6b2 r9y3 b10r3 r10b4")
    play(state, RUN)
    assert hand(state, 0) == names("y7r0 b10g0 y4b1 r10b4")
    assert table(state) == names("b10r3 r9y3")
    assert state.view(None)["pile"] == 1


def test_xxl_41_the_table_gets_no_card_for_those_from_the_hand() -> None:
    state = series("b9g7 y9g6 b10g0 y4b1", HELD_1, table="g8r3 y10b8", pile="b10r3 r10b4 r9y3")
    play(state, RUN)
    assert hand(state, 0) == names("b10g0 y4b1 r9y3 r10b4")
    assert table(state) == {"y10b8", "b10r3"}


def test_xxl_41_a_short_pile_refills_the_hand_and_what_it_can_of_the_table() -> None:
    state = series(WITH_A_RUN, HELD_1, pile="b10r3 r10b4")
    play(state, RUN)
    assert hand(state, 0) == names("y7r0 b10g0 y4b1 r10b4")
    assert table(state) == {"b10r3"}
    state = series("b9g7 y9g6 b10g0 y4b1", HELD_1, table="g8r3 y10b8", pile="r10b4")
    play(state, RUN)
    assert hand(state, 0) == names("b10g0 y4b1 r10b4")
    assert table(state) == {"y10b8"}


def test_xxl_41_a_run_is_never_extended_nor_taken_back() -> None:
    state = series(WITH_A_RUN, HELD_1, pile="b10r3 r10b4 r10b7 y7b4 g9y0")
    play(state, RUN, "done", "done")
    assert "g9y0" in hand(state, 0)
    assert runs(state) == set()
    assert state.view(1)["runs"] == [[{"colour": "g", "cards": ["y9g6", "b9g7", "g8r3"]}], []]


def test_xxl_41_a_deck_may_hold_runs_of_the_same_cards_in_two_colours() -> None:
    rows = [f"{low},r,{high},g" for low in range(11) for high in range(low + 1, 11)]
    deck = deck_from("\n".join(["low,low_colour,high,high_colour", *rows]))
    three = tuple(deck.texts.index(text) for text in ("g5r0", "g6r1", "g7r2"))
    found = runs_of(deck).within[sum(1 << card for card in three)]
    assert [runs_of(deck).cards[run] for run, _ in found] == [three, three]


# XXL-42: exchanges


def test_xxl_42_a_swap_trades_a_hand_card_for_a_table_card() -> None:
    state = series(HELD_0, HELD_1)
    play(state, "swap y4b1 for g8r3")
    assert hand(state, 0) == names("r2g0 y7r0 b10g0 g8r3")
    assert table(state) == {"y9g6", "y4b1"}
    assert state.view(None)["pile"] == 9


def test_xxl_42_laying_a_card_beside_draws_one() -> None:
    state = series(HELD_0, HELD_1)
    play(state, "lay y4b1")
    assert hand(state, 0) == names("r2g0 y7r0 b10g0 y10b8")
    assert table(state) == {"y9g6", "g8r3", "y4b1"}
    assert state.view(None)["pile"] == 8


def test_xxl_42_laying_needs_a_draw_pile() -> None:
    assert kinds(series("b9g7", HELD_1, pile="r6b2")) == {"run", "swap", "lay", "done"}
    assert kinds(series("b9g7", HELD_1, pile="")) == {"run", "swap", "done"}


@pytest.mark.parametrize(
    ("table", "may_lay"), [("y9g6", True), (TABLE, True), (f"{TABLE} r6b1", False)]
)
def test_xxl_42_laying_is_open_beside_two_cards_or_fewer(table: str, may_lay: bool) -> None:
    state = series(HELD_0, HELD_1, table=table)
    assert ("lay" in kinds(state)) == may_lay
    with pytest.raises(IllegalMove):
        state.parse("lay r9b2")  # another player's card


def test_xxl_42_only_the_drawer_knows_what_was_drawn() -> None:
    for seat, more in ((0, {"drawn": "y10b8"}), (1, {}), (None, {})):
        (event,) = heard(series(HELD_0, HELD_1), seat, "lay y4b1")
        assert event == {"what": "beside", "deal": 0, "seat": 0, "card": "y4b1"} | more


def test_xxl_41_only_the_drawer_knows_what_his_hand_was_refilled_with() -> None:
    for seat, more in ((0, {"drawn": ["y10b8"]}), (1, {}), (None, {})):
        (event,) = heard(series(WITH_A_RUN, HELD_1), seat, RUN)
        assert event == {
            "what": "run",
            "deal": 0,
            "seat": 0,
            "colour": "g",
            "cards": ["y9g6", "b9g7", "g8r3"],
            "turned": ["b10r3", "r10b4"],
            **more,
        }


# XXL-43: nobody does anything


def test_xxl_43_a_round_of_turns_that_did_nothing_turns_up_the_top_of_the_pile() -> None:
    state = series(HELD_0, HELD_1, HELD_2)
    play(state, "done", "done")
    assert len(table(state)) == 2
    events = heard(state, None, "done")
    assert table(state) == {"y9g6", "g8r3", "y10b8"}
    assert [event["what"] for event in events] == ["done", "join"]
    assert events[1] == {"what": "join", "deal": 0, "seat": -1, "card": "y10b8"}
    assert state.to_move == 0


def test_xxl_43_any_deed_begins_the_count_anew() -> None:
    for deed in ("swap y10g2 for g8r3", "lay y10g2"):
        state = series(HELD_0, HELD_1, HELD_2)
        before = len(state.pile)
        play(state, "done", deed, "done", "done", "done")
        drawn = before - len(state.pile)
        assert drawn == (deed == "lay y10g2")
        play(state, "done")
        assert len(state.pile) == before - drawn - 1


def test_xxl_43_the_turns_in_a_row_may_begin_with_anybody() -> None:
    state = series(HELD_0, HELD_1, HELD_2, to_move=1)
    play(state, "swap y10g2 for g8r3", "done", "done", "done", "done")
    assert len(table(state)) == 3
    assert state.to_move == 2


def test_xxl_43_after_a_card_has_joined_the_count_begins_anew() -> None:
    state = series(HELD_0, HELD_1)
    for size in (2, 3, 3, 4, 4, 5):
        play(state, "done")
        assert len(table(state)) == size


# XXL-44: the end


def test_xxl_44_the_deal_ends_when_the_pile_is_empty_and_nobody_can_form_a_run() -> None:
    state = series(WITH_A_RUN, HELD_1, pile="b10r3 r10b4")
    play(state, RUN)
    assert state.to_move == 0  # tested after a turn, not within it
    play(state, "done")
    assert ended(state) == Outcome((15 + 16 + 11, 0), (1, 2), "nobody can form a run", (0,))
    assert (state.to_move, legal(state)) == (-1, [])


def test_xxl_44_an_exchange_can_leave_nobody_able_to_form_a_run() -> None:
    state = series(HELD_0, "b9g7 y3b2 y7b4 r10b7", pile="")
    play(state, "swap y4b1 for g8r3")
    assert state.to_move == 0
    play(state, "done")
    assert ended(state).reason == "nobody can form a run"


def test_xxl_44_it_goes_on_while_any_player_can_form_a_run() -> None:
    state = series(HELD_2, HELD_1, WITH_A_RUN, pile="")
    play(state, "done", "done")
    assert state.outcome() is None
    play(state, RUN)
    assert legal(state)[-1] == "done"
    play(state, "done")
    assert ended(state).scores == (0, 0, 42)


def test_xxl_44_a_run_on_the_table_alone_is_nobodys() -> None:
    state = series(HELD_0, HELD_2, table="y9g6 b9g7 g8r3", pile="")
    play(state, "done")
    assert ended(state).reason == "nobody can form a run"


def test_xxl_44_while_the_pile_lasts_it_goes_on_without_a_run() -> None:
    state = series(HELD_0, HELD_1, pile="r6b2")
    play(state, "done")
    assert state.outcome() is None


def test_xxl_44_the_last_card_of_the_pile_can_join_the_table_and_the_deal_ends() -> None:
    state = series(HELD_0, HELD_1, pile="r6b2")
    events = heard(state, None, "done", "done")
    assert [event["what"] for event in events] == ["done", "done", "join"]
    assert ended(state).reason == "nobody can form a run"


def test_xxl_44_the_totals_of_ones_runs_count_and_high_is_good() -> None:
    state = series("b9g7 y10b8 b10r3 r6b1", "r6b2 r7y6 r8y2 r9b2", table=TABLE, pile="")
    play(state, "run b: y10b8 b9g7 b10r3", "done", "run r: r6b2 r7y6 r8y2", "done")
    assert ended(state).scores == (18 + 16 + 13, 8 + 13 + 10)
    assert ended(state).places == (1, 2)


def test_xxl_44_several_runs_of_one_player_add_up() -> None:
    state = series("b9g7 r6b2 r7y6 r8y2", HELD_1, pile="")
    play(state, RUN, "done", "done", "run r: r6b2 r7y6 r8y2")
    assert state.view(1)["sums"] == [42 + 31, 0]


# XXL-45: guards


def test_xxl_45_with_an_empty_pile_a_round_without_a_run_ends_the_deal() -> None:
    state = series(WITH_A_RUN, HELD_1, HELD_2, table=f"{TABLE} r6b1", pile="")
    play(state, "done", "swap y10g2 for r6b1", "done")
    assert state.outcome() is None
    play(state, "done")
    assert ended(state) == Outcome((0, 0, 0), (1, 1, 1), "no run in a round", (0, 1, 2))


def test_xxl_45_a_run_begins_that_count_anew() -> None:
    state = series(WITH_A_RUN, "r6b2 r7y6 r8y2 r9b2", pile="")
    play(state, "done", "run r: r6b2 r7y6 r8y2", "done", "done")
    assert state.outcome() is None
    play(state, "done")
    assert ended(state).scores == (0, 31)


def test_xxl_45_it_counts_turns_from_before_the_pile_was_empty() -> None:
    state = series(WITH_A_RUN, HELD_1, pile="r6b2")
    play(state, "swap y4b1 for g8r3", "done", "lay y10g2")
    assert state.outcome() is None
    play(state, "done")
    assert ended(state).reason == "no run in a round"


def test_xxl_45_a_card_that_joins_the_table_begins_that_count_anew() -> None:
    state = series(WITH_A_RUN, HELD_1, pile="r6b2")
    play(state, "done", "done")
    assert len(table(state)) == 3
    play(state, "done")
    assert state.outcome() is None
    play(state, "done")
    assert ended(state).reason == "no run in a round"


def swap_on(state: Series, turns: int) -> None:
    """As many turns of a swap each; none of the cards forms a run."""
    for _ in range(turns):
        assert kinds(state) <= {"swap", "lay", "done"}
        play(state, legal(state)[0], "done")


@pytest.mark.parametrize("hands", [[HELD_0, HELD_1], [HELD_0, HELD_1, HELD_2]])
def test_xxl_45_three_rounds_that_took_no_card_turn_up_the_top_of_the_pile(
    hands: list[str],
) -> None:
    state = series(*hands)
    swap_on(state, 3 * len(hands) - 1)
    assert len(table(state)) == 2
    swap_on(state, 1)
    assert len(table(state)) == 3
    assert state.view(None)["pile"] == 8
    swap_on(state, 3 * len(hands))
    assert len(table(state)) == 4


@pytest.mark.parametrize("deed", ["lay y4b1", RUN])
def test_xxl_45_a_card_taken_from_the_pile_begins_that_count_anew(deed: str) -> None:
    state = series(WITH_A_RUN, HELD_1, table=TABLE)
    play(state, "done", "swap y10g2 for g8r3", "done")
    play(state, "done", "swap g8r3 for y10g2", "done")
    play(state, deed, "done")
    before = state.view(None)["pile"]
    for turn in range(1, 6):
        play(state, next(text for text in legal(state) if text.startswith("swap")), "done")
        assert state.view(None)["drawless"] == turn
        assert state.view(None)["pile"] == before
    play(state, next(text for text in legal(state) if text.startswith("swap")), "done")
    assert state.view(None)["pile"] == before - 1


def test_xxl_45_a_card_that_joins_begins_all_three_counts_anew() -> None:
    state = series(HELD_0, HELD_1)
    swap_on(state, 5)
    play(state, "done")
    view = state.view(None)
    assert (view["idle"], view["runless"], view["drawless"]) == (0, 0, 0)
    assert view["pile"] == 8
    play(state, "done")
    assert state.view(None)["pile"] == 8
    play(state, "done")
    assert state.view(None)["pile"] == 7


def test_xxl_45_one_card_joins_when_both_rules_ask_for_one() -> None:
    state = series(HELD_0, HELD_1)
    swap_on(state, 4)
    play(state, "done", "done")
    assert state.view(None)["pile"] == 8


def test_xxl_45_the_end_is_tested_with_the_card_that_joined() -> None:
    state = series("y9g6 y7r0 b10g0 y4b1", HELD_1, table="g8r3 r6b1", pile="b9g7")
    play(state, "done", "done")
    assert state.outcome() is None
    assert runs(state) == {RUN}


def test_xxl_45_nobody_able_to_form_a_run_is_tested_before_a_round_without_one() -> None:
    state = series(HELD_0, HELD_1, pile="r6b2")
    play(state, "swap y4b1 for g8r3", "done", "lay y10g2", "done")
    assert ended(state).reason == "nobody can form a run"


def test_runs_are_found_again_where_few_can_be_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_runs, "MOST_REMEMBERED", 2)
    found = Runs(DECK).within
    three = card_set(f"{TABLE} b9g7")
    for other in cards(QUIET):
        assert three in [run for _, run in found[three | 1 << other]]
        assert found[1 << other] == ()
    assert {len(remembered) for _, remembered in found._from.values()} <= {0, 1, 2}


# All together


def by_hand(state: Series) -> Iterator[str]:
    """What a player would find open who tries all his cards one after the other."""
    view = state.view(state.to_move)
    mine, on_table = view["hand"], view["table"]
    if view["may_run"]:
        yield from runs_by_hand(mine, on_table)
    if view["may_exchange"]:
        yield from (f"swap {own} for {other}" for own in mine for other in on_table)
        if view["pile"] and len(on_table) <= 2:
            yield from (f"lay {own}" for own in mine)
    yield "done"


def runs_by_hand(mine: list[str], on_table: list[str]) -> Iterator[str]:
    for colour in "rgby":
        number = {card: int(found[1]) for card in mine + on_table if (found := face(card, colour))}
        for three in permutations(number, 3):
            low, middle, high = (number[card] for card in three)
            if low + 1 == middle == high - 1 and set(three) & set(mine):
                yield f"run {colour}: {' '.join(three)}"


def face(card: str, colour: str) -> re.Match[str] | None:
    return re.search(rf"{colour}(\d+)", card)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_is_open_is_what_a_player_finds_who_tries_everything(seats: int) -> None:
    case = Case(GAMES["series"], seats, {})
    for state in walk_again(case):
        assert isinstance(state, Series)
        if state.to_move >= 0:
            assert sorted(legal(state)) == sorted(by_hand(state))


def test_all_4_a_deal_in_which_nobody_ever_lays_a_run_is_far_from_5000_moves() -> None:
    state = GAMES["series"].deal(6, bytes(32))
    moves = 0
    while state.to_move >= 0:
        swaps = [move for move in state.legal() if state.text(move).startswith("swap")]
        state.play(swaps[0] if swaps else state.parse("done"))
        moves += 1
    assert 29 * 18 * 2 <= moves < MOST_MOVES / 4
