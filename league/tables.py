"""Tables: what an organiser does about one while its round is played."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from . import acts, record, schedule
from .models import Match, Round, Tournament, User
from .refusals import NotOpen, Refused

MOST_EXTRA = 120  # minutes at a time


@transaction.atomic
def give_time(match: Match, minutes: str, by: User | None = None) -> None:
    """More minutes for a table of a round with a limit, as somebody wrote them. Raises Refused,
    NotOpen."""
    if match.round is None:
        raise NotOpen(_("Only a table of a tournament has a time limit."))
    tournament = schedule.in_state(match.round.tournament, Tournament.State.RUNNING)
    if not tournament.round_minutes:
        raise NotOpen(_("The rounds of this tournament have no time limit."))
    more = _read(minutes)
    playing = Match.objects.filter(pk=match.pk, round__state=Round.State.RUNNING)
    if not playing.exclude(state=Match.State.DONE).update(extra_minutes=F("extra_minutes") + more):
        raise NotOpen(_("This table is not being played."))
    about = {"table": str(match.table), "round": str(match.round.number), "minutes": str(more)}
    acts.note(tournament, by, "more-time", **about)
    record.changed(tournament.pk)


def _read(minutes: str) -> int:
    minutes = minutes.strip()
    if minutes.isascii() and minutes.isdigit() and 0 < int(minutes[:9]) <= MOST_EXTRA:
        return int(minutes)
    raise Refused(
        _("Extra minutes are a whole number from 1 to %(most)d.") % {"most": MOST_EXTRA}, "minutes"
    )
