"""Tables: what an organiser does about one, before its round begins or while it is played."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.formats.catalog import LADDERS

from . import acts, record, schedule
from .models import Entry, Match, Round, Tournament, User
from .reading import natural
from .refusals import NotOpen, Refused

MOST_EXTRA = 120  # minutes at a time
LAST_TABLE = 500  # of the largest field that is drawn, in twos
DIGITS = 9  # that are read at all

State = Tournament.State


@transaction.atomic
def fix(entry: Entry, number: str, by: User | None = None) -> int | None:
    """Let an entry sit at the table of this number, as somebody wrote it, in every round that has
    not begun; at any table if it is empty. The number. Raises Refused, NotOpen."""
    tournament = schedule.of_entry(entry, State.DRAFT, State.DRAWN, State.RUNNING)
    if tournament.state == State.DRAWN:
        raise NotOpen(_("The tables are drawn. Take the draw back to fix a table."))
    if tournament.format in LADDERS:
        raise NotOpen(_("The tables of a ladder have no numbers."))
    table = _read_table(number)
    _check_free(tournament, entry, table)
    if Entry.objects.filter(pk=entry.pk).exclude(fixed_table=table).update(fixed_table=table):
        kind = "table-fixed" if table else "table-freed"
        acts.note(tournament, by, kind, who=entry, table=table or "")
        schedule.redraw(tournament)
    return table


def _read_table(number: str) -> int | None:
    if not number.strip():
        return None
    table = natural(number.strip(), DIGITS)
    if table and table <= LAST_TABLE:
        return table
    says = _("The number of a table is a whole one from 1 to %(last)d, or nothing for any table.")
    raise Refused(says % {"last": LAST_TABLE}, "table")


def _check_free(tournament: Tournament, entry: Entry, table: int | None) -> None:
    others = tournament.entries.exclude(pk=entry.pk).exclude(fixed_table=None)
    for other in others.filter(fixed_table=table):
        words = {"who": other, "n": table}
        raise Refused(_("%(who)s sits at table %(n)d in every round already.") % words, "table")


@transaction.atomic
def give_time(match: Match, minutes: str, by: User | None = None) -> None:
    """More minutes for a table of a round with a limit, as somebody wrote them. Raises Refused,
    NotOpen."""
    if match.round is None:
        raise NotOpen(_("Only a table of a tournament has a time limit."))
    # Held before its tournament, as by whoever brings its result: neither waits for the other. One
    # that has not begun is not held, since whoever draws or starts its round has the tournament.
    begun = Match.objects.exclude(state=Match.State.DRAWN)
    list(begun.select_for_update(no_key=True).filter(pk=match.pk).order_by("pk"))
    tournament = schedule.in_state(match.round.tournament, Tournament.State.RUNNING)
    if not tournament.round_minutes:
        raise NotOpen(_("The rounds of this tournament have no time limit."))
    more = _read(minutes)
    playing = Match.objects.filter(pk=match.pk, round__state=Round.State.RUNNING)
    if not playing.exclude(state=Match.State.DONE).update(extra_minutes=F("extra_minutes") + more):
        raise NotOpen(_("This table is not being played."))
    where = {"table": match.table, "round": match.round.number}
    acts.note(tournament, by, "more-time", "", **where, minutes=more)
    record.changed(tournament.pk)


def _read(minutes: str) -> int:
    given = natural(minutes.strip(), DIGITS)
    if given and given <= MOST_EXTRA:
        return given
    raise Refused(
        _("Extra minutes are a whole number from 1 to %(most)d.") % {"most": MOST_EXTRA}, "minutes"
    )
