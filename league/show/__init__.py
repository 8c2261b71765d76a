"""Show: what pages and the API answer from: read models from rows; nothing here knows a request.

Who may see what is settled before (`access` hands in the querysets); what is closed because of an
unfinished shuffle stays closed here, for every door alike. One module a page, and three that they
share: `words`, `tables`, `rounds`. What the doors ask for stands in this list.
"""

from .bots import bot, version
from .challenges import challenge, challenges
from .clubs import club, may_enter
from .corrections import correction, corrections, seats, versions
from .entries import entry, kept_apart
from .head_to_head import HeadToHead, Met, head_to_head
from .ladders import LadderLine, ladder_page, ladders_of
from .leagues import league
from .lists import LATEST, finished, listed, prepared, running
from .log import log
from .matches import NoteLine, match
from .needs import NeedsPage, needs
from .ratings import RatingLine, bot_ratings, rating, ratings
from .reasons import explained
from .rounds import CourseLine, RoundPage, costs, course, draw, round_page
from .seasons import EndDivision, EndLine, candidates, counts_for, ending
from .spreadsheet import standings_file
from .swaps import chairs, swap
from .tableplans import MINUTES, MINUTES_A_DEAL, courses, has_table_plans, table_plans
from .tables import SeatLine, is_open, open_transcript, seated
from .tournaments import tournament
from .words import Setting, chosen_as, counting, in_full, in_words, label, plain_label, settings

__all__ = [
    "LATEST",
    "MINUTES",
    "MINUTES_A_DEAL",
    "CourseLine",
    "EndDivision",
    "EndLine",
    "HeadToHead",
    "LadderLine",
    "Met",
    "NeedsPage",
    "NoteLine",
    "RatingLine",
    "RoundPage",
    "SeatLine",
    "Setting",
    "bot",
    "bot_ratings",
    "candidates",
    "chairs",
    "challenge",
    "challenges",
    "chosen_as",
    "club",
    "correction",
    "corrections",
    "costs",
    "counting",
    "counts_for",
    "course",
    "courses",
    "draw",
    "ending",
    "entry",
    "explained",
    "finished",
    "has_table_plans",
    "head_to_head",
    "in_full",
    "in_words",
    "is_open",
    "kept_apart",
    "label",
    "ladder_page",
    "ladders_of",
    "league",
    "listed",
    "log",
    "match",
    "may_enter",
    "needs",
    "open_transcript",
    "plain_label",
    "prepared",
    "rating",
    "ratings",
    "round_page",
    "running",
    "seated",
    "seats",
    "settings",
    "standings_file",
    "swap",
    "table_plans",
    "tournament",
    "version",
    "versions",
]
