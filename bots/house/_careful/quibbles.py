"""Quibbles: gather many of a kind, and keep room in the collection for what counts.

A turn is thought through to its end: every play with the best that can be taken for it, every card
passed, and what could then be collected, rated by how near they bring the player to 21.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import pow
from typing import Any

from games.rules.quibbles import MOST_COLLECTED, SETS, VALUES, WINNING

from ...players import Turn

# In cards: it takes 21 to win, a value being collected with as many cards as it says. Found by play
# against itself; none is sharp, but HELD must be below 1 and CROWDED above 0.
PART = 1.25  # cards count for more the more of a value there are: their share to the power of this
HELD = 0.75  # a card that is needed but not collected yet
SPARE = 0.15  # a card more than it takes to collect its value
DRAWN = 0.9  # two cards from the pile
FRESH = 4.0  # six from the pile
CROWDED = 0.5  # for each point by which what is still to be collected must be higher than the mean

MEAN = WINNING / MOST_COLLECTED
WON = -1000.0  # missing

Cards = tuple[int, ...]  # how many of each value, 1 to 6
Values = tuple[int, ...]  # of single cards


def choose(turn: Turn) -> int:
    """The move with which the turn can become best."""
    position = Position(turn.view)
    return max(turn.moves, key=lambda move: position.worth(turn.text(move)))


class Position:
    """A turn as it stands, as its player sees it."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.hand = counted(view["hand"])
        self.row = counted(view["row"])
        self.collection = counted(view["collections"][view["seat"]])
        self.played = tuple(int(card) for card in view["played"])

    def worth(self, move: str) -> float:
        """What hand and collection can be worth at the end of the turn after this move."""
        verb, *words = move.replace("+", " ").split()
        values = tuple(int(word) for word in words if word != "for")
        match verb:
            case "play":
                return self._taking(moved(self.hand, values, -1), self.row, allowed(values))
            case "take":
                hand, row = moved(self.hand, values, 1), moved(self.row, values, -1)
                return self._taking(hand, row, allowed(self.played))
            case "pass":
                return self._settled(moved(self.hand, values, -1)) + DRAWN
            case "collect":
                return self._collected(self.hand, values[0], values[1:])
        return self._settled(self.hand) if self.played else worth(self.hand, self.collection)

    def _taking(self, hand: Cards, row: Cards, sets: Sequence[Values]) -> float:
        """The best of all ways to take these sets, until none is left."""
        ways = [
            self._taking(moved(hand, values, 1), moved(row, values, -1), sets[number:])
            for number, values in enumerate(sets)
            if all(row[value - 1] >= values.count(value) for value in values)
        ]
        return max(ways) if ways else self._settled(hand)

    def _settled(self, hand: Cards) -> float:
        """With what is best collected, if anything."""
        return max(self._ways(hand))

    def _ways(self, hand: Cards) -> Iterator[float]:
        yield worth(hand, self.collection)
        dropped = self._lowest() if sum(self.collection) == MOST_COLLECTED else ()
        for value in VALUES:
            if hand[value - 1] >= value:
                yield self._collected(hand, value, dropped)

    def _lowest(self) -> Values:
        return next((value,) for value in VALUES if self.collection[value - 1])

    def _collected(self, hand: Cards, value: int, dropped: Values) -> float:
        collection = moved(moved(self.collection, (value,), 1), dropped, -1)
        return worth((*hand[: value - 1], 0, *hand[value:]), collection)


def counted(texts: Sequence[str]) -> Cards:
    """Cards as a view shows them."""
    return tuple(texts.count(str(value)) for value in VALUES)


def moved(cards: Cards, values: Values, by: int) -> Cards:
    """With cards of these values added (`by` 1) or taken away (-1)."""
    counts = list(cards)
    for value in values:
        counts[value - 1] += by
    return tuple(counts)


@lru_cache(None)  # of plays, 29 in all
def allowed(played: Values) -> tuple[Values, ...]:
    """What may be taken for these cards (QUI-2)."""
    is_one = len(played) == 1
    return tuple(s for s in SETS if sum(s) == sum(played) and (len(s) > 1) == is_one)


def worth(hand: Cards, collection: Cards) -> float:
    """Of all that a player has at the end of a turn."""
    held = sum(in_hand(value, count) for value, count in zip(VALUES, hand, strict=True))
    return (held if any(hand) else FRESH) - missing(collection)  # QUI-6: no card, then six


@lru_cache(1 << 10)
def in_hand(value: int, count: int) -> float:
    """What so many cards of a value are worth before they are collected."""
    if count >= value:
        return HELD * value + SPARE * (count - value)
    return HELD * value * pow(count / value, PART)


@lru_cache(1 << 10)  # of collections, 924 in all
def missing(collection: Cards) -> float:
    """How many cards it takes from here to win, keeping those that help; more where room is left
    for high values only."""
    kept = [value for value in reversed(VALUES) for _ in range(collection[value - 1])]
    if sum(kept) >= WINNING:
        return WON
    ways = []
    for count in range(len(kept) + 1):
        needed, room = WINNING - sum(kept[:count]), MOST_COLLECTED - count
        if needed <= room * VALUES[-1]:
            ways.append(needed + CROWDED * max(0.0, needed - MEAN * room))
    return min(ways)
