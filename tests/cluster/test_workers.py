"""Real workers on a real broker: killed in the middle, side by side, never told that work waits."""

import os
import signal
import time
from collections import Counter
from pathlib import Path
from subprocess import Popen

import pytest
from pytest_django import Settings

from games import transcript
from league import run, schedule, submit
from league.models import Attempt, Bot, Match, Tournament, Transcript, Trial, Version, Worker
from tests.cast import FIRST, NewTournament, uploaded
from tests.parts import StartWorker, wait_for

pytestmark = pytest.mark.django_db(transaction=True)

LONG = {"rules": "arschmallows", "options": {"deals": 40}, "scoring": "totals"}


def published(tournament: Tournament) -> Tournament:
    schedule.draw(tournament)
    schedule.publish(tournament)
    return tournament


def is_done(tournament: Tournament) -> bool:
    """Whether it has come to its end; a beat's work is done in passing."""
    run.put_back_expired()
    run.wake_for_waiting()
    schedule.advance_all()
    return Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.DONE).exists()


def is_held_in_the_middle(worker: Popen[bytes]) -> bool:
    """Hold the worker still, and let it go again if that was between two matches."""
    worker.send_signal(signal.SIGSTOP)
    if Attempt.objects.filter(state=Attempt.State.RUNNING).exists():
        return True
    worker.send_signal(signal.SIGCONT)
    return False


def assert_every_match_has_one_result(tournament: Tournament) -> None:
    matches = Match.objects.filter(round__tournament=tournament)
    assert {match.state for match in matches} == {Match.State.DONE}
    done = Attempt.objects.filter(match__in=matches, state=Attempt.State.DONE)
    assert Counter(done.values_list("match", flat=True)) == Counter(match.pk for match in matches)
    papers = Transcript.objects.filter(match__in=matches)
    assert papers.count() == len(matches)
    for paper in papers:
        assert transcript.check(paper.read()) is None


def test_a_worker_killed_in_the_middle_loses_nothing_and_plays_nothing_twice(
    new_tournament: NewTournament,
    bots: list[Bot],
    start_worker: StartWorker,
    settings: Settings,
) -> None:
    settings.LEASE_S = 2
    cup = published(new_tournament(bots, settings={"rounds": 3, "table_size": 2}, **LONG))
    with start_worker("killed", LEASE_S="2") as worker:
        wait_for(lambda: Match.objects.filter(state=Match.State.DONE).count() >= 2)
        wait_for(lambda: is_held_in_the_middle(worker))
        worker.kill()
        worker.wait()
    assert not is_done(cup)
    with start_worker("next", LEASE_S="2"):
        wait_for(lambda: is_done(cup))
    assert_every_match_has_one_result(cup)
    assert Attempt.objects.filter(state=Attempt.State.LOST, worker__contains="killed").exists()


def test_the_trial_of_an_uploaded_version_outlives_its_worker(
    bobs_bot: Bot, start_worker: StartWorker, settings: Settings
) -> None:
    settings.LEASE_S, settings.PICKED_UP_WITHIN_S = 2, 1
    slow = FIRST.replace(b"xxl-individuel", b"quibbles").replace(
        b"        turn.note", b"        __import__('time').sleep(0.1)\n        turn.note"
    )
    version = submit.upload(bobs_bot, slow, "my_bot.py")
    with start_worker("killed", LEASE_S="2") as worker:
        run.wake_for_waiting()
        wait_for(Trial.objects.filter(state=Trial.State.RUNNING).exists)
        worker.kill()
        worker.wait()

    def is_ready() -> bool:
        run.put_back_expired()
        run.wake_for_waiting()
        version.refresh_from_db()
        return version.state == Version.State.READY

    with start_worker("next", LEASE_S="2"):
        wait_for(is_ready)
    assert version.trial.worker.startswith("next")
    assert version.trial.failures == 1


def test_two_workers_share_the_matches_of_one_database_and_nobody_is_locked_out(
    new_tournament: NewTournament, bots: list[Bot], start_worker: StartWorker, tmp_path: Path
) -> None:
    cups = [
        new_tournament(bots, name=f"Cup {number}", settings={"rounds": 4, "table_size": 2})
        for number in range(4)
    ]
    with start_worker("one"), start_worker("two"):
        for cup in cups:
            published(cup)
        wait_for(lambda: all(is_done(cup) for cup in cups))
    for cup in cups:
        assert_every_match_has_one_result(cup)
    workers = Counter(
        name.partition("@")[0] for name in Attempt.objects.values_list("worker", flat=True)
    )
    assert set(workers) == {"one", "two"}
    logs = "".join(log.read_text() for log in tmp_path.glob("*.log"))
    assert "Traceback" not in logs
    assert "locked" not in logs


def test_a_round_is_played_although_every_message_was_lost(
    new_tournament: NewTournament,
    bots: list[Bot],
    start_worker: StartWorker,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.PICKED_UP_WITHIN_S = 1
    with monkeypatch.context() as lost:
        lost.setattr("league.messages.current_app.send_task", lambda *_args, **_how: None)
        cup = published(new_tournament(bots))
    with start_worker("worker"):
        time.sleep(1)
        wait_for(lambda: is_done(cup))
    assert_every_match_has_one_result(cup)


def test_a_worker_that_waits_says_that_it_is_there_and_why_it_runs_no_uploaded_bot(
    start_worker: StartWorker, tmp_path: Path
) -> None:
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    elsewhere = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CACHE_DIRECTORY": str(tmp_path)}
    with start_worker("idle"), start_worker("bare", **elsewhere):
        wait_for(lambda: Worker.objects.count() == 2)
    found = dict(Worker.objects.values_list("name", "trouble"))
    assert found["idle@test"] == ""
    assert "bwrap" in (why := found["bare@test"])
    assert f"No uploaded bot runs here. {why}" in (tmp_path / "bare.log").read_text()


def sandboxes(worker: Popen[bytes]) -> set[int]:
    """The processes that a worker has started."""
    listed = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text()
    return set(map(int, listed.split()))


def test_a_worker_has_sandboxes_ready_for_the_next_match_and_leaves_none_behind(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot, start_worker: StartWorker
) -> None:
    uploaded(bobs_bot)
    with start_worker("ready") as worker:
        pair = {"rounds": 1, "table_size": 2}
        cup = published(new_tournament([bobs_bot, bots[0]], settings=pair))
        wait_for(lambda: is_done(cup))
        ready = sandboxes(worker)
        assert len(ready) == 1
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in ready))
    assert_every_match_has_one_result(cup)
