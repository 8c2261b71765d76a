"""The bot `random`: any move that is open, each as likely as the others."""

from __future__ import annotations

from ..players import HouseBot, Turn


class Random(HouseBot):
    """Knows the rules and nothing else; the mark every other bot is measured by."""

    slug = "random"
    name = "Random"
    version = "1"
    says = "Plays any move that is open, each as likely as the others."

    def choose(self, turn: Turn) -> int:
        """A legal move, uniformly."""
        moves = turn.moves
        # Random.choice takes three times as long, and this bot plays every speed test.
        return moves[int(self.random.random() * len(moves))]


BOT = Random
