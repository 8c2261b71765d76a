"""Acts: who did what, when and why, written in the transaction of the act itself."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.formats.catalog import LADDERS

from .models import NOTE_LENGTH, Act, League, Tournament, User
from .refusals import Refused

# What an act says of itself; what stands in % goes into `about`.
SAYS = {
    "set-up": gettext_noop("The tournament was set up."),
    "changed": gettext_noop("The settings were changed."),
    "entered": gettext_noop("Entered: %(who)s."),
    "scratched": gettext_noop("%(who)s was taken out before the draw."),
    "drawn": gettext_noop("The tables were drawn."),
    "taken-back": gettext_noop("The draw was taken back."),
    "published": gettext_noop("The draw was published."),
    "shown": gettext_noop("The draw of the next round was shown."),
    "more-time": gettext_noop("Table %(table)s of round %(round)s got %(minutes)s more minutes."),
    "opened": gettext_noop("The ladder was opened."),
    "paused": gettext_noop("The tournament was paused."),
    "gone-on": gettext_noop("The tournament went on."),
    "ended-early": gettext_noop("The tournament was ended early."),
    "late": gettext_noop("Came late: %(who)s."),
    "playing": gettext_noop("%(who)s is back."),
    "table-fixed": gettext_noop("%(who)s sits at table %(table)s from then on."),
    "table-freed": gettext_noop("%(who)s sits at any table from then on."),
    "apart-never": gettext_noop("%(one)s and %(other)s never sit together from then on."),
    "apart-rather-not": gettext_noop(
        "%(one)s and %(other)s sit together from then on only where it cannot be avoided."
    ),
    "apart-ended": gettext_noop("%(one)s and %(other)s may sit together from then on."),
    "away": gettext_noop("%(who)s is away."),
    "withdrawn": gettext_noop("%(who)s was withdrawn."),
    "disqualified": gettext_noop("%(who)s was disqualified."),
    "penalty": gettext_noop("%(who)s got a penalty of %(points)s."),
    "penalty-cancelled": gettext_noop("A penalty of %(points)s was taken from %(who)s."),
    "ranking": gettext_noop("The settings of the ranking were changed."),
    "counts-for": gettext_noop("It counts for this division now: %(division)s."),
    "season-begun": gettext_noop("The season %(season)s was begun."),
    "season-set-up": gettext_noop("Name and divisions were changed: %(season)s (%(divisions)s)."),
    "season-members": gettext_noop("Members of %(season)s: %(moves)s."),
    "season-closed": gettext_noop("The season %(season)s was closed. Next time: %(moves)s."),
    "season-reopened": gettext_noop("The closing of %(season)s was undone."),
    "corrected": gettext_noop("The result of table %(table)s in round %(round)s was corrected."),
    "void": gettext_noop("Table %(table)s of round %(round)s was made void, to be played again."),
    "swapped": gettext_noop("%(one)s and %(other)s changed chairs in round %(round)s."),
    "played-again": gettext_noop("Table %(table)s of round %(round)s is played again."),
}

# The same of a table of a ladder, which is a round of its own.
ON_A_LADDER = {
    "ended-early": gettext_noop("The ladder was closed."),
    "more-time": gettext_noop("Table %(round)s got %(minutes)s more minutes."),
    "corrected": gettext_noop("The result of table %(round)s was corrected."),
    "void": gettext_noop("Table %(round)s was made void, to be played again."),
    "played-again": gettext_noop("Table %(round)s is played again."),
}


def note(
    what: League | Tournament, by: User | None, kind: str, why: str = "", **about: object
) -> Act:
    """Write an act down. `kind` is one of SAYS, `about` what its sentence names. Raises Refused for
    a reason that cannot be kept."""
    SAYS[kind] % about  # what is missing shows here, not when somebody reads the log
    why = _read(why)
    league, tournament = (what.league, what) if isinstance(what, Tournament) else (what, None)
    return Act.objects.create(
        league=league,
        tournament=tournament,
        kind=kind,
        about={name: str(value) for name, value in about.items()},
        why=why,
        by=by,
    )


def sentence(act: Act) -> str:
    """What was done, in the reader's language."""
    says = SAYS[act.kind]
    if act.tournament and act.tournament.format in LADDERS:
        says = ON_A_LADDER.get(act.kind, says)
    about: dict[str, str] = act.about
    return _(says) % about


def reason(why: str) -> str:
    """A reason that must be given. Raises Refused."""
    why = _read(why)
    if not why:
        raise Refused(_("Say why, so that those who ask later can read it."), "why")
    return why


def _read(why: str) -> str:
    why = " ".join(why.split())
    if len(why) > NOTE_LENGTH:
        most = {"most": NOTE_LENGTH}
        raise Refused(_("A reason has at most %(most)d characters.") % most, "why")
    if "\0" in why:  # which PostgreSQL does not take
        raise Refused(_("A reason has no control characters."), "why")
    return why
