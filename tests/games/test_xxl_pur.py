"""XXL pur: its six deals, who starts them, what they add up to, which options they take."""

import random
from typing import Any

import pytest

from games import MATCHES, BadOption, Match, Outcome

PUR = MATCHES["xxl-pur"]
ORDER = ["montees", "amoins", "permis", "series", "lun-apres", "couleur"]


def ended(*places: int) -> Outcome:
    """A deal that ended with these places."""
    return Outcome(places, places, "hand empty", ())


def played(match: Match) -> Match:
    """The match after random moves to its end."""
    rng = random.Random(1)
    while match.to_move >= 0:
        match.play(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("seats", range(2, 7))
def test_it_plays_one_deal_of_each_variant_in_the_order_of_the_book(seats: int) -> None:
    match = PUR.start(seats, bytes(32))
    assert match.view(None)["game"] == "montees"
    assert [game.slug for game in match.games] == ORDER
    assert [game.slug for game in PUR.games] == ORDER


def test_xxl_3_the_places_of_six_deals_add_up_and_fewest_points_win() -> None:
    deals = [ended(1, 2, 2, 4)] * 3 + [ended(4, 1, 3, 2)] * 2 + [ended(4, 3, 1, 1)]
    result = PUR.tally(deals, 4)
    assert result.points == tuple(deal.places for deal in deals)
    assert result.totals == (3 + 8 + 4, 6 + 2 + 3, 6 + 6 + 1, 12 + 4 + 1)
    assert result.places == (3, 1, 2, 4)


def test_xxl_3_a_match_counts_places_whether_high_or_low_is_good_in_a_deal() -> None:
    match = played(PUR.start(3, bytes(range(32))))
    result = match.result()
    assert result is not None
    assert len(result.deals) == 6
    for game, outcome, points in zip(match.games, result.deals, result.points, strict=True):
        best = min(outcome.scores) if game.low_wins else max(outcome.scores)
        assert [score == best for score in outcome.scores] == [paid == 1 for paid in points]
    assert result.totals == tuple(map(sum, zip(*result.points, strict=True)))


def test_xxl_3_a_tie_at_the_end_is_a_shared_victory() -> None:
    assert PUR.tally([ended(1, 2, 3), ended(2, 1, 3)] * 3, 3).places == (1, 1, 3)


@pytest.mark.parametrize(
    ("deals", "start"),
    [
        ([], 0),
        ([ended(1, 2, 3)], 2),
        ([ended(1, 2, 3), ended(3, 2, 1)], 2),  # all level: the default starter
        ([ended(3, 2, 1), ended(2, 3, 1)], 0),  # 0 and 1 are level, and 0 comes after seat 2
    ],
)
def test_xxl_4_the_most_points_so_far_start_the_next_variant(
    deals: list[Outcome], start: int
) -> None:
    assert PUR.next_start(deals, 3) == start


def test_xxl_4_every_deal_is_started_by_the_rule() -> None:
    match = played(PUR.start(4, bytes(range(32))))
    assert match.starts[0] == 0
    for number, start in enumerate(match.starts[1:], 1):
        totals = PUR.tally(match.outcomes[:number], 4).totals
        clockwise = [(number + step) % 4 for step in range(4)]
        assert start == next(seat for seat in clockwise if totals[seat] == max(totals))


def test_an_option_goes_to_the_variants_that_name_it() -> None:
    plan = PUR.plan(4, {"voluntary_draw": True, "refuse": "fewer-than-any"})
    drawing = [planned.game.slug for planned in plan if "voluntary_draw" in planned.options]
    assert drawing == ["montees", "amoins", "lun-apres"]
    assert all(planned.options.get("voluntary_draw", True) is True for planned in plan)
    assert [planned.options.get("refuse") for planned in plan].count("fewer-than-any") == 1
    assert all("deck" in planned.options for planned in plan)


@pytest.mark.parametrize("option", [{"variant": "amoins"}, {"deals": 6}, {"cards": 4}])
def test_it_refuses_what_none_of_its_variants_names(option: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(option))):
        PUR.check(4, **option)
