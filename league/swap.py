"""Swap: an organiser lets two change chairs in a round, and sees before what that costs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.formats import byhand
from league.formats.byhand import Clash
from league.formats.core import Draw, Field, Undrawable

from . import acts, record, schedule
from .models import Entry, KeptApart, Match, Round, Seat, Tournament, User
from .refusals import Gone, NotOpen, Refused, in_words

NOT_BEGUN = (Match.State.DRAWN, Match.State.QUEUED)
HAS_BEGUN = ~Q(state__in=NOT_BEGUN) | Q(attempts__isnull=False)


@dataclass(frozen=True, slots=True)
class Swap:
    """Two change chairs in a round: it and the rounds drawn together with it that follow, before
    and after. `gone`, `new`: who is charged no longer by which rule, and who is from then on."""

    round: Round
    one: Entry
    other: Entry
    before: tuple[Draw, ...]
    after: tuple[Draw, ...]
    gone: tuple[Clash, ...]
    new: tuple[Clash, ...]

    @property
    def counts(self) -> dict[str, tuple[int, int]]:
        """By rule how often the rounds do it, before and after."""
        before, after = _counted(self.before), _counted(self.after)
        return {rule: (before[rule], after.get(rule, 0)) for rule in before}

    @property
    def price(self) -> int:
        """By how much the draw gets dearer; below zero: cheaper."""
        return _price(self.after) - _price(self.before)

    @property
    def mark(self) -> str:
        """Changes with everything that was shown of it."""
        shown = repr((self.one.pk, self.other.pk, self.before, self.after))
        return hashlib.sha256(shown.encode()).hexdigest()[:16]


def look(played: Round, one: Entry, other: Entry) -> Swap:
    """What it would be like. Raises Refused for two who cannot change, NotOpen where one of them
    has begun to play or tables were drawn from these, Gone."""
    _check_open(played, one, other)
    rounds = tuple(map(schedule.as_drawn, played.tournament.rounds.order_by("number")))
    drawn, before = rounds[: played.number - 1], rounds[played.number - 1 :]
    if not before:
        raise _gone()
    try:
        changed = (byhand.swap(before[0], one.pk, other.pk), *before[1:])
    except Undrawable as error:
        raise Refused(in_words(error)) from None
    _check_apart(changed[0], one, other)
    field = _field(played)
    was, now = (set(byhand.clashes(field, draws, drawn)) for draws in (before, changed))
    return Swap(
        round=played,
        one=one,
        other=other,
        before=before,
        after=byhand.priced(field, changed, drawn),
        gone=_sorted(was - now),
        new=_sorted(now - was),
    )


@transaction.atomic
def swap(
    played: Round, one: Entry, other: Entry, mark: str, by: User | None = None, why: str = ""
) -> None:
    """Let them change chairs. `mark`: that of what the organiser looked at. Raises as `look` does,
    and NotOpen if it is no longer what he saw."""
    tournament = played.tournament
    schedule.in_state(tournament, Tournament.State.DRAWN, Tournament.State.RUNNING)
    _hold_tables(played, one, other)
    planned = look(played, one, other)
    if planned.mark != mark:
        raise NotOpen(_("The tables have changed meanwhile. Look again, then let them change."))
    _change_chairs(played, one, other)
    for draw in planned.after:
        kept = {"receipt": draw.receipt.as_json()}
        Round.objects.filter(tournament=tournament, number=draw.number).update(**kept)
    record.changed(tournament.pk)
    acts.note(tournament, by, "swapped", why, one=one, other=other, round=played.number)


def chairs(played: Round) -> list[Seat]:
    """The seats of a round whose tables have not begun, as the draw gave them."""
    begun = played.matches.filter(HAS_BEGUN).values("table")
    seats = _seats(played).filter(match__seating=1).exclude(match__table__in=begun)
    related = ["match", "entry__player", "entry__bot"]
    return list(seats.select_related(*related).order_by("match__table", "number"))


def _check_open(played: Round, *entries: Entry) -> None:
    """Raises NotOpen, Gone."""
    if not played.tournament.rounds.filter(pk=played.pk).exists():
        raise _gone()
    if played.tournament.rounds.filter(number__gt=played.number, drawn_from__isnull=False).exists():
        raise NotOpen(_("Later rounds were drawn from these tables, so they stay."))
    seated = played.matches.filter(seats__entry__in=entries)
    for table in seated.filter(HAS_BEGUN).values_list("table", flat=True):
        raise NotOpen(_("Table %(n)d has begun, so nobody changes chairs there.") % {"n": table})


def _check_apart(draw: Draw, *moved: Entry) -> None:
    """Raises Refused if one of these came to a table with somebody he never sits with."""
    table_of = {who: table.seats for table in draw.tables for who in table.seats}
    for pair in sorted(schedule.kept_apart(moved[0].tournament)[KeptApart.How.NEVER]):
        one, other = pair
        if other in table_of.get(one, ()) and any(entry.pk in pair for entry in moved):
            who = Entry.objects.select_related("player", "bot").in_bulk(pair)
            words = {"one": who[one], "other": who[other]}
            raise Refused(_("%(one)s and %(other)s never sit together.") % words)


def _gone() -> Gone:
    return Gone(_("These tables were taken back meanwhile, and others are drawn."))


def _hold_tables(played: Round, *entries: Entry) -> None:
    """So that nobody begins to play there. One that a worker is just taking is passed over, as is
    one that has begun: whoever holds the tournament must not wait for one who will ask for it.
    Raises NotOpen."""
    tables = set(_seats(played).filter(entry__in=entries).values_list("match", flat=True))
    free = Match.objects.filter(pk__in=tables, state__in=NOT_BEGUN).order_by("pk")
    if {one.pk for one in free.select_for_update(skip_locked=True)} != tables:
        raise NotOpen(_("One of these tables has just begun, so nobody changes chairs there."))


def _seats(played: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(match__round=played)


def _field(played: Round) -> Field:
    source = schedule.source_of(played)
    if source is None:
        raise NotOpen(_("What this round was drawn from was not kept yet at that time."))
    return Field.from_json(source.field)


def _change_chairs(played: Round, one: Entry, other: Entry) -> None:
    """At the tables, and among those who rest."""
    of_one, of_other = (
        list(_seats(played).filter(entry=entry).values_list("pk", flat=True))
        for entry in (one, other)
    )
    rest = {entry.pk for entry in (one, other)} & {entry.pk for entry in played.resting.all()}
    Seat.objects.filter(pk__in=of_one).update(entry=other, version=other.version_id)
    Seat.objects.filter(pk__in=of_other).update(entry=one, version=one.version_id)
    if rest:
        played.resting.remove(*rest)
        played.resting.add(*({one.pk, other.pk} - rest))


def _counted(draws: Iterable[Draw]) -> dict[str, int]:
    found: dict[str, int] = {}
    for draw in draws:
        for rule, cost in draw.receipt.costs.items():
            found[rule] = found.get(rule, 0) + cost.count
    return found


def _price(draws: Iterable[Draw]) -> int:
    return sum(cost.price for draw in draws for cost in draw.receipt.costs.values())


def _sorted(clashes: Iterable[Clash]) -> tuple[Clash, ...]:
    return tuple(sorted(clashes, key=lambda one: (one.number, one.rule, one.who)))
