"""Two stages from the draw to the final: who goes on, how it counts, and what pages say of it."""

import pytest
from django.test import Client

from league import attendance, penalties, rank, schedule, show
from league.models import Bot, Entry, Seat, Tournament, User
from league.refusals import Refused
from tests.cast import NewTournament, again, play_queued, published

from .test_pages_public import text

pytestmark = pytest.mark.django_db
SETTINGS = {
    "table_size": 4,
    "first_stage": "planned",
    "first_stage_rounds": 1,
    "going_on": 5,
    "second_stage": "planned",
    "second_stage_rounds": 2,
}


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """One round of eight bots in fours, then two of the best five; published."""
    return published(new_tournament(bots, format="stages", settings=SETTINGS))


def end_round(cup: Tournament) -> None:
    """Play the round, in which the order of the seats is that of the places, and draw what
    follows."""
    play_queued()
    for seat in Seat.objects.filter(match__round__tournament=cup):
        seat.awarded, seat.total = seat.number + 1, 10 * seat.match.table + seat.number
        seat.save()
    schedule.advance(cup.pk)


def drawn_in(cup: Tournament, number: int) -> set[int]:
    """The entries of a round."""
    seats = Seat.objects.filter(match__round__tournament=cup, match__round__number=number)
    return {seat.entry_id or 0 for seat in seats}


def test_the_best_of_the_first_stage_play_the_second(client: Client, cup: Tournament) -> None:
    assert (cup.rounds_planned, cup.rounds.count()) == (3, 1)
    end_round(cup)
    assert [one.stage for one in cup.rounds.order_by("number")] == [1, 2, 2]
    assert len(drawn_in(cup, 2)) == 5
    two_first = {one.entry.pk for one in rank.table(cup) if one.row.rounds[1] <= 2}
    assert two_first < drawn_in(cup, 2)
    lots = cup.rounds.get(number=2).receipt["costs"]["ties_by_lot"]
    assert lots["count"] == 1  # two are third at their tables, and one of them goes on
    page = text(client, f"{cup.get_absolute_url()}?round=2")
    assert "Who goes on, decided by lot between equals" in page
    end_round(cup)
    end_round(cup)
    table = rank.table(again(cup))
    assert again(cup).state == Tournament.State.DONE
    assert [(one.stage, one.out_in) for one in table] == [(2, None)] * 5 + [(1, 1)] * 3
    assert {one.entry.pk for one in table[:5]} == drawn_in(cup, 3)
    assert all(one.row.points == one.row.rounds[2] + one.row.rounds[3] for one in table[:5])
    assert [one.row.place for one in table[5:]] == [6, 7, 7]


def test_the_page_says_how_stages_count(client: Client, cup: Tournament) -> None:
    end_round(cup)
    page = text(client, cup.get_absolute_url())
    assert "every stage begins at zero" in page
    assert "Out in" in page
    assert ">Points<" in page
    assert "in its stage" in page
    assert "A bye" not in page
    end_round(cup)
    end_round(cup)
    page = text(client, cup.get_absolute_url())
    assert "points in the last stage" in page or "points each in the last stage" in page


def test_who_sits_out_a_stage_that_is_no_knockout_rests(client: Client, cup: Tournament) -> None:
    end_round(cup)
    second = cup.rounds.get(number=2)
    second.resting.add(min(drawn_in(cup, 2)))
    assert not show.round_page(second).has_byes
    assert "Resting:" in text(client, f"{cup.get_absolute_url()}?round=2")


