"""Whole deals stay as they were written down."""

import pytest

from games import GAMES

from .playthrough import GOLDEN, playthrough


@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_of_every_game_is_as_it_was_written_down(slug: str) -> None:
    """If the change is meant: python -m tests.games.playthrough, and read the difference."""
    assert (GOLDEN / f"{slug}.txt").read_text() == playthrough(GAMES[slug])


def test_no_text_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(GAMES)
