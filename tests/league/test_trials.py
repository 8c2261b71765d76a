"""Trials: an uploaded version is run in the sandbox, and is ready or rejected with the reason."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from bots import interpreters, probes, process, trial
from bots.runtime import NoSandbox
from bots.verdict import Fault, Verdict
from league import run, schedule, submit, trials, workers
from league.models import Attempt, Bot, Match, Seat, SeatLog, Trial, Version, Worker
from tests.bots import programs
from tests.bots.programs import EnableOnly
from tests.cast import FIRST, NewTournament, play_queued, uploaded

pytestmark = pytest.mark.django_db

IN_C = programs.packed({"bot.toml": b'interpreter = "binary"', "main": programs.STATIC})
QUICK = FIRST.replace(b"xxl-individuel", b"quibbles")


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise NoSandbox("There is no program bwrap.")

    monkeypatch.setattr(probes, "passed", broken)


def tried(bot: Bot, source: bytes) -> Version:
    """A version after its trial."""
    version = submit.upload(bot, source, "my_bot.py")
    assert trials.work("alice's machine")
    version.refresh_from_db()
    return version


def test_a_version_that_plays_what_it_claims_is_ready(bobs_bot: Bot) -> None:
    older = uploaded(bobs_bot)
    submit.go_back_to(older)
    version = tried(bobs_bot, QUICK)
    assert (version.state, version.reason, version.plays) == ("ready", "", ["quibbles"])
    (played,) = version.trial.played
    assert (played["what"], played["verdict"]) == ("quibbles", "ok")
    assert 0 < played["p50"] <= played["p99"] <= played["max"] < 1_000_000
    assert "thinking hard" in version.trial.log
    bobs_bot.refresh_from_db()
    assert bobs_bot.playing_version() == version  # a newer one that is ready takes over
    assert not trials.work("alice's machine")


@pytest.mark.parametrize("made", [programs.first_in_javascript, programs.first_in_c])
def test_a_bot_in_another_language_is_tried_like_any(
    bobs_bot: Bot, made: Callable[[], bytes]
) -> None:
    version = tried(bobs_bot, made())
    assert (version.state, version.reason, version.plays) == ("ready", "", ["xxl-pur"])


def test_a_worker_without_an_interpreter_that_is_enabled_leaves_uploads_to_others(
    bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit.upload(bobs_bot, programs.first_in_javascript(), "my_bot.zip")
    missing = interpreters.Interpreter("node", "JavaScript", "main.js", program="no-such-program")
    monkeypatch.setattr(interpreters, "CATALOG", {**interpreters.CATALOG, "node": missing})
    assert not trials.work("alice's machine")
    assert Trial.objects.get().state == Trial.State.QUEUED
    trouble = "The interpreter node is enabled, but not installed here."
    assert Worker.objects.get().trouble == trouble


def test_one_that_is_no_longer_enabled_is_rejected_with_the_reason(
    bobs_bot: Bot, enable_only: EnableOnly
) -> None:
    submit.upload(bobs_bot, programs.first_in_c(), "my_bot.zip")
    enable_only([])
    assert trials.work("alice's machine")
    reason = "It did not start: The interpreter 'binary' is not enabled here; a bot may use python."
    assert bobs_bot.versions.get().reason == reason


def test_a_match_whose_interpreter_was_disabled_since_the_draw_is_void_and_nobody_loses(
    bobs_bot: Bot, bots: list[Bot], new_tournament: NewTournament, enable_only: EnableOnly
) -> None:
    uploaded(bobs_bot, IN_C)
    schedule.draw(cup := new_tournament([bobs_bot, *bots[:3]], settings={"rounds": 1}))
    schedule.publish(cup)
    enable_only([])
    assert play_queued() == 0
    attempt = Attempt.objects.get()
    said = "The interpreter 'binary' is not enabled here; a bot may use python."
    assert (attempt.state, attempt.verdict, attempt.log) == ("void", "void-worker", said)
    assert attempt.match.state == Match.State.QUEUED  # for later, and for a few times


def test_a_trial_whose_interpreter_has_just_gone_is_tried_again_later(
    bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit.upload(bobs_bot, IN_C, "my_bot.zip")
    assert not workers.trouble("alice's machine")
    missing = interpreters.Interpreter("binary", "machine code", "main", program="no-such-program")
    monkeypatch.setattr(interpreters, "CATALOG", {**interpreters.CATALOG, "binary": missing})
    assert not trials.work("alice's machine")
    held = Trial.objects.get()
    assert (held.state, held.failures) == (Trial.State.QUEUED, 1)
    assert "The interpreter binary is gone here." in held.trouble


@pytest.mark.parametrize(
    ("source", "reason", "logged"),
    [
        (b"1 / 0", "It did not start: ", "ZeroDivisionError"),
        (
            QUICK.replace(b"return turn.legal[0]", b"return 'nonsense'"),
            "In Quibbles, deal 1, move ",
            "thinking hard",
        ),
    ],
)
def test_a_version_that_fails_is_rejected_with_the_reason_and_its_log(
    bobs_bot: Bot, source: bytes, reason: str, logged: str
) -> None:
    version = tried(bobs_bot, source)
    assert version.state == "rejected"
    assert version.reason.startswith(reason)
    assert logged in version.trial.log
    assert bobs_bot.playing_version() is None


def test_a_version_that_holds_a_worker_for_too_long_is_rejected_in_mid_match(
    bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "LONGEST_S", 0)
    version = tried(bobs_bot, QUICK)
    assert version.state == "rejected"
    assert version.reason.startswith("Its trial takes too long.")
    assert version.trial.played == []


def test_our_fault_rejects_nobody_and_is_tried_again_later(
    bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_slow(source: bytes) -> None:
        raise Fault(Verdict.VOID_SLOW, "It waited for a core.")

    version = submit.upload(bobs_bot, QUICK, "my_bot.py")
    with monkeypatch.context() as slow:
        slow.setattr(trial, "introduce", too_slow)
        assert not trials.work("alice's machine")
    version.refresh_from_db()
    assert version.state == "checking"
    assert "It waited for a core." in version.trial.trouble
    assert not trials.work("alice's machine")
    with time_machine.travel(timezone.now() + timedelta(seconds=3)):
        assert trials.work("alice's machine")


def test_a_trial_is_one_workers_and_goes_back_when_that_falls_silent(bobs_bot: Bot) -> None:
    submit.upload(bobs_bot, QUICK, "my_bot.py")
    lost = trials.claim("alice's machine")
    assert lost is not None
    assert trials.claim("bob's machine") is None
    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        assert run.put_back_expired() == 1
        assert trials.claim("bob's machine") is None  # a failure like any other
    with time_machine.travel(timezone.now() + timedelta(seconds=34)):
        assert trials.claim("bob's machine") is not None
    assert not trials.run(lost)
    assert Trial.objects.get().state == Trial.State.RUNNING


def test_a_trial_is_tried_for_ever_and_at_least_every_ten_minutes(bobs_bot: Bot) -> None:
    submit.upload(bobs_bot, QUICK, "my_bot.py")
    waits = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _try in range(12):
            held = trials.claim("alice's machine")
            assert held is not None
            clock.shift(31)
            trials.lost(held)
            held.refresh_from_db()
            waits.append((held.queued_at - timezone.now()).total_seconds())
            clock.move_to(held.queued_at)
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]


def test_a_version_deleted_meanwhile_stays_deleted(bobs_bot: Bot) -> None:
    version = submit.upload(bobs_bot, b"1 / 0", "my_bot.py")
    held = trials.claim("alice's machine")
    assert held is not None
    version.source  # noqa: B018 - the worker has it
    submit.delete_version(version)
    assert not trials.run(held)
    version.refresh_from_db()
    assert version.state == Version.State.DELETED


@pytest.mark.django_db(transaction=True)
def test_the_trial_of_a_version_deleted_meanwhile_ends_in_mid_match(
    bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LEASE_S", 0.1)
    slow = QUICK.replace(
        b"        turn.note", b"        __import__('time').sleep(0.1)\n        turn.note"
    )
    play, ended = trial.play, []

    def played(*args: Any, **kwargs: Any) -> trial.Trial:
        ended.append(play(*args, **kwargs))
        return ended[-1]

    monkeypatch.setattr(trial, "play", played)
    version = submit.upload(bobs_bot, slow, "my_bot.py")
    held = trials.claim("alice's machine")
    assert held is not None
    held.version.source  # noqa: B018 - the worker has it
    submit.delete_version(version)
    assert not trials.run(held)
    assert ended == []


def test_matches_are_played_for_as_long_as_the_trial_before_them_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, asked = [0.0], []

    def goes_on(seconds: float) -> None:
        now[0] += seconds

    def claim(worker: str) -> object:
        asked.append(now[0])
        goes_on(20)
        return object()

    monkeypatch.setattr(run, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(trials, "work", lambda _: goes_on(30))
    monkeypatch.setattr(run, "claim", claim)
    monkeypatch.setattr(run, "play", lambda _: 1)
    assert run.work("alice's machine") == 2
    assert asked == [30, 50]


def test_where_no_sandbox_holds_uploaded_bots_wait_and_others_play(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot, no_sandbox: None
) -> None:
    uploaded(bobs_bot)
    drawn = new_tournament([bobs_bot, *bots[:7]])
    schedule.draw(drawn)
    schedule.publish(drawn)
    submit.upload(bobs_bot, QUICK, "my_bot.py")
    assert run.work("alice's machine") == 1  # the table without it
    waiting = Match.objects.get(state=Match.State.QUEUED)
    assert waiting.seats.filter(version__house="").exists()
    assert Trial.objects.get(state=Trial.State.QUEUED).failures == 0
    assert Attempt.objects.count() == 1
    assert workers.trouble_everywhere() == "There is no program bwrap."


def test_one_worker_whose_sandbox_holds_is_enough(no_sandbox: None) -> None:
    assert workers.trouble("alice's machine") == "There is no program bwrap."
    Worker.objects.create(name="bob's machine", seen_at=timezone.now())
    assert workers.trouble_everywhere() == ""


def test_an_uploaded_bot_plays_its_match_and_leaves_its_log_there(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    version = uploaded(bobs_bot)
    drawn = new_tournament([bobs_bot, bots[0]], settings={"rounds": 1, "table_size": 2})
    schedule.draw(drawn)
    schedule.publish(drawn)
    assert play_queued() == 1
    seat = Seat.objects.get(version=version)
    assert seat.verdict == "ok"
    kept = SeatLog.objects.get()
    assert kept.seat == seat
    assert "thinking hard" in kept.text
    assert kept.notes[0]["deal"] == 0
    assert kept.notes[0]["text"].endswith("moves were open")
    assert len(kept.cpu_us) == len(kept.notes)


def test_sandboxes_are_prepared_only_for_bots_that_can_use_them(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    process.end_prepared()
    version = uploaded(bobs_bot, programs.first_in_c())
    Version.objects.update(plays=["xxl-pur"])
    of_two = {"rounds": 1, "table_size": 2}
    drawn = new_tournament([bobs_bot, bots[0]], rules="xxl-pur", options={}, settings=of_two)
    schedule.draw(drawn)
    schedule.publish(drawn)
    assert play_queued() == 1
    assert Seat.objects.get(version=version).verdict == "ok"
    assert process._ahead == []


def test_nothing_of_the_site_runs_what_was_uploaded() -> None:
    """Sources meet the sandbox through bots.trial and bots.uploaded, and nothing else."""
    readers = [
        path.name
        for path in Path(run.__file__).parent.rglob("*.py")
        if "source.body" in path.read_text()
    ]
    assert sorted(readers) == ["run.py", "trials.py"]
