"""Arschmallows: a row you hardly know; swap, shed, spy, and call out when yours is the lowest.

A move is a word, as the rulings spell it, with places counted from 0 at the left of a row:
`peek 0 4`, `draw`, `take`, `arschmallows`, `swap 2`, `block 2`, `spy 1.3` (seat.place),
`exchange 2 1.3` (own place, opponent's), `again`, `shed 0`, `add 3`, `turn`, `end`.

A seat sees (`view`), a card being the text of its value, -4 to 11:
    game, seat, to_move, start
    phase      peek, begin (of a turn), card (one is in hand), shed (places are being named), end
               (the turn's option is used), over
    rows       for every seat his cards from the left, null where one lies face down
    hand       the card in hand, for its holder alone, else null
    hand_from  where that card came from, pile or discards, else null
    named      the places named for shedding
    pile       how many cards the draw pile has
    discards   how many cards the discard pile has
    top        the discard pile's top card, null if it is empty
    extra      extra turns still due to the seat to move
    turns      how many have ended
    announcer  the seat that announced, else null

What a seat has looked at and lies face down again is in no view (ARS-13). Events told it, once:
    peek      places; cards, for that seat alone
    shuffle   pile: how many cards the new draw pile has
    draw      card, for that seat alone
    take      card
    swap      place; discarded: the card that lay there
    block     place; card: what is now open there; discarded
    spy       other (a seat), place, discarded; card, for the spying seat alone
    exchange  place, other (a seat), other_place, discarded
    again     extra: turns now due, discarded
    shed, add   place
    turn      places and cards that were turned, from the left; shed: whether they went
    end, arschmallows
    reveal    rows: all cards, as the deal has ended; announcer
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, Self

from ..chance import shuffled
from ..core import (
    MOST_MOVES,
    SEED_BYTES,
    Game,
    IllegalMove,
    Option,
    Outcome,
    Rules,
    Ruling,
    State,
    rank,
)
from ..matches import DEALS, OneGame, most_points
from ._general import CHANCE, FIRST_START, SHARED_PLACES
from ._members import Remembered, one_by_one

SPY, EXCHANGE, PLAY_TWICE = 9, 10, 11
DECK = [-4, -2, *(v for v in range(8) for _ in range(4)), *[8] * 8]  # ARS-1
DECK += [SPY] * 8 + [EXCHANGE] * 8 + [PLAY_TWICE] * 4
SEATS = range(2, 7)
TURNS_A_SEAT = 200  # ARS-14
NO_CARD = -100

PEEKING, BEGINNING, HOLDING, SHEDDING, ENDING, OVER = range(6)
PHASES = ("peek", "begin", "card", "shed", "end", "over")

# A move is `verb << 6 | place`: a row has fewer than 64 places, since there are 62 cards.
WORDS = ("draw", "take", "arschmallows", "end", "again", "turn", "swap", "block", "shed", "add")
(DRAW, TAKE, ANNOUNCE, END, AGAIN, TURN, SWAP, BLOCK, SHED, ADD) = range(len(WORDS))
PEEK_AT = ADD + 1  # place: first << 3 | second
SPY_ON = PEEK_AT + 1  # + seat
EXCHANGE_WITH = SPY_ON + SEATS[-1]  # + (seat << 6 | own place); place: the opponent's
VERBS = EXCHANGE_WITH + (SEATS[-1] << 6)


def _spelled(move: int) -> str:
    """As the rulings spell it; a number that means nothing is spelled as itself."""
    verb, place = move >> 6, move & 63
    if verb >= EXCHANGE_WITH:
        seat, own = divmod(verb - EXCHANGE_WITH, 64)
        return f"exchange {own} {seat}.{place}"
    if verb >= SPY_ON:
        return f"spy {verb - SPY_ON}.{place}"
    if verb == PEEK_AT:
        return f"peek {place >> 3} {place & 7}"
    if verb >= SWAP:
        return f"{WORDS[verb]} {place}"
    return str(move) if place else WORDS[verb]


_TEXTS = [_spelled(move) for move in range(EXCHANGE_WITH << 6)]  # exchanges are many and rare
PLACES = Remembered(one_by_one)


@lru_cache(1 << 14)  # bounded: there are 2**62 sets of places
def _moves(verb: int, places: int) -> tuple[int, ...]:
    """A verb's moves with these places, from the left."""
    return tuple(verb << 6 | place for place in PLACES[places])


