"""The log of acts: what is written down, and who reads it."""

import pytest
from django.test import Client

from league import acts, schedule, submit
from league.models import Act, Bot, League, User
from league.refusals import NotOpen, Refused
from tests.cast import NewTournament


def kinds() -> list[str]:
    return list(Act.objects.order_by("pk").values_list("kind", flat=True))


def test_every_step_of_an_organiser_is_written_down(
    new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    tournament = new_tournament()
    entries = submit.enter(tournament, bots, alice)
    submit.withdraw(entries[0], alice)
    schedule.draw(tournament, alice)
    schedule.take_back(tournament, alice)
    schedule.draw(tournament, alice)
    schedule.publish(tournament, by=alice)
    assert kinds() == [
        *("set-up", "entered", "scratched", "drawn", "taken-back", "drawn", "published"),
    ]
    assert {act.by for act in Act.objects.exclude(kind="set-up")} == {alice}


def test_what_is_refused_is_not_written_down(
    new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament, alice)
    before = kinds()
    with pytest.raises(NotOpen):
        submit.enter(tournament, bots, alice)
    assert kinds() == before


def test_an_act_keeps_names_as_they_were(
    new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    (entry,) = submit.enter(new_tournament(), bots[:1], alice)
    Bot.objects.filter(pk=bots[0].pk).update(name="Other")
    submit.withdraw(entry, alice)
    told = [acts.SAYS[act.kind] % act.about for act in Act.objects.order_by("pk")]
    assert told[1:] == ["Entered: Bot 1.", "Bot 1 was taken out before the draw."]


def test_a_reason_is_asked_for_and_kept_short(house_league: League, alice: User) -> None:
    assert acts.reason("  rain \n again ") == "rain again"
    with pytest.raises(Refused):
        acts.reason(" ")
    with pytest.raises(Refused):
        acts.note(house_league, alice, "ranking", "x" * 201)
    with pytest.raises(Refused, match="at most 200"):  # before anything else keeps it
        acts.reason("x" * 201)


def test_a_reason_that_no_database_would_keep_is_refused(house_league: League, alice: User) -> None:
    with pytest.raises(Refused, match="control characters"):
        acts.reason("rain\0")
    with pytest.raises(Refused, match="control characters"):
        acts.note(house_league, alice, "ranking", "rain\0")


def test_an_act_without_what_its_sentence_names_cannot_be_written(house_league: League) -> None:
    with pytest.raises(KeyError):
        acts.note(house_league, None, "entered")


def test_only_organisers_read_the_log(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User, bob: User
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament, alice)
    schedule.publish(tournament, by=alice)
    log = tournament.get_absolute_url() + "log/"
    client.force_login(bob)
    assert client.get(log).status_code == 403
    assert log not in client.get(tournament.get_absolute_url()).content.decode()
    client.force_login(alice)
    assert log in client.get(tournament.get_absolute_url()).content.decode()
    page = client.get(log).content.decode()
    assert "The draw was published." in page
    assert "alice" in page