def test_a_knockout_after_the_first_stage_has_byes_and_points_of_both(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = SETTINGS | {"second_stage": "knockout", "table_size": 2, "going_on": 4}
    cup = new_tournament(bots, format="stages", settings=settings)
    schedule.draw(cup)
    schedule.publish(cup)
    while again(cup).state == Tournament.State.RUNNING:
        end_round(cup)
    assert [one.stage for one in cup.rounds.order_by("number")] == [1, 2, 3]
    assert [show.round_page(one).has_byes for one in cup.rounds.order_by("number")] == [
        False,
        True,
        True,
    ]
    page = text(client, cup.get_absolute_url())
    assert "First of 8 at the last table." in page
    assert "A bye pays nothing." in page
    assert "in its stage" in page


def test_the_preview_tells_the_course_of_both_stages(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    settings = SETTINGS | {"first_stage_rounds": 2, "second_stage": "knockout", "table_size": 3}
    cup = new_tournament(bots, format="stages", settings=settings)
    assert show.course(cup) == (
        show.CourseLine(range(1, 3), 8, ((3, 2), (2, 1)), 0, has_byes=False),
        show.CourseLine(range(3, 4), 5, ((3, 1), (2, 1)), 0, has_byes=True),
        show.CourseLine(range(4, 5), 3, ((3, 1),), 0, has_byes=True),
    )
    client.force_login(alice)
    page = text(client, f"{cup.get_absolute_url()}draw/")
    assert "1 to 2" in page
    assert "2 tables of 3, one table of 2" in page
    assert show.Setting("First stage", "Planned rounds") in show.settings(cup)


def test_the_form_offers_the_formats_by_name(client: Client, cup: Tournament, alice: User) -> None:
    client.force_login(alice)
    form = f"{cup.league.get_absolute_url()}new/?rules=xxl-individuel&format=stages"
    page = text(client, form)
    assert '<option value="everybody">Everybody meets everybody</option>' in page
    assert '<option value="swiss" selected>Swiss</option>' in page


def test_who_is_away_in_the_first_stage_has_missed_a_round_of_it(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, format="stages", settings=SETTINGS | {"first_stage_rounds": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    away = cup.entries.order_by("pk")[0]
    attendance.become(away, Entry.State.AWAY)
    end_round(cup)
    end_round(cup)
    assert [one.stage for one in cup.rounds.order_by("number")] == [1, 1, 2, 2]
    assert away.pk not in drawn_in(cup, 2) | drawn_in(cup, 3)
    (row,) = (one.row for one in rank.table(cup) if one.entry == away)
    assert (row.missed, row.rounds[2]) == ({2}, 4)
    attendance.become(away, Entry.State.PLAYING)
    end_round(cup)
    assert [one.stage for one in cup.rounds.order_by("number")] == [1, 1, 2, 2]
    assert all(one.row.missed == set() for one in rank.table(cup) if one.stage == 2)


def test_a_penalty_counts_in_the_stage_in_which_it_was_given(cup: Tournament) -> None:
    play_queued()
    two = {seat.entry for seat in Seat.objects.filter(match__round__tournament=cup, number=0)}
    for entry in two:
        assert entry is not None
        penalties.give(entry, "0.5", "late")
    end_round(cup)
    table = rank.table(cup)
    assert {one.entry for one in table if one.stage == 2} >= two  # 1.5 is enough
    assert [one.row.penalty for one in table] == [0] * 8
    penalties.give(table[0].entry, "7", "late again")
    last = rank.table(cup)
    assert (last[4].entry, last[4].row.penalty) == (table[0].entry, 7)


def test_more_than_there_are_cannot_go_on(new_tournament: NewTournament, bots: list[Bot]) -> None:
    cup = new_tournament(bots[:5], format="stages", settings=SETTINGS)
    with pytest.raises(Refused, match="Of 5 entries at most 4 can go on, not 5"):
        schedule.draw(cup)


def test_a_knockout_says_that_it_is_seeded_by_the_first_stage(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = SETTINGS | {"second_stage": "knockout", "advance": 1, "table_size": 2}
    cup = published(new_tournament(bots, format="stages", settings=settings))
    end_round(cup)
    first, second = show.explained(show.draw(cup.rounds.all()))
    assert first.seeds is None
    assert second.seeds
    assert second.seeds.says == "Seeded by where everybody stood after the first stage."
    assert len(second.seeds.names) == 5
