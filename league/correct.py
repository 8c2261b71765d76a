"""Correct: an organiser puts a finished result right, or has a match played again.

He sees before what would follow. That is not worked out a second time: it is done, looked at, and
rolled back. An attempt is held before its match and a match before its tournament, as in `record`,
so that nobody waits for one who waits for him.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.formats.catalog import FORMATS
from league.formats.core import Field, Undrawable
from league.scoring.core import misplaced
from league.scoring.promotion import Goes

from . import acts, ladder, lease, messages, rank, record, schedule, seasons, sheets
from .models import (
    Attempt,
    Bot,
    DrawnFrom,
    Entry,
    Match,
    Player,
    Result,
    Round,
    Season,
    Seat,
    Shuffle,
    Tournament,
    Transcript,
    User,
)
from .refusals import Gone, NotOpen, Refused

LARGEST_TOTAL = 999_999
BEGUN = (Match.State.RUNNING, Match.State.WAITING)


class Score(NamedTuple):
    """What a seat is awarded."""

    place: int
    total: int


class Moved(NamedTuple):
    """How an entry stands before and after."""

    entry: Entry
    before: rank.Standing
    after: rank.Standing


class Ranked(NamedTuple):
    """The place of somebody in the league's ranking before and after."""

    name: str
    before: int | None
    after: int | None


