"""What the last round can still change: when a page tells it, and what of."""

import pytest
from django.db.models import F, QuerySet
from django.test import Client

from league import rank, schedule, show
from league.models import Bot, Match, Round, Seat, Tournament
from tests.cast import NewTournament, again, play_queued, published

from .test_pages_public import text

pytestmark = pytest.mark.django_db
SETTINGS = {"rounds": 2, "table_size": 4}


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Two rounds of eight bots in fours, published."""
    return published(new_tournament(bots, settings=SETTINGS))


def end_round(cup: Tournament) -> None:
    """Play the round, in which the order of the seats is that of the places."""
    play_queued()
    for seat in Seat.objects.filter(match__round__tournament=cup).exclude(awarded=None):
        seat.awarded = seat.number + 1
        seat.save()
    schedule.advance(cup.pk)


def address(cup: Tournament) -> str:
    return f"{cup.get_absolute_url()}needs/"


def test_in_the_last_round_everybody_reads_what_he_needs(client: Client, cup: Tournament) -> None:
    assert "What everybody needs" not in text(client, cup.get_absolute_url())
    assert show.needs(cup).lines == ()
    end_round(cup)
    assert "What everybody needs in this round" in text(client, cup.get_absolute_url())
    page = show.needs(again(cup))
    assert page.places == range(1, 5)
    assert [line.entry for line in page.lines] == [one.entry for one in rank.table(cup)]
    two_first = {one.entry.pk for one in rank.table(cup)[:2]}
    first = page.lines[0]
    assert (first.entry.pk in two_first, first.reach.best) == (True, 1)
    assert first.by_place[0] is not None
    assert first.by_place[0].best == 1
    told = client.get(f"/api/v1/tournaments/{cup.pk}/needs").json()
    assert told["likely"] is False
    assert [one["entry"] for one in told["entries"]] == [line.entry.pk for line in page.lines]
    assert told["entries"][0]["reach"] == {"best": first.reach.best, "worst": first.reach.worst}
    assert told["entries"][0]["by_place"]["1"]["best"] == 1
    shown = text(client, address(cup))
    assert "with this place at the table" in shown
    assert "Equal points share the place." in shown
    end_round(cup)
    assert again(cup).state == Tournament.State.DONE
    told = client.get(f"/api/v1/tournaments/{cup.pk}/needs").json()
    assert told == {"likely": False, "entries": []}
    assert "There is something to tell here while the last round" in text(client, address(cup))
    assert "What everybody needs" not in text(client, cup.get_absolute_url())


def test_tables_that_are_in_narrow_what_is_possible(cup: Tournament) -> None:
    end_round(cup)
    before = show.needs(again(cup))
    finished, other = Match.objects.filter(round__number=2).order_by("table")
    finish(Match.objects.filter(pk=finished.pk))
    after = show.needs(again(cup))
    at_finished = {seat.entry_id for seat in finished.seats.all()}
    at_other = {seat.entry_id for seat in other.seats.all()}
    has_no_place = {line.entry.pk for line in after.lines if set(line.by_place) == {None}}
    assert (has_no_place, at_finished | at_other) == (
        at_finished,
        {line.entry.pk for line in after.lines},
    )
    reach = {line.entry: line.reach for line in before.lines}
    assert all(
        reach[line.entry].best <= line.reach.best <= line.reach.worst <= reach[line.entry].worst
        for line in after.lines
    )
    finish(Match.objects.filter(pk=other.pk))
    possible = {line.entry.pk: line.reach for line in after.lines}
    schedule.advance(cup.pk)
    for one in rank.table(again(cup)):
        assert possible[one.entry.pk].best <= one.row.place <= possible[one.entry.pk].worst


@pytest.mark.parametrize(
    "setup", [{"scoring": "totals"}, {"deals": "duplicate"}], ids=lambda one: next(iter(one))
)
def test_what_only_chance_can_tell_it_tells_by_results_so_far(
    client: Client, new_tournament: NewTournament, bots: list[Bot], setup: dict[str, object]
) -> None:
    cup = published(new_tournament(bots, settings={"rounds": 1, "table_size": 4}, **setup))
    assert show.needs(cup).lines == ()
    assert "What everybody needs" not in text(client, cup.get_absolute_url())
    finish(Match.objects.filter(table=1, seating=1))
    page = show.needs(again(cup))
    assert (page.likely, len(page.lines), page.places) == (True, 8, range(1, 5))
    assert page == show.needs(again(cup))
    assert "What everybody needs in this round" in text(client, cup.get_absolute_url())
    shown = text(client, address(cup))
    assert "These are chances and not certainties." in shown
    assert "Likely" in shown
    assert "Possible" not in shown


def test_of_a_set_every_result_is_tried_when_few_matches_are_left(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    only_round = {"rounds": 1, "table_size": 4}
    cup = published(new_tournament(bots, settings=only_round, deals="duplicate"))
    finish(Match.objects.filter(seating__lte=2))
    finish(Match.objects.filter(table=1))
    page = show.needs(again(cup))
    assert not page.likely
    assert "Possible" in text(client, address(cup))
    possible = {line.entry.pk: line.reach for line in page.lines}
    at_first = set(Seat.objects.filter(match__table=1).values_list("entry", flat=True))
    has_no_place = {line.entry.pk for line in page.lines if set(line.by_place) == {None}}
    assert has_no_place == at_first
    finish(Match.objects.filter(table=2))
    schedule.advance(cup.pk)
    for one in rank.table(again(cup)):
        assert possible[one.entry.pk].best <= one.row.place <= possible[one.entry.pk].worst


def finish(matches: QuerySet[Match]) -> None:
    """With places and totals in the order of the seats."""
    unfinished = matches.exclude(state=Match.State.DONE)
    seats = Seat.objects.filter(match__in=unfinished)
    seats.update(awarded=F("number") + 1, total=2 * F("number"), won=0)
    unfinished.update(state=Match.State.DONE)


def test_of_two_stages_who_went_out_has_his_place(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"first_stage": "planned", "first_stage_rounds": 1, "going_on": 4}
    cup = published(new_tournament(bots, format="stages", settings=settings))
    assert show.needs(cup).lines == ()
    end_round(cup)
    page = show.needs(again(cup))
    assert [line.reach for line in page.lines[:4]] == [(1, 4)] * 4
    places = {one.entry: one.row.place for one in rank.table(cup)}
    for line in page.lines[4:]:
        assert line.reach == (places[line.entry], places[line.entry])
        assert set(line.by_place) == {None}


def test_at_the_last_table_of_a_knockout_a_place_is_the_place(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"table_size": 4, "advance": 2}
    cup = published(new_tournament(bots, format="knockout", settings=settings))
    assert show.needs(cup).lines == ()
    end_round(cup)
    page = show.needs(again(cup))
    assert not page.likely
    for line in page.lines[:4]:
        assert line.by_place == tuple((place, place) for place in range(1, 5))
    assert [line.reach for line in page.lines[4:]] == [(5, 5), (5, 5), (7, 7), (7, 7)]


def test_nothing_is_told_of_a_round_that_is_not_shown_yet(cup: Tournament) -> None:
    end_round(cup)
    assert show.needs(again(cup)).lines
    cup.rounds.filter(number=2).update(state=Round.State.HELD)
    assert show.needs(again(cup)).lines == ()


def test_it_is_told_again_only_when_something_has_changed(client: Client, cup: Tournament) -> None:
    end_round(cup)
    tag = client.get(address(cup)).headers["ETag"]
    assert client.get(address(cup), headers={"if-none-match": tag}).status_code == 304
    schedule.pause(cup)
    assert client.get(address(cup), headers={"if-none-match": tag}).status_code == 200
