"""The step between entries and draw: what each choice of tables brings, and choosing one."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from league import schedule, show
from league.models import Attempt, Bot, Club, Entry, League, Match, Player, Tournament, User
from tests.cast import NewTournament, make_bots


@pytest.fixture
def organiser(client: Client, alice: User, house_league: League) -> Client:
    client.force_login(alice)
    return client


def text_of(response: Any) -> str:
    """What can be read, tags and spaces left out."""
    return " ".join(re.sub("<[^>]*>", " ", unescape(response.content.decode())).split())


def tables(tournament: Tournament) -> str:
    return f"{tournament.get_absolute_url()}tables/"


def people(club: Club, tournament: Tournament, count: int) -> None:
    players = Player.objects.bulk_create(Player(club=club, name=f"P{n}") for n in range(count))
    Entry.objects.bulk_create(Entry(tournament=tournament, player=one) for one in players)


def test_every_choice_is_shown_with_what_it_forces(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    page = text_of(organiser.get(tables(new_tournament(bots))))
    assert "What comes of each choice over 3 rounds." in page
    assert "4 + 4 as it is set Meet again 12, no draw has fewer Any two meet" in page
    assert "3 + 3 + 2 Meet again none Any two meet at most once" in page
    assert "At a smaller table at most once each" in page
    assert "3 + 3, 2 rest Meet again none" in page
    assert "Rest 2 a round, at most once each" in page


def test_a_choice_is_what_is_drawn_next(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament(bots[:7])
    draft.refresh_from_db()
    chosen = {"plan": "3-rest", "version": draft.version}
    response = organiser.post(tables(draft), chosen, follow=True)
    assert "The next draw will be at these tables." in text_of(response)
    draft.refresh_from_db()
    assert draft.settings == {"table_size": 3, "left_over": "rest", "rounds": 3}
    schedule.draw(draft)
    for one in draft.rounds.all():
        assert one.matches.count() == 2
        assert one.resting.count() == 1


def test_choosing_is_an_act_of_its_own_and_needs_the_page_as_it_is_now(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament(bots[:7])
    draft.refresh_from_db()
    organiser.post(tables(draft), {"plan": "3-smaller_tables", "version": draft.version})
    assert draft.acts.filter(kind="changed").count() == 1
    response = organiser.post(tables(draft), {"plan": "2-rest", "version": draft.version})
    assert response.status_code == 409
    assert "Somebody changed the tournament meanwhile. Look again" in text_of(response)
    draft.refresh_from_db()
    assert f'name="version" value="{draft.version}"' in response.content.decode()
    assert draft.settings["table_size"] == 3


@pytest.mark.parametrize("plan", ["", "9-rest", "four-rest", "-rest", "4" * 5000])
def test_tables_that_cannot_be_are_refused(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot], plan: str
) -> None:
    draft = new_tournament(bots[:7])
    response = organiser.post(tables(draft), {"plan": plan})
    assert response.status_code == 400
    assert "Table size is a number from 2 to 6." in text_of(response)
    draft.refresh_from_db()
    assert draft.settings["table_size"] == 4


def test_where_there_is_nothing_to_choose_it_goes_on_to_the_draw(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"table_size": 4, "first_stage": "everybody"}
    stages = new_tournament(bots, format="stages", settings=settings)
    drawn = new_tournament(bots)
    schedule.draw(drawn)
    for one in (stages, drawn):
        response = organiser.get(tables(one))
        assert response["Location"] == f"{one.get_absolute_url()}draw/"
        assert "tables/" not in organiser.get(f"{one.get_absolute_url()}entries/").content.decode()
    assert organiser.post(tables(drawn), {"plan": "3-smaller_tables"}).status_code == 409
    knockout = new_tournament(bots, format="knockout", settings={"table_size": 4})
    response = organiser.post(tables(knockout), {"plan": "3-smaller_tables"})
    assert response.status_code == 400
    assert "Knockout has no setting left_over." in text_of(response)


def test_too_few_entries_are_told(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    response = organiser.get(tables(new_tournament(bots[:1])))
    assert response.status_code == 400
    assert "A draw needs at least 2 entries and has 1." in text_of(response)


def test_only_organisers_look_at_the_plans(
    client: Client, new_tournament: NewTournament, bots: list[Bot], bob: User
) -> None:
    draft = new_tournament(bots)
    client.force_login(bob)
    assert client.get(tables(draft)).status_code == 404
    assert client.post(tables(draft), {"plan": "3-smaller_tables"}).status_code == 404


def minutes_until(line: show.tableplans.PlanLine | show.tableplans.CoursePlan) -> int:
    assert line.ends is not None
    return round((line.ends - timezone.now()).total_seconds() / 60)


def test_for_people_the_end_is_what_a_deal_takes_them_as_the_organiser_says(
    organiser: Client, new_tournament: NewTournament, club: Club
) -> None:
    """At a table of six they deal six times, and they rest ten minutes between rounds."""
    draft = new_tournament(options={"variant": "amoins"}, pause_s=600)
    people(club, draft, 6)
    found = {one.name: one for one in show.table_plans(draft, minutes=7).lines}
    assert minutes_until(found["6"]) == 3 * 6 * 7 + 2 * 10
    assert minutes_until(found["3 + 3"]) == 3 * 3 * 7 + 2 * 10
    Tournament.objects.filter(pk=draft.pk).update(deals=Tournament.Deals.DUPLICATE)
    draft.refresh_from_db()
    found = {one.name: one for one in show.table_plans(draft, minutes=7).lines}
    assert minutes_until(found["3 + 3"]) == 3 * 3 * 3 * 7 + 2 * 10  # the same cards in every seat
    page = text_of(organiser.get(f"{tables(draft)}?minutes=7"))
    assert "from what you say that a deal takes" in page
    assert text_of(organiser.get(tables(draft))).count("Over at about") == len(found)
    for wrong in ("0", "soon", "121"):
        response = organiser.get(f"{tables(draft)}?minutes={wrong}")
        assert response.status_code == 400
        assert "A deal takes from 1 to 120 minutes, in whole numbers." in text_of(response)


def test_for_bots_the_end_is_measured_or_not_told(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament(bots, name="Spring Cup")
    assert "there is no telling when" in text_of(organiser.get(tables(draft)))
    played = new_tournament(bots)
    schedule.draw(played)
    now = timezone.now()
    for match in Match.objects.filter(round__number=1):
        attempt = Attempt.objects.create(
            match=match, number=1, worker="one", token=uuid4(), state="done", lease_until=now
        )
        begun = now - timedelta(minutes=8)
        Attempt.objects.filter(pk=attempt.pk).update(started_at=begun, ended_at=now)
        match.seats.update(version=bots[0].versions.get())
    page = text_of(organiser.get(tables(draft)))
    assert "in the last 2 matches of bots here a deal took 480 s" in page
    found = {one.name: one for one in show.table_plans(draft).lines}
    assert minutes_until(found["4 + 4"]) == 3 * 2 * 8  # one machine, one deal a table
    draft.deals = "duplicate"
    found = {one.name: one for one in show.table_plans(draft).lines}
    assert minutes_until(found["4 + 4"]) == 4 * 3 * 2 * 8  # everybody in every seat


def test_who_may_meet_how_often_is_not_known_before_the_draw_where_finding_it_takes_long(
    organiser: Client, new_tournament: NewTournament, club: Club
) -> None:
    draft = new_tournament(make_bots(club, 10), format="everybody", settings={"table_size": 4})
    page = text_of(organiser.get(tables(draft)))
    assert "4 + 3 + 3 as it is set Rounds 4 or more Meet again 12 at least" in page
    assert "2 + 2 + 2 + 2 + 2 Rounds 9 Meet again none Any two meet once" in page


def test_a_knockout_is_shown_with_its_rounds_at_every_size(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"table_size": 4, "advance": 2}
    draft = new_tournament(bots[:7], format="knockout", settings=settings)
    assert "Which tables?" in text_of(organiser.get(f"{draft.get_absolute_url()}draw/"))
    page = text_of(organiser.get(tables(draft)))
    assert "How a knockout goes at tables of each size, if nobody leaves." in page
    assert "Tables of 4 as it is set Round 1, 7 in it 4 + 3 Round 2, 4 in it 4 Take" in page
    assert "Tables of 3 Round 1, 7 in it 3 + 2 + 2 Round 2, 4 in it 2 + 2 Round 3" in page
    assert "Tables of 2" not in page  # of two only one can go on
    draft.refresh_from_db()
    chosen = {"plan": "3", "version": draft.version}
    assert "at these tables" in text_of(organiser.post(tables(draft), chosen, follow=True))
    draft.refresh_from_db()
    assert draft.settings == {"table_size": 3, "advance": 2, "seeds": "by_lot"}


def test_a_knockout_ends_when_all_its_rounds_are_over(
    organiser: Client, new_tournament: NewTournament, club: Club
) -> None:
    """Four deals at a table of four, three at one of three, and ten minutes between rounds."""
    draft = new_tournament(
        format="knockout",
        settings={"table_size": 4, "advance": 1},
        options={"variant": "amoins"},
        pause_s=600,
    )
    people(club, draft, 10)
    found = {one.name: one for one in show.courses(draft, minutes=7).lines}
    assert [(one.left, one.tables) for one in found["Tables of 4"].rounds] == [
        (10, "4 + 3 + 3"),
        (4, "4"),
    ]
    assert minutes_until(found["Tables of 4"]) == (4 + 4) * 7 + 10
    assert minutes_until(found["Tables of 3"]) == 3 * 3 * 7 + 2 * 10
    Tournament.objects.filter(pk=draft.pk).update(settings={"table_size": 9})
    draft.refresh_from_db()
    assert organiser.get(tables(draft)).status_code == 400


def test_of_two_stages_the_first_can_be_chosen_and_the_second_is_told(
    organiser: Client, new_tournament: NewTournament, club: Club
) -> None:
    settings = {
        "table_size": 4,
        "first_stage": "planned",
        "first_stage_rounds": 2,
        "going_on": 5,
        "second_stage": "planned",
        "second_stage_rounds": 1,
    }
    draft = new_tournament(format="stages", settings=settings, options={"variant": "amoins"})
    people(club, draft, 8)
    page = text_of(organiser.get(tables(draft)))
    assert (
        "What comes of each choice over 2 rounds. These are the rounds of the first stage" in page
    )
    assert "Rest nobody Round 3, 5 in it 3 + 2 Over at about" in page
    assert "Round 3, 5 in it 3, 2 rest" in page
    assert "Later rounds are drawn from results" not in page
    found = {one.plan.table_size: one for one in show.table_plans(draft, minutes=7).lines}
    assert minutes_until(found[4]) == (4 + 4 + 3) * 7
    draft.refresh_from_db()
    response = organiser.post(tables(draft), {"plan": "3-rest", "version": draft.version})
    assert response.status_code == 302
    draft.refresh_from_db()
    assert draft.settings == settings | {"table_size": 3, "left_over": "rest", "advance": 1}
