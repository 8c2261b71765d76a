"""How `careful` plays: it wins cheaply, forgets nothing it saw, and ends a deal with reason."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bots import referee
from bots.catalog import HOUSE
from bots.house._careful import series
from bots.house._careful.abluxxen import Table
from bots.house._careful.arschmallows import UNSEEN, Memory, Options, Spot
from bots.house._careful.couleur import Trick
from bots.players import Chronicle, Hello, Turn
from games import GAMES, MATCHES
from games.core import Event
from games.rules.arschmallows import EXCHANGE, PLAY_TWICE, SPY, Arschmallows
from games.rules.xxl.series import Series
from games.transcript import Transcript
from tests.games.cases import walk
from tests.games.xxl_positions import card_set

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


# Series


def chosen(hand: str, table: str, *played: str) -> str:
    """What it does at a table of two with these cards, after these moves of its own turn."""
    match = MATCHES["xxl-individuel"].start(2, bytes(32), variant="series")
    state = match.state
    assert isinstance(state, Series)
    state.hands[0], state.table = card_set(hand), card_set(table)
    state._open = state._moves()
    for text in played:
        match.play(match.parse(text))
    turn = Turn(Chronicle(match, []), seat=0)
    turn.moves = match.legal()
    return turn.text(series.choose(turn))


def test_the_dearest_run_is_laid_before_anything_else() -> None:
    assert chosen("b9g7 b5g2 y7r0 y4b1", "y9g6 g8r3") == "run g: y9g6 b9g7 g8r3"
    assert chosen("b9g7 y10b8 y7r0 b10y9", "b10r3 g8r3") == "run b: y10b8 b9g7 b10y9"


def test_cards_that_may_become_a_run_are_gathered() -> None:
    assert chosen("b9g7 y7r0 b5g2 y4b1", "y10b8 g3y0 r2g0") == "swap y4b1 for y10b8"


def test_a_pair_that_lies_on_the_table_is_taken_apart() -> None:
    taken = chosen("r2g0 y4b1 b10y9 g8r3", "g10b6 r10b7 r6b1").split()[-1]
    assert taken in {"g10b6", "r10b7"}


def test_a_good_hand_is_kept_as_it_is() -> None:
    assert chosen("y10b8 b9g7 y9r8 r9y3", "r2g0 g3y0 b5r0") == "done"


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


# Abluxxen


def sitting(hand: str, rows: list[str], hands: list[int], display: str = "", due: int = 0) -> Table:
    """Seat 0 with this hand. It owns what is being stolen if cards are due, else seat 1 does."""
    view = {"seat": 0, "hand": hand.split(), "rows": [row.split() for row in rows], "due": due}
    more = {"hands": [len(hand.split()), *hands], "display": display.split()}
    return Table({**view, **more, "owner": 0 if due else 1})


def lays(table: Table, *sets: str) -> str:
    return max(sets, key=table.worth)


def test_a_number_is_laid_whole_rather_than_in_parts() -> None:
    table = sitting("3 3 3 9 9", ["", ""], [9])
    assert lays(table, "3x1", "3x2", "3x3", "9x1", "9x2") == "3x3"


def test_what_steals_comes_before_what_does_not() -> None:
    table = sitting("3 3 9 9", ["", "5x2"], [9])
    assert lays(table, "3x2", "9x2") == "9x2"


def test_the_last_cards_are_laid_by_who_is_ahead_then() -> None:
    assert lays(sitting("7 J", ["8x4", "9x2"], [3]), "7x1", "7x1+1", "Jx1") == "7x1+1"
    assert lays(sitting("7 J", ["", "9x6"], [3]), "7x1", "7x1+1", "Jx1") == "7x1"


def test_what_joins_cards_in_hand_is_taken_and_kept() -> None:
    assert sitting("5 7 8 9", ["9x1", "5x1"], [2]).takes()
    assert not sitting("6 7 8 9", ["9x1", "5x1"], [2]).takes()
    assert sitting("6 8", ["8x1", ""], [2], due=1).keeps()
    assert not sitting("6 7", ["8x1", ""], [2], due=1).keeps()


def test_a_set_that_joins_nothing_is_taken_where_there_is_time_to_lay_it() -> None:
    assert sitting("6 7", ["9x2", "5x2"], [12]).takes()
    assert not sitting("6 7 8 9 10", ["9x2", "5x2"], [2]).takes()


@pytest.mark.parametrize(
    ("display", "drawn"),
    [
        ("1 6 J", "draw J"),
        ("1 6 8", "draw 6"),
        ("3 3 8", "draw 3"),  # two are due
        ("1 2 8", "draw"),
        ("", "draw"),
    ],
)
def test_it_draws_jokers_and_what_makes_a_set(display: str, drawn: str) -> None:
    table = sitting("6 6 7" if "6" in display else "7", ["", ""], [9], display, due=2)
    assert table.drawn(["draw"]) == drawn


def test_without_a_draw_pile_it_takes_what_there_is() -> None:
    assert sitting("7", ["", ""], [9], "1 2 8", due=1).drawn([]) == "draw 8"


def test_at_the_end_of_a_turn_it_draws_only_what_it_will_lay() -> None:
    assert sitting("7 7", ["", ""], [9], "1 7").ends() == "draw 7"
    assert sitting("7 7", ["", ""], [9], "1 2").ends() == "done"
    assert sitting("7 7", ["", ""], [1], "1 7").ends() == "done"
