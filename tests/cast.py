"""The cast: a club with eight house bots, alice who organises, bob a member, charlie of another."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import QuerySet

from league import run, schedule, sheets, submit
from league.models import (
    Bot,
    Club,
    League,
    Membership,
    Round,
    Seat,
    Tournament,
    Trial,
    User,
    Version,
)

NewTournament = Callable[..., Tournament]

# A bot that plays, and writes to its log and its notes.
FIRST = b"""
from bots.sdk import Bot, run

class First(Bot):
    plays = ("xxl-individuel",)

    def choose(self, turn):
        print("thinking hard")
        turn.note = f"{len(turn.legal)} moves were open"
        return turn.legal[0]

run(First)
"""


def make_bots(club: Club, count: int, house: str = "random") -> list[Bot]:
    """House bots Bot 1, Bot 2, ... with one version each."""
    numbers = range(1, count + 1)
    bots = Bot.objects.bulk_create(
        Bot(club=club, name=f"Bot {number}", slug=f"bot-{number}") for number in numbers
    )
    Version.objects.bulk_create(Version(bot=bot, number=1, house=house) for bot in bots)
    return bots


def play_queued() -> int:
    """What workers do: play until the queue is empty; returns how many matches."""
    played = 0
    while attempt := run.claim("test"):
        played += run.play(attempt)
    return played


def published(tournament: Tournament) -> Tournament:
    """Drawn and published, as it is then."""
    schedule.draw(tournament)
    schedule.publish(tournament)
    return again(tournament)


def finish(tournament: Tournament) -> None:
    """Draw, publish and play it to the end."""
    published(tournament)
    play_to_the_end(tournament)


def play_to_the_end(tournament: Tournament) -> None:
    """Round after round of what is published."""
    schedule.advance(tournament.pk)
    while play_queued():
        schedule.advance(tournament.pk)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.DONE


def write(seats: QuerySet[Seat], **brought: object) -> None:
    """Let seats say this, whatever was played, and what is kept of their rounds too."""
    rounds = list(Round.objects.filter(matches__seats__in=seats).distinct())
    seats.update(**brought)
    for one in rounds:
        sheets.renew(one)


def again(tournament: Tournament) -> Tournament:
    """As it is now."""
    return Tournament.objects.get(pk=tournament.pk)


def uploaded(bot: Bot, source: bytes = FIRST, state: str = Version.State.READY) -> Version:
    """A version of a bot that is past its trial."""
    version = submit.upload(bot, source, "my_bot.py", "the first try")
    version.state, version.plays = state, ["xxl-individuel"]
    version.save()
    Trial.objects.filter(version=version).update(state=Trial.State.DONE, log="warming up")
    return version


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lindenhof", slug="lindenhof")


@pytest.fixture
def alice(club: Club) -> User:
    """An organiser of the club."""
    user = User.objects.create_user("alice", password="alice-in-the-back-room")
    Membership.objects.create(user=user, club=club, role=Membership.Role.ORGANISER)
    return user


@pytest.fixture
def bob(club: Club) -> User:
    """A member of the club who organises nothing."""
    user = User.objects.create_user("bob", password="bob-in-the-back-room")
    Membership.objects.create(user=user, club=club, role=Membership.Role.MEMBER)
    return user


@pytest.fixture
def charlie(db: None) -> User:
    """An organiser of another club."""
    other = Club.objects.create(name="Rosengarten", slug="rosengarten")
    user = User.objects.create_user("charlie", password="charlie-in-the-back-room")
    Membership.objects.create(user=user, club=other, role=Membership.Role.ORGANISER)
    return user


@pytest.fixture
def bots(club: Club) -> list[Bot]:
    return make_bots(club, 8)


@pytest.fixture
def bobs_bot(club: Club, bob: User) -> Bot:
    """A member's bot, still without a version."""
    return submit.new_bot(club, bob, "Häher")


@pytest.fixture
def house_league(club: Club) -> League:
    return League.objects.create(club=club, name="House bots", slug="house-bots")


@pytest.fixture
def new_tournament(house_league: League) -> NewTournament:
    """Makes a draft of one deal of amoins, three rounds in fours; every setting can be given."""

    def make(entered: list[Bot] | None = None, **setup: Any) -> Tournament:
        usual: dict[str, Any] = {
            "name": "Autumn Cup",
            "rules": "xxl-individuel",
            "options": {"variant": "amoins", "deals": 1},
            "format": "planned",
            "settings": {"rounds": 3, "table_size": 4},
            "scoring": "places",
            "tie_breaks": (),
            "pause_s": 0,
        }
        tournament = submit.new_tournament(house_league, **{**usual, **setup})
        if entered:
            submit.enter(tournament, entered)
        return tournament

    return make
