"""Who needs a certain table sits there in every round that has not begun."""

from typing import Any

import pytest
from django.test import Client

from league import schedule, swap, tables
from league.models import Act, Bot, Entry, Match, Tournament, User
from league.refusals import NotOpen, Refused
from tests.cast import NewTournament, finish

TWOS = {"table_size": 2, "rounds": 2}


def tables_of(entry: Entry) -> list[tuple[int, int]]:
    """Round and table of every match."""
    seated = Match.objects.filter(seats__entry=entry).order_by("round__number", "seating")
    return list(seated.values_list("round__number", "table"))


def page_of(entry: Entry) -> str:
    return f"{entry.tournament.get_absolute_url()}entries/{entry.pk}/"


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ({"format": "planned", "settings": TWOS}, [(1, 3), (2, 3)]),
        ({"format": "swiss", "settings": TWOS}, [(1, 3), (2, 3)]),
        ({"format": "knockout", "settings": {"table_size": 2}}, [(1, 3)]),
        ({"deals": "duplicate", "settings": TWOS}, [(1, 3), (1, 3), (2, 3), (2, 3)]),
    ],
    ids=["planned", "swiss", "knockout", "duplicate"],
)
def test_an_entry_sits_at_its_table_in_every_round_and_every_draw_comes_out_again(
    new_tournament: NewTournament,
    bots: list[Bot],
    setup: dict[str, Any],
    expected: list[tuple[int, int]],
) -> None:
    cup = new_tournament(bots, **setup)
    one = cup.entries.all()[0]
    tables.fix(one, "3")
    finish(cup)
    assert tables_of(one)[: len(expected)] == expected
    assert all(schedule.comes_out_again(played) for played in cup.rounds.all())


def test_rounds_that_have_begun_stay_and_the_others_go_on_as_planned(
    new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots, settings=TWOS)
    one = cup.entries.all()[0]
    schedule.draw(cup)
    schedule.publish(cup)
    was = [schedule.as_drawn(played) for played in cup.rounds.order_by("number")]
    number = tables_of(one)[0][1] % 4 + 1  # another one
    tables.fix(one, str(number), alice)
    schedule.advance(cup.pk)
    now = [schedule.as_drawn(played) for played in cup.rounds.order_by("number")]
    assert now[0] == was[0]
    assert tables_of(one)[1:] == [(2, number)]
    assert [set(draw.tables) for draw in now] == [set(draw.tables) for draw in was]
    assert all(schedule.comes_out_again(played) for played in cup.rounds.all())
    act = Act.objects.get(kind="table-fixed")
    assert (act.by, act.about) == (alice, {"who": str(one), "table": str(number)})


def test_a_table_is_fixed_for_one_only_and_given_back(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    one, other = new_tournament(bots[:4]).entries.all()[:2]
    assert tables.fix(one, " 3 ") == 3
    assert tables.fix(one, "3") == 3
    assert Act.objects.filter(kind="table-fixed").count() == 1
    with pytest.raises(Refused, match="sits at table 3 in every round already"):
        tables.fix(other, "3")
    assert tables.fix(one, "") is None
    assert tables.fix(other, "3") == 3
    for number in ("0", "-1", "501", "0000005000", "1.5", "²", "9" * 30):
        with pytest.raises(Refused, match="whole one from 1 to 500"):
            tables.fix(other, number)


@pytest.mark.parametrize("format", ["ladder", "planned"])
def test_no_table_is_fixed_where_it_means_nothing(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User, format: str
) -> None:
    cup = new_tournament(bots, format=format, settings={})
    one = cup.entries.all()[0]
    Tournament.objects.filter(pk=cup.pk, format="planned").update(state=Tournament.State.DONE)
    with pytest.raises(NotOpen):
        tables.fix(one, "1")
    client.force_login(alice)
    assert "A certain table" not in client.get(page_of(one)).content.decode()


def test_an_organiser_fixes_a_table_from_the_page_before_the_draw(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User, bob: User
) -> None:
    cup = new_tournament(bots, settings=TWOS)
    one, other = cup.entries.all()[:2]
    client.force_login(bob)
    assert client.post(page_of(one), {"table": "2"}).status_code == 404
    client.force_login(alice)
    assert page_of(one) in client.get(f"{cup.get_absolute_url()}entries/").content.decode()
    done = client.post(page_of(one), {"table": "2"}, follow=True).content.decode()
    assert f"{one} sits at table 2 in every round." in done
    assert 'value="2"' in done
    refused = client.post(page_of(other), {"table": "two"})
    assert refused.status_code == 400
    assert 'value="two"' in refused.content.decode()
    assert "Table 2" in client.get(f"{cup.get_absolute_url()}entries/").content.decode()
    schedule.draw(cup)
    refused = client.post(page_of(one), {"table": "1"})
    assert refused.status_code == 409
    assert "Take the draw back to fix a table" in refused.content.decode()
    assert tables_of(one) == [(1, 2), (2, 2)]


def test_the_draw_tells_organisers_who_is_not_at_his_table_and_nobody_else(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots, settings=TWOS)
    one, other = cup.entries.all()[:2]
    tables.fix(one, "5")
    tables.fix(other, "1")
    schedule.draw(cup)
    first = cup.rounds.get(number=1)
    stranger = first.matches.get(table=2).seats.exclude(entry=one)[0].entry
    assert stranger
    swap.swap(first, other, stranger, swap.look(first, other, stranger).mark, alice)
    client.force_login(alice)
    draft = client.get(f"{cup.get_absolute_url()}draw/").content.decode()
    assert draft.count(f"{one} needs table 5, but there are only 4.") == 2
    assert draft.count(f"{other} needs table 1, but sits at table 2.") == 1
    schedule.publish(cup)
    page = f"{cup.get_absolute_url()}?round=2"
    assert f"{one} needs table 5" in client.get(page).content.decode()
    client.logout()
    assert f"{one} needs table 5" not in client.get(page).content.decode()