class Closed(NamedTuple):
    """The season that a tournament counts for, if it is closed: who goes up and down stays as it
    was confirmed. `otherwise`: whether the proposal would be another one."""

    season: Season
    otherwise: bool


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows from a correction. `now`, `then`: the scores by seat. `moved`: whose place or
    points change, best first.

    `later`: the rounds drawn from this result, of which `to_redraw` have not begun. `goes_on`,
    `stays_out`: who would have got to the next stage instead of whom. `ranking`: whose place in the
    league changes. `closed`: None where no moves between divisions are confirmed.
    """

    number: int
    now: tuple[Score, ...]
    then: tuple[Score, ...]
    moved: tuple[Moved, ...]
    later: tuple[Round, ...]
    goes_on: tuple[Entry, ...]
    stays_out: tuple[Entry, ...]
    ranking: tuple[Ranked, ...]
    closed: Closed | None

    @property
    def to_redraw(self) -> tuple[Round, ...]:
        """See above."""
        return tuple(one for one in self.later if one.state in Round.NOT_BEGUN)

    @property
    def mark(self) -> str:
        """Changes with everything that was shown of it."""
        shown = (
            (self.number, self.now, self.then, self.ranking, self.closed),
            [(one.entry.pk, *_shown(one.before), *_shown(one.after)) for one in self.moved],
            [(one.number, one.state) for one in self.later],
            [one.pk for one in (*self.goes_on, *self.stays_out)],
        )
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def look(match: Match, scores: Sequence[Score]) -> Consequences:
    """What would follow if these were the scores of the seats. Raises Refused for scores that
    cannot be, NotOpen where there is no result to correct."""
    with transaction.atomic():
        match, tournament = _hold(match)
        _check(match, scores)
        return _followed(match, tournament, scores)


@transaction.atomic
def correct(
    match: Match,
    scores: Sequence[Score],
    why: str,
    mark: str,
    by: User | None = None,
    redraw: bool = False,
) -> None:
    """Let these be the scores of the seats. `mark`: that of what the organiser looked at; `redraw`:
    the rounds that were drawn from the result and have not begun are drawn anew. Raises as `look`
    does, Refused without a reason, and NotOpen if it is no longer what he saw."""
    why = acts.reason(why)
    match, tournament = _hold(match)
    _check(match, scores)
    seen = _followed(match, tournament, scores)
    if seen.mark != mark or (redraw and not seen.to_redraw):
        raise NotOpen(_("What follows from this has changed meanwhile. Look again, then confirm."))
    _write(match, scores, why, by)
    if redraw:
        schedule.redraw(tournament)
    acts.note(tournament, by, "corrected", why, **_where(match))
    record.rescored(match)


@transaction.atomic
def void(match: Match, why: str, mark: str, by: User | None = None) -> None:
    """Let nothing that was played at this table count, and have it played again: with new cards
    where these may be known, since it was finished and nobody else holds them, else with the same.
    What came of it is kept. Later rounds that were drawn from it are drawn anew if they have not
    begun. `mark`: that of the table the organiser looked at, see `mark_of`. Raises Refused without
    a reason, and NotOpen."""
    why = acts.reason(why)
    _stop(match)
    match, tournament = _hold(match)
    if mark_of(match) != mark:
        raise NotOpen(_("Something has happened at this table meanwhile. Look again."))
    check_void(match)
    kept = _set_aside(match) if match.state == Match.State.DONE else None
    _add(match, (), why, by, kept)
    _queue(match, kept)
    if drawn_from(match, tournament):
        schedule.redraw(tournament)
    acts.note(tournament, by, "void", why, **_where(match))
    record.rescored(match)


def check_correct(match: Match) -> None:
    """Whether there is a result to correct. Raises NotOpen."""
    if match.state != Match.State.DONE:
        raise NotOpen(_("This table has no result yet, so there is nothing to correct."))


def check_void(match: Match) -> None:
    """Whether it could be played again now. Raises NotOpen."""
    assert match.round is not None
    tournament = match.round.tournament
    if tournament.state != Tournament.State.RUNNING:
        raise NotOpen(_("The tournament is over. A result can still be corrected."))
    if match.state not in {Match.State.DONE, *BEGUN}:
        raise NotOpen(_("Nothing was played at this table yet, so there is nothing to take back."))
    for later in drawn_from(match, tournament):
        if later.state not in Round.NOT_BEGUN:
            begun = {"n": later.number}
            raise NotOpen(
                _("Round %(n)d was drawn from this result and has begun. Correct the result.")
                % begun
            )


def mark_of(match: Match) -> str:
    """Changes when something happens at this table."""
    return f"{match.state}-{match.attempts.count()}-{match.results.count()}"


def scores_of(match: Match) -> tuple[Score, ...]:
    """The scores of a finished match, by seat."""
    seats = match.seats.order_by("number")
    return tuple(Score(seat.awarded or 0, seat.total or 0) for seat in seats)


# What follows


def _followed(match: Match, tournament: Tournament, scores: Sequence[Score]) -> Consequences:
    assert match.round is not None
    now, number = scores_of(match), match.results.count()
    before, ranked = _standings(tournament), _ranking(tournament)
    season, moves = tournament.season, _proposed(tournament)
    later = drawn_from(match, tournament)
    with _rolled_back():
        _write(match, scores, "", None)
        after, ranked_then = _standings(tournament), _ranking(tournament)
        otherwise = _proposed(tournament) != moves
        goes_on, stays_out = _other_people(match.round, later)
    return Consequences(
        number=number,
        now=now,
        then=tuple(scores),
        moved=tuple(
            Moved(one.entry, before[pk], one)
            for pk, one in after.items()
            if _shown(one) != _shown(before[pk])
        ),
        later=later,
        goes_on=goes_on,
        stays_out=stays_out,
        ranking=tuple(
            Ranked(who.name, ranked.get(who), place)
            for who, place in ranked_then.items()
            if ranked.get(who) != place
        ),
        closed=Closed(season, otherwise) if season and moves else None,
    )


@contextmanager
def _rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _standings(tournament: Tournament) -> dict[int, rank.Standing]:
    return {one.entry.pk: one for one in rank.table(tournament)}


def _shown(one: rank.Standing) -> tuple[object, ...]:
    return one.row.place, one.row.points


def _ranking(tournament: Tournament) -> dict[Player | Bot, int | None]:
    """Places in the league's ranking, if the tournament counts there already; in a season with
    divisions those of all of them."""
    if tournament.state != Tournament.State.DONE:
        return {}
    rankings = rank.rankings(tournament.league, tournament.season)
    return {one.who: one.row.place for ranking in rankings for one in ranking.ranks}


def _proposed(tournament: Tournament) -> dict[int, Goes]:
    """Who would go up and down at the end of its season, by the members' keys; empty where that is
    still open, or the tournament counts for no division."""
    season = tournament.season
    if season is None or season.is_open or tournament.division is None:
        return {}
    proposed = seasons.proposed(season)
    return {who.pk: goes for one in proposed for who, goes in one.proposal.moves.items()}


def drawn_from(match: Match, tournament: Tournament) -> tuple[Round, ...]:
    """The later rounds that were drawn from this result, among others."""
    assert match.round is not None
    format, stage = FORMATS[tournament.format], match.round.stage
    if format.draws_ahead:  # as on a ladder, which may have a million rounds
        return ()
    later = tournament.rounds.filter(number__gt=match.round.number).order_by("number")
    if not format.waits_for_results(tournament.settings, stage):
        later = later.exclude(stage=stage)
    return tuple(later)


def _other_people(
    played: Round, later: Sequence[Round]
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Who would be in the next stage, and is not; and who is, and would not be."""
    following = next((one for one in later if one.stage != played.stage), None)
    would = _would_be_there(following) if following else None
    if following is None or would is None:
        return (), ()
    there = schedule.as_drawn(following).ids
    entries: Mapping[int, Entry] = played.tournament.entries.in_bulk()
    return (
        tuple(entries[pk] for pk in sorted(would - there)),
        tuple(entries[pk] for pk in sorted(there - would)),
    )


