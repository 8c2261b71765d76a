"""A ladder that is played: tables begin and end one by one, bots come and go, nobody waits long."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from league import attendance, correct, ladder, run, schedule, tasks
from league.formats.continuous import CHECKING, FULL, HELD, PLAYING, RESTING, UNREADY
from league.models import (
    Bot,
    DrawnFrom,
    Entry,
    Match,
    Round,
    Rung,
    Seat,
    Tournament,
    User,
    Version,
)
from league.refusals import NotOpen
from tests.cast import NewTournament, play_queued, uploaded

pytestmark = pytest.mark.django_db
State = Tournament.State
NewLadder = Callable[..., Tournament]


@pytest.fixture
def new_ladder(new_tournament: NewTournament, settings: Settings) -> NewLadder:
    """Opens a ladder in twos with so many bots, two tables at once."""
    settings.LADDER_TABLES = 2

    def make(entered: list[Bot], **chosen: int) -> Tournament:
        chosen = {"table_size": 2, **chosen}
        made = new_tournament(entered, format="ladder", settings=chosen)
        ladder.start(made)
        made.refresh_from_db()
        return made

    return make


def evening(tournament: Tournament, turns: int) -> None:
    """So many times what workers and beat do."""
    for _turn in range(turns):
        tasks.advance(tournament.pk)
        play_queued()


def reasons(tournament: Tournament) -> dict[str, str]:
    """Why each of its bots waits."""
    now = ladder.look(tournament)
    return {str(now.entries[pk]): wait.reason for pk, wait in now.opening().waits.items()}


def sizes(tournament: Tournament) -> list[int]:
    return [one.seats.count() for one in Match.objects.filter(round__tournament=tournament)]


def test_tables_begin_by_themselves_and_everybody_plays_equally_often(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots)
    evening(made, 6)
    tasks.advance(made.pk)
    played = Counter(Seat.objects.filter(match__state="done").values_list("entry", flat=True))
    assert played.total() == 24
    assert set(played.values()) <= {2, 3, 4}
    assert dict(Rung.objects.values_list("entry", "played")) == played
    assert set(made.rounds.filter(number__lte=12).values_list("state", flat=True)) == {"done"}
    assert [one.number for one in made.rounds.order_by("number")] == list(range(1, 15))


def test_no_more_tables_are_open_than_the_site_allows_and_nobody_sits_at_two(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots)
    for _again in range(3):
        ladder.advance(made.pk)
    assert Match.objects.filter(state=Match.State.QUEUED).count() == 2
    sitting = list(Seat.objects.values_list("entry", flat=True))
    assert len(set(sitting)) == 4


def test_a_table_that_takes_long_holds_up_nobody_else(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots)
    ladder.advance(made.pk)
    slow = run.claim("a slow machine")
    assert slow is not None
    evening(made, 5)
    assert Match.objects.filter(state=Match.State.DONE).count() == 5
    assert slow.match.round is not None
    assert made.rounds.get(pk=slow.match.round.pk).state == Round.State.RUNNING


def test_a_match_that_came_to_nothing_does_not_keep_its_bots(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots[:2])
    ladder.advance(made.pk)
    Match.objects.update(state=Match.State.VOID)
    evening(made, 1)
    assert Match.objects.filter(state=Match.State.DONE).count() == 1


def test_bots_come_and_go_while_it_is_played(
    new_ladder: NewLadder, bots: list[Bot], alice: User
) -> None:
    made = new_ladder(bots[:4])
    evening(made, 2)
    (late,) = attendance.come_late(made, bots[4:5], alice)
    gone = made.entries.get(bot=bots[0])
    attendance.become(gone, Entry.State.WITHDRAWN, alice, "moved house")
    begun = made.rounds.count()
    evening(made, 4)
    later = Seat.objects.filter(match__round__number__gt=begun)
    assert not later.filter(entry=gone).exists()
    assert later.filter(entry=late).count() >= 3


def test_a_new_version_plays_from_the_next_table_on_and_comes_first(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots, catch_up=1)
    evening(made, 4)
    newer = Version.objects.create(bot=bots[0], number=2, house="random")
    evening(made, 1)
    entry = made.entries.get(bot=bots[0])
    latest = Seat.objects.filter(entry=entry).order_by("-pk")[0]
    assert latest.match.round in made.rounds.order_by("-number")[:2]
    assert latest.version == entry.version == newer
    assert not Seat.objects.filter(entry=entry, version=newer).exclude(pk=latest.pk).exists()


def test_two_of_one_owner_never_meet(new_ladder: NewLadder, bots: list[Bot], bob: User) -> None:
    Bot.objects.filter(pk__in=[one.pk for one in bots[:3]]).update(owner=bob)
    made = new_ladder(bots[:5], table_size=3)
    evening(made, 4)
    for match in Match.objects.all():
        assert match.seats.filter(entry__bot__owner=bob).count() == 1


def test_tables_of_all_sizes_come_up(new_ladder: NewLadder, bots: list[Bot]) -> None:
    made = new_ladder(bots, table_size=4, smaller_tables=2)
    evening(made, 5)
    assert set(sizes(made)) == {2, 3, 4}


def test_everybody_is_told_why_he_waits(
    new_ladder: NewLadder, bots: list[Bot], bobs_bot: Bot
) -> None:
    mine = uploaded(bobs_bot)
    made = new_ladder([*bots[:5], bobs_bot])
    assert set(reasons(made).values()) == {FULL}
    ladder.advance(made.pk)
    assert Counter(reasons(made).values()) == {PLAYING: 4, FULL: 2}
    Match.objects.all().delete()
    Version.objects.filter(pk=mine.pk).update(state=Version.State.CHECKING)
    assert reasons(made)[str(bobs_bot)] == CHECKING
    Version.objects.filter(pk=mine.pk).update(state=Version.State.REJECTED)
    assert reasons(made)[str(bobs_bot)] == UNREADY


def test_while_it_is_paused_no_table_begins(new_ladder: NewLadder, bots: list[Bot]) -> None:
    made = new_ladder(bots)
    schedule.pause(made)
    ladder.advance(made.pk)
    assert not made.rounds.exists()
    schedule.go_on(made)
    ladder.advance(made.pk)
    assert made.rounds.count() == 2


def test_it_ends_when_its_last_tables_are_in_and_begins_no_more(
    new_ladder: NewLadder, bots: list[Bot], alice: User
) -> None:
    made = new_ladder(bots)
    ladder.advance(made.pk)
    schedule.end_early(made, alice)
    tasks.advance(made.pk)
    made.refresh_from_db()
    assert made.state == State.RUNNING
    with pytest.raises(NotOpen, match="This ladder is being closed, so no more tables begin"):
        attendance.come_late(made, bots[:1])
    evening(made, 2)
    tasks.advance(made.pk)
    made.refresh_from_db()
    assert made.state == State.DONE
    assert made.rounds.count() == 2


def test_a_ladder_is_opened_once_and_never_drawn(
    new_ladder: NewLadder, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    made = new_ladder(bots)
    with pytest.raises(NotOpen):
        ladder.start(made)
    draft = new_tournament(bots, format="ladder", settings={})
    with pytest.raises(NotOpen, match="without rounds"):
        schedule.draw(draft)


def test_rounds_come_before_ladders(
    new_ladder: NewLadder, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    made = new_ladder(bots)
    ladder.advance(made.pk)
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    order = [run.claim("test") for _match in range(4)]
    ids = [one.match.round.tournament_id for one in order if one and one.match.round]
    assert ids == [cup.pk, cup.pk, made.pk, made.pk]


def test_a_table_can_be_drawn_again_while_it_is_known_what_it_came_of(
    new_ladder: NewLadder, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "KEPT_DRAWS", 6)
    made = new_ladder(bots)
    evening(made, 5)
    newest = made.rounds.order_by("-number")
    assert all(ladder.comes_out_again(one) for one in newest[:4])
    assert DrawnFrom.objects.count() <= 4
    with pytest.raises(NotOpen, match="Only the last 6 tables"):
        ladder.comes_out_again(made.rounds.get(number=1))
    one = newest[0].matches.get().seats.get(number=0)
    Seat.objects.filter(pk=one.pk).update(entry=made.entries.exclude(seats__match=one.match)[0])
    assert not ladder.comes_out_again(newest[0])
    former = newest[1]
    former.receipt["method"] = "ladder 1"
    with pytest.raises(NotOpen, match="“ladder 1”, in which nothing is drawn any more"):
        ladder.comes_out_again(former)


def test_whoever_waits_far_ahead_of_the_others_is_that_far_ahead_no_more(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots[:6], catch_up=3)
    evening(made, 1)
    ahead = made.entries.get(bot=bots[0])
    Rung.objects.update_or_create(entry=ahead, defaults={"turns": 500})
    ladder.advance(made.pk)
    assert not Seat.objects.filter(entry=ahead, match__state="queued").exists()
    assert Rung.objects.get(entry=ahead).turns < 3 + 20


def test_those_who_have_just_met_wait_a_moment_for_others(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots[:4])
    ladder.advance(made.pk)
    attempt = run.claim("test")
    assert attempt is not None
    run.play(attempt)
    tasks.advance(made.pk)
    assert Counter(reasons(made).values()) == {PLAYING: 2, HELD: 2}
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        tasks.advance(made.pk)
    assert Counter(reasons(made).values()) == {PLAYING: 4}


def test_a_draw_asks_as_much_late_as_early(new_ladder: NewLadder, bots: list[Bot]) -> None:
    made = new_ladder(bots)
    asked = []
    for turns in (2, 3):
        evening(made, turns)
        with CaptureQueriesContext(connection) as queries:
            ladder.advance(made.pk)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_bot_rests_between_two_tables_as_long_as_the_organiser_says(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    made = new_tournament(bots[:2], format="ladder", settings={"table_size": 2}, pause_s=60)
    ladder.start(made)
    evening(made, 2)
    made.refresh_from_db()
    assert made.rounds.count() == 1
    assert set(reasons(made).values()) == {RESTING}
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        tasks.advance(made.pk)
    assert made.rounds.count() == 2


def test_a_table_that_is_played_again_counts_once(new_ladder: NewLadder, bots: list[Bot]) -> None:
    made = new_ladder(bots[:2])
    evening(made, 2)
    ladder.advance(made.pk)
    match = Match.objects.filter(round__tournament=made, state="done")[0]
    before = sorted(made.entries.values_list("rung__played", flat=True))
    correct.void(match, "the wrong cards", correct.mark_of(match))
    evening(made, 1)
    schedule.pause(made)
    tasks.advance(made.pk)
    played = Match.objects.filter(round__tournament=made, state="done").count()
    assert before == [2, 2]
    assert list(made.entries.values_list("rung__played", flat=True)) == [played, played]


def test_a_table_that_ends_while_it_is_made_void_counts_once(
    new_ladder: NewLadder, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, in_state = new_ladder(bots[:2]), schedule.in_state
    evening(made, 1)
    match = Match.objects.get(round__tournament=made)

    def late(*asked: Any) -> Tournament:
        ladder.advance(made.pk)
        return in_state(*asked)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(schedule, "in_state", late)
        correct.void(match, "the wrong cards", correct.mark_of(match))
    schedule.end_early(made)
    evening(made, 2)
    assert made.rounds.filter(state="done").count() == 2
    assert set(made.entries.values_list("rung__played", flat=True)) == {2}


def test_a_table_that_is_played_again_takes_room_though_its_bots_sit_at_another(
    new_ladder: NewLadder, bots: list[Bot]
) -> None:
    made = new_ladder(bots[:2])
    evening(made, 1)
    ladder.advance(made.pk)
    attendance.come_late(made, bots[2:6])
    match = Match.objects.get(round__tournament=made, state="done")
    correct.void(match, "the wrong cards", correct.mark_of(match))
    ladder.advance(made.pk)
    assert Counter(reasons(made).values()) == {PLAYING: 2, FULL: 4}
    assert Match.objects.filter(round__tournament=made, state="queued").count() == 2


def test_a_table_can_be_a_set_with_the_same_cards_in_every_seat(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    made = new_tournament(
        bots[:2], format="ladder", settings={"table_size": 2}, deals=Tournament.Deals.DUPLICATE
    )
    ladder.start(made)
    tasks.advance(made.pk)
    assert Match.objects.count() == 2
    attempt = run.claim("test")
    assert attempt is not None
    run.play(attempt)
    tasks.advance(made.pk)
    assert Match.objects.count() == 2
    play_queued()
    tasks.advance(made.pk)
    assert set(Rung.objects.values_list("turns", "played")) == {(2, 2)}
