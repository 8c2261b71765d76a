"""Arschmallows with a memory: keep what is low, shed what is equal, announce when it costs little.

Every option is rated by how much lower the own row gets by it, a card that was never seen counting
as the mean of what it may be.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import erf, sqrt
from typing import Any, NamedTuple

from games.rules.arschmallows import DECK, EXCHANGE, PLAY_TWICE, SPY

from ...players import Hello, Turn

COUNTS = Counter(DECK)

# In points of the row. Found by play against itself; none is sharp.
SPY_IS_WORTH = 1.0
TWO_TURNS_ARE_WORTH = 4.0
LIKELY_SHED = 0.3  # how often a set that has just been gathered is shed in time
LOW = 2.0  # a card above it might have been swapped for a lower one, had it not been blocked
LOST_BY_BLOCKING = 0.6  # of what it is above that
ENDS_THE_DEAL = 50.0
RISK = 1.0  # what announcing may cost on average; every ten rounds it may cost as much again
LONG = 20  # rounds after which it is good to come to an end


class Spot(NamedTuple):
    """What is known of a card: its value, or mean and variance of what it may be."""

    value: float
    variance: float = 0.0


UNSEEN = Spot(5.9, 13.0)  # as the deck
KEPT = Spot(3.0, 9.0)  # drawn by an opponent and put into his row

Row = list[Spot]


class Memory:
    """All rows as one seat knows them, from the events it saw."""

    def __init__(self, hello: Hello) -> None:
        self.seats = hello.seats
        self.cards = int(hello.options.get("cards") or 6)  # ARS-2
        self.deal = -1
        self.rows: list[Row] = []
        self.held = UNSEEN  # the card in somebody's hand

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Take in what happened."""
        for event in events:
            if event["deal"] != self.deal:
                self.deal = event["deal"]
                self.rows = [[UNSEEN] * self.cards for _ in range(self.seats)]
            self._hear(event)

    def _hear(self, event: Mapping[str, Any]) -> None:
        row = self.rows[event["seat"]]
        match event["what"]:
            case "peek" if "cards" in event:
                for place, card in zip(event["places"], event["cards"], strict=True):
                    row[place] = Spot(int(card))
            case "draw" | "take":
                self.held = Spot(int(event["card"])) if "card" in event else KEPT
            case "swap":
                row[event["place"]] = self.held
            case "block":
                row[event["place"]] = Spot(int(event["card"]))
            case "spy" if "card" in event:
                self.rows[event["other"]][event["place"]] = Spot(int(event["card"]))
            case "exchange":
                other, own, theirs = self.rows[event["other"]], event["place"], event["other_place"]
                row[own], other[theirs] = other[theirs], row[own]
            case "turn":
                self._hear_turned(row, event)

    def _hear_turned(self, row: Row, event: Mapping[str, Any]) -> None:
        """ARS-5."""
        for place, card in zip(event["places"], event["cards"], strict=True):
            row[place] = Spot(int(card))
        if not event["shed"]:
            row.append(self.held)
            return
        first, *others = event["places"]
        row[first] = self.held
        for place in reversed(others):
            del row[place]

    def chance(self, seat: int) -> float:
        """That this seat's row is strictly the lowest, each other row a normal distribution."""
        value, variance = _sum(self.rows[seat])
        chance = 1.0
        for other, row in enumerate(self.rows):
            if other != seat:
                their_value, their_variance = _sum(row)
                spread = sqrt(2 * (variance + their_variance)) or 1e-9
                chance *= (1 + erf((their_value - value - 0.5) / spread)) / 2
        return chance