# The moves open at the beginning of a turn, by whether drawing, taking, announcing are barred.
OPEN_AT_BEGIN = {
    barred: tuple(
        verb << 6 for verb, no in zip((DRAW, TAKE, ANNOUNCE), barred, strict=True) if not no
    )
    for barred in product((False, True), repeat=3)
}
OPEN_AT_END = (END << 6, ANNOUNCE << 6)
OPEN_AT_LAST_END = (END << 6,)


@lru_cache(None)  # two entries
def _open_to_peek(cards: int) -> tuple[int, ...]:
    pairs = combinations(range(cards), 2)
    return tuple(PEEK_AT << 6 | first << 3 | second for first, second in pairs)  # ARS-2


@lru_cache(1 << 12)
def _open_with_card(own: int) -> tuple[int, ...]:
    """ARS-3, with these own places face down; blocked cards cannot be chosen."""
    rightmost = 1 << own.bit_length() - 1
    return _moves(SWAP, own) + _moves(BLOCK, own) + _moves(SHED, own ^ rightmost)  # ARS-5


def _open_with_action(card: int, seat: int, down: Sequence[int]) -> list[int]:
    """ARS-4: blocked cards are out of reach of all three actions."""
    moves = [*_open_with_card(down[seat])]
    if card == PLAY_TWICE:
        moves.append(AGAIN << 6)
    elif card == SPY:
        for other, places in enumerate(down):
            moves += _moves(SPY_ON + other, places)
    else:
        theirs: list[int] = []  # with the own place 0
        for other, places in enumerate(down):
            if other != seat:
                theirs += _moves(EXCHANGE_WITH + (other << 6), places)
        for own in PLACES[down[seat]]:
            moves += [move + (own << 6) for move in theirs]
    return moves


