"""How `careful` plays: it wins cheaply, forgets nothing it saw, and announces with reason."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bots import referee
from bots.catalog import HOUSE
from bots.house._careful.arschmallows import UNSEEN, Memory, Options, Spot
from bots.house._careful.couleur import Trick
from bots.players import Hello
from games import GAMES, MATCHES
from games.core import Event
from games.rules.arschmallows import EXCHANGE, PLAY_TWICE, SPY, Arschmallows
from games.transcript import Transcript
from tests.games.cases import walk

# Couleur


def trick(cards: list[str], colours: str, seats: int) -> Trick:
    """A trick as the seat after these cards meets it, five cards in every hand."""
    view = {"trick": cards, "colours": list(colours), "seat": len(cards), "aside": 7}
    return Trick(view | {"hands": [5] * seats})


def best(of: list[str], lying: Trick) -> str:
    return max(of, key=lying.worth)


def test_last_to_play_wins_with_the_cheapest_card_that_does() -> None:
    lying = trick(["r6g0", "r7y1"], "r", seats=3)
    assert best(["r10b9", "r8g2", "r5b3"], lying) == "r8g2"


def test_who_cannot_win_loses_the_cheapest_card() -> None:
    lying = trick(["r9g0", "r10y1"], "r", seats=3)
    assert best(["r8b7", "r5g2", "r2b1"], lying) == "r2b1"


def test_a_card_that_does_not_follow_wins_nothing() -> None:
    lying = trick(["r6g0", "r7y1"], "r", seats=3)
    assert best(["b10g9", "y2b1"], lying) == "y2b1"


def test_the_last_card_that_shows_both_colours_decides_for_the_higher() -> None:
    lying = trick(["r9g8"], "rg", seats=2)
    assert lying.worth("g9r1") > lying.worth("r8g1")  # XXL-61: green counts, 9 beats 8


# Arschmallows


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("cards", [4, 6])
def test_what_it_is_sure_of_is_so(seats: int, cards: int) -> None:
    for seed in range(8):
        deal = GAMES["arschmallows"].deal(seats, seed.to_bytes(32, "big"), cards=cards)
        assert isinstance(deal, Arschmallows)
        memories = [listening(deal, seat, cards) for seat in range(seats)]
        for _ in walk(deal, Random(seed)):
            for memory in memories:
                agrees(memory, deal.rows)


def listening(deal: Arschmallows, seat: int, cards: int) -> Memory:
    """A memory that hears every event at once."""
    names = ("",) * deal.seats
    hello = Hello("arschmallows", {"cards": cards}, seat, deal.seats, names, bytes(32))
    memory = Memory(hello)

    def hear(event: Event) -> None:
        seen = event.seen_by(seat)
        memory.hear([seen] if seen else [])

    deal.listen(hear)
    return memory


def agrees(memory: Memory, rows: list[list[int]]) -> None:
    """Nothing that the memory is sure of is otherwise."""
    for spots, row in zip(memory.rows, rows, strict=bool(memory.rows)):
        for spot, card in zip(spots, row, strict=True):
            assert spot.variance or spot.value == card


def options(row: list[Spot], theirs: list[Spot]) -> Options:
    """Seat 0's, two at the table, all cards face down."""
    view = {"rows": [[None] * len(row), [None] * len(theirs)]}
    return Options(0, [row, theirs], view)


ROW = [UNSEEN, Spot(8), Spot(1), UNSEEN]


def test_a_low_card_takes_the_place_of_the_highest() -> None:
    assert options(ROW, ROW).best(0, drawn=False) == (8, "swap 1")


def test_a_high_card_is_laid_away_where_that_costs_least() -> None:
    assert options(ROW, ROW).best(10, drawn=False)[1] == "block 2"


def test_the_last_card_face_down_is_not_turned_up() -> None:
    assert options([Spot(1)], ROW).best(8, drawn=True)[1] == "swap 0"


def test_what_is_known_to_be_equal_is_shed() -> None:
    spies = [Spot(9), Spot(3), Spot(9)]
    assert options(spies, ROW).best(2, drawn=True) == (16, "shed 0")


def test_two_equal_cards_that_are_no_actions_are_kept() -> None:
    assert options([Spot(7), Spot(1), Spot(7)], ROW).best(8, drawn=True)[1] == "block 1"


def test_actions_are_used_when_they_are_drawn_and_only_then() -> None:
    seen = [Spot(5), Spot(1)]
    assert options(ROW, seen).best(SPY, drawn=True)[1] == "spy 0.0"
    assert options(ROW, seen).best(EXCHANGE, drawn=True) == (7, "exchange 1 1.1")
    assert options(ROW, seen).best(PLAY_TWICE, drawn=True)[1] == "again"
    assert options(ROW, seen).best(PLAY_TWICE, drawn=False)[1] == "block 2"


def announcements(transcript: Transcript) -> Iterator[bool]:
    """For every announcement whether it was right."""
    match = transcript.start()
    for number, deal in enumerate(transcript.deals):
        for text in deal.moves:
            seat = match.to_move
            match.play(match.parse(text))
        if deal.moves[-1] == "arschmallows":
            yield match.outcomes[number].winners == (seat,)


def test_it_spies_on_what_it_has_not_seen() -> None:
    row = [Spot(8), UNSEEN]
    assert options(row, ROW).best(SPY, drawn=True)[1] == "spy 0.1"


def test_most_of_its_announcements_are_right() -> None:
    right: list[bool] = []
    for number in range(12):
        players = [HOUSE["careful"]() for _ in range(3)]
        seed = number.to_bytes(32, "big")
        report = referee.play(MATCHES["arschmallows"], {}, seed, players)
        right += announcements(report.transcript)
    assert len(right) == 36  # none of these deals drags on to its guard
    assert sum(right) > 0.7 * len(right)
