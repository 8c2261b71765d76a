"""Penalties: points to the disadvantage of an entry; they are cancelled, never deleted."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal, InvalidOperation

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.catalog import LADDERS

from . import acts, record, schedule
from .models import Entry, Penalty, Tournament, User
from .refusals import NotOpen, Refused

MOST = Decimal(9_999)
STEP = Decimal("0.01")
State = Tournament.State


@transaction.atomic
def give(entry: Entry, points: str, why: str, by: User | None = None) -> Penalty:
    """Points above 0 as somebody wrote them, which count at once, after the end too; on a ladder
    nothing would come of them. Raises Refused, NotOpen."""
    tournament = schedule.of_entry(entry, State.RUNNING, State.DONE)
    if tournament.format in LADDERS:
        raise NotOpen(_("On a ladder places follow from ratings, in which no penalty counts."))
    given, why = _read(points), acts.reason(why)
    penalty = Penalty.objects.create(entry=entry, points=given, reason=why, given_by=by)
    acts.note(tournament, by, "penalty", why, who=entry, points=_written(given))
    record.changed(tournament.pk)
    return penalty


@transaction.atomic
def cancel(penalty: Penalty, by: User | None = None) -> None:
    """Take a penalty back; it stays written down. Raises NotOpen."""
    tournament = schedule.of_entry(penalty.entry, State.RUNNING, State.DONE)
    open = Penalty.objects.filter(pk=penalty.pk, cancelled_at=None)
    if not open.update(cancelled_at=timezone.now(), cancelled_by=by):
        raise NotOpen(_("This penalty is cancelled already."))
    taken = _written(penalty.points)
    acts.note(tournament, by, "penalty-cancelled", who=penalty.entry, points=taken)
    record.changed(tournament.pk)


def _written(points: Decimal) -> str:
    """The same for one penalty in every line of the log, however it was sent."""
    return f"{points.normalize():f}"


def _read(points: str) -> Decimal:
    with suppress(InvalidOperation):  # which comparing "nan" raises too
        number = Decimal(points.strip().replace(",", "."))
        if 0 < number <= MOST and number == number.quantize(STEP):
            return number
    raise Refused(
        _("A penalty is a number above 0 and at most 9999, with at most two decimals."), "points"
    )
