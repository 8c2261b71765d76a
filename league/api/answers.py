"""From read models to what the API answers with."""

from __future__ import annotations

from collections.abc import Iterable

from league import luck, rank, show, spread
from league.models import Bot, Match, Player, SeasonMember, Seat, Version
from league.scoring import cumulative
from league.scoring.last_round import Reach

from . import schemas


def who(one: Player | Bot) -> schemas.WhoOut:
    """A player or a bot."""
    if isinstance(one, Bot):
        return schemas.WhoOut(kind="bot", name=one.name, slug=one.slug)
    return schemas.WhoOut(kind="player", name=one.name)


def bot(one: Bot, versions: Iterable[Version]) -> schemas.BotOut:
    """A bot with these versions."""
    playing = one.playing_version()
    return schemas.BotOut(
        slug=one.slug,
        name=one.name,
        owner=one.owner_name or None,
        owner_gone=one.is_orphan,
        playing=playing.number if playing else None,
        versions=[schemas.VersionOut.model_validate(version) for version in versions],
    )


def league_rank(one: rank.Rank) -> schemas.RankOut:
    """A row of a league's ranking."""
    row = one.row
    return schemas.RankOut(
        place=row.place,
        shared=row.shared,
        who=who(one.who),
        points=str(row.points),
        attended=row.attended,
        cells=[_cell(cell) for cell in row.cells],
    )


def division(one: rank.Ranking) -> schemas.DivisionOut:
    """One ranking of a season."""
    return schemas.DivisionOut(
        name=one.division.name if one.division else "",
        up=one.division.up if one.division else 0,
        down=one.division.down if one.division else 0,
        members=[_member(member) for member in one.members],
        counted=[tournament.pk for tournament in one.counted],
        ranking=[league_rank(row) for row in one.ranks],
    )


def _member(one: SeasonMember) -> schemas.MemberOut:
    next = one.next.name if one.next else None
    return schemas.MemberOut(who=who(one.who), left=one.has_left, next=next)


def _cell(one: cumulative.Cell) -> schemas.CellOut:
    points = None if one.points is None else str(one.points)
    return schemas.CellOut(points=points, missed=one.missed, dropped=one.dropped)


def climber(one: show.LadderLine, probably: spread.Places) -> schemas.ClimberOut:
    """A row of a ladder."""
    known = one.climber
    return schemas.ClimberOut(
        place=None if known.number is None else known.place,
        shared=known.shared,
        probably=probably.get(known.entry.pk),
        who=who(known.entry.who),
        version=known.entry.version.number if known.entry.version else None,
        strength=known.strength,
        rating=known.rating.shown,
        mu=known.rating.mu,
        sigma=known.rating.sigma,
        matches=known.played,
        reason=one.reason,
        why=one.why,
        ahead=one.ahead,
        match=one.match,
    )


def standing(one: rank.Standing, probably: spread.Places) -> schemas.StandingOut:
    """A row of a tournament's standings."""
    row = one.row
    return schemas.StandingOut(
        place=row.place,
        shared=row.shared,
        probably=probably.get(row.entry),
        decided_by=row.decided_by,
        entry=row.entry,
        who=who(one.entry.who),
        points=str(row.points),
        rounds={number: str(points) for number, points in sorted(row.rounds.items())},
        rests=sorted(row.rests),
        matches=row.matches,
        won=row.won,
        penalty=str(row.penalty),
        stage=one.stage,
        out_in=one.out_in,
    )


def needs(page: show.NeedsPage) -> schemas.NeedsOut:
    """What everybody needs in the last round."""
    return schemas.NeedsOut(
        likely=page.likely,
        entries=[
            schemas.NeedOut(
                entry=line.entry.pk,
                who=who(line.entry.who),
                reach=_reach(line.reach),
                by_place={
                    place: _reach(reach)
                    for place, reach in zip(page.places, line.by_place, strict=True)
                    if reach
                },
            )
            for line in page.lines
        ],
    )


def _reach(reach: Reach) -> schemas.ReachOut:
    return schemas.ReachOut(best=reach.best, worst=reach.worst)


def on_same_cards(found: luck.Luck | None) -> schemas.LuckOut:
    """What was cards."""
    if found is None:
        return schemas.LuckOut(share=None, entries=[])
    return schemas.LuckOut(
        share=schemas.ShareOut.model_validate(found.share) if found.share else None,
        entries=[
            schemas.OnSameCardsOut(
                entry=line.entry.pk,
                who=who(line.entry.who),
                ahead=str(line.result.ahead),
                matches=line.result.matches,
            )
            for line in found.lines
        ],
    )


def played_round(page: show.RoundPage) -> schemas.RoundOut:
    """A round with its tables."""
    return schemas.RoundOut(
        number=page.round.number,
        stage=page.round.stage,
        state=page.round.state,
        starts_at=page.round.starts_at,
        receipt=page.public_receipt,
        resting=[who(entry.who) for entry in page.resting],
        matches=[match(table.match) for table in page.tables],
    )


def match(one: Match) -> schemas.MatchOut:
    """A match with its seats; its seed only when nobody plays with it any more."""
    seed = bytes(one.shuffle.seed).hex() if show.is_open(one) else None
    return schemas.MatchOut(
        id=one.pk,
        table=one.table,
        seating=one.seating,
        state=one.state,
        commitment=one.shuffle.commitment,
        seed=seed,
        finished_at=one.finished_at,
        seats=[_seat(seat) for seat in one.seats.all()],
    )


def _seat(seat: Seat) -> schemas.SeatOut:
    return schemas.SeatOut(
        seat=seat.number,
        who=who(seat.who),
        version=seat.version.number if seat.version else None,
        place=seat.place,
        awarded=seat.awarded,
        total=seat.total,
        won=seat.won,
        verdict=seat.verdict,
    )


def rating(line: show.RatingLine) -> schemas.RatingOut:
    """A row of a club's ratings."""
    one, value = line.rating, line.rating.value
    return schemas.RatingOut(
        kind=one.pool.kind,
        place=line.place,
        shared=line.shared,
        who=who(one.who),
        key=one.who.key,
        rating=value.shown,
        low=value.low,
        high=value.high,
        mu=value.mu,
        sigma=value.sigma,
        matches=one.matches,
    )


def head_to_head(page: show.HeadToHead) -> schemas.HeadToHeadOut:
    """Two against each other."""
    return schemas.HeadToHeadOut(
        one=who(page.one),
        other=who(page.other),
        met=[_met(one) for one in page.met],
        page=page.meetings.number,
        pages=page.meetings.paginator.num_pages,
        meetings=[
            schemas.MeetingOut(match=seat.match_id, one=seat.awarded, other=seat.other_place)
            for seat in page.meetings
        ],
    )


def _met(one: show.Met) -> schemas.MetOut:
    return schemas.MetOut(
        rules=one.rules,
        times=one.times,
        one_better=one.one_better,
        other_better=one.other_better,
        shared=one.level,
        one_mean=str(one.one_mean),
        other_mean=str(one.other_mean),
    )
