"""A demo club for newcomers: eight house bots, a league, and two tournaments that are being
played."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from . import schedule, submit
from .models import Bot, Club, League, Membership, Tournament, User, Version
from .refusals import Refused

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
    from start to start. Raises Refused if the organiser's name belongs to somebody else."""
    path = settings.VAR / "demo-password"
    kept = path.read_text() if path.exists() else ""
    password = kept or secrets.token_urlsafe(9)
    with transaction.atomic():
        if not Club.objects.filter(slug=CLUB).exists():
            _make_club(_organiser())
        if not kept:
            _set_password(password)
    if not kept:
        path.touch(mode=0o600)
        path.write_text(password)
    return password


def _organiser() -> User:
    if User.objects.filter(username=ORGANISER).exists():
        name = {"name": ORGANISER}
        raise Refused(_("The demo club needs the name %(name)s, which is taken here.") % name)
    return User.objects.create_user(ORGANISER, first_name="Ruth")


def _set_password(password: str) -> None:
    """The file is lost or new: what will be printed has to open the door."""
    ruth = User.objects.get(username=ORGANISER, memberships__club__slug=CLUB)
    ruth.set_password(password)
    ruth.save(update_fields=["password"])


def _make_club(ruth: User) -> None:
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
