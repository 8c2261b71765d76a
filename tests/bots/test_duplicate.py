"""Duplicate deals: what they come to, and what docs/careful.md says of them."""

from __future__ import annotations

import re
from fractions import Fraction
from math import sqrt

import pytest

from bots import duplicate
from bots.catalog import HOUSE
from bots.duplicate import SingleDeal
from bots.verdict import Verdict
from docs.careful import DEALS, PAGE
from games import GAMES

from .players import NeverReady, Plain

SEED = bytes(32)


def test_a_deal_is_played_once_with_the_bot_in_every_seat() -> None:
    deal = duplicate.play(
        SingleDeal(GAMES["amoins"]), {}, 3, SEED, HOUSE["careful"], HOUSE["random"]
    )
    names = [[seat["name"] for seat in report.transcript.seats] for report in deal.reports]
    assert names == [
        ["Careful", "Random", "Random"],
        ["Random", "Careful", "Random"],
        ["Random", "Random", "Careful"],
    ]
    dealt = [report.transcript.deals for report in deal.reports]
    assert [(len(deals), deals[0].game, deals[0].start) for deals in dealt] == [
        (1, "amoins", 0)
    ] * 3
    assert {report.transcript.seed for report in deal.reports} == {SEED}


def test_places_are_averaged_over_the_matches_of_a_deal() -> None:
    deal = duplicate.play(SingleDeal(GAMES["couleur"]), {}, 4, SEED, Plain, HOUSE["random"])
    places = [report.result.places for report in deal.reports]
    ours = sum(row[seat] for seat, row in enumerate(places))
    assert deal.ours == Fraction(ours, 4)
    assert deal.theirs == Fraction(sum(map(sum, places)) - ours, 12)
    assert deal.lead == deal.theirs - deal.ours


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["arschmallows", "permis"])
def test_who_plays_like_the_others_has_no_lead(game: str, seats: int) -> None:
    deal = duplicate.play(SingleDeal(GAMES[game]), {}, seats, SEED, Plain, Plain)
    assert deal.lead == 0


def test_who_fails_is_last_wherever_it_sits() -> None:
    deal = duplicate.play(SingleDeal(GAMES["amoins"]), {}, 3, SEED, NeverReady, Plain)
    assert [report.verdicts[n].verdict for n, report in enumerate(deal.reports)] == [
        Verdict.NO_START
    ] * 3
    assert deal.ours == 3


def test_options_reach_the_game() -> None:
    rules = SingleDeal(GAMES["arschmallows"])
    deal = duplicate.play(rules, {"cards": 4}, 2, SEED, HOUSE["careful"], HOUSE["random"])
    looked_at = [report.transcript.deals[0].moves[0] for report in deal.reports]
    assert all(int(place) < 4 for move in looked_at for place in move.split()[1:])
    assert deal.reports[0].transcript.options == {"cards": 4}


def test_the_interval_is_that_of_the_mean_over_deals() -> None:
    """1, 2, 3, 4: mean 5/2, sample variance 5/3."""
    leads = [Fraction(lead) for lead in (1, 2, 3, 4)]
    estimate = duplicate.estimate(leads)
    assert estimate.mean == 2.5
    assert estimate.margin == pytest.approx(2.5758293 * sqrt(5 / 3) / 2)
    assert duplicate.estimate(leads, 0.95).margin == pytest.approx(1.9599640 * sqrt(5 / 3) / 2)


def test_a_lead_is_clear_when_its_whole_interval_is() -> None:
    assert duplicate.Estimate(0.2, 0.19).is_above_zero
    assert not duplicate.Estimate(0.2, 0.2).is_above_zero
    assert not duplicate.Estimate(-0.2, 0.1).is_above_zero


LINE = re.compile(r"^\| ([\w-]+) \| (\d) \| .* \| (-?[\d.]+) ± ([\d.]+) \|", re.MULTILINE)


def test_the_page_shows_careful_ahead_in_every_game_and_at_every_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"{DEALS:,} for each line" in text
    shown = {
        (game, int(seats)): duplicate.Estimate(float(lead), float(margin))
        for game, seats, lead, margin in LINE.findall(text)
    }
    assert shown.keys() == {(game, seats) for game in GAMES for seats in (2, 3, 4)}
    assert [line for line, lead in shown.items() if not lead.is_above_zero] == []
