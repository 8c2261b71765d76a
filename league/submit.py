"""Submit: organisers set a tournament up, and bots enter it.

All of this is open until the tables are drawn; whoever wants to change more takes the draw back
first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

import games
from league.formats import catalog as formats
from league.formats.core import Field, Undrawable
from league.scoring.catalog import SCORINGS

from . import record
from .models import NAME_LENGTH, Bot, Entry, League, Tournament
from .refusals import NotOpen, Refused

RESERVED_SLUGS = {"new"}  # they are addresses beside those of the tournaments


class Setup(TypedDict):
    """All an organiser decides about a tournament; see models.Tournament."""

    name: str
    rules: str
    options: Mapping[str, Any]
    format: str
    settings: Mapping[str, Any]
    scoring: str
    pause_s: int


@transaction.atomic
def new_tournament(league: League, **setup: Unpack[Setup]) -> Tournament:
    """A draft. Raises Refused with the field it is about."""
    tournament = Tournament(league=league)
    _set_up(tournament, setup)
    League.objects.select_for_update().get(pk=league.pk)  # one looks for a free address at a time
    tournament.slug = _free_slug(league, tournament.name)
    tournament.save()
    return tournament


@transaction.atomic
def change_tournament(tournament: Tournament, **setup: Unpack[Setup]) -> None:
    """Change a draft. Its address stays. Raises Refused, NotOpen."""
    tournament = _draft(tournament)
    _set_up(tournament, setup)
    tournament.save()
    record.changed(tournament.pk)


@transaction.atomic
def enter(tournament: Tournament, bots: Sequence[Bot]) -> list[Entry]:
    """Enter bots of the tournament's club, all or none. Raises Refused, NotOpen."""
    tournament = _draft(tournament)
    entries = [_enter(tournament, bot) for bot in bots]
    record.changed(tournament.pk)
    return entries


@transaction.atomic
def withdraw(entry: Entry) -> None:
    """Take an entry out of a draft. Raises NotOpen."""
    tournament = _draft(entry.tournament)
    Entry.objects.filter(pk=entry.pk).delete()
    record.changed(tournament.pk)


def _draft(tournament: Tournament) -> Tournament:
    """The tournament as it is now, held until the transaction ends. Raises NotOpen."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != Tournament.State.DRAFT:
        raise NotOpen(_("The tables are drawn. Take the draw back to change the tournament."))
    return tournament


def _enter(tournament: Tournament, bot: Bot) -> Entry:
    if bot.club_id != tournament.league.club_id:
        raise Refused(_("%(bot)s is not in this club.") % {"bot": bot}, "bots")
    if tournament.entries.filter(bot=bot).exists():
        raise Refused(_("%(bot)s is entered already.") % {"bot": bot}, "bots")
    if bot.newest_version() is None:
        raise Refused(_("%(bot)s has no program that could play.") % {"bot": bot}, "bots")
    return Entry.objects.create(tournament=tournament, bot=bot)


def _set_up(tournament: Tournament, setup: Setup) -> None:
    tournament.name = _name(setup["name"])
    tournament.rules = _one_of(games.MATCHES, setup["rules"], "rules")
    tournament.format = _one_of(formats.FORMATS, setup["format"], "format")
    tournament.scoring = _one_of(SCORINGS, setup["scoring"], "scoring")
    tournament.settings = _settings(tournament, setup["settings"])
    tournament.options = _options(tournament, setup["options"])
    tournament.pause_s = setup["pause_s"]
    try:
        tournament.clean_fields(exclude=["league", "slug", "draw_seed"])
    except ValidationError as error:
        field, sentences = next(iter(error.message_dict.items()))
        raise Refused(sentences[0], field) from None


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Refused(_("A tournament needs a name."), "name")
    if len(name) > NAME_LENGTH:
        most = {"most": NAME_LENGTH, "has": len(name)}
        raise Refused(_("A name has at most %(most)d characters, not %(has)d.") % most, "name")
    return name


def _one_of(known: Mapping[str, object], slug: str, field: str) -> str:
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
        raise Refused(_(error.says) % error.values, error.setting) from None
    return format.read(field)


def _options(tournament: Tournament, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the match rules read them, defaults left out, so that they stay defaults."""
    rules = tournament.match_rules
    known = {option.name: option for option in rules.options}
    try:
        rules.check(rules.seats[0], **given)
        read = {name: known[name].read(value) for name, value in given.items()}
    except games.BadOption as error:
        raise Refused(str(error), error.option) from None
    return {name: value for name, value in read.items() if value != known[name].default}


def _free_slug(league: League, name: str) -> str:
    stem = slugify(name)[:40] or "tournament"
    taken = RESERVED_SLUGS | set(
        league.tournaments.filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
