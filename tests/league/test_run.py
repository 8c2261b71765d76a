"""Claims, attempts, leases and results: each match is played to its result once."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone

from games import transcript
from league import lease, messages, record, run, schedule
from league.models import Attempt, Bot, Match, Shuffle, Tournament, Transcript, Version
from league.refusals import NotOpen
from tests.cast import NewTournament, play_queued
from tests.parts import wait_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Three rounds of two tables, the first one queued."""
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    return cup


def claimed() -> Attempt:
    attempt = run.claim("alice's machine")
    assert attempt is not None
    return attempt


def later(seconds: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(seconds=seconds))


def play_for_minutes(minutes: int) -> int:
    """What is played while so much time goes by, with a look at the queue a minute."""
    played = 0
    for minute in range(1, minutes + 1):
        with later(60 * minute):
            played += play_queued()
    return played


def test_a_match_is_claimed_by_one_worker_only(published: Tournament) -> None:
    first, second = claimed(), claimed()
    assert first.match_id != second.match_id
    assert run.claim("bob's machine") is None


def test_a_played_match_has_result_seats_and_a_transcript_that_checks(
    published: Tournament,
) -> None:
    attempt = claimed()
    assert run.play(attempt)
    match = Match.objects.get(pk=attempt.match_id)
    assert match.state == Match.State.DONE
    assert match.shuffle.is_open
    written = match.transcript.read()
    assert transcript.check(written) is None
    assert written.seed == bytes(match.shuffle.seed)
    assert written.commitment == match.shuffle.commitment
    seats = list(match.seats.order_by("number"))
    assert [seat.awarded for seat in seats] == list(written.awarded)
    assert [seat.place for seat in seats] == list(written.places)
    assert [seat.total for seat in seats] == list(written.totals)
    assert {seat.verdict for seat in seats} == {"ok"}
    assert [seat["name"] for seat in written.seats] == [str(seat.entry) for seat in seats]


def test_a_result_is_taken_only_from_the_attempt_that_holds_the_match(
    published: Tournament,
) -> None:
    late = claimed()
    with later(31):
        assert run.put_back_expired() == 1
    with later(34):
        again = run.claim("bob's machine")
        while again and again.match_id != late.match_id:
            again = run.claim("bob's machine")
        assert again is not None
        assert run.play(late) is False
        assert not Transcript.objects.exists()
        assert run.play(again)
        assert run.play(late) is False
    assert Transcript.objects.count() == 1
    assert [a.state for a in Attempt.objects.filter(match=late.match_id)] == ["lost", "done"]


def test_a_lease_that_runs_is_not_taken_away(published: Tournament) -> None:
    claimed()
    with later(29):
        assert run.put_back_expired() == 0


def test_a_lease_renewed_at_the_last_moment_is_not_taken_away(published: Tournament) -> None:
    attempt = claimed()
    with later(31):
        Attempt.objects.update(lease_until=timezone.now() + timedelta(seconds=30))
        with pytest.raises(lease.Stale):
            record.lost(attempt)
    assert Match.objects.get(pk=attempt.match_id).state == Match.State.RUNNING


@pytest.mark.django_db(transaction=True)
def test_a_lease_is_renewed_again_after_the_database_was_out_of_reach(
    published: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LEASE_S", 0.2)
    attempt = claimed()
    lease_end, asked = lease.end, []

    def out_of_reach_at_first() -> object:
        asked.append(1)
        if len(asked) == 1:
            raise OperationalError("out of reach")
        return lease_end()

    monkeypatch.setattr(lease, "end", out_of_reach_at_first)
    with lease.renewed(attempt):
        held = Attempt.objects.filter(pk=attempt.pk, lease_until__gt=attempt.lease_until)
        wait_for(held.exists)
    assert len(asked) > 1


def test_the_queue_is_read_from_its_index(published: Tournament) -> None:
    queue = Match.objects.filter(state=Match.State.QUEUED).order_by("queued_at", "id")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # it would read so few rows without any index
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "queue" in queue[:16].explain().replace("queued", "")


def test_whoever_watches_is_told_that_a_table_is_being_played(published: Tournament) -> None:
    claimed()
    before = published.version
    published.refresh_from_db()
    version = published.version
    claimed()
    published.refresh_from_db()
    assert before < version < published.version


def test_a_match_is_played_again_with_the_same_seed(published: Tournament) -> None:
    attempt = claimed()
    seed = bytes(Shuffle.objects.get(matches=attempt.match_id).seed)
    record.void(attempt, "void-slow", "the canary was slow")
    with later(3):
        play_queued()
    assert Transcript.objects.get(match=attempt.match_id).read().seed == seed


def test_an_error_of_ours_counts_against_nobody_and_stops_no_other_table(
    published: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = claimed()
    Version.objects.filter(seats__match=broken.match_id).update(house="gone")
    assert run.play(broken) is False
    assert play_queued() == 1  # the other table; the broken one waits a while
    assert Match.objects.get(pk=broken.match_id).state == Match.State.QUEUED
    assert play_for_minutes(5) == 0
    match = Match.objects.get(pk=broken.match_id)
    assert match.state == Match.State.VOID
    assert match.attempts.count() == record.MOST_ATTEMPTS
    assert all("gone" in attempt.log for attempt in match.attempts.all())
    assert all(seat.awarded is None for seat in match.seats.all())


def test_a_void_match_is_played_again_when_the_organiser_says_so(published: Tournament) -> None:
    broken = claimed()
    Version.objects.filter(seats__match=broken.match_id).update(house="gone")
    run.play(broken)
    play_queued()
    play_for_minutes(5)
    Version.objects.update(house="random")
    run.play_again(broken.match)
    assert play_queued() == 1
    with pytest.raises(NotOpen):
        run.play_again(broken.match)


def test_each_failure_doubles_the_wait_and_playing_again_starts_anew(
    published: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[float] = []
    monkeypatch.setattr(messages, "matches_wait", lambda _, after_s=0: announced.append(after_s))
    claimed()  # the other table
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for wait in 2 * [2, 4, 8, 16, None]:
            broken = claimed()
            record.void(broken, "void-slow", "the canary was slow")
            if wait is None:
                run.play_again(broken.match)
                continue
            clock.shift(wait - 1)
            assert run.claim("alice's machine") is None
            clock.shift(1)
    assert announced == 2 * [2, 4, 8, 16, 0]


def test_queued_matches_nobody_took_are_announced_again(
    published: Tournament, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    assert run.wake_for_waiting() == 0
    with later(11):
        assert run.wake_for_waiting() == 2
        claimed()
        assert run.wake_for_waiting() == 0  # somebody is at work and will find the other one


def test_the_seed_stays_closed_while_another_match_with_it_runs(published: Tournament) -> None:
    first, second = claimed(), claimed()
    Match.objects.filter(pk=second.match_id).update(shuffle=first.match.shuffle)
    run.play(first)
    assert not first.match.shuffle.is_open
    run.play(second)
    assert first.match.shuffle.is_open
