"""Ratings of a club, and how one of them came about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet, Sum

import games
from league.models import Bot, Club, Pool, Rating, RatingChange, Tournament
from league.scoring.standings import ranked

CHANGES = 50  # on a page
DRAWN = 100  # matches back that a line is drawn
KINDS = list(Pool.Kind)  # in the order in which they are shown


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A rating in the table of its pool."""

    rating: Rating
    place: int
    shared: bool


@dataclass(frozen=True, slots=True)
class PoolTable:
    """The ratings of a pool, best first."""

    pool: Pool
    lines: tuple[RatingLine, ...]


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """The ratings of a club in one game, by kind of table; `rules` is None, and `games` is empty,
    before the first match."""

    rules: games.MatchRules | None
    games: tuple[games.MatchRules, ...]
    pools: tuple[PoolTable, ...]


def ratings(club: Club, seen: QuerySet[Rating], rules: str | None = None) -> RatingsPage:
    """The ratings of a club's page; `seen` are those the reader may see. Games come in the order in
    which they are played most."""
    played = club.pools.order_by().values("rules").annotate(played=Sum("logged_to"))
    slugs = played.order_by("-played", "rules").values_list("rules", flat=True)
    there = tuple(games.MATCHES[slug] for slug in slugs if slug in games.MATCHES)
    shown = games.MATCHES[rules] if rules else next(iter(there), None)
    pools = club.pools.filter(rules=shown.slug) if shown else Pool.objects.none()
    in_order = sorted(pools, key=lambda pool: KINDS.index(Pool.Kind(pool.kind)))
    tables = (_table(pool, seen) for pool in in_order)
    return RatingsPage(shown, there, tuple(one for one in tables if one.lines))


def _table(pool: Pool, seen: QuerySet[Rating]) -> PoolTable:
    """Who is deleted stands in no table, but keeps his rating."""
    there = seen.filter(pool=pool, bot__retired_at=None)
    keys = {one: (-one.value.shown,) for one in there.order_by("pk")}
    return PoolTable(pool, tuple(RatingLine(*row) for row in ranked(keys)))


@dataclass(frozen=True, slots=True)
class Course:
    """A rating and the numbers it had lately, oldest first; the first of them before its match."""

    rating: Rating
    numbers: tuple[int, ...]

    @property
    def rules(self) -> games.MatchRules | None:
        """The game; None if it is not played here any more."""
        return games.MATCHES.get(self.rating.pool.rules)


@dataclass(frozen=True, slots=True)
class RatingPage:
    """A rating, match by match, the latest first."""

    course: Course
    changes: Page[RatingChange]


def rating(rating: Rating, seen: QuerySet[Tournament], number: str | None = None) -> RatingPage:
    """The page of a rating; `seen` are the tournaments the reader may see."""
    changes = rating.changes.filter(logged__match__round__tournament__in=seen).order_by("-pk")
    related = changes.select_related("version", "logged__match__round__tournament__league__club")
    return RatingPage(_course(rating), Paginator(related, CHANGES).get_page(number))


def bot_ratings(bot: Bot, seen: QuerySet[Rating]) -> tuple[Course, ...]:
    """A bot's ratings, the most played first."""
    found = seen.filter(bot=bot).order_by("-matches", "pk")
    return tuple(_course(one) for one in found if one.pool.rules in games.MATCHES)


def _course(rating: Rating) -> Course:
    latest = list(rating.changes.order_by("-pk")[:DRAWN])[::-1]
    # Its pool may be wound back after the rating was read.
    return Course(rating, tuple(_numbers(latest)) or (rating.value.shown,))


def _numbers(changes: Iterable[RatingChange]) -> list[int]:
    numbers: list[int] = []
    for change in changes:
        numbers += [change.after.shown] if numbers else [change.before.shown, change.after.shown]
    return numbers
