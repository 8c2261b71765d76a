"""The match."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.validators import MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .draws import Challenge, Round, Shuffle
from .events import Entry, Tournament
from .people import Player
from .programs import Bot, Version


class Match(models.Model):
    """One table of a round, or one match of a challenge. `table` counts from 1.

    A table of a round that plays its cards in every seat has several, which are a set: `seating`
    counts them from 1, and the first has everybody where the draw put him.

    When an organiser has a finished one played again, what came of it moves to a match of its own
    (`replaced_by` the one of the table), which belongs to no round and counts nowhere.
    """

    class State(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        QUEUED = "queued", _("waits for a free machine")
        RUNNING = "running", _("being played")
        WAITING = "waiting", _("waits for somebody's move")
        DONE = "done", _("finished")
        VOID = "void", _("void")
        REPLACED = "replaced", _("void, played again")

    ENDED = (State.DONE, State.REPLACED)  # nobody plays it any more

    round = models.ForeignKey(Round, models.CASCADE, null=True, related_name="matches")
    challenge = models.ForeignKey(Challenge, models.CASCADE, null=True, related_name="matches")
    replaced_by = models.ForeignKey("self", models.CASCADE, null=True, related_name="replaced")
    table = models.PositiveIntegerField()
    extra_minutes = models.PositiveIntegerField(default=0)
    seating = models.PositiveIntegerField(default=1)
    shuffle = models.ForeignKey(Shuffle, models.PROTECT, related_name="matches")
    state = models.CharField(max_length=8, choices=State, default=State.DRAWN)
    queued_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["round", "table", "seating"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table", "seating"], name="one_match_per_seating"
            ),
            models.UniqueConstraint(fields=["challenge", "table"], name="one_match_per_number"),
            models.CheckConstraint(
                condition=models.Q(round__isnull=False, challenge=None, replaced_by=None)
                | models.Q(round=None, challenge__isnull=False, replaced_by=None)
                | models.Q(round=None, challenge=None, replaced_by__isnull=False),
                name="match_of_a_round_or_a_challenge",
            ),
        ]
        indexes = [
            # The queue: a handful of rows in a table that only grows.
            models.Index(fields=["queued_at"], name="queue", condition=models.Q(state="queued"))
        ]

    def __str__(self) -> str:
        seating = f", seating {self.seating}" if self.seating > 1 else ""
        return f"{self.round or self.challenge or self.replaced_by}, table {self.table}{seating}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])

    @property
    def ends_at(self) -> datetime | None:
        """When its time is up, see Round.ends_at."""
        ends_at = self.round.ends_at if self.round else None
        return ends_at + timedelta(minutes=self.extra_minutes) if ends_at else None

    @property
    def has_ended(self) -> bool:
        """Whether nobody plays it any more."""
        return self.state in self.ENDED

    @property
    def event(self) -> Tournament | Challenge:
        """What it belongs to, which says what is played and in which club."""
        if self.replaced_by:
            return self.replaced_by.event
        event = self.round.tournament if self.round else self.challenge
        assert event is not None  # match_of_a_round_or_a_challenge
        return event

    @property
    def tournament_id(self) -> int | None:
        """The tournament it is played in, None for a challenge."""
        return self.round.tournament_id if self.round else None

    def is_run_by(self, user: object) -> bool:
        """Whether this user says when it is played again."""
        if self.challenge:
            return self.challenge.version.bot.is_owned_by(user)
        return self.event.club.is_run_by(user)


class Seat(models.Model):
    """Who sits where at a table, and what came of it. `number` counts from 0, clockwise.

    In a tournament an entry sits here, which may be a person's; in a challenge just a version.
    `place` is the engine's, `awarded` the one after verdicts, which standings use; `won`: deals
    won. `fault_deal` and `fault_move`, from 0: where its bot failed, closed as the moves are; null
    if it did not, or did before the first move.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField(validators=[MinValueValidator(0)])
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="seats")
    version = models.ForeignKey(Version, models.PROTECT, null=True, related_name="seats")
    place = models.PositiveIntegerField(null=True)
    awarded = models.PositiveIntegerField(null=True)
    total = models.IntegerField(null=True)
    won = models.PositiveIntegerField(null=True)
    verdict = models.CharField(max_length=16, blank=True)
    fault_deal = models.PositiveIntegerField(null=True)
    fault_move = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_per_seat"),
            models.UniqueConstraint(fields=["match", "entry"], name="nobody_sits_twice"),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False) | models.Q(version__isnull=False),
                name="somebody_sits_there",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.who} in seat {self.number}"

    @property
    def who(self) -> Player | Bot:
        """The one who plays."""
        if self.entry:
            return self.entry.who
        assert self.version is not None  # somebody_sits_there
        return self.version.bot


class Attempt(models.Model):
    """One worker's try at playing a match. Only the holder of `token` may bring the result."""

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        DONE = "done", _("brought the result")
        LOST = "lost", _("stopped without a word")
        STOPPED = "stopped", _("stopped by an organiser")
        VOID = "void", _("failed, our fault")

    match = models.ForeignKey(Match, models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    worker = models.CharField(max_length=100)
    token = models.UUIDField(unique=True)
    state = models.CharField(max_length=8, choices=State, default=State.RUNNING)
    lease_until = models.DateTimeField()
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=16, blank=True)
    log = models.TextField(blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_attempt_per_number"),
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(state="running"), name="one_attempt_at_a_time"
            ),
        ]
        indexes = [
            models.Index(fields=["lease_until"], name="leases", condition=models.Q(state="running"))
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} at {self.match}"
