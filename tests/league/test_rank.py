"""From recorded matches to standings and rankings."""

from fractions import Fraction
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from league import counted, rank, schedule, sheets
from league.models import Bot, League, Penalty, Round, Seat, Tournament, Version
from tests.cast import NewTournament, finish, play_queued, write

pytestmark = pytest.mark.django_db


def played(tournament: Tournament) -> Tournament:
    """Draw, publish and play to the end."""
    finish(tournament)
    return tournament


def award(cup: Tournament, round_number: int, **places: int) -> None:
    """Write places over those that were played, by bot slug with underscores."""
    for slug, place in places.items():
        seats = Seat.objects.filter(
            match__round__tournament=cup,
            match__round__number=round_number,
            entry__bot__slug=slug.replace("_", "-"),
        )
        write(seats, awarded=place)


def test_standings_add_up_the_awarded_places_of_finished_rounds(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(new_tournament(bots[:3], settings={"rounds": 2, "table_size": 3}))
    award(cup, 1, bot_1=1, bot_2=2, bot_3=2)
    award(cup, 2, bot_1=3, bot_2=1, bot_3=2)
    rows = [(str(one.entry), one.row.place, one.row.points) for one in rank.table(cup)]
    assert rows == [("Bot 2", 1, 3), ("Bot 1", 2, 4), ("Bot 3", 2, 4)]


def test_a_round_that_is_being_played_does_not_count_yet(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    assert {one.row.points for one in rank.table(cup)} == {0}
    schedule.advance(cup.pk)
    assert all(one.row.points > 0 for one in rank.table(cup))


def test_a_rest_of_a_finished_round_is_credited_with_the_mean(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(new_tournament(bots[:3], settings={"rounds": 3, "table_size": 3}))
    award(cup, 1, bot_1=1)
    award(cup, 2, bot_1=2)
    resting = cup.entries.get(bot__slug="bot-1")
    Seat.objects.filter(entry=resting, match__round__number=3).delete()
    third = Round.objects.get(tournament=cup, number=3)
    third.resting.add(resting)
    sheets.renew(third)
    (row,) = (one.row for one in rank.table(cup) if one.entry == resting)
    assert row.rounds == {1: 1, 2: 2, 3: Fraction(3, 2)}


def test_a_penalty_counts_until_it_is_cancelled(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(new_tournament(bots[:2], settings={"rounds": 1, "table_size": 2}))
    award(cup, 1, bot_1=1, bot_2=2)
    penalty = Penalty.objects.create(
        entry=cup.entries.get(bot__slug="bot-1"), points="1.50", reason="late twice"
    )
    assert [str(one.entry) for one in rank.table(cup)] == ["Bot 2", "Bot 1"]
    penalty.cancelled_at = penalty.given_at
    penalty.save()
    assert [str(one.entry) for one in rank.table(cup)] == ["Bot 1", "Bot 2"]


def test_totals_are_counted_as_played_even_after_a_verdict(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(
        new_tournament(
            bots[:3],
            rules="arschmallows",
            options={"deals": 1},
            settings={"rounds": 1, "table_size": 3},
            scoring="totals",
        )
    )
    seats = {seat.entry_id: seat.total for seat in Seat.objects.all()}
    assert {one.entry.pk: one.row.points for one in rank.table(cup)} == seats
    points = [one.row.points for one in rank.table(cup)]
    assert points == sorted(points)


def test_where_high_is_good_the_highest_totals_come_first(
    new_tournament: NewTournament, bots: list[Bot], house_league: League
) -> None:
    cup = played(
        new_tournament(
            bots[:4],
            rules="abluxxen",
            options={"deals": 1},
            settings={"rounds": 2, "table_size": 4},
            scoring="totals",
        )
    )
    for number, bot in enumerate(bots[:4]):
        write(Seat.objects.filter(entry__bot=bot), total=number - 2)
    names = ["Bot 4", "Bot 3", "Bot 2", "Bot 1"]
    assert [(str(one.entry), one.row.points) for one in rank.table(cup)] == [
        *zip(names, [2, 0, -2, -4], strict=True)
    ]
    assert [(str(one.who), one.row.points) for one in rank.league_table(house_league)] == [
        *zip(names, [1, 2, 3, 4], strict=True)  # its places are added, fewest first as ever
    ]
    Penalty.objects.create(
        entry=cup.entries.get(bot__slug="bot-4"), points="3.00", reason="late twice"
    )
    assert [one.row.points for one in rank.table(cup)] == [0, -1, -2, -4]


def test_points_follow_from_who_sat_together_and_ties_from_the_chain(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(
        new_tournament(
            bots[:5],
            settings={"rounds": 1, "table_size": 3},
            scoring_settings={"place_points": "scaled_by_table_size", "tie_pays": "average"},
            tie_breaks=["deals_won"],
        )
    )
    three, two = (
        [seat.pk for seat in match.seats.all()] for match in cup.rounds.get().matches.all()
    )
    for pk, place, won in [(three[0], 1, 0), (three[1], 1, 1), (three[2], 3, 0)]:
        write(Seat.objects.filter(pk=pk), awarded=place, won=won)
    write(Seat.objects.filter(pk__in=two), awarded=1, won=2)
    rows = [(one.row.place, one.row.points, one.decided_by) for one in rank.table(cup)]
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    assert rows == [
        (1, quarter, "Deals won"),
        (2, quarter, "Deals won"),
        (3, half, ""),
        (3, half, ""),
        (5, 1, ""),
    ]


def test_lots_are_drawn_by_the_seed_that_the_receipts_publish(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = played(new_tournament(bots[:4], settings={"rounds": 1, "table_size": 4}))
    assert counted.counting(cup).seed == cup.rounds.get().receipt["seed"]


def test_standings_take_as_many_queries_for_many_bots_as_for_few(
    new_tournament: NewTournament,
    bots: list[Bot],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for entered in (bots[:3], bots):
        cup = played(new_tournament(entered))
        with django_assert_num_queries(7):
            assert {one.entry.bot.club.slug for one in rank.table(cup) if one.entry.bot}


def test_the_league_ranks_bots_over_finished_tournaments_whatever_their_versions(
    new_tournament: NewTournament, bots: list[Bot], house_league: League
) -> None:
    first = played(new_tournament(bots[:3], settings={"rounds": 1, "table_size": 3}))
    award(first, 1, bot_1=1, bot_2=2, bot_3=3)
    Version.objects.create(bot=bots[0], number=2, house="random")
    second = played(new_tournament(bots[:2], settings={"rounds": 1, "table_size": 2}))
    award(second, 1, bot_1=2, bot_2=1)
    new_tournament(bots)  # a draft does not count
    versions = Seat.objects.filter(entry__bot=bots[0]).values_list("version__number", flat=True)
    assert set(versions) == {1, 2}
    ranking = [
        (str(one.who), one.row.place, one.row.points) for one in rank.league_table(house_league)
    ]
    assert ranking == [("Bot 1", 1, 3), ("Bot 2", 1, 3), ("Bot 3", 3, 6)]


def test_who_comes_late_while_standings_are_fetched_is_in_them(
    new_tournament: NewTournament, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = played(new_tournament(bots[:2], settings={"rounds": 1, "table_size": 2}))
    fetched = counted.fetched

    def meanwhile(*asked: Any) -> dict[int, counted.Counted]:
        cup.entries.get_or_create(bot=bots[2])
        return fetched(*asked)

    monkeypatch.setattr(counted, "fetched", meanwhile)
    assert [str(one.entry) for one in rank.table(cup)][2:] == ["Bot 3"]
