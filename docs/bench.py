"""Measures the engine by itself and writes its part of docs/performance.md: `make bench`."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import cycle, product, repeat
from statistics import mean
from typing import Any

from bots import referee
from bots.house.random import Random as RandomBot
from games import GAMES, MATCHES, Game, Match, MatchRules, State

from .measure import (
    Figures,
    Name,
    Spread,
    Task,
    fill,
    in_rounds,
    keep,
    machine,
    ratios,
    spread,
    table,
    verdict,
)

DEALS = 24  # dealt states that playouts start from
COPIES = 40  # of one state at a time
MOST_US = 5  # a copy, and in the XXL games
MOST_US_XXL = 2
LEAST_SHARE = 0.4  # of the bare loop's speed that the referee leaves
MATCH_SEATS = 4
LEFT_OUT = {"arschmallows": "arschmallows"}  # a game and its move that ends a deal at any moment
XXL = {game.slug for slug in ("xxl-pur", "xxl-atout") for game in MATCHES[slug].games}

Chance = Callable[[], float]


def main() -> None:
    """Measure everything and write it down."""
    about = machine()
    figures = in_rounds(tasks())
    keep("bench", report(figures, about))


def tasks() -> dict[Name, tuple[Task, float]]:
    """Everything there is to measure, each with its seconds a round."""
    found: dict[Name, tuple[Task, float]] = {}
    for game, seats in tables():
        name = (game.slug, str(seats))
        found["playouts", *name] = playouts(game, seats), 0.05
        found["deals", *name] = deals(game, seats), 0.015
        found["copies", *name] = copies(game, seats), 0.015
    for rules, options in match_kinds():
        chosen = map(str, options.values())
        match: Name = (rules.slug, *chosen)
        found["bare", *match] = bare_matches(rules, options), 0.12
        found["refereed", *match] = refereed_matches(rules, options), 0.12
    return found


def tables() -> Iterator[tuple[Game, int]]:
    """Every game with every number of seats."""
    return ((game, seats) for game in GAMES.values() for seats in game.seats)


def match_kinds() -> Iterator[tuple[MatchRules, dict[str, Any]]]:
    """Every match rules with everything that must be chosen."""
    for rules in MATCHES.values():
        asked = [option for option in rules.options if option.required]
        for values in product(*(option.choices for option in asked)):
            yield rules, {option.name: v for option, v in zip(asked, values, strict=True)}


def seed(number: int) -> bytes:
    """The seeds of a run, the same in every run."""
    return hashlib.sha256(number.to_bytes(4, "big")).digest()


def dealt(game: Game, seats: int) -> list[State]:
    """States that playouts start from; every seat starts some."""
    return [game.deal(seats, seed(number), number % seats) for number in range(DEALS)]


def playouts(game: Game, seats: int) -> Task:
    """Playouts from copies of dealt states. Counts decisions and choices."""
    starts = cycle(dealt(game, seats))
    random_from = random.Random(f"{game.slug} {seats}").random
    if game.slug not in LEFT_OUT:
        return lambda: playout(next(starts).copy(), random_from)
    move = move_called(LEFT_OUT[game.slug], game.deal(seats, seed(0)))
    return lambda: playout_without(move, next(starts).copy(), random_from)


def playout(state: State | Match, random_from: Chance) -> tuple[int, int]:
    """Play a state to its end as a search bot would."""
    legal, play = state.legal, state.play
    decisions = choices = 0
    while state.to_move >= 0:
        moves = legal()
        decisions += 1
        choices += len(moves) > 1
        play(moves[int(random_from() * len(moves))])
    return decisions, choices


def playout_without(left_out: int, state: State, random_from: Chance) -> tuple[int, int]:
    """The same with one move left out wherever there is another, of the counts too."""
    legal, play = state.legal, state.play
    decisions = choices = 0
    while state.to_move >= 0:
        moves = [move for move in legal() if move != left_out] or [left_out]
        decisions += 1
        choices += len(moves) > 1
        play(moves[int(random_from() * len(moves))])
    return decisions, choices


def move_called(text: str, state: State) -> int:
    """A move by its text, from the first state of a playout in which it is open."""
    while True:
        moves = state.legal()
        for move in moves:
            if state.text(move) == text:
                return move
        state.play(moves[0])


def deals(game: Game, seats: int) -> Task:
    """Deals alone."""
    seeds = cycle([seed(number) for number in range(DEALS)])

    def task() -> tuple[int, ...]:
        game.deal(seats, next(seeds))
        return ()

    return task


def copies(game: Game, seats: int) -> Task:
    """Copies of states from all through playouts, some of each at a time."""
    rng = random.Random(f"{game.slug} {seats}")
    states = cycle([passed_through(state, rng) for state in dealt(game, seats)[:8]])

    def task() -> tuple[int]:
        copy = next(states).copy
        for _ in repeat(None, COPIES):
            copy()
        return (COPIES,)

    return task


def passed_through(state: State, rng: random.Random) -> State:
    """A state somewhere between a deal and its end; all are as likely."""
    passed = []
    while state.to_move >= 0:
        passed.append(state.copy())
        state.play(rng.choice(state.legal()))
    return rng.choice(passed)


def bare_matches(rules: MatchRules, options: Mapping[str, Any]) -> Task:
    """Random matches by a loop and nothing else. Counts decisions."""
    numbers = cycle(range(DEALS))
    random_from = random.Random(rules.slug).random

    def task() -> tuple[int]:
        match = rules.start(MATCH_SEATS, seed(next(numbers)), **options)
        return playout(match, random_from)[:1]

    return task


def refereed_matches(rules: MatchRules, options: Mapping[str, Any]) -> Task:
    """Random matches through the referee, think times and transcript kept. Counts decisions."""
    numbers = cycle(range(DEALS))

    def task() -> tuple[int]:
        players = [RandomBot() for _ in range(MATCH_SEATS)]
        done = referee.play(rules, options, seed(next(numbers)), players)
        return (sum(len(deal.moves) for deal in done.transcript.deals),)

    return task


def report(figures: Figures, about: str) -> str:
    """This program's part of the document."""
    left_out = "\n\n".join(left_out_in_words(figures, slug) for slug in LEFT_OUT)
    return f"""\
## The engine by itself

{fill(about)}

{targets(figures)}
### Games

Playouts start from copies of dealt states, and nobody hears the events. Copies are of states from
all through a deal.

{left_out}

{game_table(figures)}
### Matches

Whole matches at {MATCH_SEATS} seats with random moves: by a bare loop, and through the referee with
four `random` bots, think times taken and the transcript kept. The two draw other moves, so their
ratio is one of decisions.

{match_table(figures)}"""


