"""Ratings: the log of results, and what came of it."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.scoring.ratings import Rating as Value

from .events import Tournament
from .matches import Match
from .people import Club, Player
from .programs import Bot, Version, one_of


class Pool(models.Model):
    """Ratings that compare: those of one club, game and kind of table; see `ratings`.

    Its log has numbers up to `logged_to`; the ratings are what came of those up to `rated_to`.
    """

    class Kind(models.TextChoices):
        PEOPLE = "people", _("people among themselves")
        MIXED = "mixed", _("people and bots together")
        BOTS = "bots", _("bots among themselves")

    club = models.ForeignKey(Club, models.CASCADE, related_name="pools")
    rules = models.SlugField()
    kind = models.CharField(max_length=6, choices=Kind)
    logged_to = models.PositiveBigIntegerField(default=0)
    rated_to = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["club", "rules", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["club", "rules", "kind"], name="one_pool_per_kind")
        ]

    def __str__(self) -> str:
        return f"{self.rules} in {self.club}, {self.kind}"

    @property
    def is_behind(self) -> bool:
        """Whether some of its log is still to be rated."""
        return self.rated_to < self.logged_to


class LoggedMatch(models.Model):
    """A match of a tournament in the log that ratings are made from, `number` by number; None until
    it is taken up."""

    class State(models.TextChoices):
        WAITING = "waiting", _("new or changed")
        LOGGED = "logged", _("taken up")
        STUCK = "stuck", _("cannot be rated")

    match = models.OneToOneField(Match, models.CASCADE, related_name="logged")
    pool = models.ForeignKey(Pool, models.CASCADE, null=True, related_name="log")
    number = models.PositiveBigIntegerField(null=True)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)

    class Meta:
        ordering = ["pool", "number"]
        constraints = [models.UniqueConstraint(fields=["pool", "number"], name="one_per_number")]
        indexes = [
            # A handful of rows in a table that only grows.
            models.Index(fields=["id"], name="to_rate", condition=models.Q(state="waiting"))
        ]

    def __str__(self) -> str:
        return f"{self.match}, {self.number} in {self.pool}"


class Rating(models.Model):
    """How well a player or a bot plays, see scoring.ratings; a bot whatever its version."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="ratings")
    bot = models.ForeignKey(Bot, models.CASCADE, null=True, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pool", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) ^ models.Q(bot__isnull=True),
                name="rating_is_of_a_player_or_a_bot",
            ),
            models.UniqueConstraint(fields=["pool", "player"], name="a_player_has_one_rating"),
            models.UniqueConstraint(fields=["pool", "bot"], name="a_bot_has_one_rating"),
        ]

    def __str__(self) -> str:
        return f"{self.who} at {self.value.shown}"

    def get_absolute_url(self) -> str:
        return reverse("rating", args=[self.pool.club.slug, self.pk])

    @property
    def who(self) -> Player | Bot:
        """Whose it is."""
        return one_of(self.player, self.bot)

    @property
    def value(self) -> Value:
        """What the pure functions count with."""
        return Value(self.mu, self.sigma)


class RatingChange(models.Model):
    """What one match did to one rating; `place` is the awarded one."""

    # Both come first in an index below.
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes", db_index=False)
    logged = models.ForeignKey(LoggedMatch, models.CASCADE, related_name="changes", db_index=False)
    version = models.ForeignKey(Version, models.PROTECT, null=True, related_name="+")
    place = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ["id"]  # within a rating that of the log
        constraints = [
            models.UniqueConstraint(fields=["logged", "rating"], name="a_match_is_rated_once")
        ]
        indexes = [models.Index(fields=["rating", "-id"], name="history")]

    def __str__(self) -> str:
        return f"{self.rating} after {self.logged.match}"

    @property
    def before(self) -> Value:
        return Value(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Value:
        return Value(self.mu, self.sigma)

    @property
    def gain(self) -> int:
        """By how much the number that is shown changed."""
        return self.after.shown - self.before.shown


class Spread(models.Model):
    """How sure the places of a finished tournament are, at one `version` of it. `places`: the best
    and the worst by entry, see scoring.intervals; never joined in lists."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="spread"
    )
    version = models.PositiveIntegerField()
    places = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"spread of {self.tournament}"
