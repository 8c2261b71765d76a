"""A demo club for newcomers: eight house bots, a league, and two tournaments that are being
played."""

from __future__ import annotations

import secrets
from pathlib import Path

from django.conf import settings
from django.db import transaction

from . import schedule, submit
from .models import Bot, Club, League, Membership, Tournament, User, Version

ORGANISER = "ruth"
CLUB = "lindenhof"
PAUSE_S = 10  # long enough to watch a round go by
BOTS = {
    "Kiebitz": "careful",
    "Luchs": "careful",
    "Dachs": "careful",
    "Elster": "careful",
    "Strolch": "random",
    "Erstbeste": "random",
    "Irrlicht": "random",
    "Springinsfeld": "random",
}


def ensure() -> str:
    """Make the demo club unless it is there; returns the organiser's password, which stays the same
    from start to start."""
    password = _password(settings.VAR / "demo-password")
    with transaction.atomic():
        if not Club.objects.filter(slug=CLUB).exists():
            _make_club(password)
    return password


def _password(path: Path) -> str:
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(9))
    return path.read_text()


def _make_club(password: str) -> None:
    ruth = User.objects.create_user(ORGANISER, password=password, first_name="Ruth")
    club = Club.objects.create(
        name="Kartenrunde Lindenhof",
        slug=CLUB,
        about="Thursdays at seven, back room of the Lindenhof. New faces sit down, we explain.",
    )
    Membership.objects.create(user=ruth, club=club, role=Membership.Role.ORGANISER)
    bots = [_bot(club, name, house) for name, house in BOTS.items()]
    league = League.objects.create(club=club, name="House bots", slug="house-bots")
    _tournament(league, bots, "Under the card", "xxl-individuel", {"variant": "amoins"}, "places")
    _tournament(league, bots, "Marshmallow night", "arschmallows", {}, "totals")


def _bot(club: Club, name: str, house: str) -> Bot:
    bot = Bot.objects.create(club=club, name=name, slug=name.lower())
    Version.objects.create(bot=bot, number=1, house=house)
    return bot


def _tournament(
    league: League, bots: list[Bot], name: str, rules: str, options: dict[str, str], scoring: str
) -> Tournament:
    tournament = submit.new_tournament(
        league,
        name=name,
        rules=rules,
        options=options,
        format="planned",
        settings={"rounds": 3, "table_size": 4},
        scoring=scoring,
        pause_s=PAUSE_S,
    )
    submit.enter(tournament, bots)
    schedule.draw(tournament)
    schedule.publish(tournament)
    return tournament