def column(figures: Figures, what: str, name: Name, count: int = 0) -> list[float]:
    """One number of a task, round by round."""
    return [numbers[count] for numbers in figures[what, *name]]


def a_run(figures: Figures, key: Name, count: int = 1) -> float:
    """How many decisions a playout has on average; how many choices if `count` is 2."""
    runs, counted = (sum(numbers[at] for numbers in figures[key]) for at in (0, count))
    return counted / runs


def copy_us(figures: Figures, name: Name) -> Spread:
    """Microseconds for a copy."""
    return spread(1e6 / rate for rate in column(figures, "copies", name, 1))


def referee_share(figures: Figures, name: Name) -> Spread:
    """How much of the bare loop's speed is left under the referee."""
    return ratios(column(figures, "refereed", name, 1), column(figures, "bare", name, 1))


def names(measured: Iterable[Name], what: str) -> list[Name]:
    """What was measured so."""
    return [name[1:] for name in measured if name[0] == what]


def targets(figures: Figures) -> str:
    """The targets that need no other library, each with what was measured."""
    rows = [copy_target(figures, slug) for slug in GAMES]
    rows += [referee_target(figures, name) for name in names(figures, "bare")]
    return table(("of", "target", "measured", "reached"), rows)


def copy_target(figures: Figures, slug: str) -> list[str]:
    """The row for a game, by the number of seats at which a copy takes longest."""
    most = MOST_US_XXL if slug in XXL else MOST_US
    slowest = max(
        (name for name in names(figures, "copies") if name[0] == slug),
        key=lambda name: copy_us(figures, name).median,
    )
    took = copy_us(figures, slowest)
    return [
        f"{slug}, a copy",
        f"under {most} µs",
        f"{took:.2f} µs, {slowest[1]} seats",
        verdict(took.median < most),
    ]


def referee_target(figures: Figures, name: Name) -> list[str]:
    """The row for a match."""
    share = referee_share(figures, name)
    return [
        f"{' '.join(name)}, refereed",
        f"at least {LEAST_SHARE} of the bare loop",
        f"{share:.2f}",
        verdict(share.median >= LEAST_SHARE),
    ]


def left_out_in_words(figures: Figures, slug: str) -> str:
    """Why a move is left out of a game's playouts, and what that leaves."""
    game, seats = GAMES[slug], MATCH_SEATS
    rng = random.Random(slug)
    whole = [playout(state, rng.random)[0] for state in dealt(game, seats)]
    decisions, choices = (a_run(figures, ("playouts", slug, str(seats)), count) for count in (1, 2))
    return fill(
        f"In {slug} the move `{LEFT_OUT[slug]}`, which may end a deal at every turn, is left out "
        f"of the random choice and of the counts: that leaves {decisions:.0f} decisions a deal at "
        f"{seats} seats, {choices:.0f} of them choices, where random play with it has "
        f"{mean(whole):.0f}."
    )


def game_table(figures: Figures) -> str:
    """A row for every game and number of seats."""
    head = ("game", "seats", "decisions/s", "choices/s", "decisions a deal", "deals/s", "copy, µs")
    return table(head, [game_row(figures, name) for name in names(figures, "playouts")])


def game_row(figures: Figures, name: Name) -> list[str]:
    """What was measured of a game with one number of seats."""
    decisions, choices = (column(figures, "playouts", name, count) for count in (1, 2))
    return [
        *name,
        f"{spread(decisions):,.0f}",
        f"{spread(choices):,.0f}",
        f"{a_run(figures, ('playouts', *name)):.0f}",
        f"{spread(column(figures, 'deals', name)):,.0f}",
        f"{copy_us(figures, name):.2f}",
    ]


def match_table(figures: Figures) -> str:
    """A row for every match rules, and for every variant where one must be chosen."""
    head = ("match", "bare, matches/s", "refereed, matches/s", "refereed, decisions/s", "ratio")
    return table(head, [match_row(figures, name) for name in names(figures, "bare")])


def match_row(figures: Figures, name: Name) -> list[str]:
    """What was measured of a match."""
    return [
        " ".join(name),
        f"{spread(column(figures, 'bare', name)):,.1f}",
        f"{spread(column(figures, 'refereed', name)):,.1f}",
        f"{spread(column(figures, 'refereed', name, 1)):,.0f}",
        f"{referee_share(figures, name):.2f}",
    ]


if __name__ == "__main__":
    main()
