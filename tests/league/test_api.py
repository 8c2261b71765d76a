"""The API reads what the pages show, and is as closed as they are."""

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import transcript
from league import schedule, submit
from league.models import Bot, Club, League, Match, Tournament, User
from tests.cast import NewTournament, make_bots, play_queued

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Round one is played, round two is queued."""
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    schedule.advance(cup.pk)
    return cup


def test_clubs_leagues_and_tournaments_are_found_from_the_top(
    client: Client, running: Tournament
) -> None:
    clubs = client.get("/api/v1/clubs").json()
    assert [club["slug"] for club in clubs["items"]] == ["lindenhof"]
    club = client.get("/api/v1/clubs/lindenhof").json()
    assert club["leagues"] == [{"slug": "house-bots", "name": "House bots"}]
    tournaments = client.get("/api/v1/clubs/lindenhof/leagues/house-bots/tournaments").json()
    assert [one["id"] for one in tournaments["items"]] == [running.pk]
    assert tournaments["items"][0]["options"] == {"variant": "amoins", "deals": 1}


def test_a_tournament_has_rounds_tables_and_seats(client: Client, running: Tournament) -> None:
    found = client.get(f"/api/v1/tournaments/{running.pk}").json()
    assert [one["state"] for one in found["rounds"]] == ["done", "running", "drawn"]
    table = found["rounds"][0]["matches"][0]
    assert table["state"] == "done"
    assert len(table["seed"]) == 64
    assert sorted(seat["seat"] for seat in table["seats"]) == [0, 1, 2, 3]
    assert all(seat["verdict"] == "ok" for seat in table["seats"])
    waiting = found["rounds"][1]["matches"][0]
    assert waiting["seed"] is None
    assert len(waiting["commitment"]) == 64


def test_the_number_of_queries_grows_neither_with_the_tables_nor_with_the_rounds(
    client: Client,
    new_tournament: NewTournament,
    club: Club,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    cup = new_tournament(make_bots(club, 9), format="everybody", settings={"table_size": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    with django_assert_max_num_queries(8):
        found = client.get(f"/api/v1/tournaments/{cup.pk}").json()
    assert len(found["rounds"]) == 9
    assert [len(one["resting"]) for one in found["rounds"]] == [1] * 9


def test_lists_come_in_pages_of_a_few_hundred_rows(client: Client, running: Tournament) -> None:
    lists = ["/api/v1/clubs", "/api/v1/clubs/lindenhof/leagues/house-bots/tournaments"]
    for address in lists:
        assert client.get(address, {"limit": 500, "offset": 1}).json() == {"items": [], "count": 1}
        for wrong in ({"limit": 501}, {"limit": 0}, {"offset": -1}, {"offset": "9" * 30}):
            refused = client.get(address, wrong)
            assert refused.status_code == 422
            says = f"The parameter {next(iter(wrong))} cannot have this value."
            assert refused.json() == {"detail": says}


def test_standings_are_exact(client: Client, running: Tournament) -> None:
    rows = client.get(f"/api/v1/tournaments/{running.pk}/standings").json()
    assert len(rows) == 8
    assert rows[0]["place"] == 1
    assert rows[0]["points"] == rows[0]["rounds"]["1"] == "1"


def test_standings_say_what_decided_a_tie_and_how_points_are_counted(
    client: Client, running: Tournament
) -> None:
    Tournament.objects.filter(pk=running.pk).update(tie_breaks=["drawn_lot"])
    rows = client.get(f"/api/v1/tournaments/{running.pk}/standings").json()
    assert [row["place"] for row in rows] == list(range(1, 9))
    assert {row["decided_by"] for row in rows} == {"drawn_lot"}
    assert {row["entry"] for row in rows} == set(running.entries.values_list("pk", flat=True))
    found = client.get(f"/api/v1/tournaments/{running.pk}").json()
    assert found["tie_breaks"] == ["drawn_lot"]
    assert found["scoring_settings"] == {"place_points": "as_they_are", "tie_pays": "best"}
    assert rows[0]["who"]["kind"] == "bot"


def test_a_league_shows_its_ranking_when_a_tournament_is_done(
    client: Client, running: Tournament
) -> None:
    address = "/api/v1/clubs/lindenhof/leagues/house-bots"
    assert client.get(address).json()["ranking"] == []
    while play_queued():
        schedule.advance(running.pk)
    league = client.get(address).json()
    assert league["counted"] == [running.pk]
    assert [one["cells"][0]["points"] for one in league["ranking"]] == [
        str(one["place"]) for one in league["ranking"]
    ]
    assert league["settings"]["missed_tournaments"] == "last_place_plus_one"


def test_a_ranking_may_have_rows_without_a_place_and_cells_without_points(
    client: Client, house_league: League, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    for entered in (bots[:2], bots[:3]):
        cup = new_tournament(entered, settings={"rounds": 1, "table_size": 3})
        schedule.draw(cup)
        schedule.publish(cup)
        play_queued()
        schedule.advance(cup.pk)
    submit.change_league(house_league, {"missed_tournaments": "skip", "least_attendance": "2"})
    league = client.get("/api/v1/clubs/lindenhof/leagues/house-bots").json()
    last = league["ranking"][-1]
    assert (last["who"]["slug"], last["place"], last["attended"]) == ("bot-3", None, 1)
    assert last["cells"][0] == {"points": None, "missed": True, "dropped": False}


def test_a_transcript_is_served_as_written_and_checks(client: Client, running: Tournament) -> None:
    match = Match.objects.filter(state=Match.State.DONE).first()
    assert match is not None
    answer = client.get(f"/api/v1/matches/{match.pk}/transcript")
    assert answer["Content-Type"] == "application/json"
    assert transcript.check(transcript.read(answer.content)) is None
    assert client.get(f"/api/v1/matches/{match.pk}").json()["seed"] == answer.json()["seed"]


def test_a_transcript_stays_closed_while_others_play_the_same_cards(
    client: Client, running: Tournament
) -> None:
    done = Match.objects.filter(state=Match.State.DONE).first()
    queued = Match.objects.filter(state=Match.State.QUEUED).first()
    assert done is not None
    assert queued is not None
    Match.objects.filter(pk=queued.pk).update(shuffle=done.shuffle)
    answer = client.get(f"/api/v1/matches/{done.pk}/transcript")
    assert answer.status_code == 409
    assert answer.json()["detail"].endswith(".")
    whole = client.get(f"/api/v1/tournaments/{running.pk}").content.decode()
    assert bytes(done.shuffle.seed).hex() not in whole
    assert client.get(f"/api/v1/matches/{done.pk}").json()["seed"] is None


def test_what_is_not_published_is_there_for_its_organiser_only(
    client: Client,
    new_tournament: NewTournament,
    bots: list[Bot],
    alice: User,
    bob: User,
    charlie: User,
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    match = Match.objects.first()
    assert match is not None
    addresses = [
        f"/api/v1/tournaments/{cup.pk}",
        f"/api/v1/tournaments/{cup.pk}/standings",
        f"/api/v1/matches/{match.pk}",
    ]
    for user, status in [(None, 404), (bob, 404), (charlie, 404), (alice, 200)]:
        if user:
            client.force_login(user)
        assert [client.get(address).status_code for address in addresses] == [status] * 3


@pytest.mark.parametrize(
    "address",
    [
        "clubs/nowhere",
        "clubs/lindenhof/leagues/nowhere",
        "clubs/nowhere/leagues/house-bots/tournaments",
        "tournaments/999",
        "tournaments/999/standings",
        "matches/999",
        "matches/999/transcript",
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(
    client: Client, house_league: League, address: str
) -> None:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 404
    assert answer.json() == {"detail": "There is nothing here."}


@pytest.mark.parametrize("address", ["clubs/%00", "clubs/a%20b", "clubs/lindenhof/leagues/%00"])
def test_what_cannot_be_an_address_is_not_there(client: Client, address: str) -> None:
    assert client.get(f"/api/v1/{address}").status_code == 404


def test_nothing_can_be_changed_by_it(client: Client, running: Tournament) -> None:
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)(f"/api/v1/tournaments/{running.pk}").status_code == 405


def test_it_describes_itself(client: Client) -> None:
    described = json.loads(client.get("/api/v1/openapi.json").content)
    assert "/api/v1/matches/{id}/transcript" in described["paths"]
    assert client.get("/api/v1/docs").status_code == 200
