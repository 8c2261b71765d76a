"""What is played."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

import games

from .people import NAME_LENGTH, Club, Player, User
from .programs import Bot, Version, one_of

LONGEST_ROUND = 600  # minutes


class League(models.Model):
    """A row of tournaments with a common ranking; `settings`: how that counts, see
    scoring.cumulative."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField()
    settings = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_league_slug_per_club")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.club.slug, self.slug])

    @property
    def season(self) -> Season | None:
        """The one that is open or, between two, the last; None where there are none."""
        return self.seasons.order_by("-number").first()


class Season(models.Model):
    """A stretch of a league that is ranked by itself, in divisions or as a whole.

    `number` counts from 1. `settings`: how its ranking counted when it was closed, null before:
    then as the league's. `version` grows with every change of the season itself, its divisions and
    its members; forms tell by it what they were made for.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=1, editable=False)
    settings = models.JSONField(null=True)
    begun_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["league", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),
            models.UniqueConstraint(
                fields=["league"], condition=models.Q(state="open"), name="one_open_season"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.league.club.slug, self.league.slug, self.number])

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class Division(models.Model):
    """One of a season's divisions, ranked by itself; `number` 1 is the highest. `up`, `down`: how
    many of it are to change when the season ends."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    up = models.PositiveIntegerField(default=0)
    down = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_division_per_number")
        ]

    def __str__(self) -> str:
        return self.name


class SeasonMember(models.Model):
    """A player or a bot in a division of a season. `left_at`: since when he plays on in no
    division; `next`: the like of which he plays in next season, as confirmed when this one was
    closed, null for nowhere."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="members")
    division = models.ForeignKey(Division, models.RESTRICT, related_name="members")
    player = models.ForeignKey(Player, models.RESTRICT, null=True, related_name="seasons")
    bot = models.ForeignKey(Bot, models.RESTRICT, null=True, related_name="seasons")
    left_at = models.DateTimeField(null=True)
    next = models.ForeignKey(Division, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["division", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) ^ models.Q(bot__isnull=True),
                name="season_member_is_a_player_or_a_bot",
            ),
            models.UniqueConstraint(fields=["season", "player"], name="a_player_in_one_division"),
            models.UniqueConstraint(fields=["season", "bot"], name="a_bot_in_one_division"),
        ]

    def __str__(self) -> str:
        return str(self.who)

    @property
    def who(self) -> Player | Bot:
        """The one who plays."""
        return one_of(self.player, self.bot)

    @property
    def has_left(self) -> bool:
        """Whether he plays on in no division; a bot that is deleted does not."""
        return bool(self.left_at or (self.bot and self.bot.retired_at))


class Tournament(models.Model):
    """One event: what is played, how tables are drawn, how points are counted.

    `options` belong to the match rules, `settings` to the format, `scoring_settings` to the
    scoring; they are fixed by the draw, and so are the `tie_breaks`, in the order in which they
    decide.
    `round_minutes` are shown at the tables, and nobody is stopped by them; 0: no limit. With
    `looks_first` a round that is drawn while others are played is held until it is shown.
    `version` grows with every change that a page shows; pages use it to know what they have.
    `rounds_planned`: how many it will have, as the draw says; later ones may wait for results. On a
    ladder 0 until it is ended.
    `deals`: which of its tables play the same cards, see `deals`. While it is paused no table
    begins; those being played are played to their end.
    `season` is null in a league without seasons only; `division`: where it counts, null in a season
    without any, or if it counts for none of them.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        DRAWN = "drawn", _("drawn, not published")
        RUNNING = "running", _("being played")
        DONE = "done", _("finished")

    class Deals(models.TextChoices):
        OWN = "own", _("every table its own")
        SAME = "same", _("the same at every table")
        DUPLICATE = "duplicate", _("the same again in every seat")

    league = models.ForeignKey(League, models.CASCADE, related_name="tournaments")
    season = models.ForeignKey(
        Season, models.RESTRICT, null=True, editable=False, related_name="tournaments"
    )
    division = models.ForeignKey(
        Division, models.RESTRICT, null=True, editable=False, related_name="tournaments"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField()
    rules = models.SlugField(_("game"))
    options = models.JSONField(default=dict, blank=True)
    format = models.SlugField(_("how tables are drawn"))
    settings = models.JSONField(default=dict, blank=True)
    scoring = models.SlugField(_("how points are counted"))
    scoring_settings = models.JSONField(default=dict, blank=True)
    tie_breaks = models.JSONField(default=list, blank=True)
    deals = models.CharField(_("which cards"), max_length=9, choices=Deals, default=Deals.OWN)
    pause_s = models.PositiveIntegerField(
        _("seconds between rounds"), default=0, validators=[MaxValueValidator(86_400)]
    )
    round_minutes = models.PositiveIntegerField(
        _("minutes for a round"), default=0, validators=[MaxValueValidator(LONGEST_ROUND)]
    )
    looks_first = models.BooleanField(_("look at every draw before it is shown"), default=False)
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    version = models.PositiveIntegerField(default=1, editable=False)
    draw_seed = models.BinaryField(max_length=32, null=True, editable=False)
    rounds_planned = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, editable=False)
    paused_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "slug"], name="one_tournament_slug_per_league"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.league.club.slug, self.league.slug, self.slug])

    @property
    def club(self) -> Club:
        return self.league.club

    @property
    def match_rules(self) -> games.MatchRules:
        return games.MATCHES[self.rules]

    @property
    def why_paused(self) -> str:
        """The reason that was given when it was paused last, if one was."""
        act = self.acts.filter(kind="paused").first()
        return act.why if act else ""

    @property
    def was_ended_early(self) -> bool:
        """Whether it was to have more rounds."""
        return self.acts.filter(kind="ended-early").exists()

    @property
    def is_public(self) -> bool:
        """Whether visitors may know of it: a draw is shown when it is published."""
        return self.state in {self.State.RUNNING, self.State.DONE}


