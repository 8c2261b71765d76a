"""Bots, their versions, and what tries and runs them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bots import interpreters
from bots.interpreters import CATALOG, PYTHON
from bots.submission import ZIP

from .people import NAME_LENGTH, NOTE_LENGTH, REASON_LENGTH, Club, Player, User


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
        return self.owner.called if self.owner else ""

    @classmethod
    def orphans(cls) -> QuerySet[Bot]:
        """Those whose owner's account is gone: what nobody owns and somebody has uploaded."""
        return cls.objects.filter(owner=None, versions__house="").distinct()

    @property
    def is_orphan(self) -> bool:
        """See orphans."""
        return self.owner_id is None and Bot.orphans().filter(pk=self.pk).exists()


def one_of(player: Player | None, bot: Bot | None) -> Player | Bot:
    """The one there is, where a constraint says that there is just one of them."""
    who = player or bot
    assert who is not None
    return who


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
        # Here, since these stand on versions, not versions on them.
        from .events import Tournament
        from .matches import Match

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
