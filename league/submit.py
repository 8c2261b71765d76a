"""Submit: members hand in bots, organisers set a tournament up, and bots enter it.

What is uploaded is read as data, kept, and queued for its trial; it plays once that is passed. A
tournament is open to changes until the tables are drawn; whoever wants to change more takes the
draw back first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NotRequired, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

import games
from bots import submission
from bots.catalog import HOUSE
from league.formats import catalog as formats
from league.formats.core import LEFT_OVER, TABLE_SIZE, Field, Undrawable
from league.scoring import cumulative
from league.scoring.catalog import SCORINGS
from league.scoring.tiebreaks import LONGEST_CHAIN, TIE_BREAKS

from . import acts, allowance, messages, record
from .models import (
    NAME_LENGTH,
    NOTE_LENGTH,
    Bot,
    Club,
    Division,
    Entry,
    League,
    Season,
    Seat,
    Source,
    Tournament,
    Trial,
    User,
    Version,
)
from .refusals import Gone, NotOpen, Refused, in_words

RESERVED_SLUGS = {
    "new",
    "settings",
    "seasons",
}  # they are addresses beside those of the tournaments and bots


# Bots


@transaction.atomic
def new_bot(club: Club, owner: User, name: str) -> Bot:
    """A bot of a member's, still without a version. Raises Refused."""
    Club.objects.select_for_update().get(pk=club.pk)  # one looks for a free address at a time
    name = read_name(name, _("A bot needs a name."))
    if club.bots.filter(name__iexact=name).exists():
        raise Refused(_("There is a bot called %(name)s here already.") % {"name": name}, "name")
    allowance.check_new_bot(club, owner)
    slug = _free_slug(club.bots.all(), name, "bot")
    return Bot.objects.create(club=club, owner=owner, name=name, slug=slug)


@transaction.atomic
def upload(bot: Bot, data: bytes, filename: str, note: str = "") -> Version:
    """Keep a new version and queue its trial. `data`: no more than submission.LARGEST + 1 bytes of
    what was sent. Raises Refused with what is wrong with it, NotOpen where the owner's allowance is
    used up, Gone; nothing is kept then."""
    try:
        found = submission.read(data)
    except submission.BadSubmission as bad:
        raise Refused(in_words(bad), "file") from None
    note = " ".join(note.split())
    if len(note) > NOTE_LENGTH:
        most = {"most": NOTE_LENGTH, "has": len(note)}
        raise Refused(_("A note has at most %(most)d characters, not %(has)d.") % most, "note")
    # One of an owner's uploads at a time, or several at once would pass for the first.
    User.objects.select_for_update(of=["self"], no_key=True).filter(bots=bot).first()
    (bot,) = hold_bots([bot])
    if bot.retired_at:
        raise NotOpen(_("%(bot)s is deleted.") % {"bot": bot})
    allowance.check_upload(bot, len(found.source))
    newest = bot.versions.order_by("-number").first()
    version = Version.objects.create(
        bot=bot,
        number=newest.number + 1 if newest else 1,
        sha256=found.sha256,
        interpreter=found.program.interpreter.name,
        note=note,
        state=Version.State.CHECKING,
    )
    Source.objects.create(version=version, body=found.source, filename=_shown(filename))
    Trial.objects.create(version=version, queued_at=timezone.now())
    messages.matches_wait(1)
    return version


def _shown(filename: str) -> str:
    """The end of a file's name, as far as it can be printed."""
    return "".join(filter(str.isprintable, filename))[-NAME_LENGTH:]


@transaction.atomic
def go_back_to(version: Version) -> None:
    """Let this version play from the next draw on, until a newer upload is ready. Raises NotOpen,
    Gone."""
    version = _hold(version)
    if not version.is_open:
        raise NotOpen(_("This version is not ready, so it does not play."))
    Bot.objects.filter(pk=version.bot_id).update(chosen=version)


@transaction.atomic
def delete_version(version: Version) -> None:
    """Forget what was uploaded; its number stays taken. Raises NotOpen while a match needs it,
    Gone."""
    version = _hold(version)
    if version.is_needed:
        raise NotOpen(_("This version is still to play a match. It can be deleted after that."))
    Source.objects.filter(version=version).delete()
    Trial.objects.filter(version=version).delete()
    Bot.objects.filter(chosen=version).update(chosen=None)
    version.state, version.note, version.reason = Version.State.DELETED, "", ""
    version.save(update_fields=["state", "note", "reason"])


