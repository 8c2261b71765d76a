"""A knockout from the draw to the last table: who goes on, and who is out."""

import pytest

from league import rank, schedule
from league.formats.catalog import FORMATS
from league.models import Bot, Seat, Tournament
from league.refusals import Refused
from tests.cast import NewTournament, play_queued

pytestmark = pytest.mark.django_db
State = Tournament.State
SETTINGS = {"table_size": 4, "advance": 2}


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Eight bots in fours, of whom two of each table go on; published."""
    tournament = new_tournament(bots, format="knockout", settings=SETTINGS)
    schedule.draw(tournament)
    schedule.publish(tournament)
    return again(tournament)


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def end_round(cup: Tournament) -> None:
    """Play the round and let the next one be drawn."""
    play_round(cup)
    schedule.advance(cup.pk)


def play_round(cup: Tournament) -> None:
    """Play all tables of the round; the order of the seats is that of the places, and the lower
    table has the lower totals."""
    play_queued()
    for seat in Seat.objects.filter(match__round=cup.rounds.order_by("number").last()):
        seat.awarded, seat.total = seat.number + 1, 10 * seat.match.table + seat.number
        seat.save()


def seated(cup: Tournament, number: int) -> list[int]:
    """The entries of a round by table and seat."""
    seats = Seat.objects.filter(match__round__tournament=cup, match__round__number=number)
    return [seat.entry_id or 0 for seat in seats.order_by("match__table", "number")]


def test_the_first_of_each_table_play_on_until_one_table_is_left(cup: Tournament) -> None:
    assert (cup.rounds_planned, cup.rounds.count()) == (2, 1)
    first = seated(cup, 1)
    end_round(cup)
    final = seated(cup, 2)
    assert sorted(final) == sorted([*first[:2], *first[4:6]])
    assert not cup.rounds.get(number=2).resting.exists()
    end_round(cup)
    assert again(cup).state == State.DONE
    assert [one.stage for one in cup.rounds.order_by("number")] == [1, 2]


def test_standings_have_the_last_table_first_and_then_who_went_out_before(
    cup: Tournament,
) -> None:
    first = seated(cup, 1)
    end_round(cup)
    middle = rank.table(cup)
    assert [(one.row.place, one.stage, one.out_in) for one in middle] == [
        *[(1, 2, None)] * 4,
        *[(5, 1, 1)] * 2,
        *[(7, 1, 1)] * 2,
    ]
    end_round(cup)
    table = rank.table(again(cup))
    assert [one.row.place for one in table] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert [one.entry.pk for one in table[:4]] == seated(cup, 2)
    assert {one.entry.pk for one in table[4:6]} == {first[2], first[6]}
    assert [one.out_in for one in table] == [None] * 4 + [1] * 4
    assert [one.row.matches for one in table] == [2] * 4 + [1] * 4
    places = [one.row.points for one in rank.league_table(cup.league)]
    assert places == [1, 2, 3, 4, 5, 5, 7, 7]


@pytest.mark.parametrize(("rules", "sign"), [("arschmallows", 1), ("abluxxen", -1)])
def test_a_finish_has_the_total_in_the_direction_of_the_game(
    new_tournament: NewTournament, bots: list[Bot], rules: str, sign: int
) -> None:
    cup = new_tournament(
        bots[:4], format="knockout", rules=rules, options={"deals": 1}, settings={"table_size": 2}
    )
    schedule.draw(cup)
    schedule.publish(cup)
    end_round(cup)
    first = seated(cup, 1)
    found = rank.finishes(cup)[1]
    assert [(found[one].place, sign * found[one].total) for one in first] == [
        (1, 10),
        (2, 11),
        (1, 20),
        (2, 21),
    ]


def test_a_receipt_gives_the_round_again(cup: Tournament) -> None:
    end_round(cup)
    second = cup.rounds.get(number=2)
    field = schedule._field(cup, schedule._entries(cup), {}, rank.finishes(cup))
    seed = bytes.fromhex(second.receipt["seed"])
    first = schedule._as_drawn(cup.rounds.get(number=1))
    (drawn,) = FORMATS["knockout"].plan(field, seed, (first,))
    assert drawn == schedule._as_drawn(second)


def test_when_nobody_is_left_to_draw_the_tournament_ends(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FORMATS["knockout"], "plan", lambda *_field_seed_drawn: ())
    end_round(cup)
    assert again(cup).state == State.DONE
    assert again(cup).rounds_planned == 1


def test_too_many_that_go_on_are_refused_beside_their_field(
    new_tournament: NewTournament,
) -> None:
    with pytest.raises(Refused, match="at most 2 of 3") as refused:
        new_tournament(format="knockout", settings={"table_size": 3, "advance": 3})
    assert refused.value.field == "advance"