class Arschmallows(State):
    """One deal.

    `rows[seat]` are card values, `down[seat]` the set of his face-down places as a mask; piles have
    their top last; `hand` is the card in hand of the seat to move, NO_CARD if there is none. The
    open moves are found whenever the phase changes.
    """

    __slots__ = (
        "_open",
        "announcer",
        "discard",
        "down",
        "drawn",
        "extra",
        "hand",
        "last_turns",
        "moves",
        "named",
        "phase",
        "pile",
        "reason",
        "rows",
        "seed",
        "shuffles",
        "start",
        "turns",
    )

    def __init__(
        self,
        seats: int,
        seed: bytes,
        start: int,
        points: Sequence[int],
        cards: int = 6,
        last_turns: bool = False,
    ) -> None:
        self._ears = []
        self.seats = seats
        self.start = start
        self.seed = seed
        self.last_turns = last_turns
        self.pile = shuffled(DECK, seed, 0)
        self.shuffles = 1
        self.rows = [[self.pile.pop() for _ in range(cards)] for _ in range(seats)]  # ARS-2
        self.discard = [self.pile.pop()]
        self.down = [(1 << cards) - 1] * seats
        self.hand = NO_CARD
        self.drawn = False
        self.named: tuple[int, ...] = ()
        self.extra = 0
        self.turns = 0
        self.moves = 0
        self.announcer: int | None = None
        self.reason = ""
        self.phase = PEEKING
        self.to_move = 0  # ARS-2: seat 0 looks first
        self._open: Sequence[int] = _open_to_peek(cards)

    # What is open

    def legal(self) -> list[int]:
        return [*self._open]

    def text(self, move: int) -> str:
        return _TEXTS[move] if move < len(_TEXTS) else _spelled(move)

    def play(self, move: int) -> None:
        if move not in self._open:
            raise IllegalMove(self.refusal(self.text(move) if 0 <= move >> 6 < VERBS else move))
        self.moves = moves = self.moves + 1
        _PLAY[move >> 6](self, move)
        if moves == MOST_MOVES and self.phase != OVER:
            self._finish(f"{MOST_MOVES} moves")  # ALL-4

    # The beginning of a turn

    def _peek(self, move: int) -> None:
        seat = self.to_move
        if self._ears:
            places = divmod(move & 63, 8)
            cards = [str(self.rows[seat][seen]) for seen in places]
            self._tell("peek", seat, {"places": list(places)}, {seat: {"cards": cards}})
        if seat + 1 < self.seats:
            self.to_move = seat + 1
        else:
            self._begin_turn(self.start)  # ARS-2

    def _begin_turn(self, seat: int) -> None:
        self.to_move = seat
        self.phase = BEGINNING
        cannot_draw = not self.pile and len(self.discard) < 2  # ARS-6
        # ARS-7: with last turns nobody announces before he has used his card
        self._open = OPEN_AT_BEGIN[cannot_draw, not self.discard, self.last_turns]

    def _draw(self, move: int) -> None:
        if not self.pile:
            self._reshuffle()
        self._hold(self.pile.pop(), True)
        if self._ears:
            seat = self.to_move
            self._tell("draw", seat, {}, {seat: {"card": str(self.hand)}})

    def _reshuffle(self) -> None:
        """ARS-6: all of the discard pile but its top, in the deck's order before the shuffle."""
        top = self.discard.pop()
        self.pile = shuffled(sorted(self.discard), self.seed, self.shuffles)
        self.discard = [top]
        self.shuffles += 1
        if self._ears:
            self._tell("shuffle", self.to_move, {"pile": len(self.pile)})

    def _take(self, move: int) -> None:
        self._hold(self.discard.pop(), False)
        if self._ears:
            self._tell("take", self.to_move, {"card": str(self.hand)})

    def _hold(self, card: int, drawn: bool) -> None:
        self.hand = card
        self.drawn = drawn
        self.phase = HOLDING
        if drawn and card >= SPY:  # ARS-3: drawn action cards only
            self._open = _open_with_action(card, self.to_move, self.down)
        else:
            self._open = _open_with_card(self.down[self.to_move])

    def _announce(self, move: int) -> None:
        self.announcer = self.to_move
        if self._ears:
            self._tell("arschmallows", self.to_move, {})
        if self.last_turns:
            self.extra = 0  # ARS-7: they lapse
            self._end_turn()
        else:
            self._finish("announced")

    # The turn's option

    def _swap(self, move: int) -> None:
        row, place = self.rows[self.to_move], move & 63
        if self._ears:
            self._tell_option("swap", row[place], {"place": place})
        self.discard.append(row[place])
        row[place] = self._out_of_hand()

    def _block(self, move: int) -> None:
        seat, place = self.to_move, move & 63
        if self._ears:
            card = str(self.rows[seat][place])
            self._tell_option("block", self.hand, {"place": place, "card": card})
        self.discard.append(self._out_of_hand())
        left = self.down[seat] & ~(1 << place)
        self.down[seat] = left
        if not left:
            self._finish("all face up")  # ARS-8

    def _spy(self, move: int) -> None:
        seat = self.to_move
        if self._ears:
            other, place = (move >> 6) - SPY_ON, move & 63
            card = str(self.rows[other][place])
            where = {"other": other, "place": place}
            self._tell_option("spy", self.hand, where, {seat: {"card": card}})
        self.discard.append(self._out_of_hand())

    def _exchange(self, move: int) -> None:
        other, own = divmod((move >> 6) - EXCHANGE_WITH, 64)
        place = move & 63
        if self._ears:
            where = {"place": own, "other": other, "other_place": place}
            self._tell_option("exchange", self.hand, where)
        mine, yours = self.rows[self.to_move], self.rows[other]
        mine[own], yours[place] = yours[place], mine[own]
        self.discard.append(self._out_of_hand())

    def _again(self, move: int) -> None:
        self.extra += 2  # ARS-4
        if self._ears:
            self._tell_option("again", self.hand, {"extra": self.extra})
        self.discard.append(self._out_of_hand())

    def _tell_option(
        self,
        what: str,
        discarded: int,
        shown: dict[str, Any],
        hidden: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        self._tell(what, self.to_move, shown | {"discarded": str(discarded)}, hidden)

    def _out_of_hand(self) -> int:
        """The card in hand as it is put down: the turn's option is used."""
        card = self.hand
        self.hand = NO_CARD
        self.phase = ENDING  # ARS-7: after a last turn nobody announces
        self._open = OPEN_AT_END if self.announcer is None else OPEN_AT_LAST_END
        return card

    # Shedding, ARS-5

    def _shed(self, move: int) -> None:
        place = move & 63
        self.phase = SHEDDING
        self.named = (place,)
        self._open = self._open_to_add(place)
        if self._ears:
            self._tell("shed", self.to_move, {"place": place})

    def _add(self, move: int) -> None:
        place = move & 63
        self.named += (place,)
        self._open = (*self._open_to_add(place), TURN << 6)
        if self._ears:
            self._tell("add", self.to_move, {"place": place})

    def _open_to_add(self, last: int) -> tuple[int, ...]:
        """The face-down places right of the one named last."""
        right = last + 1
        return _moves(ADD, self.down[self.to_move] >> right << right)

    def _turn(self, move: int) -> None:
        row = self.rows[self.to_move]
        cards = [row[place] for place in self.named]
        shed = _is_set(cards)
        if self._ears:
            self._tell_turned(cards, shed)
        if shed:
            self._clear_away(cards)
        else:
            self._keep_all()
        self.named = ()

    def _tell_turned(self, cards: list[int], shed: bool) -> None:
        seen = cards[: _turned(cards)]
        shown = {
            "places": list(self.named[: len(seen)]),
            "cards": [str(card) for card in seen],
            "shed": shed,
        }
        self._tell("turn", self.to_move, shown)

    def _clear_away(self, cards: list[int]) -> None:
        seat = self.to_move
        row, down = self.rows[seat], self.down[seat]
        self.discard += cards
        row[self.named[0]] = self._out_of_hand()
        for place in reversed(self.named[1:]):  # the row closes up
            del row[place]
            left = (1 << place) - 1
            down = down & left | down >> 1 & ~left
        self.down[seat] = down

    def _keep_all(self) -> None:
        seat = self.to_move
        row = self.rows[seat]
        self.down[seat] |= 1 << len(row)
        row.append(self._out_of_hand())

    # The end of a turn and of the deal

    def _end(self, move: int) -> None:
        if self._ears:
            self._tell("end", self.to_move, {})
        self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        if self.extra:
            self.extra -= 1
            seat = self.to_move
        else:
            seat = (self.to_move + 1) % self.seats
        if seat == self.announcer:
            self._finish("announced")  # ARS-7: everybody had his last turn
        elif self.turns == TURNS_A_SEAT * self.seats:
            self._finish_unannounced(f"{self.turns} turns")  # ARS-14
        elif not self.pile and not self.discard:
            self._finish_unannounced("no card left")  # ARS-6
        else:
            self._begin_turn(seat)

    def _finish_unannounced(self, reason: str) -> None:
        self.announcer = None  # scored as if nobody announced
        self._finish(reason)

    def _finish(self, reason: str) -> None:
        self.reason = reason
        self.phase = OVER
        self.to_move = -1
        self._open = ()
        if self._ears:
            rows = [[str(card) for card in row] for row in self.rows]
            self._tell("reveal", -1, {"rows": rows, "announcer": self.announcer})

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores, winners = settle([sum(row) for row in self.rows], self.announcer)
        return Outcome(scores, rank(scores), self.reason, winners)

    # What is known

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin._ears = []
        twin.seats, twin.to_move, twin.start = self.seats, self.to_move, self.start
        twin.seed, twin.shuffles, twin.last_turns = self.seed, self.shuffles, self.last_turns
        twin.pile, twin.discard = self.pile.copy(), self.discard.copy()
        twin.rows = [row.copy() for row in self.rows]
        twin.down, twin.named = self.down.copy(), self.named
        twin.hand, twin.drawn, twin.phase = self.hand, self.drawn, self.phase
        twin.extra, twin.turns, twin.moves = self.extra, self.turns, self.moves
        twin.announcer, twin.reason = self.announcer, self.reason
        twin._open = self._open
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "game": "arschmallows",
            "seat": seat,
            "to_move": self.to_move,
            "start": self.start,
            "phase": PHASES[self.phase],
            "rows": [self._open_row(owner) for owner in range(self.seats)],
            "hand": str(self.hand) if self._holds(seat) else None,
            "hand_from": self._hand_from(),
            "named": list(self.named),
            "pile": len(self.pile),
            "discards": len(self.discard),
            "top": str(self.discard[-1]) if self.discard else None,
            "extra": self.extra,
            "turns": self.turns,
            "announcer": self.announcer,
        }

    def _open_row(self, owner: int) -> list[str | None]:
        down = 0 if self.phase == OVER else self.down[owner]
        row = self.rows[owner]
        return [None if down >> place & 1 else str(card) for place, card in enumerate(row)]

    def _holds(self, seat: int | None) -> bool:
        return self.hand != NO_CARD and seat == self.to_move

    def _hand_from(self) -> str | None:
        if self.hand == NO_CARD:
            return None
        return "pile" if self.drawn else "discards"

    def cards(self) -> list[str]:
        held = [] if self.hand == NO_CARD else [self.hand]
        everywhere = sum(self.rows, self.pile + self.discard + held)
        return [str(card) for card in everywhere]

    def redealt(self, seat: int | None, rng: Random) -> Self:
        """As State.redealt. Memory is the player's part (ARS-13): what he has seen is dealt anew,
        too, unless it lies open now."""
        twin = self.copy()
        twin.seed = rng.randbytes(SEED_BYTES)  # a shuffle to come is hidden as well
        hand = [twin.hand]
        spots = twin._hidden_spots(seat, hand)
        cards = sorted(lie[place] for lie, place in spots)
        rng.shuffle(cards)
        for (lie, place), card in zip(spots, cards, strict=True):
            lie[place] = card
        if self.phase == HOLDING:
            twin._hold(hand[0], self.drawn)
        else:
            twin.hand = hand[0]
        return twin

    def _hidden_spots(self, seat: int | None, hand: list[int]) -> list[tuple[list[int], int]]:
        """Where the cards lie that `seat` does not see: a list and an index into it."""
        spots = [(self.pile, place) for place in range(len(self.pile))]
        spots += [(self.discard, place) for place in range(len(self.discard) - 1)]
        if self.phase != OVER:
            for row, down in zip(self.rows, self.down, strict=True):
                spots += [(row, place) for place in PLACES[down]]
        if self.hand != NO_CARD and not self._holds(seat):
            spots.append((hand, 0))
        return spots


