"""Every game and match of the catalog at every number of seats, and how tests walk through them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice, product
from typing import Any

import pytest

from games import (
    GAMES,
    MATCHES,
    BadOption,
    Event,
    Game,
    IllegalMove,
    Match,
    MatchRules,
    Option,
    State,
)
from games.core import MOST_MOVES

FUZZ = int(os.environ.get("FUZZ", "1"))  # how many times as many examples `make fuzz` tries
DEALS_A_CASE = 2
ALL_LOOKED_AT = 60  # states of a deal; of those that follow every tenth, and the last


@dataclass(frozen=True, eq=False)  # what a case plays is kept by case
class Case:
    """A game or match with a number of seats and settings, dealt as often as laws like."""

    kind: Game | MatchRules
    seats: int
    options: Mapping[str, Any]

    def __str__(self) -> str:
        settings = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.kind.slug, str(self.seats), *settings])

    def rng(self, number: int) -> random.Random:
        return random.Random(f"{self} {number}")

    def deal(self, number: int = 0) -> State:
        """Deal number `number` of this game, always the same; start seat and points vary."""
        assert isinstance(self.kind, Game)
        rng = self.rng(number)
        points = [rng.randrange(9) for _ in range(self.seats)]
        start = rng.randrange(self.seats)
        return self.kind.deal(self.seats, rng.randbytes(32), start, points, **self.options)

    def match(self) -> Match:
        """A match by these rules, always the same."""
        assert isinstance(self.kind, MatchRules)
        return self.kind.start(self.seats, self.rng(0).randbytes(32), **self.options)


def _values(option: Option) -> list[Any]:
    """The values of an option that tests try; of a number the smallest, and the largest unless
    that many would only take time."""
    if option.kind == "number":
        return [option.choices[0], min(option.choices[-1], 4)]
    return [*option.values]


def _settings(kind: Game | MatchRules) -> Iterator[dict[str, Any]]:
    """The defaults, then every value of every option, one at a time."""
    needed = {option.name: option.choices[0] for option in kind.options if option.required}
    yield needed
    for option in kind.options:
        for value in _values(option):
            if value not in (option.default, needed.get(option.name)):
                yield _accepted(kind, needed, {option.name: value})


def _accepted(
    kind: Game | MatchRules, needed: Mapping[str, Any], one: Mapping[str, Any]
) -> dict[str, Any]:
    """One setting, with those that are needed so chosen that they allow it: some options belong to
    one variant of a match alone."""
    if isinstance(kind, Game):
        return {**needed, **one}
    free = [option for option in kind.options if option.name in needed.keys() - one.keys()]
    for values in product(*(option.choices for option in free)):
        chosen = dict(zip((option.name for option in free), values, strict=True))
        settings = {**needed, **chosen, **one}
        with suppress(BadOption):
            kind.check(kind.seats[0], **settings)
            return settings
    raise AssertionError(f"{kind.slug} never takes {one}")


def _cases(kind: Game | MatchRules) -> Iterator[Case]:
    for options in _settings(kind):
        for seats in kind.seats:
            yield Case(kind, seats, options)


def _spread(cases: Sequence[Case]) -> Iterator[Case]:
    """Of each kind the first settings at every number of seats, each of the others at one, which
    are taken in turn."""
    for _, of_a_kind in groupby(cases, key=lambda case: case.kind.slug):
        by_settings = groupby(of_a_kind, key=lambda case: case.options)
        for number, (_, group) in enumerate(by_settings):
            at_each = list(group)
            yield from at_each if number == 0 else [at_each[number % len(at_each)]]


GAME_CASES = [case for game in GAMES.values() for case in _cases(game)]
MATCH_CASES = [case for rules in MATCHES.values() for case in _cases(rules)]
# Every kind, number of seats and setting, for what hardly depends on seats and setting together.
SPREAD_GAME_CASES = [*_spread(GAME_CASES)]
SPREAD_CASES = [*_spread(MATCH_CASES)]

Law = Callable[[Case], None]
Test = Callable[[str], None]


def each_of(cases: Sequence[Case]) -> Callable[[Law], Test]:
    """Makes of a law a test for every game or match, of all its cases: to start and report a test
    for each of them would take longer than the law. What fails says in which case it did."""
    by_kind = {slug: [*same] for slug, same in groupby(cases, key=lambda case: case.kind.slug)}

    def as_test(law: Law) -> Test:
        def test(slug: str) -> None:
            for case in by_kind[slug]:
                try:
                    law(case)
                except BaseException as failure:
                    failure.add_note(f"The case is {case}.")
                    raise

        test.__name__, test.__doc__ = law.__name__, law.__doc__
        marked: Test = pytest.mark.parametrize("slug", by_kind)(test)
        return marked

    return as_test


def walk(state: State, rng: random.Random) -> Iterator[State]:
    """The state as dealt, then after every move of a random play, the last one included. It is one
    object that goes on."""
    yield state
    moves = 0
    while state.to_move >= 0:
        assert moves < MOST_MOVES  # ALL-4
        state.play(random_move(state, rng))
        moves += 1
        yield state


def random_move(state: State, rng: random.Random) -> int:
    """Any legal move, but mostly one after which the deal goes on, so that walks come to places
    where a player who could end the deal at any time would never bring them."""
    moves = sorted(state.legal(), key=lambda move: rng.random())
    for move in moves:
        after = state.copy()
        after.play(move)
        if after.to_move >= 0 or rng.random() < 0.05:
            return move
    return moves[0]


@cache
def _moves(case: Case, number: int) -> tuple[int, ...]:
    """The moves of a random play of that deal; to choose them takes longer than to play them."""
    state, rng = case.deal(number), case.rng(number)
    moves: list[int] = []
    while state.to_move >= 0:
        assert len(moves) < MOST_MOVES  # ALL-4
        moves.append(random_move(state, rng))
        state.play(moves[-1])
    return tuple(moves)


def walk_again(case: Case, number: int = 0, state: State | None = None) -> Iterator[State]:
    """The deal of that number as dealt, then after every move of one random play, always the same.
    It is one object that goes on: `state`, such a deal, if somebody listens to it."""
    state = state or case.deal(number)
    yield state
    for move in _moves(case, number):
        state.play(move)
        yield state


def looked_at(walk: Iterator[State]) -> Iterator[State]:
    """The states of a deal that laws look at, not all of them where it is long."""
    for step, state in enumerate(walk):
        if step < ALL_LOOKED_AT or step % 10 == 0 or state.to_move < 0:
            yield state


def walks(case: Case) -> Iterator[State]:
    """The states to look at in a few random deals, one object a deal."""
    for number in range(DEALS_A_CASE):
        yield from looked_at(walk_again(case, number))


def every_second(states: Iterator[State]) -> Iterator[State]:
    """Of these, for laws that take long: what is wrong with a state is seldom put right by
    one move, and there are thousands of states."""
    return islice(states, None, None, 2)


def seen(state: State) -> list[dict[str, Any]]:
    """What every seat and a spectator see."""
    return [state.view(seat) for seat in (*range(state.seats), None)]


def everything(state: State) -> tuple[Any, ...]:
    """All that can be asked of a state: equal for equal states."""
    return state.to_move, state.legal(), state.cards(), state.outcome(), seen(state)


def open_texts(state: State | Match) -> list[str]:
    """The legal moves as texts."""
    return [state.text(move) for move in state.legal()]


def refused(state: State | Match, move: int) -> str:
    """The sentence with which a move is refused; an empty text if it was played."""
    try:
        state.play(move)
    except IllegalMove as illegal:
        return str(illegal)
    return ""


def is_sentence(text: str) -> bool:
    """One plain sentence or two, for a person to read."""
    return text.endswith(".") and "\n" not in text and len(text) < 400


def is_explained(option: Option, shown: Collection[str]) -> bool:
    """Whether an option tells what each of its values changes, and names a ruling that is shown."""
    says = (option.says, *option.means)
    return (
        all(is_sentence(text) for text in says)
        and len(option.means) == len(option.values)
        and (option.ruling in shown or not option.ruling)
    )


class Ears:
    """Hears events and keeps them."""

    def __init__(self, state: State | Match) -> None:
        self.events: list[Event] = []
        state.listen(self.events.append)

    def take(self) -> list[Event]:
        """What was heard since this was last asked."""
        heard, self.events[:] = list(self.events), []
        return heard
