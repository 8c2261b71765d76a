"""Two act at once: nobody waits for one who waits for him."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from types import ModuleType
from typing import Any

import pytest
from django.db import connection

from league import attendance, challenge, correct, record, run, schedule, submit, tables
from league.models import Bot, Entry, Match, User
from league.refusals import Refusal
from tests.cast import FIRST, NewTournament, published, uploaded

from .test_correct import WHY, begun, turned

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., None]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    """Does `what`, and `other` when `what` has just come back from `look`."""

    def both(
        what: Callable[[], object], chapter: ModuleType, look: str, other: Callable[[], object]
    ) -> None:
        looks, is_held = getattr(chapter, look), Event()

        def slowly(*asked: Any, **how: Any) -> Any:
            found = looks(*asked, **how)
            if not is_held.is_set():
                is_held.set()
                time.sleep(0.1)  # in which it is asked for
            return found

        def meanwhile() -> None:
            is_held.wait(5)
            try:
                other()
            finally:
                connection.close()

        monkeypatch.setattr(chapter, look, slowly)
        with ThreadPoolExecutor(1) as threads:
            done = threads.submit(meanwhile)
            with suppress(Refusal):
                what()
            with suppress(Refusal):
                done.result()

    return both


def test_a_correction_is_looked_at_while_the_next_stage_is_played(
    at_once: AtOnce, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = begun(new_tournament(bots[:4], format="knockout", settings={"table_size": 2}))
    final, attempt = Match.objects.get(round__tournament=cup, round__number=2), run.claim("test")
    semifinal = Match.objects.get(round__tournament=cup, round__number=1, table=1)
    assert attempt
    assert attempt.match_id == final.pk
    at_once(
        lambda: run.play(attempt),
        record,
        "_write_seats",
        lambda: correct.look(semifinal, turned(semifinal)),
    )
    final.refresh_from_db()
    assert final.state == Match.State.DONE


ASKED: dict[str, Callable[[Match], object]] = {
    "more time": lambda match: tables.give_time(match, "5"),
    "void": lambda match: correct.void(match, WHY, correct.mark_of(match)),
}


@pytest.mark.parametrize("act", ASKED)
def test_a_table_that_waits_is_asked_about_while_its_round_is_drawn_anew(
    at_once: AtOnce, new_tournament: NewTournament, bots: list[Bot], act: str
) -> None:
    twos = {"rounds": 2, "table_size": 2}
    cup = begun(new_tournament(bots[:4], settings=twos, pause_s=3600, round_minutes=5))
    tables_of_it = Match.objects.select_related("round__tournament")
    table = tables_of_it.get(round__tournament=cup, round__number=2, table=1)
    entry = cup.entries.all()[0]
    at_once(
        lambda: attendance.become(entry, Entry.State.AWAY),
        schedule,
        "of_entry",
        lambda: ASKED[act](table),
    )
    assert not Match.objects.filter(pk=table.pk)


@pytest.mark.parametrize("act", ["upload", "challenge"])
def test_a_bot_comes_late_while_its_owner_does_something_with_it(
    at_once: AtOnce,
    new_tournament: NewTournament,
    bots: list[Bot],
    bobs_bot: Bot,
    bob: User,
    act: str,
) -> None:
    running = published(new_tournament(bots[:7]))
    version = uploaded(bobs_bot)
    other: dict[str, Callable[[], object]] = {
        "upload": lambda: submit.upload(bobs_bot, FIRST, "first.py"),
        "challenge": lambda: challenge.challenge(bob, version, "xxl-individuel", {}, [version], 1),
    }
    at_once(
        lambda: attendance.come_late(running, [bobs_bot], bob),
        schedule,
        "fix_versions",
        other[act],
    )
    assert running.entries.count() == 8