_PLAY: tuple[Callable[[Arschmallows, int], None], ...] = (
    Arschmallows._draw,
    Arschmallows._take,
    Arschmallows._announce,
    Arschmallows._end,
    Arschmallows._again,
    Arschmallows._turn,
    Arschmallows._swap,
    Arschmallows._block,
    Arschmallows._shed,
    Arschmallows._add,
    Arschmallows._peek,
    *[Arschmallows._spy] * SEATS[-1],
    *[Arschmallows._exchange] * (SEATS[-1] << 6),
)


def _turned(cards: Sequence[int]) -> int:
    """How many are turned from the left: up to the first that differs from the first."""
    for number, card in enumerate(cards, 1):
        if card != cards[0]:
            return number
    return len(cards)


def _is_set(cards: Sequence[int]) -> bool:
    """All equal, three of a cooking value or two of an action at least."""
    least = 2 if cards[0] >= SPY else 3
    return len(cards) >= least and cards.count(cards[0]) == len(cards)


def settle(sums: Sequence[int], announcer: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores and who won the deal, from the sums of the rows (ARS-9, ARS-10)."""
    others = [seat for seat in range(len(sums)) if seat != announcer]
    lowest = min(sums[seat] for seat in others)
    winners = tuple(seat for seat in others if sums[seat] == lowest)
    if announcer is None:
        return tuple(sums), winners
    if sums[announcer] < lowest:
        return tuple(sums), (announcer,)
    scores = list(sums)
    scores[announcer] = max(sums[announcer], 2 * sums[announcer])  # a penalty never helps
    return tuple(scores), winners


DEAL_RULINGS = (
    CHANCE,
    SHARED_PLACES,
    Ruling(
        "ALL-4",
        "A deal that reaches 5,000 moves, forced ones included, ends there and is scored as it "
        "lies. A card in hand scores for nobody; an announcement made stands.",
    ),
    Ruling(
        "ARS-1",
        "62 cards: -4 and -2 once each, 0 to 7 four times each, 8 eight times; spy (9) and "
        "exchange (10) eight times each, play twice (11) four times. Cards of equal value are "
        "identical.",
    ),
    Ruling(
        "ARS-2",
        "Six cards face down in a row, or four by option; one card begins the discard pile. Seat 0 "
        "first, each player looks at two of his cards, then the start seat has the first turn.",
    ),
    Ruling(
        "ARS-3",
        "Draw, take the top of the discard pile, or announce. With a card in hand do exactly one "
        "of: swap, block, a drawn card's action, shed. A taken card may be used to block. Blocked "
        "cards cannot be swapped. Then end the turn or announce.",
    ),
    Ruling(
        "ARS-4",
        "Spy on any face-down card, your own included; all see which, you alone what. Exchange "
        "trades one of yours for another player's, both face down and unseen, in their places. "
        "Play twice adds two extra turns to those still due. Blocked cards are out of reach of all "
        "three.",
    ),
    Ruling(
        "ARS-5",
        "To shed, name own face-down places from left to right, two at least, then turn them in "
        "that order. It succeeds with three or more equal cooking cards or two or more equal "
        "actions: they are discarded, the card in hand goes to the first place named, the row "
        "closes up. Otherwise turning stops at the first card that differs, if any does: all have "
        "seen those turned, which lie face down again, and the card in hand is added at the end of "
        "the row. Either way this was the turn's option. The card in hand never counts as one of "
        "the set.",
    ),
    Ruling(
        "ARS-6",
        "Whoever draws from an empty draw pile first shuffles the discard pile except its top into "
        "a new one. Where that is not possible, take from the discard pile or announce. Without a "
        "card in either pile at the beginning of a turn the deal ends as if nobody announced, in "
        "last turns too.",
    ),
    Ruling(
        "ARS-7",
        "Announcing ends the deal at once. It is open before taking a card and after the turn's "
        "option, in extra turns too, never with a card in hand. With last turns it is open only "
        "after the option; the announcer's extra turns lapse, and every other player has one more "
        "turn, with the extra turns he earns in it, and cannot announce.",
    ),
    Ruling(
        "ARS-8",
        "A player whose last face-down card is turned up for good ends the deal at once, among "
        "last turns too, where the announcement then counts.",
    ),
    Ruling(
        "ARS-9",
        "The score is the sum of all own cards, actions at their value. The score of an announcer "
        "who is not strictly lowest is doubled, unless it is 0 or below. Places go by this score.",
    ),
    Ruling(
        "ARS-10",
        "The deal is won by the announcer if he is strictly lowest; if he failed, by the lowest of "
        "the others; if nobody announced, by the lowest. Equal players win it together.",
    ),
    Ruling(
        "ARS-13",
        "What you have seen is shown to you once and not again: remembering is part of the game.",
    ),
    Ruling(
        "ARS-14",
        "After 200 turns a player in all, each extra turn counted as one, the deal ends and is "
        "scored as if nobody announced, in last turns too, unless that turn was the last of them.",
    ),
)
ARSCHMALLOWS = Game(
    slug="arschmallows",
    name="Arschmallows",
    says="Lower the sum of a row you hardly know, and call out when it is the lowest.",
    seats=SEATS,
    low_wins=True,
    state=Arschmallows,
    options=(
        Option(
            "cards",
            "choice",
            6,
            (6, 4),
            "Cards in a row; four make a quick game.",
            means=("Six face-down cards each.", "Four face-down cards each."),
            ruling="ARS-2",
        ),
        Option(
            "last_turns",
            "switch",
            False,
            (),
            "After an announcement everybody else has one more turn, as German and English "
            "editions play.",
            means=(
                "The deal ends with the announcement, before taking a card or after using it.",
                "Announcing is open only after using a card, and all others have one more turn.",
            ),
            ruling="ARS-7",
        ),
    ),
    rules=Rules(
        setup=(
            "Everyone gets six cards, or four for a quick game, face down in a row. Nobody may "
            "look at them, except that everybody looks at two of his own once, at the beginning. "
            "One card is turned up as the discard pile; the rest is the draw pile.",
            "The cards are marshmallows from -4 to 8, raw to burnt, and three kinds of actions: "
            "spy (9), exchange (10) and play twice (11). Low is good.",
        ),
        play=(
            "On your turn draw a card, which you alone see, or take the top of the discard pile. "
            "Then do one thing with it. Swap it with one of your face-down cards: it goes into "
            "the row face down, the other one to the discard pile. Or discard it and turn one of "
            "your face-down cards up: that one is blocked and stays there to the end. Or, if it "
            "is an action that you drew, carry it out and discard it: spy on any face-down card, "
            "exchange one of yours unseen with an opponent's, or play two extra turns. When the "
            "draw pile is used up, the discard pile except its top card is shuffled and becomes "
            "the new one.",
            "Or shed: name three or more of your face-down cards that you believe to be equal; of "
            "actions two are enough. They are turned from left to right. If you are right they go "
            "to the discard pile and the card in your hand takes the first one's place. If you "
            "are wrong, all have seen what you turned, and the card in your hand joins your row.",
            "If you believe that your row is the lowest, say Arschmallows, before you take a card "
            "or after you have used it. The deal ends and all cards are turned up. It also ends "
            "when all cards of a player lie face up. Where last turns are agreed, you say it only "
            "after using your card, and everybody else has one more turn.",
        ),
        scoring=(
            "Add up your row; actions count their value. If you announced and are not lower than "
            "everybody else, your points are doubled, unless they are 0 or below. Fewest points "
            "are first.",
        ),
        moves=(
            "A move is written as a word and places counted from 0 at the left: peek 0 4 (look at "
            "two), draw, take, swap 2, block 2, spy 1.3 (seat 1, place 3), exchange 2 1.3 (your "
            "place 2 with seat 1's place 3), again (play twice), shed 0, add 3, turn (name the "
            "first place, name another, turn them), end, arschmallows.",
        ),
    ),
    endings=(
        "announced",
        "all face up",
        "no card left",
        f"{MOST_MOVES} moves",
        *(f"{TURNS_A_SEAT * seats} turns" for seats in SEATS),
    ),
    rulings=DEAL_RULINGS,
)


class ArschmallowsMatch(OneGame):
    """`arschmallows`: scores added, doubled ones included; lowest wins (ARS-12)."""

    game = ARSCHMALLOWS
    slug = "arschmallows"
    name = "Arschmallows"
    says = "Three deals of Arschmallows, or as many as you like; the lowest total wins."
    seats = SEATS
    own_options = (
        Option(
            "deals",
            "number",
            3,
            DEALS,
            "How many deals; the German and English editions print 6.",
            ruling="ARS-12",
        ),
    )
    rules = Rules(
        deals=("Three deals of Arschmallows are played, unless another number was agreed.",),
        start=(
            "Whoever had the most points in a deal starts the next; of equal ones the first in "
            "turn from who started that deal.",
        ),
        scoring=(
            "Everybody adds up his points. After the last deal the lowest total wins. If totals "
            "are equal, whoever won more deals is ahead; if that is equal too, the place is "
            "shared.",
        ),
    )
    rulings = (
        FIRST_START,
        SHARED_PLACES,
        Ruling(
            "ARS-11",
            "The player with the most points in a deal, after doubling, starts the next; among "
            "equals the first clockwise from the deal's start seat.",
        ),
        Ruling(
            "ARS-12",
            "A match is three deals unless agreed otherwise. Totals are added, the lowest wins; "
            "equal: most deals won; still equal: shared.",
        ),
    )

    def next_start(self, outcomes: Sequence[Outcome], seats: int, **options: Any) -> int:
        """ARS-11: most points in the deal; equal: the first clockwise from that deal's start."""
        start = 0  # ALL-1
        for outcome in outcomes:
            start = most_points(outcome.scores, start)
        return start

    def tie_break(self, seat: int, outcomes: Sequence[Outcome]) -> int:
        """ARS-12: most deals won."""
        return -sum(seat in outcome.winners for outcome in outcomes)


GAMES = (ARSCHMALLOWS,)
MATCHES = (ArschmallowsMatch(),)