class Entry(models.Model):
    """A player or a bot in a tournament. `version`: the bot's that plays, from the draw on.
    `fixed_table`: the number of the table at which it sits in every round, if it needs a certain
    one.

    Only who plays is drawn; who is away may come back. Rounds that are played stay as they were.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("plays")
        AWAY = "away", _("away")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    GONE = (State.WITHDRAWN, State.DISQUALIFIED)

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="entries")
    bot = models.ForeignKey(Bot, models.PROTECT, null=True, related_name="entries")
    version = models.ForeignKey(Version, models.PROTECT, null=True, related_name="entries")
    state = models.CharField(max_length=12, choices=State, default=State.PLAYING, editable=False)
    fixed_table = models.PositiveIntegerField(null=True, editable=False)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "entries"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) ^ models.Q(bot__isnull=True),
                name="entry_is_a_player_or_a_bot",
            ),
            models.UniqueConstraint(fields=["tournament", "player"], name="a_player_enters_once"),
            models.UniqueConstraint(fields=["tournament", "bot"], name="a_bot_enters_once"),
            models.UniqueConstraint(
                fields=["tournament", "fixed_table"], name="a_table_is_fixed_for_one"
            ),
        ]

    def __str__(self) -> str:
        return str(self.who)

    @property
    def who(self) -> Player | Bot:
        """The one who plays."""
        return one_of(self.player, self.bot)

    @property
    def is_gone(self) -> bool:
        """Whether it plays no more, and ranks behind all who do."""
        return self.state in self.GONE


class KeptApart(models.Model):
    """Two entries of one tournament that share no table, or only where that cannot be avoided; the
    one with the lower key is the first, so that a pair is kept once."""

    class How(models.TextChoices):
        NEVER = "never", _("never at one table")
        RATHER_NOT = "rather-not", _("at one table only where it cannot be avoided")

    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    how = models.CharField(max_length=12, choices=How)

    class Meta:
        ordering = ["one", "other"]
        verbose_name_plural = "kept apart"
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="a_pair_is_kept_apart_once"),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="kept_apart_are_two_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"


class Rung(models.Model):
    """What the next draw of a ladder asks of an entry, counted table by table, so that nobody looks
    through all that it has played; see formats.continuous.Contender.

    `tries` are those of the entry's `version`, `sizes` is a list of table sizes and their counts.
    `played`: matches that are over; `free_since`: the end of the last one. `strength`: what it
    stands by when the ladder has ended, see scoring.strengths; null before, and if it never played.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="rung")
    turns = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    sizes = models.JSONField(default=list)
    seats = models.JSONField(default=list)
    met = models.JSONField(default=list)
    played = models.PositiveIntegerField(default=0)
    free_since = models.DateTimeField(null=True)
    strength = models.IntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.entry} on {self.entry.tournament}"
