"""Machinery of matches: which deals in which order, who starts, what a deal pays, who wins.

Everything is computed from deal *outcomes*, so that a score sheet filled in by people at a real
table is counted by the very functions that count a match played here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from .chance import commitment, deal_seed
from .core import (
    BadOption,
    Ear,
    Event,
    Game,
    Option,
    Outcome,
    Rules,
    Ruling,
    State,
    check_seats,
    check_seed,
    in_short,
    rank,
    read_options,
)

DEALS = range(1, 101)  # how many deals an organiser may ask for


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to, or has come to so far.

    `totals`, `places`, `won`: one a seat (`won`: deals credited to it). `points[d][s]`: what deal d
    paid to seat s. `deals`: the outcomes they were paid for.
    """

    totals: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    deals: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """One deal of a match before it is dealt: the game and its settings."""

    game: Game
    options: Mapping[str, Any]


class MatchRules(ABC):
    """What one table plays to its result: a fixed list of deals and how they are counted.

    `own_options` are the match's; those of its games can be given beside them.
    """

    slug: str
    name: str
    says: str
    seats: range
    low_wins: bool = True
    own_options: tuple[Option, ...] = ()
    rules: Rules = Rules()
    rulings: tuple[Ruling, ...] = ()

    @property
    @abstractmethod
    def games(self) -> tuple[Game, ...]:
        """Every game this match may deal."""

    @abstractmethod
    def program(self, seats: int, own: Mapping[str, Any]) -> Sequence[Game]:
        """The games of a match in the order they are dealt; `own` holds every own option's
        value."""

    @abstractmethod
    def pays(self, outcome: Outcome) -> tuple[int, ...]:
        """What a deal pays to each seat."""

    @abstractmethod
    def next_start(self, outcomes: Sequence[Outcome], seats: int, **options: Any) -> int:
        """Who starts the deal that follows these."""

    def tie_break(self, seat: int, outcomes: Sequence[Outcome]) -> int:
        """What ranks seats of equal total, lower first; equal: the place is shared (ALL-3)."""
        return 0

    @property
    def options(self) -> tuple[Option, ...]:
        """All a match can be given: its own options, then those of its games, each name once."""
        by_name = {option.name: option for option in self.own_options}
        for game in self.games:
            for option in game.options:
                by_name.setdefault(option.name, option)
        return tuple(by_name.values())

    def plan(self, seats: int, options: Mapping[str, Any]) -> tuple[Planned, ...]:
        """The deals of a match; an option goes to the deals whose game names it. Raises
        BadOption."""
        check_seats(self.name, self.seats, seats)
        mine = {option.name for option in self.own_options}
        own = read_options(
            self.name, self.own_options, {k: v for k, v in options.items() if k in mine}
        )
        deals = self.program(seats, own)
        rest = {k: v for k, v in options.items() if k not in mine}
        games = {game.slug: game for game in deals}
        known = {option.name for game in games.values() for option in game.options}
        for name in rest:
            if name not in known:
                raise BadOption(
                    "%(given)s is no option of %(name)s as it is played here.",
                    name,
                    given=in_short(name),
                    name=self.name,
                )
        planned = {slug: self._planned(game, rest) for slug, game in games.items()}
        return tuple(planned[game.slug] for game in deals)

    def _planned(self, game: Game, given: Mapping[str, Any]) -> Planned:
        named = {option.name for option in game.options}
        picked = {k: v for k, v in given.items() if k in named}
        return Planned(game, read_options(game.name, game.options, picked))

    def check(self, seats: int, **options: Any) -> None:
        """Raises BadOption with one sentence if no such match can be started."""
        self.plan(seats, options)

    def start(self, seats: int, seed: bytes, **options: Any) -> Match:
        """Deal the first deal. `seed`: 32 bytes. Raises BadOption."""
        return self.begin(seats, seed, options)

    def begin(self, seats: int, seed: bytes, options: Mapping[str, Any]) -> Match:
        """As start, for options that come from outside: their names can be anything, `seats`
        too. Raises BadOption."""
        check_seed(seed)
        return Match(self, seats, seed, options, self.plan(seats, options))

    def totals(self, outcomes: Sequence[Outcome], seats: int) -> tuple[int, ...]:
        """What these deals paid in all, a number a seat."""
        points = [(0,) * seats, *map(self.pays, outcomes)]
        return tuple(map(sum, zip(*points, strict=True)))

    def tally(self, outcomes: Sequence[Outcome], seats: int, **options: Any) -> Result:
        """Totals and places from outcomes, finished or so far."""
        totals = self.totals(outcomes, seats)
        points = tuple(map(self.pays, outcomes))
        credited = [seat for outcome in outcomes for seat in outcome.winners]
        won = tuple(map(credited.count, range(seats)))
        sign = 1 if self.low_wins else -1
        ties = [self.tie_break(seat, outcomes) for seat in range(seats)]
        places = rank([(sign * total, tie) for total, tie in zip(totals, ties, strict=True)])
        return Result(totals, places, points, won, tuple(outcomes))


