"""A match as a table with its seats, and what of it is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from league.models import Entry, Match, Seat, Transcript, Version
from league.refusals import Gone

NOBODY: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many matches are finished."""

    done: int
    total: int

    @property
    def left(self) -> int:
        return self.total - self.done


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as lists show it; `place` is the awarded one, None while the match is not finished.
    `goes_on`: it takes part in the next stage of its tournament; `decided` says so in words where
    something but the places let it. `by_version`, `by_seat`: what tells its bot from the same one
    in another seat, if anything needs to."""

    seat: Seat
    place: int | None
    shared: bool
    goes_on: bool = False
    decided: str = ""
    by_version: bool = False
    by_seat: bool = False

    @property
    def name(self) -> str:
        """Who sits there, told apart from everybody else at the table."""
        apart = [_version(self.seat)] if self.by_version else []
        if self.by_seat:
            apart.append(_("seat %(n)d") % {"n": self.seat.number + 1})
        who = self.seat.who.name
        return (
            _("%(name)s (%(apart)s)") % {"name": who, "apart": ", ".join(apart)} if apart else who
        )

    @property
    def letters(self) -> str:
        """For its mat, where those of the name would stand there twice: N2."""
        if self.by_version and self.seat.version:
            return f"{self.seat.who.name[:1].upper()}{self.seat.version.number}"
        return f"{self.seat.who.name[:1].upper()}{self.seat.number + 1}" if self.by_seat else ""

    @property
    def version(self) -> str:
        """Which version of an uploaded bot it is; empty for all others."""
        return _version(self.seat) if self.seat.version and not self.seat.version.house else ""

    @property
    def is_clean(self) -> bool:
        """Whether its bot played to the end."""
        return self.seat.verdict in {"", "ok"}


@dataclass(frozen=True, slots=True)
class Table:
    """One match of a round with its seats, in seat order."""

    match: Match
    seats: tuple[SeatLine, ...]

    @property
    def sends_on(self) -> bool:
        """Whether it is known who goes on from it."""
        return any(line.goes_on for line in self.seats)

    @property
    def by_place(self) -> tuple[SeatLine, ...]:
        """Best first; in seat order while there is no result."""
        return tuple(sorted(self.seats, key=lambda line: (line.place or 0, line.seat.number)))

    @property
    def is_all_tied(self) -> bool:
        """Whether everybody at the table has the first place, as friends could agree on."""
        return all(line.place == 1 and line.shared for line in self.seats)


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with everything `table` needs, in a fixed number of queries."""
    # By themselves, since in several rounds the same ones sit at table after table.
    entries = Entry.objects.select_related("player", "bot__club")
    versions = Version.objects.select_related("bot__club")
    seats = Seat.objects.order_by("number").prefetch_related(
        Prefetch("entry", entries), Prefetch("version", versions)
    )
    return matches.select_related("shuffle").prefetch_related(
        Prefetch("seats", seats), "shuffle__matches"
    )


def seated(match: Match) -> Match:
    """One with all that its table takes. Raises Gone if it was forgotten meanwhile."""
    found = with_seats(Match.objects.filter(pk=match.pk)).first()
    if found is None:
        raise Gone(_("This table was taken back meanwhile."))
    return found


def table(match: Match, on: Mapping[int, str] = NOBODY) -> Table:
    """A match with its seats; the entries `on` go on to the next stage, with the words for what let
    them if it was not the places."""
    seats = list(match.seats.all())
    taken = Counter(seat.awarded for seat in seats)
    versions = Counter((seat.who, seat.version) for seat in seats)
    bots = Counter(who for who, _its_version in versions)
    lines = (
        SeatLine(
            seat=seat,
            place=seat.awarded,
            shared=seat.awarded is not None and taken[seat.awarded] > 1,
            goes_on=seat.entry_id in on,
            decided=on.get(seat.entry_id or 0, ""),
            by_version=bots[seat.who] > 1,
            by_seat=versions[seat.who, seat.version] > 1,
        )
        for seat in seats
    )
    return Table(match, tuple(lines))


def _version(seat: Seat) -> str:
    return _("version %(n)d") % {"n": seat.version.number} if seat.version else ""


def open_transcript(match: Match) -> Transcript | None:
    """The transcript, if it may be seen: nobody plays with this shuffle any more. None, too, if the
    match was made void meanwhile."""
    return Transcript.objects.filter(match=match).first() if is_open(match) else None


def is_open(match: Match) -> bool:
    """Whether its seed and moves may be seen: it is over, and so is every match with its cards."""
    return match.has_ended and match.shuffle.is_open
