"""What was cards: from recorded matches to the page and the API."""

from fractions import Fraction

import pytest
from django.db.models import F
from django.test import Client

from league import luck, schedule
from league.models import Bot, Match, Round, Seat, Tournament
from tests.cast import NewTournament, write

from .test_pages_public import text

pytestmark = pytest.mark.django_db


def played(cup: Tournament) -> Tournament:
    """Drawn, published and ended; the places are those of the seats, and no card was played."""
    schedule.draw(cup)
    schedule.publish(cup)
    for _round in cup.rounds.all():
        end_round(cup)
    return Tournament.objects.get(pk=cup.pk)


def end_round(cup: Tournament) -> None:
    """Let every match that is queued end like this."""
    seats = Seat.objects.filter(match__state=Match.State.QUEUED)
    seats.update(awarded=F("number") + 1, total=F("number") + 1, won=0, verdict="ok")
    Match.objects.filter(state=Match.State.QUEUED).update(state=Match.State.DONE)
    schedule.advance(cup.pk)


def award(cup: Tournament, *tables: tuple[int, ...]) -> None:
    """Write places over those that were played, seat by seat, to all matches of a table."""
    for number, places in enumerate(tables, 1):
        for seat, place in enumerate(places):
            seats = Seat.objects.filter(match__round__tournament=cup, match__table=number)
            write(seats.filter(number=seat), awarded=place, total=place)


def test_with_the_same_cards_at_every_table_seats_are_compared_across_tables(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    setup = {"rounds": 2, "table_size": 4}
    cup = played(new_tournament(bots, deals="same", settings=setup))
    award(cup, (1, 2, 3, 4), (2, 1, 3, 4))
    found = luck.luck(cup)
    assert found
    assert len(found.lines) == 8
    assert {line.result.matches for line in found.lines} == {2}
    ahead = {line.entry.pk: line.result.ahead for line in found.lines}
    expected = dict.fromkeys(ahead, Fraction(0))
    for seat in Seat.objects.filter(number__lte=1).select_related("match"):
        better = (seat.match.table == 1) == (seat.number == 0)
        expected[seat.entry_id or 0] += Fraction(1 if better else -1, 2)
    assert ahead == expected
    assert found.share
    assert found.share.matches == 4
    assert found.share.cards == pytest.approx(0.8)


def test_in_sets_places_that_follow_the_seats_are_all_cards(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    setup = {"rounds": 2, "table_size": 4}
    cup = played(new_tournament(bots[:7], deals="duplicate", settings=setup))
    award(cup, (1, 2, 3, 4), (3, 2, 1))
    found = luck.luck(cup)
    assert found
    assert found.share
    assert found.share.cards == pytest.approx(1)
    assert {line.result.ahead for line in found.lines} == {0}
    told = client.get(f"/api/v1/tournaments/{cup.pk}/luck").json()
    assert told["share"]["cards"] == pytest.approx(1)
    page = text(client, cup.get_absolute_url())
    assert (
        "from 100\N{NO-BREAK SPACE}% to 100\N{NO-BREAK SPACE}%, as far as 14 matches tell" in page
    )
    assert "On the same cards" in page
    assert "About 100\N{NO-BREAK SPACE}% of what set the results at a table apart was cards" in page


def test_only_finished_rounds_are_looked_at(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], deals="duplicate", settings={"rounds": 2, "table_size": 4})
    schedule.draw(cup)
    schedule.publish(cup)
    assert "On the same cards" not in text(client, cup.get_absolute_url())
    end_round(cup)
    Match.objects.filter(round__number=2, seating=1).update(state=Match.State.DONE)
    found = luck.luck(Tournament.objects.get(pk=cup.pk))
    assert found
    assert {line.result.matches for line in found.lines} == {4}
    assert found.share is None
    page = text(client, cup.get_absolute_url())
    assert "Too little was played with the same cards" in page


def test_a_round_after_one_that_is_played_again_waits_for_it(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(new_tournament(bots, deals="same", settings={"rounds": 2, "table_size": 4}))
    cup.rounds.filter(number=1).update(state=Round.State.RUNNING)
    assert client.get(f"/api/v1/tournaments/{cup.pk}/luck").json()["entries"] == []


def test_where_every_table_has_its_own_cards_nothing_is_said_about_them(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(new_tournament(bots[:4], settings={"rounds": 1, "table_size": 4}))
    assert luck.luck(cup) is None
    told = client.get(f"/api/v1/tournaments/{cup.pk}/luck").json()
    assert told == {"share": None, "entries": []}
    assert "On the same cards" not in text(client, cup.get_absolute_url())


def test_who_alone_held_some_cards_is_not_listed(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    setup = {"rounds": 1, "table_size": 3}
    cup = played(new_tournament(bots, deals="same", settings=setup))  # tables of 3, 3 and 2
    found = luck.luck(cup)
    assert found
    assert len(found.lines) == 6
    told = client.get(f"/api/v1/tournaments/{cup.pk}/luck").json()
    assert [one["entry"] for one in told["entries"]] == [line.entry.pk for line in found.lines]
    assert told["share"] is None
    assert "Who is not in this list" in text(client, cup.get_absolute_url())
