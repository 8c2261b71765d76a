"""Drawing, publishing, and one round following another."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import schedule, submit
from league.formats.catalog import FORMATS
from league.models import Bot, Club, Match, Round, Seat, Shuffle, Tournament, Version
from league.refusals import NotOpen, Refused
from tests.cast import NewTournament, make_bots, play_queued

pytestmark = pytest.mark.django_db
State = Tournament.State


def test_a_draw_seats_everybody_once_a_round_and_names_the_versions_that_play(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    cup.refresh_from_db()
    assert cup.state == State.DRAWN
    for played in cup.rounds.all():
        seats = list(Seat.objects.filter(match__round=played).select_related("entry", "version"))
        assert sorted(str(seat.entry) for seat in seats) == sorted(map(str, bots))
        assert all(seat.version and seat.version.bot == seat.who for seat in seats)
    assert not Match.objects.exclude(state=Match.State.DRAWN).exists()


def test_every_match_has_a_secret_seed_of_its_own_and_its_commitment(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    shuffles = list(Shuffle.objects.all())
    assert len(shuffles) == Match.objects.count() == 6
    assert len({bytes(shuffle.seed) for shuffle in shuffles}) == 6
    assert all(len(shuffle.seed) == 32 for shuffle in shuffles)
    assert not any(shuffle.is_open for shuffle in shuffles)


def test_drawing_again_replaces_the_draw_and_taking_it_back_leaves_nothing(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    commitments = set(Shuffle.objects.values_list("commitment", flat=True))
    cup.refresh_from_db()
    schedule.draw(cup)
    assert cup.rounds.count() == 3
    assert commitments.isdisjoint(Shuffle.objects.values_list("commitment", flat=True))
    schedule.take_back(cup)
    cup.refresh_from_db()
    assert cup.state == State.DRAFT
    assert not Round.objects.exists()
    assert not Shuffle.objects.exists()


@pytest.mark.parametrize("entered", [0, 1])
def test_too_few_entries_are_refused_and_the_draft_stays(
    new_tournament: NewTournament, bots: list[Bot], entered: int
) -> None:
    cup = new_tournament(bots[:entered])
    with pytest.raises(Refused) as refused:
        schedule.draw(cup)
    assert refused.value.sentence.endswith(".")
    cup.refresh_from_db()
    assert cup.state == State.DRAFT
    assert not Round.objects.exists()


def test_publishing_queues_the_first_round_only(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    states = {
        played.number: {match.state for match in played.matches.all()}
        for played in cup.rounds.all()
    }
    assert states == {1: {"queued"}, 2: {"drawn"}, 3: {"drawn"}}


def test_what_is_published_is_neither_published_again_nor_drawn_again_nor_taken_back(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    with pytest.raises(NotOpen):
        schedule.publish(cup)
    schedule.draw(cup)
    schedule.publish(cup)
    for act in (schedule.publish, schedule.take_back, schedule.draw):
        with pytest.raises(NotOpen):
            act(cup)
    cup.refresh_from_db()
    with pytest.raises(NotOpen):
        schedule.draw(cup)


def test_nobody_publishes_tables_he_has_not_seen(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    cup.refresh_from_db()
    seen = cup.version
    schedule.draw(cup)
    with pytest.raises(NotOpen, match="drawn again meanwhile"):
        schedule.publish(cup, seen)
    cup.refresh_from_db()
    assert cup.state == State.DRAWN
    schedule.publish(cup, cup.version)


def test_rounds_follow_one_another_until_the_tournament_is_done(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    for number in (1, 2, 3):
        assert cup.rounds.get(number=number).state == Round.State.RUNNING
        assert play_queued() == 2
        schedule.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.state == State.DONE
    assert cup.finished_at is not None


def test_a_round_is_not_over_while_one_of_its_matches_is_not(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    schedule.advance(cup.pk)
    schedule.advance(cup.pk)
    assert cup.rounds.get(number=1).state == Round.State.RUNNING
    assert cup.rounds.get(number=2).state == Round.State.DRAWN


def test_the_next_round_waits_for_the_pause_and_extra_calls_change_nothing(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, pause_s=60)
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    schedule.advance(cup.pk)
    schedule.advance(cup.pk)
    second = cup.rounds.get(number=2)
    assert second.state == Round.State.DRAWN
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        schedule.advance_all()
        schedule.advance_all()
    second.refresh_from_db()
    assert second.state == Round.State.RUNNING
    assert second.matches.filter(state=Match.State.QUEUED).count() == 2


def test_a_message_about_a_tournament_that_is_gone_does_nothing(
    new_tournament: NewTournament,
) -> None:
    draft = new_tournament()
    gone = draft.pk
    draft.delete()
    schedule.advance(gone)
    assert not Tournament.objects.exists()


def test_every_change_gives_the_tournament_a_new_version(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots)
    seen = []
    for act in (schedule.draw, schedule.publish):
        cup.refresh_from_db()
        seen.append(cup.version)
        act(cup)
    play_queued()
    cup.refresh_from_db()
    assert seen == sorted(set(seen))
    assert cup.version >= seen[-1] + 3  # publishing and two results


def change_settings(cup: Tournament, _bots: list[Bot]) -> None:
    submit.change_tournament(
        cup,
        name=cup.name,
        rules="arschmallows",
        options={},
        format="planned",
        settings={"rounds": 1, "table_size": 2},
        scoring="totals",
        pause_s=0,
    )


def enter_another(cup: Tournament, bots: list[Bot]) -> None:
    submit.enter(cup, bots[7:])


def withdraw_one(cup: Tournament, _bots: list[Bot]) -> None:
    submit.withdraw(cup.entries.get(bot__slug="bot-1"))


def draw_too(cup: Tournament, _bots: list[Bot]) -> None:
    schedule.draw(cup)


def draw_and_publish(cup: Tournament, _bots: list[Bot]) -> None:
    schedule.draw(cup)
    schedule.publish(cup)


@pytest.mark.parametrize(
    "meanwhile", [change_settings, enter_another, withdraw_one, draw_too, draw_and_publish]
)
def test_a_draw_of_what_somebody_changed_meanwhile_is_refused(
    new_tournament: NewTournament,
    bots: list[Bot],
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[..., None],
) -> None:
    cup = new_tournament(bots[:7])
    planned = type(FORMATS["planned"])
    plan = planned.plan

    def slow_plan(*args: Any) -> Any:
        monkeypatch.setattr(planned, "plan", plan)
        meanwhile(cup, bots)
        return plan(*args)

    monkeypatch.setattr(planned, "plan", slow_plan)
    with pytest.raises(NotOpen):
        schedule.draw(cup)
    drawn_by_the_other = meanwhile in {draw_too, draw_and_publish}
    assert cup.rounds.count() == (3 if drawn_by_the_other else 0)


def test_a_draw_takes_as_many_queries_with_twenty_entries_as_with_six(
    club: Club, new_tournament: NewTournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cup = new_tournament(make_bots(club, 20), settings={"rounds": 1, "table_size": 2})
    with django_assert_max_num_queries(21):
        schedule.draw(cup)


def test_a_draw_seats_the_newest_version_of_every_bot(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    Version.objects.create(bot=bots[0], number=3, house="careful")
    Version.objects.create(bot=bots[0], number=2, house="random")
    schedule.draw(new_tournament(bots))
    seats = Seat.objects.values_list("entry__bot__slug", "version__number").distinct()
    assert dict(seats) == {"bot-1": 3} | {f"bot-{number}": 1 for number in range(2, 9)}
