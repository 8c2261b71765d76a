"""Two of a club against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet, Sum

import games
from league.models import Bot, Match, Player, Seat, Tournament

MEETINGS = 50  # on a page


@dataclass(frozen=True, slots=True)
class Met:
    """How often two met at a table of one game, who was placed better how often, and the sums of
    their awarded places."""

    rules: str
    times: int
    one_better: int
    other_better: int
    one_places: int
    other_places: int

    @property
    def game(self) -> games.MatchRules | None:
        """None if it is not played here any more."""
        return games.MATCHES.get(self.rules)

    @property
    def level(self) -> int:
        """How often they shared a place."""
        return self.times - self.one_better - self.other_better

    @property
    def one_mean(self) -> Fraction:
        return Fraction(self.one_places, self.times)

    @property
    def other_mean(self) -> Fraction:
        return Fraction(self.other_places, self.times)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two who are compared: by game, and match by match, the latest first. `meetings` are the seats
    of the one, each with the `other_place`."""

    one: Player | Bot
    other: Player | Bot
    met: tuple[Met, ...]
    meetings: Page[Any]

    @property
    def times(self) -> int:
        """How often they met in all."""
        return sum(one.times for one in self.met)

    @property
    def one_better(self) -> int:
        return sum(one.one_better for one in self.met)

    @property
    def other_better(self) -> int:
        return sum(one.other_better for one in self.met)


def head_to_head(
    one: Player | Bot,
    other: Player | Bot,
    seen: QuerySet[Tournament],
    number: str | None = None,
) -> HeadToHead:
    """What two did in the finished matches of these tournaments in which both sat at the table;
    `seen` are those the reader may see."""
    both = Seat.objects.filter(_is(one), match__state=Match.State.DONE)
    both = both.filter(_is(other, "match__seats__"), match__round__tournament__in=seen)
    both = both.annotate(other_place=F("match__seats__awarded"))
    latest = both.select_related("version", "match__round__tournament__league__club")
    latest = latest.order_by("-match__finished_at", "-match")
    return HeadToHead(one, other, tuple(_met(both)), Paginator(latest, MEETINGS).get_page(number))


def _is(who: Player | Bot, seat: str = "") -> Q:
    """Whether he sits in a seat."""
    kind = "bot" if isinstance(who, Bot) else "player"
    return Q(**{f"{seat}entry__{kind}": who})


def _met(both: QuerySet[Seat]) -> Iterable[Met]:
    by_game = both.order_by().values_list("match__round__tournament__rules")
    rows = by_game.annotate(
        times=Count("pk"),
        one_better=Count("pk", filter=Q(awarded__lt=F("other_place"))),
        other_better=Count("pk", filter=Q(awarded__gt=F("other_place"))),
        one_places=Sum("awarded"),
        other_places=Sum("other_place"),
    )
    for row in rows.order_by("-times", "match__round__tournament__rules"):
        yield Met(*row)
