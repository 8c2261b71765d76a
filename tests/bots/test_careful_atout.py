"""How `careful` plays couleur-atout: it names its best colour and spends trumps with reason."""

from __future__ import annotations

from bots.house._careful.couleur import Trick, strongest


def trick(cards: list[str], colours: str, trump: str, seats: int = 3) -> Trick:
    """A trick as the seat after these cards meets it, five cards in every hand."""
    view = {"trick": cards, "colours": list(colours), "seat": len(cards), "aside": 7}
    return Trick(view | {"hands": [5] * seats, "trump": trump})


def best(of: list[str], lying: Trick) -> str:
    return max(of, key=lying.worth)


def test_the_colour_with_the_most_in_hand_is_trump() -> None:
    assert strongest(["r10g5", "y9r8", "b5g2", "y4b1"]) == "r"


def test_a_dear_trick_is_trumped() -> None:
    lying = trick(["b10r3", "b9g7"], "b", trump="y")
    assert best(["y4b1", "r2g1"], lying) == "y4b1"


def test_a_cheap_trick_is_left_to_others() -> None:
    lying = trick(["b4r2", "g1b0"], "b", trump="y")
    assert best(["y9g6", "r2g0"], lying) == "r2g0"


def test_the_lowest_trump_that_wins_is_enough() -> None:
    lying = trick(["b10r3", "b9g7", "y4b1"], "b", trump="y", seats=4)
    assert best(["y10g2", "y6g5", "y3b2"], lying) == "y6g5"


def test_nothing_dear_is_played_under_a_trump() -> None:
    lying = trick(["b9r2", "y4b0"], "b", trump="y")
    assert best(["b10r4", "b5g4", "b8g6"], lying) == "b5g4"


def test_the_other_face_of_a_trump_wins_nothing() -> None:
    lying = trick(["y9g6"], "y", trump="y", seats=2)
    assert best(["g10y2", "r2g1"], lying) == "r2g1"