def most_points(points: Sequence[int], clockwise_from: int) -> int:
    """The seat with the most points; among equals the first met clockwise from that seat."""
    seats = len(points)
    clockwise = [(clockwise_from + step) % seats for step in range(seats)]
    return max(clockwise, key=points.__getitem__)


class OneGame(MatchRules):
    """A match of one game, as many deals as its option `deals` says or else as there are players.

    Scores are added, and the start seat moves left from deal to deal, from seat 0 on (ALL-1).
    """

    game: Game

    @property
    def games(self) -> tuple[Game, ...]:
        return (self.game,)

    def program(self, seats: int, own: Mapping[str, Any]) -> Sequence[Game]:
        deals: int = own.get("deals") or seats
        return (self.game,) * deals

    def pays(self, outcome: Outcome) -> tuple[int, ...]:
        return outcome.scores

    def next_start(self, outcomes: Sequence[Outcome], seats: int, **options: Any) -> int:
        return len(outcomes) % seats


class Match:
    """The verbs of a state over all deals of a match. A deal that ends is followed by the next.

    `state` is the deal in play, `outcomes` those of the deals that are over, `starts` the start
    seat of every deal dealt.
    """

    __slots__ = (
        "_ears",
        "_plan",
        "_result",
        "options",
        "outcomes",
        "rules",
        "seats",
        "seed",
        "starts",
        "state",
    )

    def __init__(
        self,
        rules: MatchRules,
        seats: int,
        seed: bytes,
        options: Mapping[str, Any],
        plan: tuple[Planned, ...],
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.options = dict(options)
        self.outcomes: list[Outcome] = []
        self.starts: list[int] = []
        self._plan = plan
        self._ears: list[Ear] = []
        self._result: Result | None = None
        self.state = self._dealt(start=0, points=(0,) * seats)  # ALL-1

    def _dealt(self, start: int, points: Sequence[int]) -> State:
        number = len(self.outcomes)
        planned = self._plan[number]
        seed = deal_seed(self.seed, number)
        self.starts.append(start)
        return planned.game.state(self.seats, seed, start, tuple(points), **planned.options)

    @property
    def to_move(self) -> int:
        """The seat whose turn it is, -1 when the match is over."""
        return self.state.to_move

    @property
    def deal(self) -> int:
        """The number of the deal in play, from 0; the last one's when the match is over."""
        return min(len(self.outcomes), len(self._plan) - 1)

    @property
    def deals(self) -> int:
        """How many deals the match has."""
        return len(self._plan)

    @property
    def game(self) -> Game:
        """The game of the deal in play."""
        return self._plan[self.deal].game

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of all deals, in order."""
        return tuple(planned.game for planned in self._plan)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, published when the match is drawn."""
        return commitment(self.seed)

    def legal(self) -> list[int]:
        """As State.legal."""
        return self.state.legal()

    def text(self, move: int) -> str:
        """As State.text."""
        return self.state.text(move)

    def parse(self, text: str) -> int:
        """As State.parse. Raises IllegalMove."""
        return self.state.parse(text)

    def view(self, seat: int | None) -> dict[str, Any]:
        """As State.view, of the deal in play."""
        return self.state.view(seat)

    def listen(self, hear: Ear) -> None:
        """As State.listen, over all deals; each deal closes with an event `score`."""
        if not self._ears:
            self.state.listen(self._forward)
        self._ears.append(hear)

    def play(self, move: int) -> None:
        """As State.play; deals the next deal when this one is over. Raises IllegalMove."""
        state = self.state
        state.play(move)
        if state.to_move < 0:
            self._close_deal()

    def copy(self) -> Self:
        """An independent copy, for search. Nobody listens to it."""
        twin = object.__new__(type(self))
        twin.rules, twin.seats, twin.seed = self.rules, self.seats, self.seed
        twin.options, twin._plan, twin._ears = self.options, self._plan, []
        twin._result = self._result
        twin.outcomes, twin.starts = self.outcomes.copy(), self.starts.copy()
        twin.state = self.state.copy()
        return twin

    def result(self) -> Result | None:
        """None while the match runs."""
        return self._result

    @property
    def totals(self) -> tuple[int, ...]:
        """What the deals played have paid, a number a seat."""
        return self.rules.totals(self.outcomes, self.seats)

    def so_far(self) -> Result:
        """Totals and places from the deals played."""
        return self.rules.tally(self.outcomes, self.seats, **self.options)

    def _close_deal(self) -> None:
        outcome = self.state.outcome()
        assert outcome is not None  # to_move is -1
        if self._ears:
            self._tell_score(outcome)
        self.outcomes.append(outcome)
        if len(self.outcomes) == len(self._plan):
            self._result = self.so_far()
            return
        start = self.rules.next_start(self.outcomes, self.seats, **self.options)
        self.state = self._dealt(start, self.totals)
        if self._ears:
            self.state.listen(self._forward)

    def _tell_score(self, outcome: Outcome) -> None:
        shown = {
            "scores": list(outcome.scores),
            "places": list(outcome.places),
            "reason": outcome.reason,
        }
        self._forward(Event("score", -1, shown))

    def _forward(self, event: Event) -> None:
        placed = Event(event.what, event.seat, event.shown, event.hidden, len(self.outcomes))
        for hear in self._ears:
            hear(placed)
