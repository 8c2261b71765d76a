"""Duplicate deals: the same cards for a bot in every seat, and what its places come to.

A shuffle favours a seat, and so does having the first turn. So each deal is played once with the
bot in every seat and its opponents in the others: what the cards do for a seat, they do for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from games.core import Game, Outcome
from games.matches import MatchRules, OneGame

from . import referee
from .players import Player
from .referee import Report

MakesPlayer = Callable[[], Player]


class SingleDeal(OneGame):
    """One deal of a game, and the places in it. Seat 0 starts (ALL-1).

    It is for measuring only: no catalog knows it, so its transcripts cannot be read again.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.slug = f"{game.slug}:deal"  # game and match may have the same slug
        self.name, self.says = game.name, game.says
        self.seats = game.seats

    def program(self, seats: int, own: Mapping[str, Any]) -> Sequence[Game]:
        """The one deal."""
        return self.games

    def pays(self, outcome: Outcome) -> tuple[int, ...]:
        """The place."""
        return outcome.places


@dataclass(frozen=True, slots=True)
class Duplicate:
    """One shuffle, played once with the bot in each seat: in `reports[s]` it sat in seat s."""

    reports: tuple[Report, ...]

    @property
    def ours(self) -> Fraction:
        """The bot's mean place."""
        return _mean(report.awarded[seat] for seat, report in enumerate(self.reports))

    @property
    def theirs(self) -> Fraction:
        """Its opponents' mean place."""
        return _mean(
            place
            for mine, report in enumerate(self.reports)
            for seat, place in enumerate(report.awarded)
            if seat != mine
        )

    @property
    def lead(self) -> Fraction:
        """By how much the bot's mean place is better. 0 is what equal players come to, however
        many places are shared: shared places are low ones, and so neither mean need be
        (seats + 1) / 2."""
        return self.theirs - self.ours


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and how far from it the true one may be."""

    mean: float
    margin: float

    @property
    def is_above_zero(self) -> bool:
        """The whole interval is."""
        return self.mean > self.margin


def play(
    rules: MatchRules,
    options: Mapping[str, Any],
    seats: int,
    seed: bytes,
    bot: MakesPlayer,
    against: MakesPlayer,
) -> Duplicate:
    """One match, `seats` times over: the bot in each seat in turn, an opponent in each other.

    Raises BadOption, and Void for what is our fault.
    """
    return Duplicate(
        tuple(
            referee.play(
                rules,
                options,
                seed,
                [bot() if seat == mine else against() for seat in range(seats)],
            )
            for mine in range(seats)
        )
    )


def estimate(leads: Sequence[Fraction], confidence: float = 0.99) -> Estimate:
    """The mean of what each deal came to: mean ± z · s / √n.

    n deals, s their sample standard deviation, z the normal quantile (2.576 for 99 %), so it takes
    30 deals or so. Deals are independent of each other and count once each; the matches of one
    deal are not, and are no cases of their own.
    """
    values = [float(lead) for lead in leads]
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return Estimate(fmean(values), z * stdev(values) / sqrt(len(values)))


def _mean(places: Iterable[int]) -> Fraction:
    counted = tuple(places)
    return Fraction(sum(counted), len(counted))
