"""The result, and what organisers do about it."""

from __future__ import annotations

import zlib
from fractions import Fraction

from django.db import models
from django.utils import timezone

from games import transcript

from .draws import Round
from .events import Entry, League, Tournament
from .matches import Match, Seat
from .people import NOTE_LENGTH, User


class Transcript(models.Model):
    """A match on paper, compressed; never joined in lists. `sha256` is that of the text."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True)
    body = models.BinaryField()
    sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"transcript of {self.match}"

    @property
    def text(self) -> str:
        """The text form, see games.transcript."""
        return zlib.decompress(self.body).decode()

    def read(self) -> transcript.Transcript:
        """The transcript itself."""
        return transcript.read(self.text)


class Result(models.Model):
    """A numbered version of a match's result; there is none as long as nobody has changed anything.

    The first is what was there before, written together with the second; seats hold what the last
    one says. `scores`: awarded place and total of every seat, in their order; [] where the match
    was made void, and `kept` is then what came of it, if anything had.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    number = models.PositiveIntegerField()
    scores = models.JSONField(default=list)
    kept = models.OneToOneField(Match, models.SET_NULL, null=True, related_name="+")
    entered_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    entered_at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=NOTE_LENGTH, blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_result_per_number")
        ]

    def __str__(self) -> str:
        return f"result {self.number} of {self.match}"


class RoundSheet(models.Model):
    """What a round that is over brought, in one piece, so that standings need not read it seat by
    seat; never joined in lists. Written by `sheets`; where there is none, seats are read.

    `seats`: a line each, with the entry, its awarded place, total and deals won, the table and the
    seating.
    """

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="sheet")
    seats = models.TextField()

    class Meta:
        verbose_name_plural = "round sheets"

    def __str__(self) -> str:
        return f"what {self.round} brought"


class SeatLog(models.Model):
    """What an uploaded bot left at a seat, for its owner; never joined in lists.

    `notes`: deal, number of the question in the match (both from 0) and text of what it wrote
    beside its moves. `cpu_us`: microseconds of CPU, one number a question.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True)
    text = models.TextField(blank=True)
    notes = models.JSONField(default=list)
    cpu_us = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"log of {self.seat}"


class Penalty(models.Model):
    """Points added to an entry by an organiser; cancelled, never deleted."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="penalties")
    points = models.DecimalField(max_digits=6, decimal_places=2)
    reason = models.CharField(max_length=200)
    given_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)
    cancelled_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["given_at", "id"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.points} to {self.entry}: {self.reason}"

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.points)


class Act(models.Model):
    """What somebody did to a league or to one of its tournaments, and why; written by `acts`, never
    changed. `by` is None where the site acted itself, or the account is gone. `about`: what the
    sentence of this kind names, as it was called then."""

    league = models.ForeignKey(League, models.CASCADE, related_name="acts")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="acts")
    kind = models.SlugField()
    about = models.JSONField(default=dict)
    why = models.CharField(max_length=NOTE_LENGTH, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.tournament or self.league}"
