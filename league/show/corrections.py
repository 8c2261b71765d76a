"""What was changed about results, in words, and what would follow from a change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.correct import Consequences, Score
from league.formats.catalog import LADDERS
from league.models import Match, Result, Tournament

from .tables import SeatLine, seated, table


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version of a result. `scores`: by seat, with who sits there; () where it was void, and
    `kept` is then what came of it."""

    result: Result
    says: str
    scores: tuple[tuple[SeatLine, Score], ...]
    kept: Match | None
    is_last: bool


class Change(NamedTuple):
    """What a seat has, and would have."""

    line: SeatLine
    now: Score
    then: Score


@dataclass(frozen=True, slots=True)
class CorrectionPage:
    """What would follow from a correction."""

    seen: Consequences
    changes: tuple[Change, ...]


def correction(match: Match, seen: Consequences) -> CorrectionPage:
    """The preview of a correction."""
    lines = zip(seats(match), seen.now, seen.then, strict=True)
    changes = (Change(*one) for one in lines)
    return CorrectionPage(seen, tuple(one for one in changes if one.now != one.then))


def seats(match: Match) -> tuple[SeatLine, ...]:
    """Who sits at a table, in seat order. Raises Gone."""
    return table(seated(match)).seats


def versions(match: Match) -> tuple[VersionLine, ...]:
    """All versions of a match's result, the newest first."""
    found = list(match.results.select_related("entered_by", "kept", "match__round__tournament"))
    lines = seats(match) if found else ()
    return tuple(
        VersionLine(
            result=one,
            says=_line(one),
            scores=tuple(zip(lines, (Score(*score) for score in one.scores), strict=False)),
            kept=one.kept,
            is_last=one is found[-1],
        )
        for one in reversed(found)
    )


def corrections(tournament: Tournament) -> tuple[str, ...]:
    """What was changed about results after they were in, one sentence each, oldest first."""
    changed = Result.objects.filter(match__round__tournament=tournament).exclude(why="")
    found = changed.select_related("entered_by", "match__round__tournament")
    return tuple(_lines(found.order_by("entered_at", "pk")))


def _lines(changed: Iterable[Result]) -> Iterable[str]:
    return (_line(one) for one in changed)


def _line(one: Result) -> str:
    assert one.match.round is not None
    words = {
        "table": one.match.table,
        "round": one.match.round.number,
        "who": _name(one),
        "why": one.why,
    }
    if one.match.round.tournament.format in LADDERS:
        return _line_of_ladder(one, words)
    if not one.scores:
        return _("Table %(table)d of round %(round)d was made void by %(who)s: %(why)s") % words
    if not one.why:
        return _("The result of table %(table)d in round %(round)d as it came in") % words
    return (
        _("The result of table %(table)d in round %(round)d was corrected by %(who)s: %(why)s")
        % words
    )


def _line_of_ladder(one: Result, words: Mapping[str, object]) -> str:
    """There every table is a round of its own."""
    if not one.scores:
        return _("Table %(round)d was made void by %(who)s: %(why)s") % words
    if not one.why:
        return _("The result of table %(round)d as it came in") % words
    return _("The result of table %(round)d was corrected by %(who)s: %(why)s") % words


def _name(one: Result) -> str:
    """Whose account is gone has no name any more."""
    if one.entered_by is None:
        return _("an organiser")
    return one.entered_by.called