@transaction.atomic
def delete_bot(bot: Bot) -> None:
    """Forget a bot. If it has entered tournaments, was challenged or is in a division, what these
    need is kept, and it plays in no draw to come. Raises Gone."""
    (bot,) = hold_bots([bot])
    list(bot.versions.select_for_update().order_by("pk"))  # nobody challenges it meanwhile
    seats = Seat.objects.filter(version__bot=bot)
    if not any(needed.exists() for needed in (bot.entries, bot.seasons, seats)):
        bot.delete()
        return
    for version in bot.versions.exclude(state=Version.State.DELETED):
        if not version.is_needed:
            delete_version(version)
    Bot.objects.filter(pk=bot.pk).update(retired_at=timezone.now(), chosen=None)


def hold_bots(bots: Iterable[Bot]) -> list[Bot]:
    """These bots as they are now, so that none of them is deleted before the transaction ends.
    Raises Gone.

    Whoever holds several kinds of rows takes a tournament first, then its season, bots, their
    versions and their trials, so that nobody waits for one who waits for him. An owner comes before
    his bots and is held with `no_key`: the log of a tournament may name him meanwhile.
    """
    bots = list(bots)
    held = Bot.objects.select_for_update(no_key=True).order_by("pk")
    found = held.in_bulk([bot.pk for bot in bots])
    for bot in bots:
        if bot.pk not in found:
            raise Gone(_("%(bot)s is deleted.") % {"bot": bot})
    return [found[bot.pk] for bot in bots]


def _hold(version: Version) -> Version:
    """The same of a version and its bot."""
    hold_bots([version.bot])
    return Version.objects.select_for_update().get(pk=version.pk)


def seat_house_bots(club: Club) -> None:
    """One bot for every house program, so that a new club's bots have somebody to play with."""
    for slug, kind in HOUSE.items():
        bot = Bot.objects.create(club=club, name=kind.name, slug=slug)
        Version.objects.create(bot=bot, number=1, house=slug)


# Leagues


@transaction.atomic
def change_league(league: League, settings: Mapping[str, Any], by: User | None = None) -> None:
    """Let the ranking count by these settings from now on, what is over included. Raises
    Refused with the setting's name."""
    try:
        read = cumulative.settings_of(settings)
    except games.BadOption as error:
        raise Refused(in_words(error), error.option) from None
    League.objects.filter(pk=league.pk).update(settings=read)
    league.seasons.filter(state=Season.State.OPEN).update(version=F("version") + 1)
    acts.note(league, by, "ranking")


# Tournaments


class Setup(TypedDict):
    """All an organiser decides about a tournament; see models.Tournament. Where nothing is said
    about tie-breaks, those that the scoring begins with; nor about cards, every table its own; nor
    about a division, none."""

    name: str
    rules: str
    options: Mapping[str, Any]
    format: str
    settings: Mapping[str, Any]
    scoring: str
    scoring_settings: NotRequired[Mapping[str, Any]]
    tie_breaks: NotRequired[Sequence[str]]
    deals: NotRequired[str]
    pause_s: int
    round_minutes: NotRequired[int]
    looks_first: NotRequired[bool]
    division: NotRequired[Division | None]


@transaction.atomic
def new_tournament(league: League, by: User | None = None, **setup: Unpack[Setup]) -> Tournament:
    """A draft, in the season that is open if the league has any. Raises Refused with the field it
    is about, NotOpen between two seasons."""
    # One looks for a free address at a time, and no season ends meanwhile.
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    tournament = Tournament(league=league, season=open_season(league))
    _set_up(tournament, setup)
    tournament.slug = _free_slug(league.tournaments.all(), tournament.name, "tournament")
    tournament.save()
    acts.note(tournament, by, "set-up")
    return tournament


def open_season(league: League) -> Season | None:
    """The season that a new tournament counts for. Raises NotOpen between two seasons."""
    season = league.season
    if season and not season.is_open:
        raise NotOpen(
            _("“%(season)s” is closed. Begin the next season before a new tournament.")
            % {"season": season}
        )
    return season


