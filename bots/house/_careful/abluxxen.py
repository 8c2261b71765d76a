"""Abluxxen: lay all cards of a number at once, steal what joins others, draw what makes a set.

What counts is turns: a set is laid in one turn however large it is, so cards that join a number
already held cost none, and those that start a new one cost a turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ...players import Turn

JOKER = "J"
ABOVE_ALL = 14
A_SET = re.compile(r"(J|\d+)x(\d+)(?:\+(\d+))?")

# In points. Found by play against itself; none is sharp.
A_CARD_OFF = 2.0  # from a point lost to a point won
A_TURN = 2.0  # what it costs to come back to a number for the rest of its cards
STOLEN = 3.0  # a card of an opponent's set, the more opponents the less
HELD_BACK = 2.0  # a joker could make a later set larger
ENDS_WELL = 100.0
CARDS_A_TURN = 1.6
SPARE_TURNS = 1.0  # how many sets too many it is right to hold


class Laid(NamedTuple):
    """A set: its number (ABOVE_ALL for jokers alone) and size, and how many of which card with how
    many jokers."""

    number: int
    size: int
    card: str
    cards: int
    jokers: int


@lru_cache(1024)
def laid(text: str) -> Laid:
    """A set from its text, `7x2+1`."""
    found = A_SET.fullmatch(text)
    assert found is not None  # it came out of a state
    card, count, jokers = found[1], int(found[2]), int(found[3] or 0)
    number = ABOVE_ALL if card == JOKER else int(card)
    return Laid(number, count + jokers, card, count, jokers)


class Table:
    """What lies open, and the own hand."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.seat: int = view["seat"]
        self.rows = [[laid(text) for text in row] for row in view["rows"]]
        self.hands: list[int] = view["hands"]
        self.hand = Counter(view["hand"])
        self.display = Counter(view["display"])
        self.owner = view["owner"]
        self.due: int = view["due"]
        self.others = [seat for seat in range(len(self.rows)) if seat != self.seat]

    # Laying

    def worth(self, text: str) -> float:
        """Of a set, if it is laid now, in points."""
        mine = laid(text)
        if mine.size == self.hands[self.seat]:
            return self._end(mine)
        worth = A_CARD_OFF * mine.size + STOLEN * sum(self._stolen(mine)) / len(self.others)
        worth -= HELD_BACK * (mine.cards if mine.card == JOKER else mine.jokers)
        if mine.card != JOKER and self.hand[mine.card] > mine.cards:
            worth -= A_TURN
        return worth

    def _end(self, mine: Laid) -> float:
        """Of laying the last cards: good for whoever is ahead then."""
        ours = self._score(self.seat) + 2 * mine.size
        ahead = all(self._score(other) < ours for other in self.others)
        return ENDS_WELL if ahead else 0.0

    def _score(self, seat: int) -> int:
        return sum(one.size for one in self.rows[seat]) - self.hands[seat]  # ABL-8

    def _stolen(self, mine: Laid) -> Iterable[int]:
        """The sizes of the sets that it steals (ABL-4)."""
        for other in self.others:
            row = self.rows[other]
            if row and row[-1].size == mine.size and row[-1].number < mine.number:
                yield mine.size

    # Stealing and drawing

    def takes(self) -> bool:
        """Whether the owner's set is worth the turn that it takes to lay it again."""
        top = self.rows[self.owner][-1]
        if self._joins(top.card):
            return True
        return top.size > 1 and self._turns() < self._time() + SPARE_TURNS

    def keeps(self) -> bool:
        """Whether the own set that is lost joins cards in hand; else others are drawn for it."""
        return self._joins(self.rows[self.seat][-1].card)

    def drawn(self, legal: list[str]) -> str:
        """The card to draw: a joker, what makes the largest set, else one from the pile."""
        best = max(self.display, key=self._use, default="")
        if best and (self._use(best)[0] > 1 or "draw" not in legal):
            return f"draw {best}"
        return "draw"

    def ends(self) -> str:
        """ABL-9: draw a card that joins others if there will be time to lay it."""
        best = max(self.display, key=self._use, default="")
        if best and self._joins(best) and self._turns() < self._time():
            return f"draw {best}"
        return "done"

    def _use(self, card: str) -> tuple[int, int]:
        """How large a set it is drawn for, the higher number breaking ties."""
        if card == JOKER:
            return ABOVE_ALL, ABOVE_ALL
        return self.hand[card] + min(self.display[card], self.due or 1), int(card)

    def _joins(self, card: str) -> bool:
        return card == JOKER or self.hand[card] > 0

    def _turns(self) -> int:
        """How many turns it takes to lay the own hand."""
        return len(self.hand.keys() - {JOKER}) or 1

    def _time(self) -> float:
        """How many turns there will be, roughly, until somebody has no cards."""
        return min(self.hands[other] for other in self.others) / CARDS_A_TURN


def choose(turn: Turn) -> int:
    """A legal move."""
    view = turn.view
    table = Table(view)
    match view["phase"]:
        case "lay":
            return max(turn.moves, key=lambda move: table.worth(turn.text(move)))
        case "steal":
            return turn.parse("take" if table.takes() else "leave")
        case "yield":
            return turn.parse("keep" if table.keeps() else "drop")
        case "draw":
            return turn.parse(table.drawn(turn.legal))
    return turn.parse(table.ends())
