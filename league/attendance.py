"""Attendance: who is there while a tournament is played, and what the organiser does about it.

Rounds that have begun stay as they are, and their tables are played to the end. Those that have not
are drawn anew for who plays now.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.formats.catalog import FORMATS, LADDERS

from . import acts, deals, ladder, schedule, submit
from .models import Bot, Entry, Round, Tournament, User
from .refusals import NotOpen

State = Entry.State
NEEDS_REASON = {State.WITHDRAWN, State.DISQUALIFIED}


@transaction.atomic
def come_late(tournament: Tournament, bots: Sequence[Bot], by: User | None = None) -> list[Entry]:
    """Enter bots in a tournament that has begun; they play from the next round on that has not.
    Raises Refused, NotOpen."""
    tournament = schedule.in_state(tournament, Tournament.State.RUNNING)
    if not _takes_latecomers(tournament):
        raise NotOpen(_("Nobody joins this any more: who is in it is drawn from the first round."))
    if not _has_round_to_come(tournament):
        if tournament.format in LADDERS:
            raise NotOpen(_("This ladder is being closed, so no more tables begin."))
        raise NotOpen(_("The last round has begun, so there is none left to join."))
    entries = submit.add_entries(tournament, bots)
    deals.check(tournament, schedule.playing(tournament))
    schedule.fix_versions(tournament, entries)
    acts.note(tournament, by, "late", who=", ".join(map(str, entries)))
    schedule.redraw(tournament)
    return entries


def may_enter(tournament: Tournament) -> bool:
    """Whether bots can enter now, in time or late."""
    if tournament.state != Tournament.State.RUNNING:
        return tournament.state == Tournament.State.DRAFT
    return _takes_latecomers(tournament) and _has_round_to_come(tournament)


@transaction.atomic
def become(entry: Entry, state: Entry.State, by: User | None = None, why: str = "") -> None:
    """Let an entry be away, come back, be withdrawn or disqualified, which asks for a reason. After
    the end there is only the last, and back. Raises Refused, NotOpen."""
    over = {Tournament.State.DONE} if State.DISQUALIFIED in {state, entry.state} else set()
    tournament = schedule.of_entry(entry, Tournament.State.RUNNING, *over)
    if state in NEEDS_REASON:
        why = acts.reason(why)
    if not Entry.objects.filter(pk=entry.pk).exclude(state=state).update(state=state):
        now = {"who": entry, "state": State(state).label}
        raise NotOpen(_("%(who)s: %(state)s already.") % now)
    acts.note(tournament, by, state, why, who=entry)
    schedule.redraw(tournament)


def _takes_latecomers(tournament: Tournament) -> bool:
    stage = tournament.rounds.aggregate(latest=Max("stage"))["latest"]
    return FORMATS[tournament.format].takes_latecomers(stage)


def _has_round_to_come(tournament: Tournament) -> bool:
    if tournament.format in LADDERS:
        return not ladder.is_closing(tournament)
    begun = tournament.rounds.exclude(state__in=Round.NOT_BEGUN).count()
    return begun < tournament.rounds_planned
