"""Laws that hold for every game of the catalog, at every number of seats and with every option."""

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, BadOption, Game, IllegalMove, State
from games.core import MOST_MOVES

from . import laws
from .cases import (
    DEALS_A_CASE,
    GAME_CASES,
    SPREAD_GAME_CASES,
    Case,
    Ears,
    each_of,
    every_second,
    everything,
    is_explained,
    is_sentence,
    looked_at,
    open_texts,
    seen,
    walk,
    walk_again,
    walks,
)

every_case = each_of(GAME_CASES)
# For the laws that take longest. What seats and a setting do together decides which moves are legal
# and how cards and points go: the laws of those try every case, and so does `test_fuzz`.
every_setting = each_of(SPREAD_GAME_CASES)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

GARBAGE = [
    "",
    " ",
    "DRAW",
    "draw ",
    " draw",
    "r6g0\n",
    "0",
    "-1",
    "None",
    "\x00",
    "🂡",
    "x" * 10_000,
]


@every_case
def test_all_4_random_play_ends_with_an_outcome(case: Case) -> None:
    for number in range(DEALS_A_CASE):
        state = case.deal(number)
        moves = 0
        for now in walk(state, case.rng(number)):
            laws.outcome_comes_at_the_end(now)
            moves += now.to_move >= 0
        assert 0 < moves <= MOST_MOVES
        outcome = state.outcome()
        assert outcome is not None
        assert isinstance(case.kind, Game)
        assert outcome.reason in case.kind.endings


@every_case
def test_a_lower_score_is_better_exactly_where_low_wins(case: Case) -> None:
    assert isinstance(case.kind, Game)
    for number in range(DEALS_A_CASE):
        *_, end = walk_again(case, number)
        outcome = end.outcome()
        assert outcome is not None
        sign = 1 if case.kind.low_wins else -1
        lines = list(zip(outcome.scores, outcome.places, strict=True))
        for (score, place), (other_score, other_place) in permutations(lines, 2):
            if sign * score < sign * other_score:  # equal scores may be told apart, as ABL-8 does
                assert place < other_place


@every_case
def test_cards_are_conserved_at_every_step(case: Case) -> None:
    deck = sorted(case.deal().cards())
    for state in walks(case):
        assert sorted(state.cards()) == deck


@every_case
def test_legal_moves_are_there_distinct_and_in_one_order(case: Case) -> None:
    for state in walks(case):
        laws.legal_moves_have_one_order(state)


@every_case
def test_every_legal_move_has_a_text_of_its_own_that_parses(case: Case) -> None:
    for state in walks(case):
        laws.legal_texts_parse(state)


@every_setting
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(case: Case) -> None:
    """Of the small numbers an eighth at each state, so that a few states have tried all."""
    for step, state in enumerate(every_second(walks(case))):
        small = range(-3 + step % 8, 130, 8)
        laws.other_moves_are_refused(state, (*small, 500, -(10**9), 10**9, 2**70, 10**5000))


@every_setting
def test_a_text_that_is_not_open_is_refused_and_changes_nothing(case: Case) -> None:
    """A few of each kind at each state: a deal is long enough for all of them."""
    rng = case.rng(5)
    spelled = {state.text(move) for state in walks(case) for move in state.legal()}
    for state in every_second(walks(case)):
        closed = sorted(spelled - set(open_texts(state)))
        nonsense = rng.sample(GARBAGE, 4)
        laws.other_texts_are_refused(state, [*nonsense, *rng.sample(closed, min(5, len(closed)))])


@every_game
@given(text=st.text(max_size=40), steps=st.integers(0, 30))
@settings(deadline=None, max_examples=60)
def test_parse_knows_legal_texts_and_refuses_all_others(game: Game, text: str, steps: int) -> None:
    state = game.deal(game.seats[-1], bytes(32))
    for _ in range(steps):
        if state.to_move >= 0:
            state.play(state.legal()[-1])
    open_now = {state.text(move): move for move in state.legal()}
    for spelled in open_now:
        assert state.parse(spelled) == open_now[spelled]
    if text not in open_now:
        with pytest.raises(IllegalMove) as caught:
            state.parse(text)
        assert is_sentence(str(caught.value))


