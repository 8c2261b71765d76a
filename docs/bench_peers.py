"""Measures other libraries beside the engine and writes its part of docs/performance.md: `make
bench-peers`.

Their loops are in `peers.py`, so that what is counted here can be tested without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median

from games import GAMES

from .bench import a_run, column, deals, names, playouts, tables
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

THREEFOLD = ("amoins", "montees", "lun-apres")
UNO = ("uno",)
RATIO_HEAD = (
    "game",
    "seats",
    "decisions, of open_spiel",
    "choices, of open_spiel",
    "decisions, of uno",
    "with the deal, of open_spiel",
    "decisions, of clones",
)


def main() -> None:
    """Measure everything in one run and write it down."""
    from . import peers  # here, since it needs their environment

    about = machine()
    figures = in_rounds(tasks() | peers.tasks())
    keep("bench-peers", report(figures, about, peers.versions()))


def tasks() -> dict[Name, tuple[Task, float]]:
    """Playouts and deals of every game with every number of seats."""
    found: dict[Name, tuple[Task, float]] = {}
    for game, seats in tables():
        found["ours", game.slug, str(seats)] = playouts(game, seats), 0.05
        found["our deals", game.slug, str(seats)] = deals(game, seats), 0.015
    return found


def report(figures: Figures, about: str, versions: Mapping[str, str]) -> str:
    """This program's part of the document."""
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"""\
## Beside other libraries

{fill(f"{about} The libraries: {named}.")}

### Targets

Against the median of the six card games of open_spiel, called from Python as its documentation
does, and against the uno of rlcard. Of every game the number of seats that is slowest. Our playouts
start from copies of dealt states; their loops begin with the deal.

{table(("of", "target", "measured", "reached"), targets(figures))}
### Games

Times as fast, by game and number of seats. The last two columns are no targets, but set like
against like: our playouts with a deal before each against the same loop of open_spiel; and our
playouts against those of open_spiel from clones of dealt states, where a library written in C++
hardly pays any more for sampling its chance nodes in Python.

{table(RATIO_HEAD, [ratio_row(figures, name) for name in names(figures, "ours")])}
### The libraries

{table(("library", "game", "decisions/s", "choices/s", "decisions a game"), peer_rows(figures))}
* open_spiel: the loop of its documentation from the initial state, with every chance node sampled
  with NumPy from `chance_outcomes()` and counted in the time but not as a decision; players choose
  with `random.choice`. *From clones*: the same loop from `clone()` of states after the deal.
* rlcard: `env.run(is_training=False)` with its random agents.
* pettingzoo: its card games by the `agent_iter` loop of its documentation, sampling the action
  space under the mask. 1.26 is the last version with gin_rummy.
* kaggle-environments: two games of open_spiel in its wrapping, and cabt, a card battle of its own
  that comes as a compiled library without rules to read; all by `env.run` with its random agents. A
  weak comparison, since it is made to judge submissions: at every step it checks and keeps the
  whole position as JSON.
"""


def median_game(figures: Figures, library: str, count: int) -> list[float]:
    """The median of a library's games in each round; `count`: 1 for decisions, 2 for choices."""
    games = [column(figures, library, game, count) for game in names(figures, library)]
    return [median(in_one_round) for in_one_round in zip(*games, strict=True)]


def decisions_of_spiel(figures: Figures, name: Name) -> Spread:
    """Times as fast as open_spiel, in decisions."""
    return ratios(column(figures, "ours", name, 1), median_game(figures, "open_spiel", 1))


def choices_of_spiel(figures: Figures, name: Name) -> Spread:
    """Times as fast as open_spiel, in choices."""
    return ratios(column(figures, "ours", name, 2), median_game(figures, "open_spiel", 2))


def decisions_of_clones(figures: Figures, name: Name) -> Spread:
    """Times as fast as open_spiel from clones of dealt states, in decisions."""
    theirs = median_game(figures, "open_spiel from clones", 1)
    return ratios(column(figures, "ours", name, 1), theirs)


def with_deals_of_spiel(figures: Figures, name: Name) -> Spread:
    """Times as fast as open_spiel, in decisions, when every playout is dealt first."""
    played, decided = (column(figures, "ours", name, count) for count in (0, 1))
    rounds = zip(played, decided, column(figures, "our deals", name), strict=True)
    ours = [decisions / (1 + runs / dealt) for runs, decisions, dealt in rounds]
    return ratios(ours, median_game(figures, "open_spiel", 1))


def decisions_of_uno(figures: Figures, name: Name) -> Spread:
    """Times as fast as rlcard's uno, in decisions."""
    return ratios(column(figures, "ours", name, 1), column(figures, "rlcard", UNO, 1))


def targets(figures: Figures) -> list[list[str]]:
    """Every game against its three targets."""
    rows = []
    for slug in GAMES:
        least = 3 if slug in THREEFOLD else 1.5
        rows += [
            target(figures, slug, "decisions", least, "open_spiel", decisions_of_spiel),
            target(figures, slug, "choices", 1, "open_spiel", choices_of_spiel),
            target(figures, slug, "decisions", 10, "rlcard's uno", decisions_of_uno),
        ]
    return rows


def target(
    figures: Figures,
    slug: str,
    counted: str,
    least: float,
    library: str,
    times: Callable[[Figures, Name], Spread],
) -> list[str]:
    """The row for one target of a game, by the number of seats that is slowest."""
    seats = [name for name in names(figures, "ours") if name[0] == slug]
    slowest = min(seats, key=lambda name: times(figures, name).median)
    reached = times(figures, slowest)
    return [
        f"{slug}, {counted}",
        f"at least {least:g} × {library}",
        f"{reached:.2f}, {slowest[1]} seats",
        verdict(reached.median >= least),
    ]


def ratio_row(figures: Figures, name: Name) -> list[str]:
    """Every ratio of a game with one number of seats."""
    found = (
        decisions_of_spiel(figures, name),
        choices_of_spiel(figures, name),
        decisions_of_uno(figures, name),
        with_deals_of_spiel(figures, name),
        decisions_of_clones(figures, name),
    )
    return [*name, *(f"{times:.2f}" for times in found)]


def peer_rows(figures: Figures) -> list[list[str]]:
    """What the libraries do by themselves."""
    return [
        [
            library,
            game,
            f"{spread(column(figures, library, (game,), 1)):,.0f}",
            f"{spread(column(figures, library, (game,), 2)):,.0f}",
            f"{a_run(figures, (library, game)):.0f}",
        ]
        for library, game in (key for key in figures if len(key) == 2)
    ]


if __name__ == "__main__":
    main()
