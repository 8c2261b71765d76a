"""What the API answers with. Exact fractions are texts: "5", "7/3"."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel


class Schema(BaseModel):
    """Made from values or from an object that has them. The `Schema` of ninja would look at all of
    them anew on every level, which takes more time than the rest of an answer with many seats."""

    model_config = {"from_attributes": True}


class Said(Schema):
    """Why there is no answer, in one sentence."""

    detail: str


class ClubOut(Schema):
    slug: str
    name: str
    about: str
    timezone: str


class LeagueOut(Schema):
    slug: str
    name: str


class ClubPageOut(ClubOut):
    leagues: list[LeagueOut]


class WhoOut(Schema):
    """A player or a bot; `slug` is a bot's address in its club."""

    kind: str
    name: str
    slug: str | None = None


class VersionOut(Schema):
    """`house`: the house bot whose program it is, empty for an upload; `sha256`: that of an upload.
    `plays`: slugs of match rules; a house bot plays them all."""

    number: int
    state: str
    house: str
    sha256: str
    plays: list[str]
    created_at: datetime


class BotOut(Schema):
    """`owner`: null if it is the club's own or, `owner_gone`, if that account was deleted.
    `playing`: the number of the version that the next draw takes, null if there is none."""

    slug: str
    name: str
    owner: str | None
    owner_gone: bool
    playing: int | None
    versions: list[VersionOut]


class CellOut(Schema):
    """`points` is null if the tournament was missed and such are skipped; `dropped`: it does not
    count, since better ones do."""

    points: str | None
    missed: bool
    dropped: bool


class RankOut(Schema):
    """A row of a league's ranking; `place` is null for who came too seldom. `cells`: points by
    tournament, in the order of `counted`."""

    place: int | None
    shared: bool
    who: WhoOut
    points: str
    attended: int
    cells: list[CellOut]


class SeasonOut(Schema):
    number: int
    name: str
    state: str
    begun_at: datetime
    closed_at: datetime | None


class DivisionNameOut(Schema):
    """`number` 1 is the highest."""

    number: int
    name: str


class MemberOut(Schema):
    """`next`: the name of the division in whose like he plays next season; null while the season is
    open, and for nowhere. `left`: who plays on in none."""

    who: WhoOut
    left: bool
    next: str | None


class TournamentOut(Schema):
    """`season`, `division`: for which it counts."""

    id: int
    slug: str
    name: str
    rules: str
    options: dict[str, Any]
    format: str
    settings: dict[str, Any]
    scoring: str
    scoring_settings: dict[str, Any]
    tie_breaks: list[str]
    deals: str
    pause_s: int
    state: str
    version: int
    season: SeasonOut | None
    division: DivisionNameOut | None


class DivisionOut(Schema):
    """One ranking of a season; `name` is empty if it has no divisions. `up`, `down`: how many are
    to change at its end. `members`: who is in it, ranked or not."""

    name: str
    up: int
    down: int
    members: list[MemberOut]
    counted: list[int]
    ranking: list[RankOut]


class SeasonPageOut(SeasonOut):
    """`settings`: how its rankings count. `divisions`: the highest first; one without a name where
    all are ranked together."""

    settings: dict[str, Any]
    divisions: list[DivisionOut]


class LeaguePageOut(LeagueOut):
    """`settings`: how the ranking counts. `counted`: the ids of the finished tournaments that make
    it, oldest first. In a league with `seasons` (the newest last) they are those of the newest, or
    of the highest division of it."""

    settings: dict[str, Any]
    counted: list[int]
    ranking: list[RankOut]
    seasons: list[SeasonOut]


class SeatOut(Schema):
    """`place`, `awarded`, `total`, `won` and `verdict` are null or empty until the match is
    done."""

    seat: int
    who: WhoOut
    version: int | None
    place: int | None
    awarded: int | None
    total: int | None
    won: int | None
    verdict: str


class MatchOut(Schema):
    """`seed` is null while any match with the same shuffle is unfinished. `seating`: which of its
    table's, from 1; there are several where the same cards are played in every seat."""

    id: int
    table: int
    seating: int
    state: str
    commitment: str
    seed: str | None
    finished_at: datetime | None
    seats: list[SeatOut]


class RoundOut(Schema):
    """Who is not drawn in a later `stage` went out in the one before. `resting`: in a format that
    knocks out, who has a bye."""

    number: int
    stage: int
    state: str
    starts_at: datetime | None
    receipt: dict[str, Any]
    resting: list[WhoOut]
    matches: list[MatchOut]


