"""Allowance: how many bots, versions and bytes a member may keep, and how many trials he may ask
for. Who has used it up is told what to delete, or to wait.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet, Sum
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext as _

from .models import Bot, Club, User, Version
from .refusals import NotOpen, Refused

MOST_BOTS = 20  # of one member in a club
MOST_VERSIONS = 50  # of one bot, with their sources
MOST_BYTES = 100 << 20  # of one member's sources together
MOST_A_DAY = 50  # uploads of one member
MOST_CHECKED_AT_ONCE = 3  # of one member: a trial may take minutes, and others wait too


def check_new_bot(club: Club, owner: User) -> None:
    """Raises Refused if he has enough of them here."""
    if club.bots.filter(owner=owner, retired_at=None).count() >= MOST_BOTS:
        raise Refused(_("You have %(most)d bots here, which is the most.") % {"most": MOST_BOTS})


def check_upload(bot: Bot, size: int) -> None:
    """Whether a version of so many bytes may be kept and tried. Raises NotOpen."""
    mine = Version.objects.filter(bot__owner=bot.owner)
    _check_trials(mine)
    kept = bot.versions.exclude(state=Version.State.DELETED)
    if kept.count() >= MOST_VERSIONS:
        said = _("%(bot)s has %(most)d versions, which is the most.")
        raise NotOpen(_what_to_delete(said % {"bot": bot, "most": MOST_VERSIONS}, kept))
    used = mine.aggregate(bytes=Sum(Length("source__body")))["bytes"] or 0
    if used + size > MOST_BYTES:
        words = {"used": _mib(used), "most": MOST_BYTES >> 20, "more": _mib(size)}
        said = _("Your versions take %(used)s of %(most)d MiB, and this one has %(more)s MiB.")
        largest = mine.exclude(source=None).order_by(Length("source__body").desc(), "pk")
        raise NotOpen(_what_to_delete(said % words, largest))


def _check_trials(mine: QuerySet[Version]) -> None:
    if mine.filter(state=Version.State.CHECKING).count() >= MOST_CHECKED_AT_ONCE:
        said = _("%(most)d versions of yours are being checked. Wait until one is done.")
        raise NotOpen(said % {"most": MOST_CHECKED_AT_ONCE})
    day = mine.filter(created_at__gt=timezone.now() - timedelta(days=1))
    if day.count() >= MOST_A_DAY:
        said = _("You have uploaded %(most)d versions since this time yesterday. Wait a while.")
        raise NotOpen(said % {"most": MOST_A_DAY})


def _what_to_delete(said: str, versions: QuerySet[Version]) -> str:
    """The sentence, and the first of these versions that its owner could do without."""
    for version in versions.select_related("bot")[:MOST_VERSIONS]:
        if not version.is_needed and version != version.bot.playing_version():
            spare = {"bot": version.bot, "n": version.number}
            return f"{said} " + _("Delete one, such as version %(n)d of %(bot)s.") % spare
    return said


def _mib(size: int) -> str:
    return f"{size / (1 << 20):.1f}"