def _would_be_there(following: Round) -> frozenset[int] | None:
    """Who is in the first round of a stage if it is drawn from the results as they are now. None
    where that cannot be told."""
    tournament = following.tournament
    kept = DrawnFrom.objects.filter(round=following).first()
    if kept is None:
        return None
    drawn = schedule.all_as_drawn(tournament.rounds.filter(number__lt=following.number))
    with _rolled_back():  # as if nobody had got any further yet
        _hide(tournament.rounds.filter(number__gte=following.number), drawn[-1].stage)
        places = {pk: row.place for pk, row in rank.rows(tournament).items()}
        finishes = rank.finishes(tournament)
    field = replace(Field.from_json(kept.field), places=places, finishes=finishes)
    seed = bytes.fromhex(following.receipt["seed"])
    try:
        (draw, *_more) = FORMATS[tournament.format].plan(field, seed, drawn)
    except (Undrawable, ValueError):
        return None
    return draw.ids


def _hide(rounds: QuerySet[Round], stage: int) -> None:
    """Let them count as little as if they were not there. They stay, since a table of theirs may be
    held by a worker who waits for the tournament to bring its result."""
    rounds.update(state=Round.State.HELD, stage=stage, finished_at=None)


# What is done


def _hold(match: Match) -> tuple[Match, Tournament]:
    """The match as it is now, and its tournament, held until the transaction ends. Rows that point
    at the match may be written meanwhile, as the log of its set is. One that has not begun is not
    held, since whoever draws or starts its round has the tournament first. Raises NotOpen, and Gone
    if its round was forgotten meanwhile."""
    taken_back = _("This table was taken back meanwhile, and others are drawn.")
    matches = Match.objects.select_related("round__tournament").exclude(round=None)
    asked = matches.filter(pk=match.pk)
    held = asked.exclude(state=Match.State.DRAWN).select_for_update(of=["self"], no_key=True)
    found = held.first() or asked.first()
    if found is None or found.round is None:
        raise Gone(taken_back)
    tournament = schedule.in_state(
        found.round.tournament, Tournament.State.RUNNING, Tournament.State.DONE
    )
    # Only now: the round may have ended, or been forgotten, while the tournament was waited for.
    found.round = tournament.rounds.filter(pk=found.round.pk).first()
    if found.round is None:
        raise Gone(taken_back)
    found.round.tournament = tournament
    return found, tournament


