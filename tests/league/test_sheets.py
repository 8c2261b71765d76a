"""What rounds brought is kept in one piece, and says what seats say."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league import correct, rank, schedule, sheets
from league.models import Bot, Round, RoundSheet, Seat, Tournament
from tests.cast import NewTournament, play_queued, published

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Four bots in twos, two rounds, of which the first is over."""
    cup = published(new_tournament(bots[:4], settings={"rounds": 2, "table_size": 2}))
    play_queued()
    schedule.advance(cup.pk)
    return cup


def kept(cup: Tournament) -> dict[int, list[list[int]]]:
    """The lines of every round that is kept, by its number."""
    found = RoundSheet.objects.filter(round__tournament=cup).select_related("round")
    return {
        one.round.number: [[*map(int, line.split())] for line in one.seats.splitlines()]
        for one in found
    }


def test_a_round_is_kept_when_it_is_over_a_line_for_every_seat(cup: Tournament) -> None:
    seats = Seat.objects.filter(match__round__number=1).order_by("match__table", "number")
    columns = ("entry", "awarded", "total", "won", "match__table", "match__seating")
    assert kept(cup) == {1: [[*seat] for seat in seats.values_list(*columns)]}
    assert len(kept(cup)[1]) == 4


def test_a_correction_is_kept_and_a_look_at_one_is_not(cup: Tournament) -> None:
    match = cup.rounds.get(number=1).matches.get(table=2)
    scores = [correct.Score(1, 77), correct.Score(1, 78)]
    before = kept(cup)
    seen = correct.look(match, scores)
    assert kept(cup) == before
    correct.correct(match, scores, "two sheets mixed up", seen.mark)
    assert [line[1:3] for line in kept(cup)[1]] == [
        *(line[1:3] for line in before[1][:2]),
        [1, 77],
        [1, 78],
    ]


def test_a_round_that_goes_on_is_not_kept_until_it_is_over_again(cup: Tournament) -> None:
    cup.rounds.filter(number=2).update(state=Round.State.DRAWN)
    match = cup.rounds.get(number=1).matches.get(table=1)
    correct.void(match, "a card was missing", correct.mark_of(match))
    assert kept(cup) == {}
    assert {row.place for row in rank.rows(cup).values()} == {1}
    play_queued()
    schedule.advance(cup.pk)
    assert len(kept(cup)[1]) == 4


def test_what_was_never_kept_is_read_seat_by_seat(cup: Tournament) -> None:
    play_queued()
    schedule.advance(cup.pk)
    before = rank.rows(cup)
    with CaptureQueriesContext(connection) as with_sheets:
        rank.rows(cup)
    RoundSheet.objects.all().delete()
    with CaptureQueriesContext(connection) as without:
        assert rank.rows(cup) == before
    assert len(without) == len(with_sheets) + 1


def test_a_round_that_was_taken_back_a_moment_ago_has_brought_nothing(cup: Tournament) -> None:
    one = cup.rounds.get(number=1)
    sheets.forget(one)
    cup.rounds.filter(pk=one.pk).update(state=Round.State.RUNNING)
    Seat.objects.filter(match__round=one).update(awarded=None)
    assert sheets.of_rounds({one.pk: (cup.pk, 1)}) == {}
