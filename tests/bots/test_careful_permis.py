"""How `careful` plays permis: it wins cheaply, keeps what is strong, refuses what would lose."""

from __future__ import annotations

from typing import Any

from bots.house._careful.permis import Trick, to_keep


def trick(cards: list[str], colour: str, seats: int = 3, **view: Any) -> Trick:
    """A trick of part two as the seat after these cards meets it, five cards in every hand."""
    usual = {"phase": "second part", "trick": cards, "colour": colour, "seat": len(cards)}
    usual |= {"leader": 0, "hands": [5] * seats, "aside": 7}
    return Trick(usual | view)


def best(of: list[str], lying: Trick) -> str:
    return max(of, key=lying.worth)


def test_last_to_play_wins_with_the_cheapest_card_that_does() -> None:
    lying = trick(["r6g0", "r7y1"], "r")
    assert best(["r10b7", "r8y2", "r4b3"], lying) == "r8y2"


def test_a_high_card_is_led_for_its_higher_number() -> None:
    lying = trick([], "", phase="first part")
    assert best(["g10r1:r", "g10r1:g"], lying) == "g10r1:g"


def test_who_cannot_win_loses_the_cheapest_card() -> None:
    lying = trick(["r9y3", "r10b3"], "r")
    assert best(["r7y6", "r2g1", "r6b2"], lying) == "r2g1"


def test_it_refuses_rather_than_to_lose_a_good_card_but_is_glad_to_lose_a_bad_one() -> None:
    assert best(["r7y6", "r10b4", "refuse"], trick(["r9y3", "r10b7"], "r")) == "refuse"
    assert best(["r7y6", "r2g1", "refuse"], trick(["r9y3", "r10b7"], "r")) == "r2g1"


def test_it_does_not_refuse_a_trick_it_wins() -> None:
    assert best(["r10b4", "refuse"], trick(["r9y3", "r7y1"], "r")) == "r10b4"


def test_nobody_without_cards_is_feared() -> None:
    alone = trick(["r6g0"], "r", hands=[5, 5, 0])
    assert best(["r7y1", "r10b7"], alone) == "r7y1"


def test_the_strongest_card_is_kept_and_none_of_weak_ones() -> None:
    assert max(["keep none", "keep r9b2", "keep b9g7", "keep y8r7"], key=to_keep) == "keep b9g7"
    assert max(["keep none", "keep r5y1", "keep b5g4"], key=to_keep) == "keep none"