@every_setting
def test_a_copy_and_its_original_go_their_own_ways(case: Case) -> None:
    """Every copy stays behind; every second one goes first, too."""
    rng = case.rng(99)
    for state in every_second(walks(case)):
        before = everything(state)
        twin = state.copy()
        for _ in range(6):
            if twin.to_move >= 0:
                twin.play(rng.choice(twin.legal()))
        assert everything(state) == before
    for number in range(DEALS_A_CASE):
        states = every_second(looked_at(walk_again(case, number)))
        copies = [(now.copy(), everything(now)) for now in states]
        for twin, before in copies:
            assert everything(twin) == before


@every_case
def test_a_copy_plays_on_as_its_original_does(case: Case) -> None:
    *_, end = walk_again(case)
    *_, other = walk_again(case, state=case.deal().copy())
    assert everything(other) == everything(end)


@every_case
def test_copies_do_not_listen(case: Case) -> None:
    state = case.deal()
    ears = Ears(state)
    twin = state.copy()
    twin.play(twin.legal()[0])
    assert ears.take() == []
    state.play(state.legal()[0])
    assert ears.take() != []


@every_setting
def test_the_same_seed_and_moves_give_the_same_deal(case: Case) -> None:
    for number in range(DEALS_A_CASE):
        first, again = case.deal(number), case.deal(number)
        ears, ears_again = Ears(first), Ears(again)
        both = (looked_at(walk_again(case, number, state)) for state in (first, again))
        for one, other in zip(*map(every_second, both), strict=True):
            assert everything(one) == everything(other)
        assert ears.take() == ears_again.take()


@every_setting
def test_listening_changes_nothing_and_the_mover_hears_of_every_move(case: Case) -> None:
    state, alone = case.deal(), case.deal()
    ears = Ears(state)
    rng = case.rng(0)
    while state.to_move >= 0:
        mover, move = state.to_move, rng.choice(state.legal())
        state.play(move)
        alone.play(move)
        assert everything(state) == everything(alone)
        assert any(event.seen_by(mover) for event in ears.take())


@every_setting
def test_views_and_events_are_json(case: Case) -> None:
    state = case.deal()
    ears = Ears(state)
    for now in looked_at(walk_again(case, state=state)):
        laws.what_is_seen_is_json(now, ears.take())


@every_setting
def test_a_view_says_which_game_whose_view_and_whose_turn(case: Case) -> None:
    for state in walks(case):
        for seat in (*range(case.seats), None):
            view = state.view(seat)
            assert view["game"] == case.kind.slug
            assert view["seat"] == seat
            assert view["to_move"] == state.to_move


@every_setting
def test_what_an_event_hides_from_others_it_shows_only_to_its_seat(case: Case) -> None:
    state = case.deal()
    ears = Ears(state)
    for _ in walk_again(case, state=state):
        for event in ears.take():
            for seat, more in event.hidden.items():
                assert not set(more) & set(event.shown or {})
                assert set(more) <= set(event.seen_by(seat) or {})
                others = {*range(case.seats), None} - set(event.hidden)
                assert all(not set(more) & set(event.seen_by(o) or {}) for o in others)


def observers(state: State, rng: random.Random) -> tuple[int | None, int | None]:
    """Who is to move, whose moves could tell most, and anybody, a spectator too. In the states of
    a deal everybody has his turn; to ask all of them at each takes three times as long."""
    mover = state.to_move if state.to_move >= 0 else None
    return mover, rng.choice([seat for seat in (*range(state.seats), None) if seat != mover])


# Two tables that differ only in cards an observer does not see look alike to him.


@every_setting
def test_the_observer_sees_and_may_play_the_same(case: Case) -> None:
    rng = case.rng(7)
    for state in every_second(walks(case)):
        for seat in observers(state, rng):
            laws.redealt_looks_the_same(state, seat, rng)


