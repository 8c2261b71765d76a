"""Rules engine: card games as states, moves and outcomes. Standard library only.

A deal, and a match of several:

    game = games.GAMES["amoins"]
    state = game.deal(seats=3, seed=bytes(32))
    state.play(state.legal()[0])

    rules = games.MATCHES["arschmallows"]
    match = rules.start(seats=4, seed=bytes(32))
"""

from .catalog import GAMES, MATCHES
from .core import BadOption, Event, Game, IllegalMove, Option, Outcome, Rules, Ruling, State
from .matches import Match, MatchRules, Result

__all__ = [
    "GAMES",
    "MATCHES",
    "BadOption",
    "Event",
    "Game",
    "IllegalMove",
    "Match",
    "MatchRules",
    "Option",
    "Outcome",
    "Result",
    "Rules",
    "Ruling",
    "State",
]