@transaction.atomic
def change_tournament(
    tournament: Tournament, by: User | None = None, **setup: Unpack[Setup]
) -> None:
    """Change a draft. Its address stays. Raises Refused, NotOpen."""
    tournament = _draft(tournament)
    _set_up(tournament, setup)
    tournament.save()
    acts.note(tournament, by, "changed")
    record.changed(tournament.pk)


@transaction.atomic
def choose_tables(
    tournament: Tournament,
    table_size: int,
    left_over: str = "",
    version: int | None = None,
    by: User | None = None,
) -> None:
    """Let a draft be drawn at these tables; `left_over` is empty where its format does not ask for
    it. `version`: the tournament's when the organiser looked at the plans. Raises Refused,
    NotOpen."""
    tournament = _draft(tournament)
    if version not in (None, tournament.version):
        raise NotOpen(_("Somebody changed the tournament meanwhile. Look again, then choose."))
    chosen: dict[str, Any] = {TABLE_SIZE.name: table_size}
    if left_over:
        chosen[LEFT_OVER.name] = left_over
    tournament.settings = _settings(tournament, tournament.settings | chosen)
    tournament.save(update_fields=["settings"])
    acts.note(tournament, by, "changed")
    record.changed(tournament.pk)


@transaction.atomic
def enter(tournament: Tournament, bots: Sequence[Bot], by: User | None = None) -> list[Entry]:
    """Enter bots of the tournament's club, all or none. Raises Refused, NotOpen."""
    tournament = _draft(tournament)
    entries = add_entries(tournament, bots)
    acts.note(tournament, by, "entered", who=", ".join(map(str, entries)))
    record.changed(tournament.pk)
    return entries


@transaction.atomic
def withdraw(entry: Entry, by: User | None = None) -> None:
    """Take an entry out of a draft. Raises NotOpen, Gone."""
    tournament = _draft(entry.tournament)
    gone, _how_many = Entry.objects.filter(pk=entry.pk).delete()
    if not gone:
        raise Gone(_("%(who)s was taken out meanwhile.") % {"who": entry})
    acts.note(tournament, by, "scratched", who=entry)
    record.changed(tournament.pk)


