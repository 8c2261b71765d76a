"""A match once more: its questions, and what another build answers to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bots import referee, rehearsal
from bots.catalog import HOUSE
from bots.players import Player
from bots.uploaded import Uploaded
from bots.verdict import Verdict
from games import MATCHES, transcript
from games.transcript import Transcript

from .players import Plain, garbling
from .test_trial import bot

CHANCE = bot(
    "def choose(self, turn):",
    "    import random",
    "    return random.choice(turn.legal)",
)
SEED = bytes(range(32))


def played(second: Player, variant: str = "amoins") -> Transcript:
    players = [Plain("alice"), second, HOUSE["random"]("charlie")]
    options = {"variant": variant, "deals": 2}
    return referee.play(MATCHES["xxl-individuel"], options, SEED, players).transcript


@pytest.fixture(scope="module")
def by_chance() -> Transcript:
    """A match in which bob is a sandboxed bot that draws its moves by lot."""
    return played(Uploaded(CHANCE, "bob", "1"))


def test_decisions_are_the_questions_of_the_match() -> None:
    alice = Plain()
    players = [alice, HOUSE["careful"](), HOUSE["random"]()]
    report = referee.play(MATCHES["quibbles"], {}, SEED, players)
    mine = [d for d in rehearsal.decisions(report.transcript) if d.turn.seat == 0]
    assert len(mine) == len(alice.asked)
    asked = [list(d.turn.moves) for d in rehearsal.decisions(report.transcript) if d.turn.seat == 0]
    assert asked == alice.asked


def test_the_same_build_decides_the_same_bit_for_bit(by_chance: Transcript) -> None:
    """It draws by lot, from the seed it was told."""
    downloaded = transcript.read(by_chance.text())
    found = rehearsal.rehearse(downloaded, 1, CHANCE)
    assert not found.differs
    assert found.same == sum(d.turn.seat == 1 for d in rehearsal.decisions(by_chance))


def test_the_first_decision_that_differs_is_told(by_chance: Transcript) -> None:
    other = bot("def choose(self, turn): return turn.legal[0]")
    found = rehearsal.rehearse(by_chance, 1, other)
    assert found.differs
    assert found.at is not None
    assert found.answer == found.at.turn.legal[0] != found.at.text
    before = [d.text == d.turn.legal[0] for d in rehearsal.decisions(by_chance) if d.turn.seat == 1]
    assert before.index(False) == found.same


def test_a_build_that_fails_says_where(by_chance: Transcript) -> None:
    found = rehearsal.rehearse(by_chance, 1, bot("def choose(self, turn): return 1 / 0"))
    assert found.fault is not None
    assert found.at is not None
    assert (found.same, found.answer, found.fault.verdict) == (0, None, Verdict.CRASHED)
    assert found.at.turn.seat == 1
    assert "ZeroDivisionError" in found.fault.log


def test_a_build_that_does_not_start_says_so(by_chance: Transcript) -> None:
    found = rehearsal.rehearse(by_chance, 1, b"raise SystemExit('no')")
    assert found.fault is not None
    assert (found.at, found.fault.verdict) == (None, Verdict.NO_START)


def test_what_the_fallback_chose_is_not_held_against_a_build() -> None:
    match = played(garbling("nonsense"))
    assert match.verdicts[1]["verdict"] == "illegal"
    found = rehearsal.rehearse(match, 1, CHANCE)
    assert found.at is not None
    assert found.at.by_fallback
    assert (found.at.deal, found.at.move) == (match.verdicts[1]["deal"], match.verdicts[1]["move"])


def test_verdicts_of_any_kind_are_read() -> None:
    """Nobody checks them when a transcript is read."""
    match = played(Plain("bob"))
    for verdict in ({}, {"verdict": "odd", "deal": "x"}, {"verdict": "late"}):
        odd = replace(match, verdicts=(verdict, *match.verdicts[1:]))
        first = next(d for d in rehearsal.decisions(odd) if d.turn.seat == 0)
        assert first.by_fallback == bool(verdict)
