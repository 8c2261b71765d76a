"""Apart: two entries that share no table, or only where that cannot be avoided."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from league.formats.catalog import FORMATS, LADDERS
from league.formats.core import Undrawable

from . import acts, schedule
from .models import Entry, KeptApart, Tournament, User
from .refusals import NotOpen, Refused, in_words

State = Tournament.State
How = KeptApart.How


@transaction.atomic
def keep(one: Entry, other: Entry, how: str, by: User | None = None) -> None:
    """Keep two apart, as one of KeptApart.How says, in every round that has not begun. Raises
    Refused, NotOpen, Gone."""
    tournament = _open(one, other)
    if how not in How:
        raise Refused(_("Choose how they are kept apart."), "how")
    if one.pk == other.pk:
        raise Refused(_("Choose somebody else: nobody sits apart from himself."), "apart")
    first, second = sorted((one, other), key=lambda entry: entry.pk)
    kept = KeptApart.objects.filter(one=first, other=second)
    if kept.filter(how=how).exists():
        return
    if not kept.update(how=how):
        KeptApart.objects.create(one=first, other=second, how=how)
    _check_drawable(tournament)
    acts.note(tournament, by, f"apart-{how}", one=one, other=other)
    schedule.redraw(tournament)


@transaction.atomic
def let(one: Entry, other: Entry, by: User | None = None) -> None:
    """Let two sit together again. Raises NotOpen, Gone."""
    tournament = _open(one, other)
    pair = {entry.pk for entry in (one, other)}
    if not KeptApart.objects.filter(one__in=pair, other__in=pair).delete()[0]:
        words = {"one": one, "other": other}
        raise NotOpen(_("%(one)s and %(other)s are not kept apart any more.") % words)
    acts.note(tournament, by, "apart-ended", one=one, other=other)
    schedule.redraw(tournament)


def _open(one: Entry, other: Entry) -> Tournament:
    """Their tournament, held; where no draw is looked at. Raises NotOpen, Gone."""
    tournament = schedule.of_entry(one, State.DRAFT, State.DRAWN, State.RUNNING)
    schedule.check_entry(tournament, other)
    if tournament.state == State.DRAWN:
        raise NotOpen(_("The tables are drawn. Take the draw back to change who is kept apart."))
    if tournament.format in LADDERS:
        raise NotOpen(_("A ladder keeps apart nobody but bots of one owner."))
    return tournament


def _check_drawable(tournament: Tournament) -> None:
    """While it is played, a draw that cannot be made would stop it. Raises Refused."""
    if tournament.state != State.RUNNING:
        return
    field = schedule.field_of(tournament, schedule.playing(tournament))
    try:
        FORMATS[tournament.format].check_apart(field)
    except Undrawable as error:
        raise Refused(in_words(error), "apart") from None