@every_setting
def test_the_original_stays_as_it_was(case: Case) -> None:
    rng = case.rng(7)
    for state in every_second(walks(case)):
        before = everything(state)
        state.redealt(0, rng)
        assert everything(state) == before


@every_setting
def test_what_is_dealt_anew_does_not_depend_on_what_was_hidden(case: Case) -> None:
    rng = case.rng(7)
    for state in every_second(walks(case)):
        seat = rng.choice([*range(case.seats), None])
        other = state.redealt(seat, rng)
        one = state.redealt(seat, random.Random(1))
        two = other.redealt(seat, random.Random(1))
        assert seen(one) == seen(two)


@every_setting
def test_all_that_only_its_seat_sees_is_dealt_anew(case: Case) -> None:
    rng = case.rng(7)
    hidden: set[str] = set()
    changed: set[str] = set()
    for state in every_second(walks(case)):
        public = state.view(None)
        other = state.redealt(None, rng)
        for seat in range(case.seats):
            view, anew = state.view(seat), other.view(seat)
            hidden |= {key for key in view if view[key] != public[key]}
            changed |= {key for key in view if view[key] != anew[key]}
    assert changed == hidden - {"seat"}


@every_case
def test_cards_are_dealt_anew_at_random(case: Case) -> None:
    state = case.deal()
    deals = [state.redealt(None, random.Random(number)).cards() for number in range(4)]
    assert len({tuple(cards) for cards in [*deals, state.cards()]}) == 5


@every_setting
def test_no_event_tells_more_than_its_view_will_show(case: Case) -> None:
    rng = case.rng(7)
    compared = 0
    for state in every_second(walks(case)):
        for seat in observers(state, rng):
            compared += laws.events_agree(state, state.redealt(seat, rng), seat, rng)
    assert compared > 10


@every_game
@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 0},
        {"seats": 1},
        {"seats": 99},
        {"seats": "3"},
        {"seed": b"short"},
        {"seed": "0" * 32},
        {"start": -1},
        {"start": 2},
        {"start": True},
        {"points": [0]},
        {"points": [0, 0, 0]},
        {"points": [0, "0"]},
        {"points": [0.5, 0]},
        {"seats": 10**5000},
        {"start": 10**5000},
        {"no_such_option": 1},
        {"x" * 10_000: 1},
        {"\n": 1},
    ],
    ids=lambda wrong: next(iter(wrong))[:20],
)
def test_a_deal_that_cannot_be_is_refused_with_a_sentence(
    game: Game, wrong: dict[str, Any]
) -> None:
    arguments: dict[str, Any] = {"seats": 2, "seed": bytes(32)} | wrong
    with pytest.raises(BadOption) as caught:
        game.deal(**arguments)
    assert is_sentence(str(caught.value))


@every_game
def test_an_option_refuses_values_that_are_not_its_own(game: Game) -> None:
    for option in game.options:
        values: list[Any] = [[], {}, 3.5, -1, 10**5000, float("nan"), "no such value"]
        for value in values:
            with pytest.raises(BadOption) as caught:
                game.deal(2, bytes(32), **{option.name: value})
            assert is_sentence(str(caught.value))
            assert caught.value.option == option.name


@every_game
def test_a_game_explains_itself(game: Game) -> None:
    for text in (game.says, *game.rules.paragraphs, *(ruling.says for ruling in game.rulings)):
        assert text == " ".join(text.split())
        assert text.endswith(".")
        assert "!" not in text
    assert all(ending == ending.lower().strip() != "" for ending in game.endings)
    parts = [section.part for section in game.rules.sections]
    assert parts == ["setup", "play", "scoring", "moves"]
    assert len({ruling.id for ruling in game.rulings}) == len(game.rulings) > 0
    shown = {ruling.id for ruling in game.rulings}
    assert all(is_explained(option, shown) for option in game.options)
