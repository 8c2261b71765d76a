"""Where everybody of a finished tournament probably is: kept, shown, and worked out anew."""

import pytest
from django.test import Client

from league import rank, schedule, spread, tasks
from league.models import Bot, Penalty, Spread, Tournament
from tests.cast import NewTournament, play_queued

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """A tournament of three rounds that is played to the end."""
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    while play_queued():
        schedule.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.DONE
    return cup


def text(client: Client, cup: Tournament) -> str:
    return client.get(cup.get_absolute_url()).content.decode()


def test_what_beat_works_out_stands_beside_the_places_and_in_the_api(
    client: Client, cup: Tournament
) -> None:
    assert "Beside a place" not in text(client, cup)
    tasks.tick()
    found = spread.of(cup)
    assert len(found) == 8
    page = text(client, cup)
    assert "Beside a place stands where one would be" in page
    assert "After so few rounds it may well be further." in page
    open_ends = [(best, worst) for best, worst in found.values() if best != worst]
    assert open_ends
    assert all(f">{best}–{worst}</small>" in page for best, worst in open_ends)
    rows = client.get(f"/api/v1/tournaments/{cup.pk}/standings").json()
    assert {row["entry"]: tuple(row["probably"]) for row in rows} == found


def test_a_change_after_the_end_hides_it_until_it_is_worked_out_anew(
    client: Client, cup: Tournament
) -> None:
    spread.bring_up_to_date()
    before = spread.of(cup)
    last = rank.table(cup)[0].entry
    Penalty.objects.create(entry=last, points="30", reason="late twice")
    Tournament.objects.update(version=cup.version + 1)
    cup.refresh_from_db()
    assert spread.of(cup) == {}
    assert "Beside a place" not in text(client, cup)
    spread.bring_up_to_date()
    assert spread.of(cup)[last.pk] == (8, 8) != before[last.pk]


def test_it_is_worked_out_once(cup: Tournament) -> None:
    spread.bring_up_to_date()
    kept = Spread.objects.get()
    Spread.objects.update(places={})
    spread.bring_up_to_date()
    assert Spread.objects.get().places == {} != kept.places


def test_nothing_is_told_before_the_end(new_tournament: NewTournament, bots: list[Bot]) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    tasks.tick()
    cup.refresh_from_db()
    assert not Spread.objects.exists()
    assert spread.of(cup) == {}


def test_where_entries_go_out_on_the_way_nothing_can_be_told(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, format="knockout", settings={"table_size": 4, "advance": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    while play_queued():
        schedule.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.DONE
    spread.bring_up_to_date()
    assert Spread.objects.get().places == {}
    assert spread.of(cup) == {}
