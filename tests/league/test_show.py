"""Read models: what pages and the API are made from."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from league import schedule, show
from league.models import Bot, Round, Tournament
from tests.cast import NewTournament, play_queued

pytestmark = pytest.mark.django_db


def test_a_list_counts_entries_and_rounds_each_for_itself(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    new_tournament()
    new_tournament(bots[:5])
    schedule.draw(new_tournament(bots[:3], settings={"rounds": 4, "table_size": 3}))
    shown = show.listed(Tournament.objects.order_by("pk"))
    assert [(one.entries, one.rounds) for one in shown] == [(0, 0), (5, 0), (3, 4)]


def test_a_round_that_ends_while_a_page_is_read_does_not_count_on_it(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    schedule.advance(cup.pk)
    cup.refresh_from_db()
    before = show.tournament(cup)
    play_queued()
    second_round = Round.objects.filter(number=2)
    asked: list[str] = []

    def ends_before_the_second(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        asked.append(sql)
        if len(asked) == 2:
            second_round.update(state=Round.State.DONE)
        return execute(sql, *args)

    with connection.execute_wrapper(ends_before_the_second):
        page = show.tournament(cup)
    assert page.rounds_done == 1
    assert page.standings == before.standings
    assert show.tournament(cup).rounds_done == 2


def test_a_round_whose_tables_are_all_in_is_not_called_being_played(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    assert "Round 1 of 3 is being played" in client.get(cup.get_absolute_url()).content.decode()
    play_queued()
    page = client.get(cup.get_absolute_url()).content.decode()
    assert "Every table is in." in page
    assert "About to go on" in page
    assert "is being played" not in page


def test_who_sits_at_many_tables_is_fetched_once(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, settings={"rounds": 3, "table_size": 4})
    schedule.draw(cup)
    tables = [table for page in show.draw(cup.rounds.all()) for table in page.tables]
    seats = [line.seat for table in tables for line in table.seats]
    assert len(seats) == 3 * len(bots)
    assert len({id(seat.entry) for seat in seats}) == len(bots)
    assert len({id(seat.version) for seat in seats}) == len(bots)


def test_a_choice_is_told_by_what_it_means(new_tournament: NewTournament) -> None:
    options = {"variant": "permis", "refuse": "fewer-than-any"}
    chosen = show.settings(new_tournament(options=options))
    assert show.Setting("Refuse", "All but those with the most cards") in chosen
    points = show.counting(new_tournament(scoring="table-points"))
    assert show.Setting("List of points", "5-3-2-1") in points


def test_a_list_of_who_may_enter_says_which_program_a_house_bot_is(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    assert {line.program for line in show.may_enter(new_tournament())} == {"random"}
