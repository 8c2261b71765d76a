"""A ladder as people see it: its page, the organiser's acts, the owner's bot, the API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from league import correct, ladder, schedule, show, tasks
from league.models import Bot, League, Match, Penalty, Tournament, User
from league.templatetags.charts import thousands
from tests.cast import NewTournament, play_queued, uploaded

pytestmark = pytest.mark.django_db
State = Tournament.State
OpenOne = Callable[[list[Bot]], Tournament]


@pytest.fixture
def draft(new_tournament: NewTournament) -> Callable[[list[Bot]], Tournament]:
    def make(entered: list[Bot]) -> Tournament:
        chosen = {"table_size": 2}
        return new_tournament(entered, name="Evening Ladder", format="ladder", settings=chosen)

    return make


@pytest.fixture
def opened(draft: OpenOne) -> OpenOne:
    """A ladder on which two tables were played and two are open."""

    def make(entered: list[Bot]) -> Tournament:
        made = draft(entered)
        ladder.start(made)
        tasks.advance(made.pk)
        play_queued()
        tasks.advance(made.pk)
        made.refresh_from_db()
        return made

    return make


def address(name: str, tournament: Tournament) -> str:
    league = tournament.league
    return reverse(name, args=[league.club.slug, league.slug, tournament.slug])


def test_an_organiser_sets_a_ladder_up_opens_it_and_closes_it(
    client: Client, alice: User, bots: list[Bot], house_league: League
) -> None:
    client.force_login(alice)
    form = {"rules": "xxl-individuel", "format": "ladder", "scoring": "places"}
    form |= {"name": "Evening Ladder", "option-variant": "amoins", "setting-table_size": "2"}
    new = reverse("tournament-new", args=["lindenhof", "house-bots"])
    asked = client.get(new, form).content.decode()
    assert "Catch up" in asked
    assert "Seconds of rest" in asked
    assert "Tie-break" not in asked
    assert "the same at every table" not in asked
    assert client.post(new, form | {"deals": "same"}).status_code == 400
    assert client.post(new, form).status_code == 302
    made = Tournament.objects.get()
    entries = address("tournament-entries", made)
    client.post(entries, {"bots": [one.pk for one in bots[:4]]})
    assert "Open it" in client.get(made.get_absolute_url()).content.decode()
    assert client.get(address("tournament-draw", made)).status_code == 302
    assert client.post(address("ladder-open", made)).status_code == 302
    client.post(entries, {"bots": [bots[5].pk]})
    assert made.entries.count() == 5
    tasks.advance(made.pk)
    assert "Close the ladder" in client.get(made.get_absolute_url()).content.decode()
    client.post(address("tournament-pause", made), {"end": "", "why": "it is late"})
    assert "No more tables begin." in client.get(made.get_absolute_url()).content.decode()
    play_queued()
    tasks.advance(made.pk)
    made.refresh_from_db()
    assert made.state == State.DONE
    page = client.get(made.get_absolute_url()).content.decode()
    assert "Final standings" in page
    assert "The strength decides" in page
    assert "What its bots play elsewhere" not in page
    assert "First of 5" in page


def test_a_ladder_is_opened_once_and_by_organisers_only(
    client: Client, alice: User, bob: User, draft: OpenOne, bots: list[Bot]
) -> None:
    made = draft(bots)
    client.force_login(bob)
    assert client.post(address("ladder-open", made)).status_code == 404
    client.force_login(alice)
    assert client.post(address("ladder-open", made)).status_code == 302
    again = client.post(address("ladder-open", made))
    assert again.status_code == 409
    assert "the tournament is being played" in again.content.decode()
    assert client.post(address("tournament-draw", made)).status_code == 409


def test_the_page_says_of_every_bot_where_it_stands_and_why_it_waits(
    client: Client, opened: OpenOne, bots: list[Bot]
) -> None:
    made = opened(bots[:4])
    page = client.get(made.get_absolute_url()).content.decode()
    assert page.count("Its table waits for a free machine.") == 4
    assert "How table 4 was drawn" in page
    first = show.ladder_page(made).first[0]
    assert f">{thousands(first.rating.shown)}</td>" in page
    schedule.pause(made)
    page = client.get(address("tournament-live", made)).content.decode()
    assert page.count("Its table waits, since the ladder is paused.") == 4
    assert "free machine" not in page
    assert "Paused since" in page
    schedule.go_on(made)
    play_queued()
    schedule.pause(made)
    page = client.get(address("tournament-live", made)).content.decode()
    assert page.count("The ladder is paused.") == 4


def test_the_page_says_how_many_come_before_a_bot_when_all_tables_are_taken(
    client: Client, opened: OpenOne, bots: list[Bot], settings: Settings
) -> None:
    settings.LADDER_TABLES = 1
    page = client.get(opened(bots[:5]).get_absolute_url()).content.decode()
    for says in ("and it comes next.", "and one comes before it.", "and 2 come before it."):
        assert page.count(f"All tables are taken, {says}") == 1


def test_what_a_ladder_page_asks_does_not_grow_with_what_was_played(
    client: Client, opened: OpenOne, bots: list[Bot]
) -> None:
    made, asked = opened(bots[:4]), []
    for _turn in range(2):
        play_queued()
        tasks.advance(made.pk)
        with CaptureQueriesContext(connection) as queries:
            client.get(made.get_absolute_url())
        asked.append(len(queries))
    assert asked[1] <= asked[0] + 2


def test_a_member_can_repeat_the_newest_draw(
    client: Client, bob: User, opened: OpenOne, bots: list[Bot]
) -> None:
    made = opened(bots[:4])
    client.force_login(bob)
    newest = made.rounds.order_by("-number")[0]
    assert "Repeat this draw" in client.get(made.get_absolute_url()).content.decode()
    league = made.league
    again = reverse("round-again", args=[league.club.slug, league.slug, made.slug, newest.number])
    said = client.post(again, follow=True).content.decode()
    assert "Table 4 was drawn again from its seed: the same table came out." in said


def test_the_owner_of_a_bot_is_told_on_its_page_why_it_waits(
    client: Client, bob: User, opened: OpenOne, bobs_bot: Bot
) -> None:
    uploaded(bobs_bot)
    opened([bobs_bot])
    client.force_login(bob)
    page = client.get(bobs_bot.get_absolute_url()).content.decode()
    assert "Evening Ladder" in page
    assert "Too few bots of other owners take part." in page


def test_the_api_tells_the_same(client: Client, opened: OpenOne, bots: list[Bot]) -> None:
    made = opened(bots[:4])
    answer = client.get(f"/api/v1/tournaments/{made.pk}/ladder").json()
    assert answer["tables"] == 4
    assert len(answer["open"]) == len(answer["latest"]) == 2
    climbers = answer["climbers"]
    ratings = [one["rating"] for one in climbers]
    assert ratings == sorted(ratings, reverse=True)
    assert {one["reason"] for one in climbers} == {"playing"}
    assert {one["matches"] for one in climbers} == {1}
    assert {one["match"] for one in climbers} == {one["id"] for one in answer["open"]}
    assert client.get(f"/api/v1/tournaments/{made.pk}").json()["rounds"] == []
    assert client.get(f"/api/v1/tournaments/{made.pk}/standings").json() == []


def test_the_api_knows_no_ladder_where_there_is_none(
    client: Client, draft: OpenOne, new_tournament: NewTournament, alice: User, bots: list[Bot]
) -> None:
    client.force_login(alice)
    for one in (draft(bots), new_tournament(bots)):
        assert client.get(f"/api/v1/tournaments/{one.pk}/ladder").status_code == 404


def test_a_ladder_is_no_evening_in_the_ranking_of_its_league(
    client: Client, opened: OpenOne, bots: list[Bot]
) -> None:
    made = opened(bots[:4])
    schedule.end_early(made)
    play_queued()
    tasks.advance(made.pk)
    made.refresh_from_db()
    assert made.state == State.DONE
    for page in (made.league.get_absolute_url(), made.club.get_absolute_url(), "/"):
        shown = client.get(page)
        assert shown.status_code == 200
        assert "Evening Ladder" in shown.content.decode()
    assert client.get("/api/v1/clubs/lindenhof/leagues/house-bots").json()["counted"] == []


def test_a_ladder_without_a_table_is_closed_at_once(
    client: Client, alice: User, draft: OpenOne, bots: list[Bot]
) -> None:
    made = draft(bots[:1])
    client.force_login(alice)
    client.post(address("ladder-open", made))
    schedule.pause(made)
    assert client.post(address("tournament-pause", made), {"end": ""}).status_code == 302
    made.refresh_from_db()
    assert (made.state, made.rounds_planned, made.paused_at) == (State.DONE, 0, None)
    assert made.finished_at
    tasks.tick()
    page = client.get(made.get_absolute_url()).content.decode()
    assert "No table was played" in page
    assert "The ladder was closed." in client.get(address("tournament-log", made)).content.decode()
    assert client.post(address("tournament-pause", made), {"end": ""}).status_code == 409


def test_everywhere_a_table_of_a_ladder_is_called_as_on_its_own_page(
    client: Client, alice: User, opened: OpenOne, bots: list[Bot]
) -> None:
    made = opened(bots[:4])
    client.force_login(alice)
    match = Match.objects.get(round__tournament=made, round__number=2)
    scores = correct.scores_of(match)[::-1]
    correct.correct(match, scores, "two names", correct.look(match, scores).mark, alice)
    page = match.get_absolute_url()
    played = Bot.objects.filter(entries__seats__match=match)[0]
    expected = {
        page: ["Table 2</h1>", "The result of table 2 was corrected by alice: two names"],
        page + "correct/": ["Table 2."],
        page + "void/": ["Table 2."],
        played.get_absolute_url(): ['<span class="who__sub">table 2</span>'],
        address("tournament-log", made): ["The result of table 2 was corrected."],
    }
    for where, sentences in expected.items():
        shown = client.get(where).content.decode()
        assert [one for one in sentences if one not in shown] == []
        assert "ound 2" not in shown
    correct.void(match, "again", correct.mark_of(match), alice)
    shown = client.get(page).content.decode()
    assert "Table 2 was made void by alice: again" in shown
    assert "Table 2 was made void, to be played again." in show.log(made.acts.all())[0].says


@pytest.fixture
def in_sets(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """A ladder whose tables play their cards in every seat; the first has begun."""
    chosen = {"table_size": 2}
    made = new_tournament(bots[:2], format="ladder", settings=chosen, deals="duplicate")
    ladder.start(made)
    tasks.advance(made.pk)
    return made


@pytest.mark.usefixtures("in_sets")
def test_a_match_of_a_set_on_a_ladder_has_its_seating(client: Client) -> None:
    match = Match.objects.get(seating=2)
    assert "Table 1, seating 2</h1>" in client.get(match.get_absolute_url()).content.decode()


def test_what_was_cards_is_not_read_from_all_tables_of_a_ladder(
    client: Client, in_sets: Tournament
) -> None:
    play_queued()
    tasks.advance(in_sets.pk)
    answer = client.get(f"/api/v1/tournaments/{in_sets.pk}/luck").json()
    assert answer == {"share": None, "entries": []}


def test_before_a_correction_on_a_ladder_nobody_is_promised_his_place(
    client: Client, alice: User, opened: OpenOne, bots: list[Bot]
) -> None:
    client.force_login(alice)
    match = Match.objects.get(round__tournament=opened(bots[:4]), round__number=2)
    sent: dict[str, Any] = {"why": "two names"}
    for number, one in enumerate(correct.scores_of(match)[::-1], 1):
        sent |= {f"place-{number}": one.place, f"total-{number}": one.total}
    page = client.post(f"{match.get_absolute_url()}correct/", sent).content.decode()
    assert "They follow from the ratings" in page
    assert "Everybody stays where he is." not in page


def test_a_ladder_has_no_round_in_which_two_could_change_chairs(
    client: Client, alice: User, opened: OpenOne, bots: list[Bot]
) -> None:
    client.force_login(alice)
    made = opened(bots[:4])
    table, one = made.rounds.count(), made.entries.all()[0].pk
    for given in ("", f"?one={one}&other={one + 1}"):
        asked = f"{made.get_absolute_url()}rounds/{table}/swap/{given}"
        assert client.get(asked).status_code == 404


def test_no_penalty_is_offered_or_given_on_a_ladder_where_none_would_count(
    client: Client, alice: User, opened: OpenOne, bots: list[Bot]
) -> None:
    client.force_login(alice)
    made = opened(bots[:2])
    assert "come late" not in client.get(address("tournament-entries", made)).content.decode()
    entry = f"{made.get_absolute_url()}entries/{made.entries.all()[0].pk}/"
    page = client.get(entry).content.decode()
    assert "Is away" in page
    assert [one for one in ("Penalties", "round", "in the league") if one in page] == []
    refused = client.post(entry, {"points": "3", "why": "phone at the table"})
    assert refused.status_code == 409
    assert "in which no penalty counts" in refused.content.decode()
    assert not Penalty.objects.exists()
