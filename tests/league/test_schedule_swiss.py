"""Rounds that wait for results: drawn when the one before is over, once, whoever asks."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league import rank, schedule, show, submit
from league.formats.catalog import FORMATS
from league.models import Bot, Match, Round, Seat, Tournament, User, Version
from league.refusals import NotOpen
from tests.cast import FIRST, NewTournament, play_queued, uploaded

from .test_pages_public import text

pytestmark = pytest.mark.django_db
State = Tournament.State


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Eight bots in fours, three rounds, published."""
    tournament = new_tournament(bots, format="swiss")
    schedule.draw(tournament)
    schedule.publish(tournament)
    return again(tournament)


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def play_round(tournament: Tournament) -> None:
    """All tables of the round that is queued, and what follows."""
    assert play_queued() == 2
    schedule.advance(tournament.pk)


def test_only_the_first_round_is_drawn_before_play(cup: Tournament) -> None:
    assert cup.rounds_planned == 3
    assert cup.rounds.count() == 1


def test_the_rounds_follow_from_the_results(cup: Tournament) -> None:
    for number in (1, 2, 3):
        assert cup.rounds.count() == number
        play_round(cup)
    assert again(cup).state == State.DONE
    assert [one.number for one in cup.rounds.order_by("number")] == [1, 2, 3]
    for played in cup.rounds.all():
        assert Seat.objects.filter(match__round=played).count() == 8
    assert {standing.row.matches for standing in rank.table(cup)} == {3}


def test_a_receipt_gives_the_round_again(cup: Tournament, bots: list[Bot]) -> None:
    """From what anybody can read: the seed, the settings, the tables and places before."""
    play_round(cup)
    second = cup.rounds.get(number=2)
    places = {one.entry.pk: one.row.place for one in rank.table(cup)}
    field = schedule.field_of(cup, schedule.playing(cup), places)
    seed = bytes.fromhex(second.receipt["seed"])
    (drawn,) = FORMATS["swiss"].plan(field, seed, (schedule.as_drawn(cup.rounds.get(number=1)),))
    assert drawn == schedule.as_drawn(second)
    assert drawn.receipt.costs["places_apart"].price >= 0


def test_nothing_is_drawn_while_a_table_still_plays(cup: Tournament) -> None:
    Match.objects.filter(table=2).update(state=Match.State.RUNNING)
    play_queued()
    schedule.advance(cup.pk)
    assert cup.rounds.count() == 1


def test_the_next_round_is_drawn_at_once_and_starts_after_the_pause(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, format="swiss", pause_s=60)
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    schedule.advance(cup.pk)
    second = cup.rounds.get(number=2)
    assert second.state == Round.State.DRAWN
    assert second.starts_at is not None
    assert second.starts_at > timezone.now() + timedelta(seconds=50)
    assert play_queued() == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        schedule.advance(cup.pk)
        assert play_queued() == 2


def asked_twice(cup: Tournament) -> None:
    schedule.advance(cup.pk)


def changed(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(version=cup.version + 100)


@pytest.mark.parametrize("meanwhile", [asked_twice, changed])
def test_a_round_is_drawn_once_whoever_comes_in_between(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Tournament], None]
) -> None:
    plan = FORMATS["swiss"].plan
    calls = []

    def slow_plan(*args: object) -> object:
        calls.append(args)
        if len(calls) == 1:
            meanwhile(cup)
        return plan(*args)  # type: ignore[arg-type]  # whatever it is given

    monkeypatch.setattr(FORMATS["swiss"], "plan", slow_plan)
    play_queued()
    schedule.advance(cup.pk)
    schedule.advance(cup.pk)
    assert [one.number for one in cup.rounds.order_by("number")] == [1, 2]
    assert Match.objects.filter(round__number=2).count() == 2


@pytest.mark.parametrize(("meanwhile", "rounds"), [(asked_twice, 2), (schedule.end_early, 1)])
def test_nothing_is_drawn_that_is_not_open_any_more_when_the_draw_begins(
    cup: Tournament,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[Tournament], None],
    rounds: int,
) -> None:
    look = schedule._advance

    def look_then_wait(tournament_id: int) -> object:
        monkeypatch.undo()
        found = look(tournament_id)
        meanwhile(cup)
        return found

    play_queued()
    monkeypatch.setattr(schedule, "_advance", look_then_wait)
    schedule.advance(cup.pk)
    assert cup.rounds.count() == rounds


def test_the_versions_of_the_first_draw_play_all_rounds(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    first = uploaded(bobs_bot)
    cup = new_tournament([*bots[:7], bobs_bot], format="swiss")
    schedule.draw(cup)
    schedule.publish(cup)
    newer = uploaded(bobs_bot, FIRST + b"# newer\n")
    assert Version.playing([bobs_bot.pk])[bobs_bot.pk] == newer
    play_round(cup)
    with pytest.raises(NotOpen, match="still to play"):
        submit.delete_version(first)
    play_round(cup)
    play_round(cup)
    seats = Seat.objects.filter(entry__bot=bobs_bot)
    assert list(seats.values_list("version", flat=True)) == [first.pk] * 3
    submit.delete_version(first)


def test_a_draw_taken_back_frees_its_versions(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    version = uploaded(bobs_bot)
    cup = new_tournament([*bots[:3], bobs_bot], format="swiss")
    schedule.draw(cup)
    with pytest.raises(NotOpen, match="still to play"):
        submit.delete_version(version)
    schedule.take_back(cup)
    submit.delete_version(version)
    assert again(cup).rounds_planned == 0


def test_pages_say_that_more_rounds_are_to_come(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots, format="swiss", pause_s=60)
    schedule.draw(cup)
    client.force_login(alice)
    draw = text(client, f"{cup.get_absolute_url()}draw/")
    assert "Of 3 rounds this is what can be drawn now." in draw
    assert "It begins after the pause." in draw
    for looks_first, says in ((False, "at once."), (True, "when an organiser has shown it.")):
        Tournament.objects.update(pause_s=0, looks_first=looks_first)
        assert f"It begins {says}" in text(client, f"{cup.get_absolute_url()}draw/")
    Tournament.objects.update(pause_s=60, looks_first=False)
    schedule.publish(cup)
    assert "Round 1 of 3 is being played" in text(client, cup.get_absolute_url())
    play_queued()
    schedule._advance(cup.pk)
    assert "The next round is being drawn" in text(client, cup.get_absolute_url())
    schedule.advance(cup.pk)
    page = text(client, cup.get_absolute_url())
    assert "Round 2 of 3 begins at" in page
    (listed,) = show.listed(Tournament.objects.all())
    assert (listed.entries, listed.rounds) == (8, 3)