def _check(match: Match, scores: Sequence[Score]) -> None:
    """Raises Refused, NotOpen."""
    check_correct(match)
    if tuple(scores) == scores_of(match):
        raise Refused(_("Nothing is different from what stands there already."))
    if any(abs(score.total) > LARGEST_TOTAL for score in scores):
        raise Refused(_("A total has six digits at most."))
    wrong = misplaced([score.place for score in scores])
    if wrong:
        raise Refused(
            _(
                "These places do not fit together: place %(place)d would have to be %(right)d. "
                "Equals share a place, and who comes next is as much further down: 1, 2, 2, 4."
            )
            % {"place": wrong[0], "right": wrong[1]}
        )


def _write(match: Match, scores: Sequence[Score], why: str, by: User | None) -> None:
    last = match.results.last()
    if last is None or not last.scores:
        _add(match, scores_of(match), "", None, at_end=True)
    for seat, score in zip(match.seats.order_by("number"), scores, strict=True):
        Seat.objects.filter(pk=seat.pk).update(awarded=score.place, total=score.total)
    assert match.round is not None
    sheets.renew(match.round)
    _add(match, scores, why, by)


def _add(
    match: Match,
    scores: Sequence[Score],
    why: str,
    by: User | None,
    kept: Match | None = None,
    at_end: bool = False,
) -> None:
    """One more version; `at_end`: it has been there since the match ended."""
    Result.objects.create(
        match=match,
        number=match.results.count() + 1,
        scores=[list(score) for score in scores],
        kept=kept,
        entered_by=by,
        entered_at=match.finished_at if at_end and match.finished_at else timezone.now(),
        why=why,
    )


def _stop(match: Match) -> None:
    """Whoever plays it brings nothing any more. Raises NotOpen if he has just brought it."""
    try:
        for attempt in match.attempts.filter(state=Attempt.State.RUNNING):
            lease.let_go(attempt, state=Attempt.State.STOPPED, ended_at=timezone.now())
    except lease.Stale:
        raise NotOpen(_("Something has happened at this table meanwhile. Look again.")) from None


def _set_aside(match: Match) -> Match:
    """Move what came of it to a match of its own, and leave its chairs as they were before."""
    kept = Match.objects.get(pk=match.pk)
    kept.pk, kept.round, kept.replaced_by = None, None, match
    kept.state = Match.State.REPLACED
    kept._state.adding = True  # a copy
    kept.save(force_insert=True)
    seats = list(match.seats.order_by("number"))
    match.seats.update(match=kept)
    match.attempts.filter(state=Attempt.State.DONE).update(match=kept)
    Transcript.objects.filter(match=match).update(match=kept)
    Seat.objects.bulk_create(
        Seat(match=match, number=one.number, entry_id=one.entry_id, version_id=one.version_id)
        for one in seats
    )
    return kept


def _queue(match: Match, kept: Match | None) -> None:
    """Begin anew, and the round with it, if that had ended."""
    assert match.round is not None
    shared = match.shuffle.matches.exclude(pk=match.pk).exclude(replaced_by=match).exists()
    (shuffle,) = [match.shuffle] if shared or kept is None else Shuffle.fresh(1)
    Match.objects.filter(pk=match.pk).update(
        state=Match.State.QUEUED, queued_at=timezone.now(), finished_at=None, shuffle=shuffle
    )
    if match.round.state == Round.State.DONE:
        ladder.count_no_more(match.round)
    Round.objects.filter(pk=match.round.pk).update(state=Round.State.RUNNING, finished_at=None)
    sheets.forget(match.round)
    messages.matches_wait(1)


def _where(match: Match) -> dict[str, int]:
    assert match.round is not None
    return {"table": match.table, "round": match.round.number}