class TournamentPageOut(TournamentOut):
    rounds: list[RoundOut]


class ReachOut(Schema):
    """The best and the worst place in the standings."""

    best: int
    worst: int


class NeedOut(Schema):
    """Where an entry can still end, and where with each place at the table at which it has yet to
    finish; places that are not there, or too rare to tell, are left out."""

    entry: int
    who: WhoOut
    reach: ReachOut
    by_place: dict[int, ReachOut]


class NeedsOut(Schema):
    """What everybody can still reach in the last round, in the order in which they stand by now;
    nobody, unless it is played or comes next. `likely`: what nine in ten rounds played out by
    chance bring, and not all that is possible."""

    likely: bool
    entries: list[NeedOut]


class OnSameCardsOut(Schema):
    """`ahead`: by how many points a round it was better than the others who held its cards in its
    seat, in so many `matches`."""

    entry: int
    who: WhoOut
    ahead: str
    matches: int


class ShareOut(Schema):
    """How much of what set results at a table apart was cards, from 0 to 1; `low` and `high`: the
    least and the most it may be, 19 times in 20, as far as `matches` tell."""

    cards: float
    low: float
    high: float
    matches: int


class LuckOut(Schema):
    """`share` is null where too little was played with the same cards, `entries` leave out who held
    none that others held; without rounds, or where every table has its own cards, there is
    neither."""

    share: ShareOut | None
    entries: list[OnSameCardsOut]


class ClimberOut(Schema):
    """A row of a ladder. Its `place` comes of the `rating` while the ladder is open, and of the
    `strength` in the end, which is null before; it is null before the first match there. `rating`
    is the number that is shown, `mu` and `sigma` what it is made of. `probably`: the best and the
    worst place between which it would be in nine of ten cases; null before the end, and of who has
    left. `reason`: what it does or waits for (`playing`,
    `full`, `alone`, `held`, `few`, `checking`, `unready`, `free`, `paused`, `closing`, or how it
    left), `why` in a sentence, `ahead`: how many come before it. `version`: the last one that was
    drawn, `match`: the id of that it plays."""

    place: int | None
    shared: bool
    probably: tuple[int, int] | None
    who: WhoOut
    version: int | None
    strength: int | None
    rating: int
    mu: float
    sigma: float
    matches: int
    reason: str
    why: str
    ahead: int
    match: int | None


class LadderOut(TournamentOut):
    """`tables`: how many have begun; `open` and `latest`: those being played and some that have
    ended, the newest first."""

    tables: int
    climbers: list[ClimberOut]
    open: list[MatchOut]
    latest: list[MatchOut]


class StandingOut(Schema):
    """`rounds`: points by round number, rests included; `rests`: the rounds it sat out.
    `decided_by`: the tie-break that set it apart from equal points, empty if none did. `entry`: its
    number, by which lots are drawn. `points` are those of the last `stage` it takes part in;
    `out_in`: the round it went out in, or null. `probably`: the best and the worst place between
    which it would be in nine of ten cases; null before the end, and where it cannot be told."""

    place: int
    shared: bool
    probably: tuple[int, int] | None
    decided_by: str
    entry: int
    who: WhoOut
    points: str
    rounds: dict[int, str]
    rests: list[int]
    matches: int
    won: int
    penalty: str
    stage: int
    out_in: int | None


class RatingOut(Schema):
    """A rating in its `kind` of table: people, mixed or bots. `rating` is what pages show, three
    `sigma` below `mu` on their scale; between `low` and `high` is what somebody is worth with 95
    in 100. `key`: what head-to-head calls him."""

    kind: str
    place: int
    shared: bool
    who: WhoOut
    key: str
    rating: int
    low: int
    high: int
    mu: float
    sigma: float
    matches: int


class MetOut(Schema):
    """How two did against each other in one game: how often each was placed better, and their mean
    places."""

    rules: str
    times: int
    one_better: int
    other_better: int
    shared: int
    one_mean: str
    other_mean: str


class MeetingOut(Schema):
    """A match in which both sat, with their awarded places."""

    match: int
    one: int
    other: int


class HeadToHeadOut(Schema):
    """`meetings`: the latest first, `page` by page."""

    one: WhoOut
    other: WhoOut
    met: list[MetOut]
    page: int
    pages: int
    meetings: list[MeetingOut]
