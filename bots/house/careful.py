"""The bot `careful`: plays what it knows with sense, and takes over where a player failed.

How it plays a game is a file under `_careful/`; a game it does not know it plays at random.
"""

from __future__ import annotations

from collections.abc import Callable

from ..players import Hello, HouseBot, Turn
from ._careful import abluxxen, couleur, permis, quibbles, series
from ._careful.amoins import Amoins
from ._careful.arschmallows import Arschmallows
from ._careful.lun_apres import LunApres
from ._careful.montees import Montees


class Careful(HouseBot):
    """No search, no look at what it may not see; 0.1 to 0.2 milliseconds a move."""

    slug = "careful"
    name = "Careful"
    version = "2"
    says = "Plays by rules of thumb and remembers what it has seen."

    def begin(self, hello: Hello) -> None:
        """Forget every match before."""
        super().begin(hello)
        self._ways: dict[str, Callable[[Turn], int]] = {
            "montees": Montees(hello).choose,
            "amoins": Amoins(hello).choose,
            "lun-apres": LunApres(hello).choose,
            "couleur": couleur.choose,
            "couleur-atout": couleur.choose,
            "permis": permis.choose,
            "series": series.choose,
            "quibbles": quibbles.choose,
            "arschmallows": Arschmallows(hello).choose,
            "abluxxen": abluxxen.choose,
        }

    def choose(self, turn: Turn) -> int:
        """A legal move."""
        way = self._ways.get(turn.game, self._any)
        return way(turn)

    def _any(self, turn: Turn) -> int:
        return self.random.choice(turn.moves)


BOT = Careful
