"""The tables, in the order of the story: who there is, what is played, the draw, the match, the
result.

Seats are rows. One `state` word per row says where it stands; the chapters (submit, schedule, run,
record) move it on by updates that can lose. Rows are reached from a request through `access` only.
"""

from .draws import Challenge, DrawnFrom, Round, Shuffle
from .events import (
    LONGEST_ROUND,
    Division,
    Entry,
    KeptApart,
    League,
    Rung,
    Season,
    SeasonMember,
    Tournament,
)
from .matches import Attempt, Match, Seat
from .people import (
    NAME_LENGTH,
    NOTE_LENGTH,
    REASON_LENGTH,
    Club,
    Membership,
    Player,
    User,
    check_timezone,
)
from .programs import Bot, Source, Trial, Version, Worker
from .ratings import LoggedMatch, Pool, Rating, RatingChange, Spread
from .results import Act, Penalty, Result, RoundSheet, SeatLog, Transcript

__all__ = [
    "LONGEST_ROUND",
    "NAME_LENGTH",
    "NOTE_LENGTH",
    "REASON_LENGTH",
    "Act",
    "Attempt",
    "Bot",
    "Challenge",
    "Club",
    "Division",
    "DrawnFrom",
    "Entry",
    "KeptApart",
    "League",
    "LoggedMatch",
    "Match",
    "Membership",
    "Penalty",
    "Player",
    "Pool",
    "Rating",
    "RatingChange",
    "Result",
    "Round",
    "RoundSheet",
    "Rung",
    "Season",
    "SeasonMember",
    "Seat",
    "SeatLog",
    "Shuffle",
    "Source",
    "Spread",
    "Tournament",
    "Transcript",
    "Trial",
    "User",
    "Version",
    "Worker",
    "check_timezone",
]
