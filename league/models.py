"""The tables, in the order of the story: who there is, what is played, the draw, the match, the
result.

Seats are rows. One `state` word per row says where it stands; the chapters (submit, schedule, run,
record) move it on by updates that can lose. Rows are reached from a request through `access` only.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from bots import interpreters
from bots.interpreters import CATALOG, PYTHON
from bots.submission import ZIP
from games import chance, transcript
from league.scoring.ratings import Rating as Value

NAME_LENGTH = 80
NOTE_LENGTH = 200
REASON_LENGTH = 400
LONGEST_ROUND = 600  # minutes


class User(AbstractUser):
    """Somebody who can log in."""


# Who there is


def check_timezone(name: str) -> None:
    """Raises ValidationError for a name that no clock goes by."""
    if name not in available_timezones():
        raise ValidationError(_("A time zone is named like Europe/Berlin."))


class Club(models.Model):
    """A round of people who play together."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(unique=True)
    about = models.CharField(_("about"), max_length=200, blank=True)
    timezone = models.CharField(
        _("time zone"), max_length=64, default="Europe/Berlin", validators=[check_timezone]
    )
    members = models.ManyToManyField(User, through="Membership", related_name="clubs")

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    def is_run_by(self, user: object) -> bool:
        """Whether this user may organise here."""
        if not isinstance(user, User):
            return False
        role = Membership.Role.ORGANISER
        return user.is_superuser or self.memberships.filter(user=user, role=role).exists()

    def has_member(self, user: object) -> bool:
        """Whether this user belongs here."""
        return isinstance(user, User) and self.memberships.filter(user=user).exists()


class Membership(models.Model):
    """A user in a club, with a role."""

    class Role(models.TextChoices):
        MEMBER = "member", _("member")
        ORGANISER = "organiser", _("organiser")

    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role, default=Role.MEMBER)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="one_membership_per_club")
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}"


