"""The organiser's desk: later draws are looked at before all see them; tables get more time."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league import attendance, rank, run, schedule, show, tables
from league.models import Act, Bot, Entry, Match, Round, Tournament, User
from league.refusals import NotOpen, Refused
from tests.cast import NewTournament, play_queued, published


def second_round_held(tournament: Tournament) -> Tournament:
    published(tournament)
    play_queued()
    schedule.advance(tournament.pk)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def swiss(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Round two is drawn and held."""
    return second_round_held(new_tournament(bots, format="swiss", looks_first=True))


def test_a_later_draw_waits_until_an_organiser_shows_it(swiss: Tournament, alice: User) -> None:
    assert [one.state for one in swiss.rounds.order_by("number")] == ["done", "held"]
    schedule.advance(swiss.pk)
    assert run.claim("test") is None
    schedule.show_held(swiss, by=alice)
    schedule.advance(swiss.pk)
    assert play_queued() == 2
    with pytest.raises(NotOpen):
        schedule.show_held(swiss, by=alice)


def test_who_has_not_seen_the_tables_as_they_are_does_not_show_them(
    swiss: Tournament, alice: User
) -> None:
    seen = swiss.version
    attendance.become(swiss.entries.first() or Entry(), Entry.State.AWAY)
    with pytest.raises(NotOpen, match="Something has changed"):
        schedule.show_held(swiss, seen, alice)


def test_nobody_but_organisers_knows_of_a_round_that_is_held(
    client: Client, swiss: Tournament, alice: User, bob: User
) -> None:
    match = swiss.rounds.get(number=2).matches.first()
    assert match
    places = (
        swiss.get_absolute_url() + "?round=2",
        match.get_absolute_url(),
        f"/api/v1/matches/{match.pk}",
    )
    client.force_login(bob)
    assert [client.get(place).status_code for place in places] == [404, 404, 404]
    page = client.get(swiss.get_absolute_url()).content.decode()
    assert "Round 2 is drawn" not in page
    assert "The next round is being drawn" in page
    client.logout()
    assert [client.get(place).status_code for place in places] == [404, 404, 404]
    client.force_login(alice)
    assert [client.get(place).status_code for place in places] == [200, 200, 200]
    assert "Round 2 is drawn" in client.get(swiss.get_absolute_url()).content.decode()
    assert client.get("/").status_code == 200
    client.post(swiss.get_absolute_url() + "show/", {"version": swiss.version})
    client.force_login(bob)
    assert client.get(places[0]).status_code == 200


def test_a_round_that_is_held_is_not_among_those_of_the_api(
    client: Client, swiss: Tournament, alice: User, bob: User
) -> None:
    def told() -> list[int]:
        answer = client.get(f"/api/v1/tournaments/{swiss.pk}").json()
        return [one["number"] for one in answer["rounds"]]

    assert told() == [1]
    client.force_login(bob)
    assert told() == [1]
    client.force_login(alice)
    assert told() == [1, 2]


