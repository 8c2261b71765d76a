"""Two change chairs by hand: what it costs is shown before, and that it was done, after."""

from typing import Any

import pytest
from django.test import Client

from league import attendance, run, schedule, show, swap
from league.models import Act, Bot, Entry, Match, Round, Seat, Tournament, User
from league.refusals import Gone, NotOpen, Refused
from tests.cast import NewTournament, play_queued

from .test_pages_public import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Four bots in twos, two rounds, drawn and not published."""
    tournament = new_tournament(bots[:4], settings={"rounds": 2, "table_size": 2})
    schedule.draw(tournament)
    return Tournament.objects.get(pk=tournament.pk)


def a_round(cup: Tournament, number: int = 1) -> Round:
    return cup.rounds.select_related("tournament__league__club").get(number=number)


def entry_at(played: Round, table: int, seat: int) -> Entry:
    return Entry.objects.get(
        seats__match__round=played, seats__match__table=table, seats__number=seat
    )


def two(played: Round) -> tuple[Entry, Entry]:
    return entry_at(played, 1, 0), entry_at(played, 2, 1)


def seated(played: Round) -> list[list[int]]:
    return [
        [seat.entry_id or 0 for seat in match.seats.order_by("number")]
        for match in played.matches.order_by("table", "seating")
    ]


def done(played: Round, one: Entry, other: Entry, by: User | None = None) -> None:
    swap.swap(played, one, other, swap.look(played, one, other).mark, by)


def address(played: Round) -> str:
    return f"{played.tournament.get_absolute_url()}rounds/{played.number}/swap/"


def test_they_sit_in_each_others_chairs_and_their_versions_with_them(
    cup: Tournament, alice: User
) -> None:
    played = a_round(cup)
    before = seated(played)
    one, other = two(played)
    done(played, one, other, alice)
    after = seated(played)
    assert after[0] == [other.pk, *before[0][1:]]
    assert after[1] == [before[1][0], one.pk]
    assert all(seat.version == seat.entry.version for seat in Seat.objects.all() if seat.entry)
    act = Act.objects.get(kind="swapped")
    assert (act.by, act.about["one"], act.about["round"]) == (alice, str(one), "1")


def test_the_receipts_of_the_round_and_of_those_after_it_are_priced_anew(cup: Tournament) -> None:
    first, second = a_round(cup, 1), a_round(cup, 2)
    assert second.receipt["costs"]["repeats"]["count"] == 0
    one, other = set(seated(first)[0]), set(seated(first)[1])
    later = set(seated(second)[0])
    of_one, of_other = (one & later).pop(), (other - later).pop()  # then all will meet again
    done(first, Entry.objects.get(pk=of_one), Entry.objects.get(pk=of_other))
    assert a_round(cup, 2).receipt["costs"]["repeats"]["count"] == 2
    assert a_round(cup, 1).receipt["swaps"] == [[of_one, of_other]]
    assert a_round(cup, 2).receipt["swaps"] == []


def test_somebody_who_rests_takes_the_chair_of_one_who_then_rests(cup: Tournament) -> None:
    played = a_round(cup)
    resting = entry_at(played, 1, 1)
    Seat.objects.filter(match__round=played, entry=resting).delete()
    played.resting.add(resting)
    one = entry_at(played, 2, 0)
    done(played, resting, one)
    assert list(played.resting.all()) == [one]
    assert entry_at(played, 2, 0) == resting


def test_they_change_chairs_in_every_match_of_their_sets(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"rounds": 1, "table_size": 2}
    cup = new_tournament(bots[:4], settings=settings, deals="duplicate")
    schedule.draw(cup)
    played = a_round(cup)
    one, other, *_rest = (seat.entry for seat in swap.chairs(played) if seat.number == 0)
    assert one
    assert other
    before = seated(played)
    done(played, one, other)
    instead = {one.pk: other.pk, other.pk: one.pk}
    assert seated(played) == [[instead.get(pk, pk) for pk in table] for table in before]
    assert schedule.comes_out_again(a_round(cup))


@pytest.mark.parametrize("format", ["planned", "knockout"])
def test_it_comes_out_again_as_it_was_and_the_page_says_so(
    new_tournament: NewTournament, bots: list[Bot], client: Client, alice: User, format: str
) -> None:
    cup = new_tournament(bots[:4], format=format, settings={"table_size": 2})
    schedule.draw(cup)
    played = a_round(cup)
    done(played, *two(played))
    done(played, entry_at(played, 1, 1), entry_at(played, 2, 1))
    assert schedule.comes_out_again(a_round(cup))
    schedule.publish(cup)
    client.force_login(alice)
    said = client.post(f"{cup.get_absolute_url()}rounds/1/again/", follow=True).content.decode()
    assert "as they were before somebody changed chairs by hand" in said
    assert said.count("Changed by hand since it was drawn:") == 1


def test_a_table_that_has_begun_is_left_alone(cup: Tournament) -> None:
    schedule.publish(cup)
    played = a_round(cup)
    one, other = two(played)
    mark = swap.look(played, one, other).mark  # still queued, so open
    attempt = run.claim("alice's machine")
    assert attempt is not None
    with pytest.raises(NotOpen, match="begun"):
        swap.swap(played, one, other, mark)
    with pytest.raises(NotOpen, match=f"Table {attempt.match.table} has begun"):
        swap.look(played, one, other)
    begun = {seat.match.table for seat in swap.chairs(played)}
    assert begun == {1, 2} - {attempt.match.table}


def test_a_later_round_is_open_while_another_one_is_played(cup: Tournament) -> None:
    schedule.publish(cup)
    play_queued()
    second = a_round(cup, 2)
    before = seated(second)
    done(second, *two(second))
    assert seated(second) != before
    schedule.advance(cup.pk)
    play_queued()
    schedule.advance(cup.pk)
    assert Tournament.objects.get(pk=cup.pk).state == Tournament.State.DONE


def test_tables_that_others_were_drawn_from_stay(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"rounds": 2, "table_size": 2}
    cup = new_tournament(bots[:4], format="swiss", settings=settings, pause_s=60)
    schedule.draw(cup)
    schedule.publish(cup)
    first = a_round(cup)
    one, other = two(first)
    play_queued()
    schedule.advance(cup.pk)
    with pytest.raises(NotOpen, match="drawn from these tables"):
        swap.look(first, one, other)
    second = a_round(cup, 2)
    done(second, *two(second))
    assert schedule.comes_out_again(a_round(cup, 2))


def test_who_looked_at_other_tables_is_refused(cup: Tournament) -> None:
    played = a_round(cup)
    one, other = two(played)
    mark = swap.look(played, one, other).mark
    done(played, one, other)
    before = seated(played)
    with pytest.raises(NotOpen, match="changed meanwhile"):
        swap.swap(played, one, other, mark)
    assert seated(played) == before


def test_a_round_that_was_forgotten_meanwhile_is_refused(cup: Tournament) -> None:
    schedule.publish(cup)
    second = a_round(cup, 2)
    one, other = two(second)
    mark = swap.look(second, one, other).mark
    attendance.become(one, Entry.State.AWAY)
    with pytest.raises(Gone, match="meanwhile"):
        swap.swap(second, one, other, mark)


def test_two_at_one_table_are_refused(cup: Tournament) -> None:
    played = a_round(cup)
    with pytest.raises(Refused, match="nothing would change"):
        swap.look(played, entry_at(played, 1, 0), entry_at(played, 1, 1))


def test_the_page_shows_the_price_and_who_pays_it_before_anything_is_done(
    cup: Tournament, client: Client, alice: User, bob: User
) -> None:
    Bot.objects.filter(pk__in=Bot.objects.values("pk")[:2]).update(owner=bob)
    schedule.draw(cup)
    played = a_round(cup)
    owned = list(Seat.objects.filter(match__round=played, entry__bot__owner=bob))
    assert len({seat.match_id for seat in owned}) == 2  # the draw keeps them apart
    mine, his = owned
    neighbour = his.match.seats.exclude(pk=his.pk)[0].entry
    assert mine.entry
    assert his.entry
    assert neighbour
    client.force_login(alice)
    assert "Who with whom?" in text(client, address(played))
    query = {"one": mine.entry.pk, "other": neighbour.pk}
    page = client.get(address(played), query).content.decode()
    assert "the draw gets worse" in page
    names = " and ".join(
        str(entry) for entry in sorted([mine.entry, his.entry], key=lambda e: e.pk)
    )
    assert f"{names}: one owner" in page
    before = seated(played)
    assert seated(a_round(cup)) == before
    planned = swap.look(played, mine.entry, neighbour)
    assert show.swap(planned).is_dearer
    sent: dict[str, Any] = {**query, "mark": planned.mark, "why": "they want to sit together"}
    response = client.post(address(played), sent, follow=True)
    assert "have changed chairs" in response.content.decode()
    assert seated(a_round(cup)) != before
    assert Act.objects.get(kind="swapped").why == "they want to sit together"
    assert "Changed by hand" in text(client, f"{cup.get_absolute_url()}draw/")


def test_what_is_no_longer_open_is_said_on_the_page(
    cup: Tournament, client: Client, alice: User
) -> None:
    played = a_round(cup)
    one, other = two(played)
    client.force_login(alice)
    sent = {"one": one.pk, "other": other.pk, "mark": "other tables"}
    response = client.post(address(played), sent)
    assert response.status_code == 409
    assert "Look again" in response.content.decode()
    assert client.get(address(played), {"one": "x", "other": "y"}).status_code == 404
    assert client.get(address(played), {"one": one.pk, "other": 10**15}).status_code == 404


def test_only_organisers_change_chairs(
    cup: Tournament, client: Client, alice: User, bob: User
) -> None:
    played = a_round(cup)
    assert client.get(address(played)).status_code == 404  # a draft
    schedule.publish(cup)
    client.force_login(bob)
    assert client.get(address(played)).status_code == 403
    assert "Two change chairs" not in text(client, cup.get_absolute_url())
    client.force_login(alice)
    assert "Two change chairs" in text(client, cup.get_absolute_url())
    assert client.get(address(played).replace("/1/", "/9/")).status_code == 404
    assert Match.objects.filter(round=played, state=Match.State.QUEUED).count() == 2
