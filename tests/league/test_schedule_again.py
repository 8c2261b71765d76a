"""Drawing a round again: what is kept of every draw is enough to make it once more."""

import json
from typing import Any

import pytest
from django.test import Client

from league import schedule, sheets
from league.formats.catalog import FORMATS, LADDERS
from league.formats.core import Entrant, Field, Finish
from league.models import Bot, DrawnFrom, Round, Seat, Tournament, User
from league.refusals import NotOpen
from tests.cast import NewTournament, finish, write

from .test_pages_public import text

pytestmark = pytest.mark.django_db
SETTINGS: dict[str, dict[str, Any]] = {
    "planned": {"rounds": 3, "table_size": 4},
    "swiss": {"rounds": 3, "table_size": 4},
    "everybody": {"table_size": 4},
    "knockout": {"table_size": 4, "advance": 2},
    "stages": {"first_stage": "swiss", "first_stage_rounds": 2, "second_stage_rounds": 2},
}


def played(tournament: Tournament) -> Tournament:
    """To the end."""
    finish(tournament)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    return played(new_tournament(bots, format="swiss", settings=SETTINGS["swiss"]))


def address(played: Round) -> str:
    return f"{played.tournament.get_absolute_url()}rounds/{played.number}/again/"


@pytest.mark.parametrize("format", [slug for slug in FORMATS if slug not in LADDERS])
def test_every_round_comes_out_again(
    new_tournament: NewTournament, bots: list[Bot], alice: User, format: str
) -> None:
    Bot.objects.filter(pk__in=[bots[0].pk, bots[1].pk]).update(owner=alice)
    cup = played(new_tournament(bots, format=format, settings=SETTINGS[format]))
    assert cup.state == Tournament.State.DONE
    assert cup.rounds.count() >= 2
    assert all(schedule.comes_out_again(one) for one in cup.rounds.all())


def test_it_comes_out_again_though_results_and_owners_have_changed_since(
    cup: Tournament, bob: User
) -> None:
    write(Seat.objects.filter(match__round__number=1), awarded=1)
    Bot.objects.update(owner=bob)
    assert schedule.comes_out_again(cup.rounds.get(number=2))


def test_tables_that_do_not_come_of_it_are_found_out(
    cup: Tournament, client: Client, bob: User
) -> None:
    second = cup.rounds.get(number=2)
    one, other = Seat.objects.filter(match__round=second, number=0)
    one.entry, other.entry = other.entry, one.entry
    one.save()
    other.save()
    sheets.renew(second)
    assert not schedule.comes_out_again(second)
    client.force_login(bob)
    response = client.post(address(second))
    assert response.status_code == 409
    assert "other tables came out" in response.content.decode()


def test_what_was_drawn_in_a_way_that_is_gone_is_not_compared(cup: Tournament) -> None:
    second = cup.rounds.get(number=2)
    second.receipt["method"] = "swiss 1"
    second.save()
    with pytest.raises(NotOpen, match="swiss 1"):
        schedule.comes_out_again(second)


def test_a_member_repeats_a_draw_from_the_page(cup: Tournament, client: Client, bob: User) -> None:
    second = cup.rounds.get(number=2)
    client.force_login(bob)
    page = text(client, f"{cup.get_absolute_url()}?round=2")
    assert "Repeat this draw" in page
    response = client.post(address(second), follow=True)
    assert response.redirect_chain == [(f"{cup.get_absolute_url()}?round=2", 302)]
    assert "the same tables came out" in response.content.decode()


def test_only_members_make_the_machine_draw_again(
    cup: Tournament, client: Client, bob: User, charlie: User
) -> None:
    second = cup.rounds.get(number=2)
    assert "Repeat this draw" not in text(client, cup.get_absolute_url())
    assert client.post(address(second)).status_code == 403
    client.force_login(charlie)
    assert client.post(address(second)).status_code == 403
    client.force_login(bob)
    assert client.post(address(second).replace("/2/", "/9/")).status_code == 404
    assert client.get(address(second)).status_code == 405


def test_a_round_of_which_nothing_was_kept_says_so(
    cup: Tournament, client: Client, bob: User
) -> None:
    DrawnFrom.objects.all().delete()
    second = cup.rounds.get(number=2)
    with pytest.raises(NotOpen, match="was not kept"):
        schedule.comes_out_again(second)
    client.force_login(bob)
    assert client.post(address(second)).status_code == 409


def test_a_field_survives_its_way_through_the_database_without_naming_owners() -> None:
    field = Field(
        entrants=(Entrant(7, "41"), Entrant(8, "41", bot=True), Entrant(9), Entrant(10, "5")),
        seats=range(2, 7),
        settings={"table_size": 4},
        places={7: 1, 8: 1, 9: 3},
        finishes={1: {7: Finish(1, -12), 8: Finish(2, 3, (1, 0))}},
        tie_breaks=("deals_won", "match_total"),
    )
    again = Field.from_json(json.loads(json.dumps(field.as_json())))
    assert [one.owner for one in again.entrants] == ["1", "1", None, "2"]
    assert [(one.id, one.bot) for one in again.entrants] == [
        (one.id, one.bot) for one in field.entrants
    ]
    for name in ("seats", "settings", "places", "finishes", "tie_breaks"):
        assert getattr(again, name) == getattr(field, name)


def test_a_draw_taken_back_leaves_nothing_of_it(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    assert DrawnFrom.objects.count() == 1  # for all its rounds
    schedule.take_back(cup)
    assert not DrawnFrom.objects.exists()
