"""Abluxxen: lay sets, steal lower ones, be first out.

A move is a set that is laid (`7x3` three sevens, `7x2+1` two sevens and a joker, `Jx2` jokers
alone), an answer to a theft (`take` or `leave`, `keep` or `drop`), a card drawn (`draw` from the
pile, `draw 9` from the display), or `done`.

A seat sees (`view`), a card being 1 to 13 or J, a set being written as in moves:
    game, seat, to_move, start
    phase    lay, steal (take or leave), yield (keep or drop), draw, end (draw one or be done), over
    active   the seat whose turn it is, also while another one answers or draws
    owner    whose top set is being stolen, who then draws for it, else null
    due      how many cards the seat to move has yet to draw; 0 if it need not
    hand     its own cards, lowest first, jokers last, null for a spectator
    hands    how many cards each seat holds
    rows     for every seat its sets, the top one last
    display  the open cards to draw from, in the order of `hand`
    pile     how many cards the draw pile has
    dropped  the cards out of the game, in that order

Who drew or stole which cards is in no view: events told it. Those are:
    lay      set, cards
    steal    owner (a seat), cards: they go to the hand of the seat that steals
    leave    owner, cards
    recover  cards: their owner keeps them
    drop     cards
    draw     card, for that seat alone
    pick     card: from the display
    fill     cards: new in the display
    done
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NoReturn, Self

from ..chance import shuffled
from ..core import MOST_MOVES, Game, IllegalMove, Option, Outcome, Rules, Ruling, State, rank
from ..matches import DEALS, OneGame
from ._general import CHANCE, FIRST_START, LONGEST_DEAL, SHARED_PLACES
from ._members import Remembered

SEATS = range(2, 6)
HAND = 13
DISPLAY = 6
NUMBERS, EACH, JOKERS = 13, 8, 5
JOKER = NUMBERS  # as a card; number 7 is card 6
DECK = [*(card for card in range(NUMBERS) for _ in range(EACH)), *[JOKER] * JOKERS]  # ABL-1
CARD_TEXTS = [*(str(card + 1) for card in range(NUMBERS)), "J"]

# Cards of one kind are identical, so a collection of cards is an int that counts each kind in four
# bits: `collection >> 4 * card & 15` of that card.
ONE = [1 << 4 * card for card in range(NUMBERS + 1)]
JOKER_BITS = 4 * JOKER

# ABL-2: the sets that can be laid, as card, how many of it, and jokers with it. A set's place in
# this list is the move that lays it, and the set as it lies in a row.
SETS = [
    (card, count, jokers)
    for card in range(NUMBERS)
    for count in range(1, EACH + 1)
    for jokers in range(JOKERS + 1)
]
SETS += [(JOKER, count, 0) for count in range(1, JOKERS + 1)]
BITS = [4 * card for card, _, _ in SETS]
COUNT = [count for _, count, _ in SETS]
WITH = [jokers for _, _, jokers in SETS]
SIZE = [count + jokers for _, count, jokers in SETS]
CARDS = [count * ONE[card] + jokers * ONE[JOKER] for card, count, jokers in SETS]
MOVE = {laid: move for move, laid in enumerate(SETS)}
# ABL-3: with a number a joker counts as that number; alone jokers are higher than 13 and equal.
STRENGTH = [(count + jokers) << 4 | card for card, count, jokers in SETS]

ANSWERS = range(len(SETS), len(SETS) + 5)
TAKE, LEAVE, KEEP, DROP, DONE = ANSWERS
DRAW = ANSWERS[-1] + 1
PICK = DRAW + 1  # + card
TEXTS = [
    f"{CARD_TEXTS[card]}x{count}" + (f"+{jokers}" if jokers else "") for card, count, jokers in SETS
]
TEXTS += ["take", "leave", "keep", "drop", "done", "draw", *(f"draw {card}" for card in CARD_TEXTS)]

LAYING, STEALING, YIELDING, DRAWING, ENDING, OVER = range(6)
PHASES = ("lay", "steal", "yield", "draw", "end", "over")


# ABL-4: by the active player and one of the seats, the opponents who come after it, clockwise from
# him; all of them after himself.
TO_LOOK_AT = {
    seats: [
        [
            tuple((active + step) % seats for step in range(1 + (after - active) % seats, seats))
            for after in range(seats)
        ]
        for active in range(seats)
    ]
    for seats in SEATS
}


def _lays(cards: int) -> tuple[int, ...]:
    """The sets with a number that a collection of cards holds."""
    jokers = cards >> JOKER_BITS
    found: list[int] = []
    for card in range(NUMBERS):
        for count in range(1, 1 + (cards >> 4 * card & 15)):
            without = MOVE[card, count, 0]  # those with 1, 2, ... jokers follow it
            found += range(without, without + jokers + 1)
    return tuple(found)


def _picks(display: int) -> tuple[int, ...]:
    """The cards that can be drawn from a display."""
    return tuple(PICK + card for card in range(NUMBERS + 1) if display >> 4 * card & 15)


# They are asked for the parts of a hand, each with all its jokers, and of the display: there are
# far fewer parts than hands and displays, so most are remembered.
LAYS = Remembered(_lays)
PICKS = Remembered(_picks)
LOW, MIDDLE, HIGH = (
    sum(15 * ONE[card] for card in (*part, JOKER)) for part in (range(4), range(4, 8), range(8, 13))
)
LOWER = (1 << 4 * 7) - 1
UPPER = ~LOWER
JOKERS_ALONE = [tuple(range(len(SETS) - JOKERS, len(SETS) - JOKERS + n)) for n in range(JOKERS + 1)]


class Abluxxen(State):
    """One deal.

    `hands[seat]`, `display` and `dropped` are collections of cards, `rows[seat]` sets with the top
    one last. The draw pile is the first `left` of `pile`, its top last; `pile` is never changed, so
    copies share it. `missing` cards of the display are to be filled up.
    """

    __slots__ = (
        "active",
        "display",
        "draw_if_no_steal",
        "dropped",
        "due",
        "hands",
        "left",
        "missing",
        "moves",
        "owner",
        "phase",
        "pile",
        "reason",
        "rows",
        "start",
        "thefts",
    )

    def __init__(
        self,
        seats: int,
        seed: bytes,
        start: int,
        points: Sequence[int],
        draw_if_no_steal: bool = False,
    ) -> None:
        self._ears = []
        self.seats = seats
        self.start = self.to_move = self.active = start
        self.draw_if_no_steal = draw_if_no_steal
        self.pile: Sequence[int] = shuffled(DECK, seed, 0)  # ALL-2
        self.left = len(self.pile)
        self.hands = [_collection(self._from_pile(HAND)) for _ in range(seats)]  # ABL-1
        self.display = _collection(self._from_pile(DISPLAY))
        self.rows: list[tuple[int, ...]] = [()] * seats
        self.dropped = 0
        self.owner = start
        self.due = self.missing = 0
        self.thefts = 0
        self.moves = 0
        self.reason = ""
        self.phase = LAYING

    def _from_pile(self, count: int) -> Sequence[int]:
        self.left -= count
        return self.pile[self.left : self.left + count][::-1]

    # What is open

    def legal(self) -> list[int]:
        phase = self.phase
        if phase == LAYING:  # ABL-2; nobody passes
            hand = self.hands[self.to_move]
            alone = JOKERS_ALONE[hand >> JOKER_BITS]
            return [*LAYS[hand & LOW], *LAYS[hand & MIDDLE], *LAYS[hand & HIGH], *alone]
        if phase == DRAWING:
            return self._draws()
        if phase == STEALING:
            return [TAKE, LEAVE]  # ABL-4
        if phase == YIELDING:
            return [KEEP, DROP]
        return [DONE, *self._draws()] if phase == ENDING else []  # ABL-9

    def _draws(self) -> list[int]:
        """ABL-5: an open card, or blind while the draw pile has any."""
        display = self.display
        draws = [*PICKS[display & LOWER], *PICKS[display & UPPER]]
        if self.left:
            draws.append(DRAW)
        return draws

    def text(self, move: int) -> str:
        return TEXTS[move]

    def play(self, move: int) -> None:
        _PLAY[self.phase](self, move)
        self.moves += 1
        if self.moves == MOST_MOVES and self.phase != OVER:
            self._finish(f"{MOST_MOVES} moves")  # ABL-11, ALL-4

    def _refuse(self, move: int) -> NoReturn:
        raise IllegalMove(self.refusal(TEXTS[move] if 0 <= move < len(TEXTS) else move))

    # A turn

    def _lay(self, move: int) -> None:
        seat = self.to_move
        hand = self.hands[seat]
        if not (
            0 <= move < TAKE
            and hand >> BITS[move] & 15 >= COUNT[move]
            and hand >> JOKER_BITS >= WITH[move]
        ):
            self._refuse(move)
        self.hands[seat] = hand = hand - CARDS[move]
        self.rows[seat] += (move,)  # ABL-2: on top
        if self._ears:
            self._tell("lay", seat, {"set": TEXTS[move], "cards": names(CARDS[move])})
        if not hand:
            self._finish("hand empty")  # ABL-6: before anything is stolen
            return
        self.thefts = 0
        self._look_on()

    def _look_on(self) -> None:
        """ABL-4: the next opponent after `owner` whose top set has as many cards and is lower; when
        all have been looked at, the turn ends."""
        seats, active, rows = self.seats, self.active, self.rows
        strength = STRENGTH[rows[active][-1]]
        of_that_size = strength & ~15
        for other in TO_LOOK_AT[seats][active][self.owner]:
            row = rows[other]
            if row and of_that_size <= STRENGTH[row[-1]] < strength:
                self.owner = other
                self.to_move = active
                self.phase = STEALING
                self.thefts += 1  # ABL-9: a set that is left counts too
                return
        if self.draw_if_no_steal and not self.thefts:  # ABL-9
            self.to_move = active
            self.phase = ENDING
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        self.active = self.owner = self.to_move = (self.active + 1) % self.seats
        self.phase = LAYING

    # A theft, ABL-4

    def _steal(self, move: int) -> None:
        if move == TAKE:
            lost = self._lose_top()
            cards = CARDS[lost]
            self.hands[self.active] += cards  # ABL-3: jokers are plain again
            self._let_draw(SIZE[lost])
        elif move == LEAVE:
            cards = CARDS[self.rows[self.owner][-1]]
            self.phase = YIELDING
            self.to_move = self.owner
        else:
            self._refuse(move)
        if self._ears:
            what = "steal" if move == TAKE else "leave"
            self._tell(what, self.active, {"owner": self.owner, "cards": names(cards)})

    def _yield(self, move: int) -> None:
        if move != KEEP and move != DROP:
            self._refuse(move)
        lost = self._lose_top()
        cards = CARDS[lost]
        if self._ears:
            self._tell("recover" if move == KEEP else "drop", self.owner, {"cards": names(cards)})
        if move == KEEP:
            self.hands[self.owner] += cards
            self._look_on()
        else:
            self.dropped += cards  # ABL-7
            self._let_draw(SIZE[lost])

    def _lose_top(self) -> int:
        """The set on top of the owner's row, which has to give it up."""
        row = self.rows[self.owner]
        self.rows[self.owner] = row[:-1]
        return row[-1]

    def _let_draw(self, count: int) -> None:
        """The owner draws for what he lost."""
        self.due = count
        self.to_move = self.owner
        self.phase = DRAWING

    # Drawing, ABL-5

    def _draw(self, move: int) -> None:
        self._take_card(move)
        if self.phase == OVER:
            return
        self.due -= 1
        if not self.due:
            self._fill()
            self._look_on()  # ABL-4: one case is finished before the next

    def _end_turn(self, move: int) -> None:
        """ABL-9: one card, or none."""
        if move != DONE:
            self._take_card(move)
            if self.phase == OVER:
                return
            self._fill()
        elif self._ears:
            self._tell("done", self.to_move, {})
        self._next_turn()

    def _take_card(self, move: int) -> None:
        seat, card = self.to_move, move - PICK
        if move == DRAW and self.left:
            self.left -= 1
            card = self.pile[self.left]
            if self._ears:
                self._tell("draw", seat, {}, {seat: {"card": CARD_TEXTS[card]}})
        elif 0 <= card <= JOKER and self.display >> 4 * card & 15:
            self.display -= ONE[card]
            self.missing += 1
            if self._ears:
                self._tell("pick", seat, {"card": CARD_TEXTS[card]})
        else:
            self._refuse(move)
        self.hands[seat] += ONE[card]
        if not self.left and not self.display:
            self._finish("no card left to draw")  # ABL-6: in the middle of a draw, too

    def _fill(self) -> None:
        before = self.display
        while self.missing and self.left:
            self.left -= 1
            self.missing -= 1
            self.display += ONE[self.pile[self.left]]
        if self._ears and self.display != before:
            self._tell("fill", -1, {"cards": names(self.display - before)})

    # The end

    def _finish(self, reason: str) -> None:
        self.reason = reason
        self.due = 0
        self.phase = OVER
        self.to_move = -1

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        held = [len(_names(hand)) for hand in self.hands]
        laid = [sum(SIZE[lying] for lying in row) for row in self.rows]
        scores = tuple(mine - left for mine, left in zip(laid, held, strict=True))  # ABL-8
        # ABL-8: high is good, of equal scores fewer cards in hand; ALL-3: then the place is shared
        places = rank([(-score, left) for score, left in zip(scores, held, strict=True)])
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Outcome(scores, places, self.reason, winners)

    # What is known

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin._ears = []
        twin.seats, twin.to_move, twin.start = self.seats, self.to_move, self.start
        twin.active, twin.owner, twin.phase = self.active, self.owner, self.phase
        twin.hands, twin.rows = self.hands.copy(), self.rows.copy()
        twin.pile, twin.left, twin.display = self.pile, self.left, self.display
        twin.missing, twin.due, twin.dropped = self.missing, self.due, self.dropped
        twin.thefts, twin.draw_if_no_steal = self.thefts, self.draw_if_no_steal
        twin.moves, twin.reason = self.moves, self.reason
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "game": "abluxxen",
            "seat": seat,
            "to_move": self.to_move,
            "start": self.start,
            "phase": PHASES[self.phase],
            "active": self.active,
            "owner": self.owner if self.phase in (STEALING, YIELDING, DRAWING) else None,
            "due": self.due,
            "hand": None if seat is None else names(self.hands[seat]),
            "hands": [len(_names(hand)) for hand in self.hands],
            "rows": [[TEXTS[lying] for lying in row] for row in self.rows],
            "display": names(self.display),
            "pile": self.left,
            "dropped": names(self.dropped),
        }

    def cards(self) -> list[str]:
        lying = [CARDS[laid] for row in self.rows for laid in row]
        collections = [*self.hands, *lying, self.display, self.dropped]
        everywhere = [card for collection in collections for card in _names(collection)]
        return everywhere + [CARD_TEXTS[card] for card in self.pile[: self.left]]

    def redealt(self, seat: int | None, rng: Random) -> Self:
        """As State.redealt. Memory is the player's part: cards that he saw go to a hand are dealt
        anew, too."""
        twin = self.copy()
        others = [other for other in range(self.seats) if other != seat]
        hidden = list(self.pile[: self.left])
        for other in others:
            hidden += _cards(self.hands[other])
        hidden.sort()
        rng.shuffle(hidden)
        for other in others:
            held = len(_names(self.hands[other]))
            twin.hands[other] = _collection(hidden.pop() for _ in range(held))
        twin.pile = hidden
        return twin


