"""The status page: whether the machines play, and what it keeps from whom."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league import run, schedule, submit
from league.models import Attempt, Bot, Match, Tournament, User, Worker
from tests.cast import FIRST, NewTournament

STATUS = "/status/"
LOG = "SECRET-OF-A-BOT\nIt used 0.010 s of CPU in 3.021 s."
REASON = "It used 0.010 s of CPU"


def said(client: Client) -> str:
    response = client.get(STATUS)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def seen(name: str, trouble: str = "", minutes_ago: int = 0) -> Worker:
    at = timezone.now() - timedelta(minutes=minutes_ago)
    found = {"trouble": trouble, "seen_at": at}
    return Worker.objects.update_or_create(name=name, defaults=found)[0]


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Two tables of it are queued."""
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    schedule.publish(tournament)
    return tournament


@pytest.fixture
def failed(cup: Tournament) -> Match:
    """A table that a worker has failed at, and which waits again."""
    attempt = run.claim("worker1@cellar")
    assert attempt
    Attempt.objects.filter(pk=attempt.pk).update(
        state=Attempt.State.VOID, verdict="void-slow", log=LOG, ended_at=timezone.now()
    )
    Match.objects.filter(pk=attempt.match_id).update(state=Match.State.QUEUED)
    return attempt.match


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("troubles", "sentence"),
    [
        (["", ""], "All is well: matches are played."),
        (["No room.", ""], "Not every machine can shut uploaded bots in"),
        (["No room.", "No room."], "Uploaded bots wait"),
        ([], "No machine is there"),
    ],
)
def test_anybody_reads_in_one_sentence_whether_matches_are_played(
    client: Client, troubles: list[str], sentence: str
) -> None:
    for number, trouble in enumerate(troubles):
        seen(f"worker{number}@cellar", trouble)
    seen("worker9@cellar", "Its machine was sold.", minutes_ago=60)
    page = said(client)
    assert sentence in page
    assert "cellar" not in page
    assert "No room." not in page


def test_counts_tell_nobody_of_a_draw_that_is_not_published(
    client: Client, cup: Tournament, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    schedule.draw(new_tournament(bots, name="Surprise Cup"))
    assert run.claim("worker1@cellar")
    page = said(client)
    assert "<dt>matches being played</dt><dd>1</dd>" in page
    assert "<dt>matches that wait for a machine</dt><dd>1</dd>" in page


def test_a_member_reads_no_more_than_a_visitor(
    client: Client, bob: User, bobs_bot: Bot, failed: Match
) -> None:
    submit.upload(bobs_bot, FIRST, "my_bot.py")
    seen("worker1@cellar", "No room.")
    client.force_login(bob)
    page = said(client)
    for hidden in ("worker1", "No room.", "void", "too slow", "versions that wait", REASON):
        assert hidden not in page


def test_an_organiser_reads_what_is_wrong_where(
    client: Client, alice: User, bobs_bot: Bot, failed: Match
) -> None:
    submit.upload(bobs_bot, FIRST, "my_bot.py")
    seen("worker1@cellar", "No room.")
    client.force_login(alice)
    page = said(client)
    assert "<strong>No room.</strong>" in page
    assert "<dt>versions that wait for their trial</dt><dd>1</dd>" in page
    assert "worker1@cellar" in page
    assert "This machine was too slow to judge" in page
    assert failed.get_absolute_url() in page
    assert REASON not in page


def test_an_organiser_of_another_club_reads_of_the_machines_alone(
    client: Client, charlie: User, bobs_bot: Bot, failed: Match
) -> None:
    submit.upload(bobs_bot, FIRST, "my_bot.py")
    seen("worker1@cellar")
    client.force_login(charlie)
    page = said(client)
    assert "worker1@cellar" in page
    assert "<dt>versions that wait for their trial</dt><dd>0</dd>" in page
    assert "Came to nothing" not in page


def test_the_reason_is_for_superusers_and_what_a_bot_wrote_for_nobody(
    client: Client, bob: User, failed: Match
) -> None:
    seen("worker1@cellar")
    bob.is_superuser = True
    bob.save()
    client.force_login(bob)
    page = said(client)
    assert REASON in page
    assert "SECRET-OF-A-BOT" not in page


def test_a_worker_in_the_middle_of_a_long_match_is_there(
    client: Client, alice: User, cup: Tournament
) -> None:
    attempt = run.claim("worker1@cellar")
    assert attempt
    seen("worker1@cellar", minutes_ago=20)
    assert "All is well" in said(client)
    client.force_login(alice)
    assert f'plays <a href="{attempt.match.get_absolute_url()}">' in said(client)
    Attempt.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    page = said(client)
    assert "No machine is there" in page
    assert "not there" in page
