"""The draw."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games import chance

from .events import Entry, Tournament
from .people import Club
from .programs import Version


class Round(models.Model):
    """One round of a tournament; on a ladder every table is a round of its own. `receipt`: how it
    was drawn, enough to draw it again. Who is not drawn in a later `stage` went out in the one
    before.

    A round that follows another waits until `starts_at`, which the end of the other one sets. One
    that is held waits until an organiser shows it; nobody else knows of it. `begun_at`: when its
    time began, later by every pause in it.
    """

    class State(models.TextChoices):
        HELD = "held", _("drawn, not shown yet")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", _("being played")
        DONE = "done", _("finished")

    NOT_BEGUN = (State.HELD, State.DRAWN)

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    stage = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=8, choices=State, default=State.DRAWN)
    receipt = models.JSONField(default=dict)
    starts_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    resting = models.ManyToManyField(Entry, related_name="rests")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number")
        ]
        indexes = [
            # A handful of rows, of a ladder that may have had a million. SQLite takes the index
            # that answers most of a question, so state and number stand in it too.
            models.Index(
                fields=["tournament", "state", "number"],
                name="rounds_going_on",
                condition=models.Q(state="running"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, round {self.number}"

    @property
    def ends_at(self) -> datetime | None:
        """When its time is up, while it is played and if there is a limit at all; in a pause, if
        that ended now."""
        minutes = self.tournament.round_minutes
        if self.state != self.State.RUNNING or not minutes or not self.begun_at:
            return None
        paused_at = self.tournament.paused_at
        paused = timezone.now() - paused_at if paused_at else timedelta()
        return self.begun_at + timedelta(minutes=minutes) + paused


class DrawnFrom(models.Model):
    """All that a draw depended on beside its seed (formats.core.Field, on a ladder
    formats.continuous.Pool), kept with the first of the rounds drawn together; never joined in
    lists."""

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="drawn_from")
    field = models.JSONField()

    def __str__(self) -> str:
        return f"what {self.round} was drawn from"


class Shuffle(models.Model):
    """The seed of one or more matches, closed until the last of them has ended."""

    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return self.commitment

    @classmethod
    def of(cls, seed: bytes) -> Shuffle:
        """An unsaved shuffle with its commitment."""
        return cls(seed=seed, commitment=chance.commitment(seed))

    @staticmethod
    def fresh(count: int) -> list[Shuffle]:
        """So many new ones, by chance."""
        made = (Shuffle.of(secrets.token_bytes(32)) for _number in range(count))
        return Shuffle.objects.bulk_create(made)

    @property
    def is_open(self) -> bool:
        """Whether every match played with it has ended."""
        return all(match.has_ended for match in self.matches.all())


class Challenge(models.Model):
    """Some matches of one version against others that its owner chose. They count for nothing, and
    only the owners of those who play see them."""

    version = models.ForeignKey(Version, models.CASCADE, related_name="challenges")
    rules = models.SlugField(_("game"))
    options = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["created_at"], name="challenges_by_age")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("challenge", args=[self.pk])

    @property
    def name(self) -> str:
        return gettext("Challenge by %(bot)s") % {"bot": self.version.told}

    @property
    def club(self) -> Club:
        return self.version.bot.club

    @property
    def match_rules(self) -> games.MatchRules:
        return games.MATCHES[self.rules]
