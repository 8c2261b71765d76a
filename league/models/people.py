"""Who there is."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 80
NOTE_LENGTH = 200
REASON_LENGTH = 400


class User(AbstractUser):
    """Somebody who can log in."""

    @property
    def called(self) -> str:
        """What pages call him."""
        return self.first_name or self.username


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
