"""Standings as CSV: the page's numbers, for those who may read the page."""

import csv
import io

import pytest
from django.test import Client

from league import attendance, penalties, rank, schedule
from league.models import Bot, Entry, Tournament, User
from tests.cast import NewTournament, finish, play_queued, published

pytestmark = pytest.mark.django_db


def lines(client: Client, tournament: Tournament) -> list[list[str]]:
    response = client.get(f"{tournament.get_absolute_url()}standings.csv")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="{tournament.slug}.csv"'
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_the_file_says_what_the_page_says(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, settings={"rounds": 2, "table_size": 4})
    finish(cup)
    first = rank.table(cup)[0].entry
    penalties.give(first, "2.5", "phone at the table")
    attendance.become(rank.table(cup)[-1].entry, Entry.State.DISQUALIFIED, why="left")
    head, *rows = lines(client, cup)
    assert head[:6] == ["Place", "Name", "Bot", "State", "Points", "Penalty"]
    assert head[6:] == ["Round 1", "Round 2", "Tie decided by"]
    for row, standing in zip(rows, rank.table(cup), strict=True):
        points, rounds = standing.row.points, standing.row.rounds
        assert row[:4] == [
            str(standing.row.place),
            standing.entry.who.name,
            "yes",
            standing.entry.get_state_display(),
        ]
        assert [float(cell) for cell in row[4:8]] == [
            float(points),
            2.5 if standing.entry == first else 0,
            float(rounds[1]),
            float(rounds[2]),
        ]


def test_a_round_that_is_not_over_is_not_in_it(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = published(new_tournament(bots, settings={"rounds": 2}))
    assert lines(client, cup)[0][6:] == ["Tie decided by"]
    play_queued()
    schedule.advance(cup.pk)
    assert lines(client, cup)[0][6:] == ["Round 1", "Tie decided by"]
    page = client.get(cup.get_absolute_url()).content.decode()
    assert f'href="{cup.get_absolute_url()}standings.csv"' in page


def test_a_knockout_says_who_went_out_when(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, format="knockout", settings={"table_size": 4})
    finish(cup)
    head, *rows = lines(client, cup)
    assert head[4] == "Out in round"
    assert "Points" not in head
    assert [row[4] for row in rows] == [str(one.out_in or "") for one in rank.table(cup)]


@pytest.mark.parametrize("name", ["=1+1", "+49", "-1", "@home"])
def test_no_name_is_worked_out_as_a_formula(
    client: Client, new_tournament: NewTournament, bots: list[Bot], name: str
) -> None:
    cup = new_tournament(bots[:4], settings={"rounds": 1})
    Bot.objects.filter(pk=bots[0].pk).update(name=name)
    finish(cup)
    assert f"'{name}" in [row[1] for row in lines(client, cup)]


def test_who_may_not_read_the_page_gets_no_file(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    drafted = new_tournament(bots)
    schedule.draw(drafted)
    ladder = new_tournament(bots, name="Ladder", format="ladder", settings={"table_size": 2})
    for one in (drafted, ladder):
        assert client.get(f"{one.get_absolute_url()}standings.csv").status_code == 404
    client.force_login(alice)
    assert client.get(f"{drafted.get_absolute_url()}standings.csv").status_code == 404
