"""The page of one entry, at the organiser's desk."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.formats.catalog import FORMATS, LADDERS
from league.models import Entry, KeptApart, Penalty, Tournament

State = Entry.State
OPEN = {  # what an entry can become, while the tournament is played
    State.PLAYING: (State.AWAY, State.WITHDRAWN, State.DISQUALIFIED),
    State.AWAY: (State.PLAYING, State.WITHDRAWN, State.DISQUALIFIED),
    State.WITHDRAWN: (State.PLAYING, State.DISQUALIFIED),
    State.DISQUALIFIED: (State.PLAYING,),
}


@dataclass(frozen=True, slots=True)
class ApartLine:
    """From whom somebody is kept apart, and how."""

    other: Entry
    how: str


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry, what it can `become` now, its penalties, cancelled ones too, and whether it plays
    in rounds, as nobody does on a ladder; from whom it is kept `apart`, and all the `others`."""

    entry: Entry
    become: tuple[Entry.State, ...]
    penalties: tuple[Penalty, ...]
    has_rounds: bool
    apart: tuple[ApartLine, ...]
    others: QuerySet[Entry]

    @property
    def has_tables(self) -> bool:
        """Whether there is a draw to come in which it may need a certain table."""
        return self.has_rounds and self.entry.tournament.state != Tournament.State.DONE

    @property
    def is_in_stages(self) -> bool:
        """Whether only some go on from one stage to the next."""
        return FORMATS[self.entry.tournament.format].in_stages

    @property
    def takes_penalties(self) -> bool:
        """Whether a penalty would count."""
        return self.has_rounds and self.entry.tournament.is_public


def entry(entry: Entry) -> EntryPage:
    """An entry's page."""
    become = OPEN[State(entry.state)]
    over = entry.tournament.state == Tournament.State.DONE
    if entry.tournament.state != Tournament.State.RUNNING:
        become = tuple(one for one in become if over and State.DISQUALIFIED in {one, entry.state})
    given = entry.penalties.select_related("given_by", "cancelled_by")
    others = entry.tournament.entries.exclude(pk=entry.pk).select_related("player", "bot__club")
    return EntryPage(
        entry=entry,
        become=become,
        penalties=tuple(given),
        has_rounds=entry.tournament.format not in LADDERS,
        apart=tuple(_line(entry, kept) for kept in _of(entry)),
        others=others,
    )


def kept_apart(tournament: Tournament) -> QuerySet[KeptApart]:
    """The pairs of a tournament that are kept apart, with what their names need."""
    kept = KeptApart.objects.filter(one__tournament=tournament)
    return kept.select_related("one__player", "one__bot__club", "other__player", "other__bot__club")


def _of(entry: Entry) -> QuerySet[KeptApart]:
    return kept_apart(entry.tournament).filter(Q(one=entry) | Q(other=entry))


def _line(entry: Entry, kept: KeptApart) -> ApartLine:
    other = kept.other if kept.one_id == entry.pk else kept.one
    return ApartLine(other, kept.get_how_display())
