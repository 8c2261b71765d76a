"""How `careful` plays where runs are laid: it sheds what costs and opens little to others."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bots.house._careful.amoins import Amoins, fitting
from bots.house._careful.lun_apres import LunApres
from bots.house._careful.montees import Montees, opened_by
from bots.house._careful.xxl_cards import Unseen, face_texts
from bots.players import Chronicle, Hello, Turn
from games import MATCHES
from tests.games.xxl_positions import DECK


def hello(seats: int = 2) -> Hello:
    """As the player in seat 0 hears it."""
    return Hello("xxl-individuel", {"variant": "montees"}, 0, seats, ("",) * seats, bytes(32))


def unseen(cards: str) -> Unseen:
    """To a player who has not seen these cards."""
    new = Unseen(hello())
    new.cards = len(cards.split())
    new.faces = Counter(face for card in cards.split() for face in face_texts(card))
    return new


@pytest.mark.parametrize("seats", [2, 4])
def test_what_it_saw_on_the_table_and_in_its_hand_is_not_unseen(seats: int) -> None:
    match = MATCHES["xxl-individuel"].start(seats, bytes(32), variant="montees", deals=2)
    chronicle, rng, memory = Chronicle(match, []), Random(5), Unseen(hello(seats))
    turn = Turn(chronicle, 0)
    while match.to_move >= 0:
        view = turn.view
        memory.look(turn, view["hand"], [top["card"] for top in view["tops"]])
        assert memory.cards == sum(view["hands"][1:]) + view["pile"]
        assert memory.faces.total() == 2 * memory.cards
        assert not any(memory.faces[face] > count for face, count in ALL.items())
        chronicle.moves.append(rng.choice(match.legal()))
        match.play(chronicle.moves[-1])


ALL = Counter(face for card in DECK.texts for face in face_texts(card))


# Montees

RED_AND_BLUE: list[dict[str, Any]] = [
    {"card": "r5y1", "open": ["r4", "r6", "y0", "y2"]},
    {"card": "b4r2", "open": ["b3", "b5", "r1", "r3"]},
]


def montees(cards: str, seats: int = 2) -> Montees:
    """Careful, who has not seen these cards."""
    careful = Montees(hello(seats))
    careful.unseen = unseen(cards)
    return careful


def best(of: list[str], careful: Montees) -> str:
    return max(of, key=lambda move: careful.worth(move, RED_AND_BLUE))


def test_it_sheds_the_dearer_card() -> None:
    assert best(["b5g2:b@1", "g8r4:r@0", "r6g0:r@0"], montees("g10b6")) == "g8r4:r@0"


def test_it_opens_what_nobody_can_hold() -> None:
    """Red 6 on red 5 waits for red 7, green 0 for green 1; blue 1 for blue 0 and blue 2."""
    full_of_blue = montees("g1b0 y3b2 r6b2 r9b2 y4b0 y8b0 y9g6 y10g2")
    assert best(["r6b1:r@0", "r6g0:r@0"], full_of_blue) == "r6g0:r@0"
    full_of_green = montees("g1b0 r2g1 b8g1 y9g6 y10g2 b9g7")
    assert best(["r6b2:r@0", "r6g0:r@0"], full_of_green) == "r6b2:r@0"


def test_it_never_draws_where_it_can_play() -> None:
    assert best(["draw", "b5r0:b@1"], montees("b10g6")) == "b5r0:b@1"


def test_it_keeps_a_cheap_card_and_plays_a_dear_one() -> None:
    nothing_fits = montees("g10r1 b10y9", seats=3)
    assert best(["r6g0:r@0", "pass"], nothing_fits) == "pass"
    assert best(["g8r4:r@0", "pass"], nothing_fits) == "g8r4:r@0"


def test_the_more_opponents_the_less_it_keeps() -> None:
    kept_among = [
        seats
        for seats in (2, 3, 4)
        if best(["g8r4:r@0", "pass"], montees("g10r1", seats)) == "pass"
    ]
    assert kept_among == [2]


def test_it_plays_a_cheap_card_that_shuts_the_others_out() -> None:
    full_of_red = montees("r4b3 g8r4 r6g0 r6b1")
    assert best(["r6g0:r@0", "pass"], full_of_red) == "r6g0:r@0"


def test_it_knows_what_a_card_opens() -> None:
    assert opened_by("r6g0", "r", "r5y1") == ["r7", "g1", "g-1"]  # nothing shows green -1
    assert opened_by("r6g0", "r", "r7y6") == ["r5", "g1", "g-1"]


# À moins


def amoins(cards: str) -> Amoins:
    """Careful, who has not seen these cards."""
    careful = Amoins(hello())
    careful.unseen = unseen(cards)
    return careful


def test_it_sheds_the_dearest_card_and_keeps_low_ones_for_later() -> None:
    careful = amoins("g10r1 b10y9 r2b1")
    assert max(["r5b4", "r2g0", "y9g6"], key=lambda move: careful.worth(move, "r10y9")) == "y9g6"
    assert careful.worth("pass", "r10y9") > careful.worth("r2g0", "r10y9")
    assert careful.worth("pass", "r10y9") < careful.worth("y9g6", "r10y9")
    assert careful.worth("draw", "r10y9") < careful.worth("r2g0", "r10y9")


def test_of_cards_that_cost_alike_it_plays_what_fewer_fit_on() -> None:
    full_of_red = amoins("r2b1 r3y1 r5g4 b10y9")
    assert full_of_red.worth("y6g5", "y9g8") > full_of_red.worth("r6g5", "y9g8")


def test_it_knows_what_fits_below() -> None:
    assert fitting("r2g1") == ["r0", "r1", "g0"]


# L'un après l'autre

OPENED = {"r": "r6", "g": "g3", "b": "b10"}  # nothing goes on in yellow


def lun_apres(cards: str) -> LunApres:
    """Careful, who has not seen these cards."""
    careful = LunApres(hello())
    careful.unseen = unseen(cards)
    return careful


def test_it_lays_what_others_cannot_follow() -> None:
    """After red 6 comes red 5, after green 3 green 2."""
    with_green_2 = lun_apres("b5g2 y10g2 y9r8 b9g7")
    assert with_green_2.worth("r6g0:r", OPENED) > with_green_2.worth("g3y0:g", OPENED)
    with_red_5 = lun_apres("y8r5 r5y1 y9r8 b9g7")
    assert with_red_5.worth("r6g0:r", OPENED) < with_red_5.worth("g3y0:g", OPENED)


def test_after_a_0_it_looks_at_the_10s() -> None:
    at_1 = {"r": "r0"}
    without, with_10 = lun_apres("b9g7 y9g6"), lun_apres("r10b7 y9g6")
    assert without.worth("y7r0:r", at_1) > with_10.worth("y7r0:r", at_1)


def test_it_lays_what_will_not_fit_again() -> None:
    """Green 3 is waited for too, so r6g3 will fit again. Yellow cannot come to its 2."""
    careful = lun_apres("b9g7")
    assert careful.later("r6g3", OPENED) > careful.later("r6y2", OPENED) > 0
    assert careful.later("r6y2", OPENED) == careful.later("r6y9", OPENED)
    assert careful.worth("r6y3:r", OPENED) > careful.worth("r6g3:r", OPENED)


def test_it_sees_whether_a_colour_can_come_to_a_number() -> None:
    """Green is at 3: it goes on to 2 and 1, of which somebody must hold a card."""
    at_3 = {"g": "g3"}
    with_green_2 = lun_apres("y10g3 b5g2")
    assert with_green_2.later("g1b0", at_3) > 0
    assert with_green_2.later("b7g0", at_3) == 0
    assert lun_apres("y10g3").later("g1b0", at_3) == 0
    holding_it = lun_apres("y10g3")
    holding_it.hand = ["b5g2"]
    assert holding_it.later("g1b0", at_3) > 0


def test_it_keeps_what_a_colour_waits_for_unless_it_is_dear() -> None:
    careful = lun_apres("y9r8 b9g7")
    assert careful.worth("pass", OPENED) > careful.worth("g3y0:g", OPENED)
    assert careful.worth("pass", OPENED) > careful.worth("draw", OPENED)
    dear = {"y": "y10"}
    holding_all_9s = lun_apres("y10b8 y10g2 b9g7")
    assert holding_all_9s.worth("y10b8:y", dear) > holding_all_9s.worth("pass", dear)


def test_it_sees_the_runs_of_a_table() -> None:
    match = MATCHES["xxl-individuel"].start(2, bytes(32), variant="lun-apres")
    turn, careful = Turn(Chronicle(match, []), match.to_move), LunApres(hello())
    turn.moves = match.legal()
    assert careful.choose(turn) in turn.moves
