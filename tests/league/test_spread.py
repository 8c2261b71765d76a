"""Where everybody of a finished tournament probably is: kept, shown, and worked out anew."""

import pytest
from django.test import Client

from league import attendance, correct, counted, ladder, rank, schedule, spread, tasks
from league.models import (
    Bot,
    Entry,
    Match,
    Penalty,
    Rating,
    Rung,
    Seat,
    Spread,
    Tournament,
    User,
)
from tests.cast import NewTournament, again, finish, play_queued, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """A tournament of three rounds that is played to the end."""
    cup = new_tournament(bots)
    finish(cup)
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
    finish(cup)
    spread.bring_up_to_date()
    assert Spread.objects.get().places == {}
    assert spread.of(cup) == {}


@pytest.fixture
def closed(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """A ladder of four bots in twos, closed after some tables; who entered before wins."""
    made = new_tournament(bots[:4], name="Spring", format="ladder", settings={"table_size": 2})
    ladder.start(made)
    for _turn in range(2):
        tasks.advance(made.pk)
        play_queued()
        for match in Match.objects.all():
            for place, seat in enumerate(match.seats.order_by("entry"), 1):
                write(Seat.objects.filter(pk=seat.pk), awarded=place)
    schedule.end_early(made)
    tasks.advance(made.pk)
    assert again(made).state == Tournament.State.DONE
    return again(made)


def order(made: Tournament) -> list[tuple[int, int, int | None]]:
    return [(one.entry.pk, one.place, one.number) for one in rank.ladder(made)]


def test_what_its_bots_play_elsewhere_changes_no_closed_ladder(
    client: Client, closed: Tournament, bots: list[Bot]
) -> None:
    kept, page = order(closed), text(client, closed)
    assert [number for _entry, _place, number in kept] == sorted(
        (rung.strength for rung in Rung.objects.all()), key=lambda one: -(one or 0)
    )
    assert "Final standings" in page
    Rating.objects.update(mu=90, sigma=1)
    Rating.objects.filter(bot=bots[0]).update(mu=-90)
    tasks.tick()
    assert order(closed) == kept
    assert text(client, closed) == page


def test_a_ladder_ends_with_its_order_and_its_ranges(client: Client, closed: Tournament) -> None:
    found = spread.of(closed)
    assert found == {pk: (one.best, one.worst) for pk, one in rank.strengths(closed).items()}
    assert len(found) == 4
    page = text(client, closed)
    assert "After so few tables it may well be further." in page
    assert all(f">{best}–{worst}</small>" in page for best, worst in found.values() if best < worst)
    first = [one for one in rank.ladder(closed) if one.place == 1]
    assert all(str(one.entry) in client.get("/").content.decode() for one in first)
    rows = client.get(f"/api/v1/tournaments/{closed.pk}/ladder").json()["climbers"]
    assert [(row["place"], row["strength"]) for row in rows] == [
        (place, number) for _entry, place, number in order(closed)
    ]
    assert [tuple(row["probably"]) for row in rows] == [found[pk] for pk, *_more in order(closed)]


def test_a_correction_after_the_end_renews_the_order_of_a_ladder(
    closed: Tournament, alice: User
) -> None:
    kept = order(closed)
    last, _place, before = kept[-1]
    for match in Match.objects.filter(seats__entry=last):
        swapped = correct.scores_of(match)[::-1]
        mark = correct.look(match, swapped).mark
        correct.correct(match, swapped, "two names", mark, alice)
    assert spread.of(again(closed)) == {}
    assert order(again(closed)) == kept
    tasks.tick()
    after = {pk: number for pk, _place, number in order(again(closed))}[last]
    assert (before or 0) < 2000 < (after or 0)
    assert len(spread.of(again(closed))) == 4


def test_who_is_disqualified_after_the_end_stands_behind_those_who_are_not(
    closed: Tournament, alice: User
) -> None:
    first = rank.ladder(closed)[0].entry
    attendance.become(first, Entry.State.DISQUALIFIED, alice, "two accounts")
    tasks.tick()
    closed = again(closed)
    assert order(closed)[-1][:2] == (first.pk, 4)
    assert spread.of(closed).keys() == {pk for pk, place, _number in order(closed) if place < 4}


def test_a_ladder_that_was_closed_before_gets_its_order_when_beat_ticks(
    client: Client, closed: Tournament
) -> None:
    kept = order(closed)
    Rung.objects.update(strength=None)
    Spread.objects.all().delete()
    assert "What its bots play elsewhere still changes it" in text(client, closed)
    assert {one.strength for one in rank.ladder(closed)} == {None}
    tasks.tick()
    assert order(closed) == kept
    assert "It changes only when a result is corrected." in text(client, closed)


def test_of_very_many_tables_the_last_ones_count(
    client: Client, closed: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counted, "LADDER_TABLES", 2)
    rounds = closed.rounds.order_by("-number")[:2]
    sat = Seat.objects.filter(match__round__in=list(rounds)).values_list("entry", flat=True)
    assert rank.strengths(closed).keys() == set(sat)
    assert "at the last 2 tables of this ladder" in text(client, closed)


def test_a_ladder_on_which_something_happens_meanwhile_ends_a_moment_later(
    closed: Tournament,
) -> None:
    Tournament.objects.update(state=Tournament.State.RUNNING)
    seen = again(closed)
    Tournament.objects.update(version=seen.version + 1)
    ladder._end(seen, rank.strengths(seen))
    assert again(closed).state == Tournament.State.RUNNING
    tasks.tick()
    assert again(closed).state == Tournament.State.DONE