def test_nobody_learns_from_its_size_of_a_table_that_is_held(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = second_round_held(new_tournament(bots[:4], format="swiss", looks_first=True))
    attendance.come_late(cup, bots[4:7])
    schedule.advance(cup.pk)
    assert [one.matches.count() for one in cup.rounds.order_by("number")] == [1, 2]
    assert not show.tournament(cup).sizes_differ
    schedule.show_held(cup)
    assert show.tournament(cup).sizes_differ


def test_who_goes_on_is_told_when_the_round_is_shown(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"table_size": 4, "advance": 2}
    cup = second_round_held(
        new_tournament(bots, format="knockout", settings=settings, looks_first=True)
    )
    assert {one.stage for one in rank.table(cup)} == {1}
    assert not any(one.sends_on for one in show.round_page(cup.rounds.get(number=1)).tables)
    schedule.show_held(cup)
    assert {one.stage for one in rank.table(cup)} == {1, 2}


def test_who_may_be_away_is_told_what_that_means_where_some_go_out(
    new_tournament: NewTournament, bots: list[Bot], client: Client, alice: User
) -> None:
    client.force_login(alice)
    for format, is_told in (("knockout", True), ("planned", False)):
        cup = published(new_tournament(bots, format=format, settings={"table_size": 4}))
        entry = f"{cup.get_absolute_url()}entries/{cup.entries.all()[0].pk}/"
        shown = client.get(entry).content.decode()
        assert ("Nobody goes on while he is away." in shown) == is_told


def test_a_plan_that_was_looked_at_before_publication_is_not_held(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = second_round_held(new_tournament(bots, looks_first=True))
    assert Round.State.HELD not in cup.rounds.values_list("state", flat=True)


def test_a_round_has_its_minutes_and_a_table_may_get_more(
    new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    published(new_tournament(bots, round_minutes=45))
    match, other = Match.objects.filter(round__number=1).select_related("round__tournament")
    assert match.round
    assert match.round.begun_at
    tables.give_time(match, "5", alice)
    tables.give_time(match, " 10 ", alice)
    match.refresh_from_db(fields=["extra_minutes"])
    assert match.ends_at == match.round.begun_at + timedelta(minutes=60)
    assert other.ends_at == match.round.begun_at + timedelta(minutes=45)
    assert match.round.begun_at <= timezone.now()
    assert Act.objects.filter(kind="more-time").count() == 2
    for minutes in ("", "0", "-3", "121", "1.5", "²", "9" * 30, "0" * 8 + "1000"):
        with pytest.raises(Refused, match="whole number"):
            tables.give_time(match, minutes, alice)
    play_queued()
    with pytest.raises(NotOpen):
        tables.give_time(match, "5", alice)


def test_a_pause_takes_nothing_of_the_time_of_a_round(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = published(new_tournament(bots[:4], round_minutes=45, settings={"rounds": 2}))
    match = Match.objects.get(round__number=1)
    until, at = match.ends_at, timezone.now()
    assert until
    schedule.pause(cup)
    with time_machine.travel(at + timedelta(minutes=20), tick=False):
        page = client.get(cup.get_absolute_url()).content.decode()
        assert "its time stands still" in page
        assert "until" not in page
        schedule.go_on(cup)
        match = Match.objects.get(pk=match.pk)
        assert match.ends_at
        assert timedelta(minutes=19) < match.ends_at - until <= timedelta(minutes=20)
        assert "until" in client.get(cup.get_absolute_url()).content.decode()
    other = cup.rounds.get(number=2)
    assert (other.begun_at, other.ends_at) == (None, None)


def test_minutes_that_cannot_be_given_are_refused_beside_the_table(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    published(new_tournament(bots[:4], round_minutes=45))
    match = Match.objects.filter(round__number=1)[0]
    client.force_login(alice)
    answer = client.post(f"/matches/{match.pk}/time/", {"minutes": "1000"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Extra minutes are a whole number from 1 to 120." in page
    assert 'name="minutes" inputmode="numeric" required value="1000"' in page


def test_a_table_that_gets_more_time_is_held_before_its_tournament_as_workers_do(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], round_minutes=45)
    schedule.draw(cup)
    schedule.publish(cup)
    match = Match.objects.select_related("round__tournament").get(round__number=1)
    with CaptureQueriesContext(connection) as asked:
        tables.give_time(match, "5")
    held = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
    assert 'FROM "league_match"' in held[0]
    assert 'FROM "league_tournament"' in held[1]


def test_there_is_no_more_time_where_there_is_no_limit(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User, bob: User
) -> None:
    published(new_tournament(bots))
    match = Match.objects.filter(round__number=1)[0]
    client.force_login(alice)
    assert client.post(f"/matches/{match.pk}/time/", {"minutes": "5"}).status_code == 409
    client.force_login(bob)
    assert client.post(f"/matches/{match.pk}/time/", {"minutes": "5"}).status_code == 403
