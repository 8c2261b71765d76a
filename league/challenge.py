"""Challenge: a member lets a version of his bot play others of the club, and nothing is at stake.

Its matches wait behind those of tournaments, a member has so many a day, and after some weeks they
are forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import product
from math import ceil
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games
from league.formats.core import seatings

from . import messages, submit
from .models import Bot, Challenge, Club, Match, Seat, Shuffle, User, Version
from .refusals import Gone, NotOpen, Refused

MOST_MATCHES = 24  # of one challenge
MOST_A_DAY = 120  # matches of one member in one club
KEPT_DAYS = 30
FORGOTTEN_AT_ONCE = 20  # the clock must not be held up


@transaction.atomic
def challenge(
    owner: User,
    version: Version,
    rules: str,
    options: Mapping[str, Any],
    opponents: Sequence[Version],
    count: int,
) -> Challenge:
    """Queue `count` matches of the owner's version against these, in sets: everybody plays the same
    cards once in every seat, then come new ones. `count` may cut the last set short.

    Raises Refused with the field it is about, and NotOpen when the day's allowance is used up."""
    # One counts at a time; rows that point at him may be written meanwhile, as the log's are.
    owner = User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    version, *opponents = _held([version, *opponents])
    _check_versions(version, rules, opponents)
    options = submit.read_options(games.MATCHES[rules], 1 + len(opponents), options)
    _check_count(count, left_today(owner, version.bot.club))
    made = Challenge.objects.create(version=version, rules=rules, options=options)
    _write(made, [version, *opponents], count)
    messages.matches_wait(count)
    return made


def _held(versions: Sequence[Version]) -> list[Version]:
    """As they are now, so that none of them is deleted before its matches are queued. Raises
    Gone."""
    held = Version.objects.select_for_update(of=["self"]).select_related("bot__club")
    found = held.order_by("pk").in_bulk([one.pk for one in versions])
    for one in versions:
        if one.pk not in found:
            raise Gone(_("%(bot)s is deleted.") % {"bot": one.bot})
    return [found[one.pk] for one in versions]


def _check_versions(version: Version, rules: str, opponents: Sequence[Version]) -> None:
    submit.one_of(games.MATCHES, rules, "rules")
    if not opponents:
        raise Refused(_("Choose at least one bot to play against."), "opponents")
    for one in (version, *opponents):
        if not one.is_open:
            raise NotOpen(_("%(bot)s is not ready to play.") % {"bot": one})
        if not one.can_play(rules):
            what = {"bot": one, "game": _(games.MATCHES[rules].name)}
            raise Refused(_("%(bot)s does not play %(game)s.") % what, "opponents")


def _check_count(count: int, left: int) -> None:
    if not 1 <= count <= MOST_MATCHES:
        most = {"most": MOST_MATCHES}
        raise Refused(_("A challenge has 1 to %(most)d matches.") % most, "count")
    if count > left:
        raise NotOpen(
            ngettext(
                "You have %(left)d match left today. The next day begins with new ones.",
                "You have %(left)d matches left today. The next day begins with new ones.",
                left,
            )
            % {"left": left},
            "count",
        )


def left_today(owner: User, club: Club) -> int:
    """How many matches this member may still queue until midnight where the club is."""
    mine = Match.objects.filter(challenge__version__bot__owner=owner)
    today = mine.filter(
        challenge__version__bot__club=club, challenge__created_at__gte=_midnight(club)
    )
    return max(0, MOST_A_DAY - today.count())


def _midnight(club: Club) -> datetime:
    now = timezone.localtime(timezone=ZoneInfo(club.timezone))
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _write(made: Challenge, playing: Sequence[Version], count: int) -> None:
    queued = {"state": Match.State.QUEUED, "queued_at": timezone.now()}
    orders = seatings(len(playing))
    shuffles = Shuffle.fresh(ceil(count / len(orders)))
    sets = list(product(shuffles, orders))[:count]
    matches = Match.objects.bulk_create(
        Match(challenge=made, table=number, shuffle=shuffle, **queued)
        for number, (shuffle, _order) in enumerate(sets, 1)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=seat, version=playing[chair])
        for match, (_shuffle, order) in zip(matches, sets, strict=True)
        for seat, chair in enumerate(order)
    )


def opponents(version: Version) -> list[Version]:
    """Whom it may play: the versions of the club's bots that play and take challenges, and the
    other versions of the same bot that may, newest first."""
    bot = version.bot
    others = Bot.objects.filter(club=bot.club, retired_at=None).exclude(pk=bot.pk)
    if bot.owner_id:
        mine = others.filter(owner=bot.owner_id)
        others = others.filter(takes_challenges=True) | mine
    playing = Version.playing(others.values_list("pk", flat=True))
    own = Version.open().filter(bot=bot).exclude(pk=version.pk)
    found = sorted(playing.values(), key=lambda one: (one.bot.name, one.bot.pk))
    return [*own.select_related("bot__club").order_by("-number"), *found]


@transaction.atomic
def forget_old() -> int:
    """Delete some of those made more than KEPT_DAYS ago, with their matches; returns how many."""
    long_ago = timezone.now() - timedelta(days=KEPT_DAYS)
    old = list(Challenge.objects.filter(created_at__lt=long_ago)[:FORGOTTEN_AT_ONCE])
    if old:
        dealt = Shuffle.objects.filter(matches__challenge__in=old)
        shuffles = list(dealt.values_list("pk", flat=True))
        Challenge.objects.filter(pk__in=[one.pk for one in old]).delete()
        Shuffle.objects.filter(pk__in=shuffles).delete()
    return len(old)


def open_or_close(bot: Bot, takes: bool) -> None:
    """Whether it takes challenges from other members."""
    Bot.objects.filter(pk=bot.pk).update(takes_challenges=takes)