_PLAY: tuple[Callable[[Abluxxen, int], None], ...] = (
    Abluxxen._lay,
    Abluxxen._steal,
    Abluxxen._yield,
    Abluxxen._draw,
    Abluxxen._end_turn,
    Abluxxen._refuse,
)


def _collection(cards: Iterable[int]) -> int:
    return sum(ONE[card] for card in cards)


def _cards(collection: int) -> list[int]:
    """The cards of a collection, lowest first."""
    return [card for card in range(JOKER + 1) for _ in range(collection >> 4 * card & 15)]


@lru_cache(1 << 14)
def _names(collection: int) -> tuple[str, ...]:
    return tuple(CARD_TEXTS[card] for card in _cards(collection))


def names(collection: int) -> list[str]:
    """The texts of a collection's cards, lowest first, jokers last."""
    return list(_names(collection))


ABLUXXEN = Game(
    slug="abluxxen",
    name="Abluxxen",
    says="Lay sets of equal cards, steal lower ones, and be the first without cards.",
    seats=SEATS,
    low_wins=False,
    state=Abluxxen,
    options=(
        Option(
            "draw_if_no_steal",
            "switch",
            False,
            (),
            "Whoever stole nothing in his turn may draw a card at its end, as a later edition "
            "plays.",
            means=(
                "A turn ends when all top sets have been looked at.",
                "After a turn without a theft one card may be drawn, open or from the pile. A set "
                "left to its owner counts as stolen.",
            ),
            ruling="ABL-9",
        ),
    ),
    rules=Rules(
        setup=(
            "Everyone gets 13 cards, whatever the number of players. Six cards are turned up "
            "beside the draw pile as the display. The deck has each number from 1 to 13 eight "
            "times, and five jokers.",
        ),
        play=(
            "On your turn lay a set in front of you: one card, or several of the same number. "
            "Jokers may go along, as many as you like, and then count as that number; or you lay "
            "jokers alone, which are higher than a 13. The new set goes on top of your earlier "
            "ones, which stay in sight. You cannot pass.",
            "Now look at your opponents in turn, beginning at your left. If the top set of one "
            "has as many cards as the set you laid and is lower, you steal it. Either you take "
            "the cards into your hand, and he draws as many for them. Or you leave them: then he "
            "takes them back into his hand, or drops them out of the game and draws as many. "
            "Nobody loses more than one set in your turn, and equal sets are safe.",
            "Whoever draws takes one card after the other, an open one from the display or the "
            "top one of the draw pile. Only when he has drawn all his cards is the display filled "
            "up to six again.",
        ),
        scoring=(
            "The deal ends as soon as the player whose turn it is has laid his last card; then "
            "nothing is stolen any more. It also ends as soon as display and draw pile are both "
            "empty, even if somebody still had cards to draw.",
            "Every card that lies in front of you is a point, every card left in your hand costs "
            "one. Most points are first; of equal ones whoever holds fewer cards.",
        ),
        moves=(
            "A move is written as the number and how many of it, with the jokers added: 7x3 "
            "(three sevens), 7x2+1 (two sevens and a joker), Jx2 (two jokers alone). Answers are "
            "take, leave, keep (back into the hand), drop. Draw is the top card of the pile, draw "
            "9 or draw J one from the display. Where drawing at the end of a turn was agreed, "
            "done means no card.",
        ),
    ),
    endings=("hand empty", "no card left to draw", f"{MOST_MOVES} moves"),
    rulings=(
        CHANCE,
        SHARED_PLACES,
        LONGEST_DEAL,
        Ruling(
            "ABL-1",
            "109 cards: 1 to 13 eight times each and five jokers. Everybody gets 13, six lie open "
            "in the display, the rest is the draw pile.",
        ),
        Ruling(
            "ABL-2",
            "Lay at least one card: cards of one number, with or without jokers, or jokers alone. "
            "Nobody passes. The set lies on top of one's own row.",
        ),
        Ruling(
            "ABL-3",
            "With a number jokers count as that number. Alone they are higher than 13 and equal to "
            "other jokers alone. Stolen or taken back they are plain jokers again.",
        ),
        Ruling(
            "ABL-4",
            "Clockwise from the active player, each opponent once: a top set of exactly as many "
            "cards and strictly lower is stolen, there is no choice about that. The active player "
            "takes it, and its owner draws as many; or he leaves it, and the owner keeps it in his "
            "hand without drawing, or drops it and draws as many. Each case is finished, display "
            "filled, before the next opponent is looked at. A set uncovered by a theft is safe "
            "until the next turn.",
        ),
        Ruling(
            "ABL-5",
            "One card at a time, from the display or unseen from the draw pile while it has cards. "
            "The display is filled up only when a player has drawn all his cards.",
        ),
        Ruling(
            "ABL-6",
            "The deal ends at once when the active player's hand is empty after laying, and when "
            "draw pile and display are both empty, even in the middle of a draw. A display that is "
            "emptied while the draw pile has cards is no end.",
        ),
        Ruling("ABL-7", "Dropped cards never return."),
        Ruling(
            "ABL-8",
            "A point for each card in one's row, a point less for each in hand. High is good; "
            "equal: fewer cards in hand; then the place is shared.",
        ),
        Ruling(
            "ABL-9",
            "By option, at the end of his turn a player from whose turn no theft came may draw one "
            "card or be done. A set that was left counts as a theft.",
        ),
        Ruling("ABL-11", "A deal has no other guard against endless play than its 5,000 moves."),
    ),
)


class AbluxxenMatch(OneGame):
    """`abluxxen`: a deal a player, scores added, highest wins; the start moves left (ABL-10)."""

    game = ABLUXXEN
    slug = "abluxxen"
    name = "Abluxxen"
    says = "As many deals of Abluxxen as there are players; the highest total wins."
    seats = SEATS
    low_wins = False
    own_options = (
        Option(
            "deals",
            "number",
            None,
            DEALS,
            "How many deals; empty: as many as players.",
            ruling="ABL-10",
        ),
    )
    rules = Rules(
        deals=("There are as many deals as players, unless another number was agreed.",),
        start=(
            "After each deal the player to the left of who started it starts the next, so that "
            "everybody starts once.",
        ),
        scoring=(
            "Everybody adds up his points. After the last deal the highest total wins. Equal "
            "totals are a shared victory.",
        ),
    )
    rulings = (
        FIRST_START,
        SHARED_PLACES,
        Ruling(
            "ABL-10",
            "A match is as many deals as players unless agreed otherwise; the start seat moves "
            "left from deal to deal. Scores are added, the highest wins, equal totals share the "
            "place.",
        ),
    )


GAMES = (ABLUXXEN,)
MATCHES = (AbluxxenMatch(),)