class Player(models.Model):
    """A person who plays in a club; may have no account."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="players")

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """What addresses call him, see access.contestant."""
        return f"player-{self.pk}"


class Bot(models.Model):
    """A program that plays in a club. Without an owner it is the club's own, or an orphan.

    `chosen`: the older version its owner went back to, if he did. One that is retired plays in no
    draw to come; matches need its row. `takes_challenges`: from other members.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="bots")
    owner = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="bots")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField()
    chosen = models.ForeignKey(
        "Version", models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    retired_at = models.DateTimeField(null=True, editable=False)
    takes_challenges = models.BooleanField(_("may be challenged"), default=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_bot_slug_per_club")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("bot", args=[self.club.slug, self.slug])

    @property
    def key(self) -> str:
        """What addresses call it beside players, see access.contestant."""
        return f"bot-{self.slug}"

    def playing_version(self) -> Version | None:
        """The version that plays when the next draw is made: the chosen one, else the newest that
        is ready. None if there is none, or the bot is retired."""
        return Version.playing([self.pk]).get(self.pk)

    def is_owned_by(self, user: object) -> bool:
        """Whether this user uploads it."""
        return isinstance(user, User) and user.pk == self.owner_id

    def may_be_deleted_by(self, user: object) -> bool:
        """Its owner's to say, and the organisers', who tidy up in their club."""
        return self.is_owned_by(user) or self.club.is_run_by(user)

    @property
    def owner_name(self) -> str:
        """As others read it; empty without an owner."""
        return self.owner.first_name or self.owner.username if self.owner else ""

    @classmethod
    def orphans(cls) -> QuerySet[Bot]:
        """Those whose owner's account is gone: what nobody owns and somebody has uploaded."""
        return cls.objects.filter(owner=None, versions__house="").distinct()

    @property
    def is_orphan(self) -> bool:
        """See orphans."""
        return self.owner_id is None and Bot.orphans().filter(pk=self.pk).exists()


class Version(models.Model):
    """One immutable version of a bot; a match names the version that played.

    It is either a house bot's program or an upload, which its `sha256` tells; what was uploaded is
    in a table of its own. `interpreter`: what runs it, a name of bots.interpreters. `plays`: slugs
    of match rules; a house bot plays them all.
    """

    class State(models.TextChoices):
        CHECKING = "checking", _("being checked")
        READY = "ready", _("ready")
        REJECTED = "rejected", _("rejected")
        DELETED = "deleted", _("deleted")

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    house = models.SlugField(blank=True, help_text=_("the house bot whose program this is"))
    sha256 = models.CharField(max_length=64, blank=True, editable=False)
    interpreter = models.CharField(max_length=20, default=PYTHON.name, editable=False)
    note = models.CharField(_("note"), max_length=NOTE_LENGTH, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.READY, editable=False)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True, editable=False)
    plays = models.JSONField(default=list, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["bot", "number"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="one_version_per_number"),
            models.CheckConstraint(
                condition=models.Q(house="") ^ models.Q(sha256=""),
                name="version_is_of_the_house_or_uploaded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("version", args=[self.bot.club.slug, self.bot.slug, self.number])

    @classmethod
    def playing(cls, bots: Iterable[int | None]) -> dict[int, Version]:
        """The version that plays in the next draw, by bot; see Bot.playing_version."""
        found = cls.open().filter(bot__in=bots)
        in_order = sorted(
            found.select_related("bot__club"),
            key=lambda one: (one.pk == one.bot.chosen_id, one.number),
        )
        return {version.bot_id: version for version in in_order}

    @classmethod
    def open(cls) -> QuerySet[Version]:
        """Those that may play: ready, for an interpreter that is enabled here, of a bot that is not
        deleted."""
        known = {"state": cls.State.READY, "interpreter__in": interpreters.enabled()}
        return cls.objects.filter(bot__retired_at=None, **known)

    @property
    def told(self) -> str:
        """Whose it is and which: Newbie (version 2); of the house, with its program instead."""
        which = self.house or gettext("version %(n)d") % {"n": self.number}
        return gettext("%(bot)s (%(which)s)") % {"bot": self.bot, "which": which}

    @property
    def is_open(self) -> bool:
        """Whether it is one of these."""
        return self.state == self.State.READY and self.is_enabled and not self.bot.retired_at

    @property
    def is_enabled(self) -> bool:
        """Whether this site runs what it is written for; it did when it was uploaded."""
        return self.interpreter in interpreters.enabled()

    @property
    def language(self) -> str:
        """What its program is written in."""
        known = CATALOG.get(self.interpreter)
        return known.says if known else self.interpreter

    @property
    def starts_ahead(self) -> bool:
        """Whether a sandbox that was prepared for any bot will do for it."""
        return not self.house and self.interpreter == PYTHON.name

    def can_play(self, rules: str) -> bool:
        """Whether it plays by these match rules."""
        return bool(self.house) or rules in self.plays

    @property
    def is_needed(self) -> bool:
        """Whether a match is, or may be, still to be played with it. One that is done needs no
        program, only the row, which says who played."""
        to_come = self.entries.exclude(tournament__state=Tournament.State.DONE)
        return to_come.exists() or self.seats.exclude(match__state__in=Match.ENDED).exists()


class Source(models.Model):
    """What was uploaded as a version, as it came; never joined in lists. Nothing but the sandbox
    may import, compile or run it."""

    version = models.OneToOneField(Version, models.CASCADE, primary_key=True)
    filename = models.CharField(max_length=NAME_LENGTH)
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"source of {self.version}"

    @property
    def is_zip(self) -> bool:
        """Or else it is a Python file."""
        return bytes(self.body[: len(ZIP)]) == ZIP


class Trial(models.Model):
    """An uploaded version on its way to ready or rejected: work for a worker, which holds it by
    `token` and lease as it holds a match.

    `played`: one object a match it played: what, verdict, decisions, p50, p99 and max of its think
    times in microseconds of CPU. `log`: what the bot wrote, for its owner. `failures`: how often we
    failed at it, `trouble` how the last time.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waits for a free machine")
        RUNNING = "running", _("running")
        DONE = "done", _("done")

    version = models.OneToOneField(Version, models.CASCADE, primary_key=True)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    queued_at = models.DateTimeField()
    worker = models.CharField(max_length=100, blank=True)
    token = models.UUIDField(null=True, unique=True)
    lease_until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    trouble = models.TextField(blank=True)
    played = models.JSONField(default=list)
    log = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["queued_at"], name="trials", condition=~models.Q(state="done"))
        ]

    def __str__(self) -> str:
        return f"trial of {self.version}"


class Worker(models.Model):
    """A worker that has looked whether it can shut uploaded bots in. `trouble`: why it runs none,
    empty if it does."""

    name = models.CharField(max_length=100, unique=True)
    trouble = models.TextField(blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


# What is played


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
        who = self.player or self.bot
        assert who is not None  # season_member_is_a_player_or_a_bot
        return who

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
        who = self.player or self.bot
        assert who is not None  # entry_is_a_player_or_a_bot
        return who

    @property
    def is_gone(self) -> bool:
        """Whether it plays no more, and ranks behind all who do."""
        return self.state in {self.State.WITHDRAWN, self.State.DISQUALIFIED}


class Rung(models.Model):
    """What the next draw of a ladder asks of an entry, counted table by table, so that nobody looks
    through all that it has played; see formats.continuous.Contender.

    `tries` are those of the entry's `version`, `sizes` is a list of table sizes and their counts.
    `played`: matches that are over; `free_since`: the end of the last one.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="rung")
    turns = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    sizes = models.JSONField(default=list)
    seats = models.JSONField(default=list)
    met = models.JSONField(default=list)
    played = models.PositiveIntegerField(default=0)
    free_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.entry} on {self.entry.tournament}"


# The draw


class Round(models.Model):
    """One round of a tournament; on a ladder every table is a round of its own. `receipt`: how it
    was drawn, enough to draw it again. Who is not drawn in a later `stage` went out in the one
    before.

    A round that follows another waits until `starts_at`, which the end of the other one sets. One
    that is held waits until an organiser shows it; nobody else knows of it.
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
        """When its time is up, while it is played and if there is a limit at all."""
        minutes = self.tournament.round_minutes
        if self.state != self.State.RUNNING or not minutes or not self.begun_at:
            return None
        return self.begun_at + timedelta(minutes=minutes)


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


# The match


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


# The result


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


# Ratings


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
        who = self.player or self.bot
        assert who is not None  # rating_is_of_a_player_or_a_bot
        return who

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