def _draft(tournament: Tournament) -> Tournament:
    """The tournament as it is now, held until the transaction ends. Raises NotOpen."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != Tournament.State.DRAFT:
        raise NotOpen(_("The tables are drawn. Take the draw back to change the tournament."))
    return tournament


def add_entries(tournament: Tournament, bots: Iterable[Bot]) -> list[Entry]:
    """Write entries down, all or none. Raises Refused if one of these bots cannot play there,
    Gone."""
    bots = hold_bots(bots)
    versions = Version.playing(bot.pk for bot in bots)
    entered = set(tournament.entries.values_list("bot", flat=True))
    for bot in bots:
        if bot.pk in entered:
            raise Refused(_("%(bot)s is entered already.") % {"bot": bot}, "bots")
        _check_bot(tournament, bot, versions.get(bot.pk))
        entered.add(bot.pk)
    return Entry.objects.bulk_create(Entry(tournament=tournament, bot=bot) for bot in bots)


def _check_bot(tournament: Tournament, bot: Bot, version: Version | None) -> None:
    """Raises Refused if this version of a bot, the one that plays, cannot do so there."""
    if bot.club_id != tournament.league.club_id:
        raise Refused(_("%(bot)s is not in this club.") % {"bot": bot}, "bots")
    if version is None:
        raise Refused(_("%(bot)s has no program that could play.") % {"bot": bot}, "bots")
    if not version.can_play(tournament.rules):
        what = {"bot": bot, "game": _(tournament.match_rules.name)}
        raise Refused(_("%(bot)s does not play %(game)s.") % what, "bots")


def _set_up(tournament: Tournament, setup: Setup) -> None:
    tournament.name = read_name(setup["name"], _("A tournament needs a name."))
    tournament.rules = one_of(games.MATCHES, setup["rules"], "rules")
    tournament.format = one_of(formats.FORMATS, setup["format"], "format")
    tournament.settings = _settings(tournament, setup["settings"])
    rules = tournament.match_rules
    tournament.options = read_options(rules, rules.seats[0], setup["options"])
    _set_scoring(tournament, setup)
    known = dict(Tournament.Deals.choices)
    tournament.deals = one_of(known, setup.get("deals", Tournament.Deals.OWN), "deals")
    if tournament.deals == Tournament.Deals.SAME and tournament.format in formats.LADDERS:
        raise Refused(_("A ladder has no rounds whose tables could get the same cards."), "deals")
    tournament.pause_s = setup["pause_s"]
    tournament.round_minutes = setup.get("round_minutes", 0)
    tournament.looks_first = setup.get("looks_first", False)
    tournament.division = setup.get("division")
    check_division(tournament, tournament.division)
    try:
        tournament.clean_fields(exclude=["league", "slug", "draw_seed"])
    except ValidationError as error:
        field, sentences = next(iter(error.message_dict.items()))
        raise Refused(sentences[0], field) from None


def check_division(tournament: Tournament, division: Division | None) -> None:
    """Raises Refused if it is none of its season, or none any more; nobody removes it until the
    transaction ends."""
    if division is None:
        return
    # Whoever removes one holds their season.
    season = Season.objects.select_for_update(no_key=True).filter(pk=division.season_id).first()
    is_there = season and season.divisions.filter(pk=division.pk).exists()
    if division.season_id != tournament.season_id or not is_there:
        raise Refused(
            _("%(division)s is not a division of this season.") % {"division": division}, "division"
        )


def _set_scoring(tournament: Tournament, setup: Setup) -> None:
    scoring = SCORINGS[one_of(SCORINGS, setup["scoring"], "scoring")]
    try:
        settings = scoring.read(setup.get("scoring_settings", {}))
    except games.BadOption as error:
        raise Refused(in_words(error), error.option) from None
    tournament.scoring, tournament.scoring_settings = scoring.slug, settings
    tournament.tie_breaks = _chain(setup.get("tie_breaks", scoring.tie_breaks))


def _chain(slugs: Sequence[str]) -> list[str]:
    for number, slug in enumerate(slugs, 1):
        field = f"tie_break-{number}"
        one_of(TIE_BREAKS, slug, field)
        if number > LONGEST_CHAIN:
            raise Refused(
                _("There are %(most)d tie-breaks at most.") % {"most": LONGEST_CHAIN}, field
            )
        if slug in slugs[: number - 1]:
            name = {"name": _(TIE_BREAKS[slug].name)}
            raise Refused(
                _("“%(name)s” stands here already; a tie-break is asked once.") % name, field
            )
    return list(slugs)


def read_name(name: str, missing: str, field: str = "name") -> str:
    """A name as it is kept. Raises Refused for this field, with `missing` if it is empty."""
    name = " ".join(name.split())
    if not name:
        raise Refused(missing, field)
    if len(name) > NAME_LENGTH:
        most = {"most": NAME_LENGTH, "has": len(name)}
        raise Refused(_("A name has at most %(most)d characters, not %(has)d.") % most, field)
    if not name.isprintable():
        raise Refused(_("A name has no control characters."), field)
    return name


def one_of(known: Mapping[str, object], slug: str, field: str) -> str:
    """A slug from a form. Raises Refused if nothing goes by it."""
    if slug not in known:
        raise Refused(
            _("“%(slug)s” is not known here. Choose from the list.") % {"slug": slug[:40]}, field
        )
    return slug


def _settings(tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
    format = formats.FORMATS[tournament.format]
    field = Field((), tournament.match_rules.seats, given)
    try:
        format.check_settings(field)
    except Undrawable as error:
        raise Refused(in_words(error), error.setting) from None
    return format.read(field)


def read_options(rules: games.MatchRules, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the match rules read them, defaults left out, so that they stay defaults.
    Raises Refused with the option's name."""
    known = {option.name: option for option in rules.options}
    try:
        rules.check(seats, **given)
        read = {name: known[name].read(value) for name, value in given.items()}
    except games.BadOption as error:
        raise Refused(in_words(error), error.option) from None
    return {name: value for name, value in read.items() if value != known[name].default}


def _free_slug(beside: models.QuerySet[Any], name: str, otherwise: str) -> str:
    stem = slugify(name)[:40] or otherwise
    taken = RESERVED_SLUGS | set(
        beside.filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
