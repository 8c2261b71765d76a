"""Worked deals made by another program from the same rulings replay exactly."""

import json
from pathlib import Path
from typing import Any

import pytest

from games import GAMES

VECTORS = sorted(Path(__file__).with_name("vectors").glob("*.jsonl"))


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_game_has_worked_deals() -> None:
    assert {lines(path)[0]["game"] for path in VECTORS} == set(GAMES)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_a_worked_deal_replays_exactly(path: Path) -> None:
    head, *moves, end = lines(path)
    seed = bytes.fromhex(head["seed"])
    game = GAMES[head["game"]]
    state = game.deal(head["seats"], seed, head["start"], head["points"], **head["options"])
    for seat, text, legal in moves:
        assert state.to_move == seat
        assert sorted(state.text(move) for move in state.legal()) == legal
        state.play(state.parse(text))
    outcome = state.outcome()
    assert outcome is not None
    assert list(outcome.scores) == end["scores"]
    assert list(outcome.places) == end["places"]
