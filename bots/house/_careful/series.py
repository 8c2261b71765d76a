"""Fournir des séries: lay the dearest run, and hold what may become the next one.

Two cards make a pair when a third can make them a run; it is worth more the more such thirds there
are and the higher all three. Pairs are good in the own hand, and bad on the table, where the next
player finds them. A swap is worth what it does to both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.rules.xxl._deck import HIGHEST

from ...players import Turn
from .xxl_cards import MEAN_TOTAL, faces, total

PAIRS = 1 << 12  # a deck has 1485

# Found by play against itself; none is sharp.
ON_TABLE = 0.8  # what a pair costs that lies there; in hand it is worth 1
TOTAL = 4.0  # what a card in hand is worth for each point, since runs of high cards count more
UNSEEN = 15.0  # what the next card of the pile is worth
RUN = 10_000.0  # a run comes first


def choose(turn: Turn) -> int:
    """The dearest run; without one the exchange that gains most, or none if all lose."""
    view = turn.view
    worth = _worth(view["hand"], view["table"]) if view["may_exchange"] else {}
    return max(turn.moves, key=lambda move: _gain(turn.text(move), worth))


def _gain(text: str, worth: Mapping[str, float]) -> float:
    match text.split():
        case ["run", _, *cards]:
            return RUN + sum(map(total, cards))
        case ["swap", own, "for", other]:
            # Both were counted with each other, and will not meet after the swap either.
            return worth[other] - worth[own] - (1 - ON_TABLE) * _pair(own, other)
        case ["lay", own]:
            return UNSEEN - worth[own]
    return 0.0


def _worth(hand: list[str], table: list[str]) -> dict[str, float]:
    """What hand and table gain together where a card is in the hand instead of on the table."""
    return {
        card: sum(_pair(card, other) for other in hand)
        + ON_TABLE * sum(_pair(card, other) for other in table)
        + TOTAL * total(card)
        for card in hand + table
    }


@lru_cache(PAIRS)
def _pair(one: str, other: str) -> int:
    """What two cards are worth together; a card with itself is no pair."""
    numbers, others = faces(one), faces(other)
    thirds = 0
    for colour in numbers.keys() & others.keys():
        low, high = sorted((numbers[colour], others[colour]))
        if high - low == 2:
            thirds += 1
        elif high - low == 1:
            thirds += (low > 0) + (high < HIGHEST)
    return thirds * (total(one) + total(other) + MEAN_TOTAL)
