"""Laws that hold for every match of the catalog."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games import MATCHES, BadOption, Game, IllegalMove, Match, MatchRules
from games.chance import commitment, deal_seed
from games.core import rank

from .cases import (
    MATCH_CASES,
    SPREAD_CASES,
    Case,
    Ears,
    each_of,
    everything,
    is_explained,
    is_sentence,
    open_texts,
    refused,
)

every_case = each_of(MATCH_CASES)
# Seats and settings together make a deal, and `test_laws` tries deals with both. What a match adds
# from one deal to the next is the same code for all.
every_setting = each_of(SPREAD_CASES)
every_rules = pytest.mark.parametrize("rules", MATCHES.values(), ids=list(MATCHES))


def whole(match: Match) -> tuple[Any, ...]:
    """All that can be asked of a match: equal for equal matches."""
    return match.deal, [*match.starts], match.so_far(), match.result(), everything(match.state)


@cache
def played(case: Case) -> Match:
    """A match of random moves, over, which nobody changes."""
    match = case.match()
    for _ in play_on(match, case):
        pass
    return match


def play_on(match: Match, case: Case) -> Iterator[Match]:
    """The match as it goes on in a random play: after every move at first, then after every tenth,
    and wherever a deal ends. It is one object."""
    rng = case.rng(1)
    moves = 0
    while match.to_move >= 0:
        deal = match.deal
        match.play(rng.choice(match.legal()))
        moves += 1
        if moves < 20 or moves % 10 == 0 or match.deal > deal or match.to_move < 0:
            yield match


@every_case
def test_a_match_plays_all_its_deals_and_then_has_a_result(case: Case) -> None:
    match = case.match()
    for now in play_on(match, case):
        assert (now.result() is None) == (now.to_move >= 0)
        assert len(now.starts) == now.deal + 1
        assert len(now.outcomes) == now.deal + (now.to_move < 0)
    assert len(match.outcomes) == match.deals == len(match.games) == len(match.starts)
    assert match.legal() == []
    assert is_sentence(refused(match, 0))


@every_case
def test_totals_are_the_sums_of_what_the_deals_paid(case: Case) -> None:
    result = played(case).result()
    assert result is not None
    assert result.totals == tuple(map(sum, zip(*result.points, strict=True)))
    assert result.won == tuple(
        sum(seat in outcome.winners for outcome in result.deals) for seat in range(case.seats)
    )
    assert result.places == rank(result.places)
    by_place = sorted(range(case.seats), key=lambda seat: result.places[seat])
    totals = [result.totals[seat] for seat in by_place]
    assert totals == sorted(totals, reverse=not match_rules(case).low_wins)


@every_case
def test_a_score_sheet_is_counted_as_the_match_was(case: Case) -> None:
    """People at a real table know outcomes only; the same functions count for them."""
    match = played(case)
    rules = match_rules(case)
    result = match.result()
    assert result is not None
    assert rules.tally(result.deals, case.seats, **case.options) == result
    for number, start in enumerate(match.starts[1:], 1):
        sheet = result.deals[:number]
        assert rules.next_start(sheet, case.seats, **case.options) == start


@every_case
def test_all_1_seat_0_starts_the_first_deal(case: Case) -> None:
    assert case.match().starts == [0]


@every_case
def test_every_deal_comes_from_the_seed_of_the_match(case: Case) -> None:
    match, rng = case.match(), case.rng(1)
    for number in range(match.deals):
        named = {option.name for option in match.game.options}
        options = {name: value for name, value in case.options.items() if name in named}
        seed = deal_seed(match.seed, number)
        again = match.game.deal(
            case.seats, seed, match.starts[-1], match.so_far().totals, **options
        )
        assert everything(again) == everything(match.state)
        while match.to_move >= 0 and match.deal == number:
            match.play(rng.choice(match.legal()))
    assert match.commitment == commitment(match.seed)


@every_setting
def test_the_same_seed_and_moves_give_the_same_match(case: Case) -> None:
    for one, other in zip(play_on(case.match(), case), play_on(case.match(), case), strict=True):
        assert whole(one) == whole(other)


@every_setting
def test_a_copy_of_a_match_goes_its_own_way(case: Case) -> None:
    match = case.match()
    copies = [(now.copy(), whole(now)) for now in play_on(match, case)]
    assert all(whole(twin) == before for twin, before in copies)
    match = case.match()
    before = whole(match)
    for _ in play_on(match.copy(), case):
        pass
    assert whole(match) == before


@every_setting
def test_refused_moves_change_nothing_in_a_match(case: Case) -> None:
    match = case.match()
    for now in play_on(match, case):
        before = whole(now)
        assert is_sentence(refused(now, -1))
        assert is_sentence(refused(now, 10**9))
        with pytest.raises(IllegalMove):
            now.parse("no such move")
        assert whole(now) == before
        assert [now.parse(text) for text in open_texts(now)] == now.legal()


@every_setting
def test_listeners_hear_every_deal_and_its_score(case: Case) -> None:
    match = case.match()
    ears = Ears(match)
    twin = match.copy()
    twin.play(twin.legal()[0])
    assert ears.take() == []
    for now in play_on(match, case):
        assert now.view(None) == now.state.view(None)
    heard = ears.take()
    assert [event.deal for event in heard] == sorted(event.deal for event in heard)
    scores = [event.seen_by(None) for event in heard if event.what == "score"]
    assert scores == [
        {
            "what": "score",
            "deal": number,
            "seat": -1,
            "scores": list(outcome.scores),
            "places": list(outcome.places),
            "reason": outcome.reason,
        }
        for number, outcome in enumerate(match.outcomes)
    ]


def match_rules(case: Case) -> MatchRules:
    assert isinstance(case.kind, MatchRules)
    return case.kind


@every_rules
@pytest.mark.parametrize("seats", [0, 1, 7, 99, -2, "4", None, True])
def test_a_match_for_an_impossible_number_is_refused(rules: MatchRules, seats: Any) -> None:
    with pytest.raises(BadOption) as caught:
        rules.check(seats)
    assert is_sentence(str(caught.value))


@every_rules
def test_a_match_refuses_what_is_no_value_of_an_option(rules: MatchRules) -> None:
    needed = {option.name: option.choices[0] for option in rules.options if option.required}
    rules.check(rules.seats[0], **needed)
    for option in rules.options:
        values: list[Any] = [[], {}, 3.5, -1, 10**5000, float("nan"), "no such value"]
        for value in values:
            with pytest.raises(BadOption) as caught:
                rules.check(rules.seats[0], **{**needed, option.name: value})
            assert is_sentence(str(caught.value))
            assert caught.value.option == option.name
    with pytest.raises(BadOption):
        rules.check(rules.seats[0], **needed, no_such_option=1)


@every_rules
@pytest.mark.parametrize("name", ["self", "seats", "seed", "options", "", "\n", "x" * 10_000])
def test_options_from_outside_can_have_any_name(rules: MatchRules, name: str) -> None:
    needed = {option.name: option.choices[0] for option in rules.options if option.required}
    with pytest.raises(BadOption) as caught:
        rules.begin(rules.seats[0], bytes(32), {**needed, name: 1})
    assert is_sentence(str(caught.value))
    assert caught.value.option == name


@every_rules
def test_a_match_explains_itself(rules: MatchRules) -> None:
    for text in (rules.says, *rules.rules.paragraphs, *(ruling.says for ruling in rules.rulings)):
        assert text == " ".join(text.split())
        assert text.endswith(".")
        assert "!" not in text
    assert [section.part for section in rules.rules.sections] == ["deals", "start", "scoring"]
    assert rules.rulings
    kinds: list[Game | MatchRules] = [rules, *rules.games]
    shown = {ruling.id for kind in kinds for ruling in kind.rulings}
    assert all(is_explained(option, shown) for option in rules.options)
