"""Verdicts: a closed list, ours apart from theirs."""

from __future__ import annotations

import pytest

from bots.verdict import Fault, Verdict
from tests.games.cases import is_sentence

THEIRS = ["late", "crashed", "illegal", "malformed", "flood", "too-big", "no-start", "exhausted"]
OURS = ["void-slow", "void-sandbox", "void-worker"]


def test_the_list_is_closed() -> None:
    assert [str(verdict) for verdict in Verdict] == ["ok", *THEIRS, *OURS]


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_says_in_a_sentence_what_it_means(verdict: Verdict) -> None:
    assert is_sentence(verdict.says)


@pytest.mark.parametrize("verdict", THEIRS)
def test_a_bots_fault_is_the_bots(verdict: str) -> None:
    assert Fault(Verdict(verdict)).whose == "bot"


@pytest.mark.parametrize("verdict", OURS)
def test_a_void_match_is_our_fault(verdict: str) -> None:
    assert Fault(Verdict(verdict)).whose == "ours"
