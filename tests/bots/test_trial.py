"""The trial of a bot: started, asked what it plays, and played."""

from __future__ import annotations

import pytest

from bots import trial
from bots.trial import Task, Times
from bots.verdict import Fault, Verdict
from games import MATCHES

HEAD = "from bots.sdk import Bot, run\nclass MyBot(Bot):\n"


def bot(*body: str) -> bytes:
    return (HEAD + "".join(f"    {line}\n" for line in body) + "run(MyBot)\n").encode()


FIRST = bot("def choose(self, turn): return turn.legal[0]")


def test_a_bot_introduces_itself() -> None:
    who = 'name, version = "alice", "7"'
    found = trial.introduce(bot(who, 'plays = ("quibbles", "abluxxen", "quibbles")'))
    assert (found.name, found.version) == ("alice", "7")
    assert found.plays == ("quibbles", "abluxxen")
    assert 0 < found.cpu_s < 5


def test_a_bot_that_claims_nothing_plays_every_match() -> None:
    assert trial.introduce(FIRST).plays == tuple(MATCHES)


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ('plays = ("chess",)', "It says that it plays 'chess'; there are abluxxen, "),
        ("plays = (7,)", "It says that it plays 7; "),
        ('plays = "quibbles"', "What it plays is a list of matches."),
    ],
)
def test_a_claim_that_cannot_be_tried_is_no_start(claim: str, says: str) -> None:
    with pytest.raises(Fault) as refused:
        trial.introduce(bot(claim))
    assert refused.value.verdict is Verdict.NO_START
    assert refused.value.log.startswith(says)


def test_a_bot_that_does_not_start_leaves_its_log() -> None:
    with pytest.raises(Fault) as refused:
        trial.introduce(b"import sys\nsys.exit('no model found')\n")
    assert refused.value.verdict is Verdict.NO_START
    assert "no model found" in refused.value.log


def test_a_choice_that_has_to_be_made_is_made_in_every_way() -> None:
    assert [str(task) for task in trial.tasks(["quibbles", "xxl-individuel"])][:3] == [
        "quibbles",
        "xxl-individuel variant=montees",
        "xxl-individuel variant=amoins",
    ]
    for task in trial.tasks(list(MATCHES)):
        task.rules.check(4, **task.options)


def test_a_trial_has_a_verdict_and_think_times() -> None:
    task = Task(MATCHES["xxl-individuel"], {"variant": "couleur", "deals": 1})
    one = trial.play(FIRST, "alice", "1", task)
    assert one.passed
    assert len(one.cpu_us) == len(one.report.think_us[one.seat]) > 3
    assert all(0 < us < 1_000_000 for us in one.cpu_us)
    again = trial.play(FIRST, "alice", "1", task)
    assert again.report.transcript.seed == one.report.transcript.seed
    assert [deal.moves for deal in again.report.transcript.deals] == [
        deal.moves for deal in one.report.transcript.deals
    ]


def test_a_trial_that_fails_says_where_and_keeps_the_log() -> None:
    task = Task(MATCHES["xxl-individuel"], {"variant": "couleur", "deals": 1})
    one = trial.play(
        bot("def choose(self, turn):", "    print('hm')", "    return 'x'"), "", "", task
    )
    assert not one.passed
    assert (one.verdict.verdict, one.verdict.deal) == (Verdict.ILLEGAL, 0)
    assert "'x' is not open now" in one.verdict.log
    assert one.log == "hm\n"


def test_think_times_are_told_by_nearest_rank() -> None:
    assert Times.of(range(1, 201)) == Times(p50=100, p99=198, max=200)
    assert Times.of([7]) == Times(7, 7, 7)
    assert Times.of([]) == Times(0, 0, 0)
