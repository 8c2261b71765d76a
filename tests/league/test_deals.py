"""Which tables play the same cards: drawn, played, closed until the last is over, and counted."""

from collections import defaultdict
from fractions import Fraction

import pytest
from django.test import Client

from league import attendance, correct, rank, run, schedule, show, swap
from league.formats.core import seatings
from league.models import Bot, Club, Entry, Match, Player, Round, Seat, Shuffle, Tournament, Version
from league.refusals import Refused
from league.show.tables import Progress
from tests.cast import NewTournament, again, play_queued

pytestmark = pytest.mark.django_db
State = Tournament.State
ONE_ROUND = {"rounds": 1, "table_size": 4}


def published(cup: Tournament) -> Tournament:
    schedule.draw(cup)
    schedule.publish(cup)
    return Tournament.objects.get(pk=cup.pk)


@pytest.fixture
def sets(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """A round of a table of four and one of three, each of which plays its cards in every seat."""
    return published(new_tournament(bots[:7], deals="duplicate", settings=ONE_ROUND))


def seated(match: Match) -> tuple[int, ...]:
    """The entries at a table in the order of their seats."""
    return tuple(seat.entry_id or 0 for seat in match.seats.order_by("number"))


def test_every_table_has_cards_of_its_own_unless_something_else_is_set(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    assert cup.deals == "own"
    schedule.draw(cup)
    assert Shuffle.objects.count() == Match.objects.count() == 6
    assert {match.seating for match in Match.objects.all()} == {1}


def test_all_tables_of_one_size_in_a_round_can_have_the_same_cards(
    new_tournament: NewTournament, club: Club, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:7], deals="same", settings={"rounds": 2, "table_size": 3})
    schedule.draw(cup)
    shuffles: dict[tuple[int, int], set[int]] = defaultdict(set)
    for match in Match.objects.select_related("round"):
        shuffles[match.round.number if match.round else 0, len(seated(match))].add(match.shuffle_id)
    assert set(shuffles) == {(1, 3), (1, 2), (2, 3), (2, 2)}
    assert all(len(found) == 1 for found in shuffles.values())
    assert Shuffle.objects.count() == 4
    assert Match.objects.count() == 6


def test_a_set_seats_everybody_in_every_seat_with_the_same_cards_and_version(
    sets: Tournament, bots: list[Bot]
) -> None:
    Version.objects.create(bot=bots[0], number=2, house="careful")
    for number, size in ((1, 4), (2, 3)):
        matches = list(sets.rounds.get().matches.filter(table=number).order_by("seating"))
        assert [match.seating for match in matches] == list(range(1, size + 1))
        assert len({match.shuffle_id for match in matches}) == 1
        drawn = seated(matches[0])
        orders = [tuple(drawn[chair] for chair in order) for order in seatings(size)]
        assert [seated(match) for match in matches] == orders
    assert len(set(Seat.objects.values_list("entry", "version"))) == 7


def test_a_round_is_over_when_every_match_of_every_set_is(sets: Tournament) -> None:
    for _match in range(6):
        attempt = run.claim("test")
        assert attempt
        assert run.play(attempt)
        schedule.advance(sets.pk)
        assert sets.rounds.get().state == Round.State.RUNNING
    assert show.tournament(sets).progress == Progress(6, 7)
    assert play_queued() == 1
    schedule.advance(sets.pk)
    assert Tournament.objects.get(pk=sets.pk).state == State.DONE


def test_the_cards_of_a_set_stay_closed_until_the_last_of_its_matches_is_over(
    client: Client, sets: Tournament
) -> None:
    last = sets.rounds.get().matches.get(table=1, seating=3)
    Match.objects.filter(pk=last.pk).update(state=Match.State.VOID)
    play_queued()
    others = sets.rounds.get().matches.filter(table=1).exclude(pk=last.pk)
    assert {match.state for match in others} == {Match.State.DONE}
    secret = bytes(last.shuffle.seed).hex()
    for match in others:
        page = client.get(match.get_absolute_url()).content.decode()
        assert "its moves are still closed" in page
        assert client.get(f"{match.get_absolute_url()}transcript/").status_code == 409
        assert client.get(f"/api/v1/matches/{match.pk}/transcript").status_code == 409
        assert client.get(f"/api/v1/matches/{match.pk}").json()["seed"] is None
    assert secret not in client.get(f"/api/v1/tournaments/{sets.pk}").content.decode()
    run.play_again(last)
    play_queued()
    assert Match.objects.get(pk=last.pk).shuffle_id == last.shuffle_id
    assert secret in client.get(others[0].get_absolute_url()).content.decode()


def test_a_set_pays_its_mean_place_and_counts_all_its_matches(sets: Tournament) -> None:
    play_queued()
    schedule.advance(sets.pk)
    places: dict[int, list[int]] = defaultdict(list)
    for seat in Seat.objects.all():
        places[seat.entry_id or 0].append(seat.awarded or 0)
    rows = {one.entry.pk: one.row for one in rank.table(sets)}
    assert {entry: row.points for entry, row in rows.items()} == {
        entry: Fraction(sum(taken), len(taken)) for entry, taken in places.items()
    }
    assert sorted(row.matches for row in rows.values()) == [3] * 3 + [4] * 4


def test_who_has_the_better_mean_place_of_a_set_goes_on(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(
        bots, deals="duplicate", format="knockout", settings={"table_size": 4, "advance": 2}
    )
    cup = published(cup)
    assert play_queued() == 8
    first = [seated(match) for match in cup.rounds.get().matches.filter(seating=1)]
    for table in first:
        for number, pk in enumerate(table):  # the third has the fewest places, then the first
            Seat.objects.filter(entry=pk).update(awarded=(2, 3, 1, 4)[number], total=number)
    Seat.objects.filter(entry=first[0][2], match__seating=1).update(awarded=4)
    schedule.advance(cup.pk)
    finishes = rank.finishes(cup)[1]
    assert [finishes[pk].place for table in first for pk in table] == [2, 3, 1, 4] * 2
    final = cup.rounds.get(number=2)
    assert set(seated(final.matches.get(seating=1))) == {
        pk for table in first for pk in (table[0], table[2])
    }
    assert final.matches.count() == 4
    assert all(schedule.comes_out_again(one) for one in cup.rounds.all())


def test_people_are_not_dealt_the_same_cards_again(
    new_tournament: NewTournament, club: Club, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:3], deals="duplicate")
    bob = Player.objects.create(club=club, name="Bob")
    Entry.objects.create(tournament=cup, player=bob)
    with pytest.raises(Refused, match="Bob is no bot"):
        schedule.draw(cup)
    assert not Round.objects.exists()


def test_nor_do_people_come_to_them_later(
    new_tournament: NewTournament, bots: list[Bot], club: Club
) -> None:
    twos = {"rounds": 2, "table_size": 2}
    cup = published(new_tournament(bots[:4], deals="duplicate", format="swiss", settings=twos))
    person = Player.objects.create(club=club, name="Dora")
    Entry.objects.create(tournament=cup, player=person)
    with pytest.raises(Refused, match="Dora is no bot"):
        attendance.come_late(cup, [bots[4]])
    play_queued()
    schedule.advance(cup.pk)
    assert cup.rounds.count() == 1
    assert "Dora is no bot" in again(cup).why_paused


def test_only_known_ways_to_deal_are_taken(new_tournament: NewTournament) -> None:
    with pytest.raises(Refused) as refused:
        new_tournament(deals="stacked")
    assert refused.value.field == "deals"
    with pytest.raises(Refused, match="no rounds") as refused:
        new_tournament(deals="same", format="ladder", settings={"table_size": 2})
    assert refused.value.field == "deals"


def test_drawing_again_leaves_no_shuffle_of_the_first_draw(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, deals="same", settings=ONE_ROUND)
    schedule.draw(cup)
    (before,) = Shuffle.objects.all()
    cup.refresh_from_db()
    schedule.draw(cup)
    (after,) = Shuffle.objects.all()
    assert after != before


def test_a_match_of_a_set_that_is_void_is_played_again_with_its_cards(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    setup = {"rounds": 2, "table_size": 4}
    cup = published(new_tournament(bots[:4], deals="duplicate", settings=setup))
    play_queued()
    schedule.advance(cup.pk)
    first, second, *_others = cup.rounds.get(number=1).matches.all()
    correct.void(second, "the wrong version played", correct.mark_of(second))
    again, kept = Match.objects.get(pk=second.pk), Match.objects.get(replaced_by=second)
    assert again.shuffle == kept.shuffle == first.shuffle
    assert seated(again) == seated(second)
    page = client.get(first.get_absolute_url()).content.decode()
    assert "its moves are still closed" in page
    assert f'href="{again.get_absolute_url()}"' in page
    assert f'href="{kept.get_absolute_url()}"' not in page
    play_queued()
    assert show.is_open(Match.objects.get(pk=first.pk))
    schedule.advance(cup.pk)
    assert [one.row.matches for one in rank.table(cup, 1)] == [4] * 4


def test_two_who_change_chairs_do_so_in_the_whole_set(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:7], deals="duplicate", settings=ONE_ROUND)
    schedule.draw(cup)
    drawn = cup.rounds.get()
    before = [seated(drawn.matches.get(table=table, seating=1)) for table in (1, 2)]
    one, other = (Entry.objects.get(pk=seats[0]) for seats in before)
    swap.swap(drawn, one, other, swap.look(drawn, one, other).mark)
    after = [(other.pk, *before[0][1:]), (one.pk, *before[1][1:])]
    for table, chairs in enumerate(after, 1):
        matches = drawn.matches.filter(table=table).order_by("seating")
        orders = seatings(len(chairs))
        assert [seated(match) for match in matches] == [
            tuple(chairs[chair] for chair in order) for order in orders
        ]