class Options:
    """What a seat can do with a card, the best of each kind, from a view and what is remembered."""

    def __init__(self, seat: int, rows: list[Row], view: Mapping[str, Any]) -> None:
        self.seat = seat
        self.rows = rows
        self.row = rows[seat]
        self.down = _face_down(view["rows"][seat])
        self.theirs = [
            (other, place)
            for other, row in enumerate(view["rows"])
            if other != seat
            for place in _face_down(row)
        ]
        self.known: dict[float, list[int]] = defaultdict(list)
        for place in self.down:
            if not self.row[place].variance:
                self.known[self.row[place].value].append(place)

    def best(self, card: int, drawn: bool) -> tuple[float, str]:
        """How much the row gains, and the move."""
        return max(self._all(card, drawn), key=lambda option: option[0])

    def mean_draw(self) -> float:
        """What the best option gains with a card from the pile, on average."""
        return sum(n * self.best(card, True)[0] for card, n in COUNTS.items()) / len(DECK)

    def _all(self, card: int, drawn: bool) -> Iterator[tuple[float, str]]:
        yield self._swap(card)
        yield self._block()
        yield from self._shed(card)
        if drawn and card == SPY:
            yield from self._spy()
        elif drawn and card == EXCHANGE:
            yield from self._exchange()
        elif drawn and card == PLAY_TWICE:
            yield TWO_TURNS_ARE_WORTH, "again"

    def _swap(self, card: int) -> tuple[float, str]:
        same = self.known.get(card, [])
        place = self._worst([place for place in self.down if place not in same] or self.down)
        gain = self.row[place].value - card
        count = len(same) + 1
        if place not in same and count >= _needed(card):
            gain += LIKELY_SHED * count * card
        return gain, f"swap {place}"

    def _block(self) -> tuple[float, str]:
        place = min(self.down, key=lambda place: self.row[place].value)
        loss = LOST_BY_BLOCKING * max(0.0, self.row[place].value - LOW) + 0.5
        return -loss if len(self.down) > 1 else -ENDS_THE_DEAL, f"block {place}"

    def _shed(self, card: int) -> Iterator[tuple[float, str]]:
        for value, places in self.known.items():
            if len(places) >= _needed(value):
                yield value * len(places) - card, f"shed {places[0]}"

    def _spy(self) -> Iterator[tuple[float, str]]:
        for place in self.down:
            if self.row[place].variance:
                yield SPY_IS_WORTH, f"spy {self.seat}.{place}"
        for other, place in self.theirs:
            if self.rows[other][place].variance:
                yield 0.0, f"spy {other}.{place}"

    def _exchange(self) -> Iterator[tuple[float, str]]:
        if self.theirs:
            other, place = min(self.theirs, key=lambda at: self.rows[at[0]][at[1]].value)
            own = self._worst(self.down)
            gain = self.row[own].value - self.rows[other][place].value
            yield gain, f"exchange {own} {other}.{place}"

    def _worst(self, places: list[int]) -> int:
        return max(places, key=lambda place: self.row[place].value)


class Arschmallows:
    """How one seat plays a match of it. Reads the events of every turn."""

    def __init__(self, hello: Hello) -> None:
        self.seat = hello.seat
        self.memory = Memory(hello)

    def choose(self, turn: Turn) -> int:
        """A legal move."""
        self.memory.hear(turn.events)
        view = turn.view
        match view["phase"]:
            case "peek":
                return turn.moves[0]
            case "begin":
                return turn.parse(self._begin(turn.legal, view))
            case "card":
                drawn = view["hand_from"] == "pile"
                return turn.parse(self._options(view).best(int(view["hand"]), drawn)[1])
            case "shed":
                return turn.parse(self._name(view))
        return turn.parse("arschmallows" if self._announces(view) else "end")

    def _options(self, view: Mapping[str, Any]) -> Options:
        return Options(self.seat, self.memory.rows, view)

    def _begin(self, legal: list[str], view: Mapping[str, Any]) -> str:
        if "arschmallows" in legal and self._announces(view):
            return "arschmallows"
        if "draw" in legal and "take" in legal:
            options = self._options(view)
            gain, _ = options.best(int(view["top"]), False)
            return "take" if gain > 0 and gain > options.mean_draw() else "draw"
        return "draw" if "draw" in legal else "take"

    def _name(self, view: Mapping[str, Any]) -> str:
        """All that equal the first place named, then turn them."""
        named = view["named"]
        value = self.memory.rows[self.seat][named[0]].value
        left = [place for place in self._options(view).known[value] if place > named[-1]]
        return f"add {left[0]}" if left else "turn"

    def _announces(self, view: Mapping[str, Any]) -> bool:
        rounds: float = view["turns"] / len(view["rows"])
        chance = self.memory.chance(self.seat)
        value, _ = _sum(self.memory.rows[self.seat])
        if chance < 0.5 and rounds < LONG:
            return False
        return (1 - chance) * max(value, 0) < RISK * (1 + rounds / 10)


def _sum(row: Row) -> tuple[float, float]:
    return sum(spot.value for spot in row), sum(spot.variance for spot in row)


def _needed(value: float) -> int:
    """How many equal cards can be shed (ARS-5)."""
    return 2 if value >= SPY else 3


def _face_down(row: list[str | None]) -> list[int]:
    return [place for place, card in enumerate(row) if card is None]
