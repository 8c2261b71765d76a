"""Quibbles: trade cards with the row, gather many of a kind, and collect 21 first.

A move is a word and the values of its cards, smallest first: `play 2 4`, `take 3+3` (a set, after
one card was played) or `take 6` (a single card, after two or more), `pass 3`, `collect 4`,
`collect 4 for 2` (with six in the collection, one of which is discarded), `done` (take no more, or
collect nothing).

A seat sees (`view`), a card being the text of its value, and cards lying smallest first:
    game, seat, to_move, start
    phase        begin (of a turn), take (from the row), collect, over
    played       the cards played for what is being taken, else empty
    hand         its own cards, null for a spectator
    hands        how many cards each seat holds
    row          the cards in the middle
    collections  for every seat the cards it has collected
    pile         how many cards the draw pile has
    discards     how many of each value, 1 to 6, lie in the discard pile
    turns        how many have ended

Events tell it:
    play       cards
    take       cards
    pass       card
    draw       count; cards, for that seat alone
    collect    card; count: how many of its value leave the hand; dropped: the card that it
               replaces, null if there is none
    done
    clear      cards: the row of ten that is discarded
    lay        cards that join the row
    new_hands  before: for every seat the cards it discards; cards, for each seat its own
    shuffle    pile: how many cards the new draw pile has
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
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
    ranked_outcome,
)
from ..matches import DEALS, OneGame
from ._general import CHANCE, FIRST_START, LONGEST_DEAL, SHARED_PLACES
from ._members import Remembered, one_by_one
from ._place_points import FEWEST_WIN, PLACES_ARE_POINTS, PLACES_PAID, PaidByPlace

SEATS = range(2, 6)
VALUES = range(1, 7)
COPIES = {1: 20, 2: 20, 3: 20, 4: 22, 5: 24, 6: 26}  # QUI-1
ROW = HAND = 6  # QUI-1
FULL_ROW = 10  # QUI-6
MOST_PLAYED = 6  # QUI-2: in total; so six cards at most
MOST_COLLECTED = 6  # QUI-4: cards
WINNING = 21  # QUI-5
TURNS_A_SEAT = 150  # QUI-9

# Cards of a value are alike, so cards are numbers of each value: an int of six bytes, the lowest
# for the ones. Cards are put together with + and taken away with -.
ONE = {value: 1 << 8 * (value - 1) for value in VALUES}
SPARE = 0x808080808080  # never set, since there are fewer than 128 cards of a value


def together(values: Iterable[int]) -> int:
    """Cards of these values as one number."""
    return sum(ONE[value] for value in values)


def spread(cards: int) -> list[int]:
    """Cards one by one, smallest first."""
    found: list[int] = []
    for one in ONE.values():
        found += [one] * (cards // one & 255)
    return found


def how_many(cards: int) -> int:
    """The sum of the six bytes: 256 leaves 1 when it is divided by 255, and so does each of its
    powers. There are fewer than 255 cards."""
    return cards % 255


@cache  # of collections, 924 in all
def total(cards: int) -> int:
    """The sum of their values."""
    return sum(value * (cards // one & 255) for value, one in ONE.items())


def contains(cards: int, others: int) -> bool:
    """Whether `cards` has at least as many of every value as `others`."""
    return ((cards | SPARE) - others) & SPARE == SPARE


TEXTS = {one: str(value) for value, one in ONE.items()}
DECK = spread(sum(COPIES[value] * ONE[value] for value in VALUES))  # QUI-1


def texts(cards: int) -> list[str]:
    """The texts of cards, smallest first."""
    found: list[str] = []
    for one, text in TEXTS.items():
        found += [text] * (cards // one & 255)
    return found


# Moves are numbered from 0, verb by verb; a set of moves is an int whose bit `m` is move `m`.

SETS = [
    values
    for count in range(1, MOST_PLAYED + 1)
    for values in combinations_with_replacement(VALUES, count)
    if sum(values) <= MOST_PLAYED
]
PLAY = 0
TAKE = PLAY + len(SETS)
PASS = TAKE + len(SETS)
COLLECT = PASS + len(VALUES)
COLLECT_FOR = COLLECT + len(VALUES)
DONE = COLLECT_FOR + len(VALUES) ** 2
DONE_BIT = 1 << DONE
EVERY_MOVE = (1 << DONE + 1) - 1

SPELLED = [f"play {' '.join(map(str, values))}" for values in SETS]
SPELLED += [f"take {'+'.join(map(str, values))}" for values in SETS]
SPELLED += [f"pass {value}" for value in VALUES]
SPELLED += [f"collect {value}" for value in VALUES]
SPELLED += [f"collect {value} for {dropped}" for value in VALUES for dropped in VALUES]
SPELLED += ["done"]

# For every move the cards it needs, in the hand or, to take them, in the row.
CARDS = [together(values) for values in SETS] * 2
CARDS += [ONE[value] for value in VALUES]
CARDS += [value * ONE[value] for value in VALUES]  # QUI-4
CARDS += [value * ONE[value] for value in VALUES for _ in VALUES]
CARDS += [0]

# For every move that collects, the card that is kept and the one it replaces (QUI-4).
KEPT = {COLLECT + number: one for number, one in enumerate(ONE.values())}
DROPPED = dict.fromkeys(KEPT, 0)
for _number, (_kept, _dropped) in enumerate(product(ONE.values(), repeat=2)):
    KEPT[COLLECT_FOR + _number] = _kept
    DROPPED[COLLECT_FOR + _number] = _dropped


def _moves(moves: Iterable[int]) -> int:
    return sum(1 << move for move in moves)


def _takes(played: Sequence[int]) -> int:
    """What may be taken for these cards, if it is there (QUI-2)."""
    return _moves(
        TAKE + number
        for number, values in enumerate(SETS)
        if sum(values) == sum(played) and (len(values) == 1) == (len(played) > 1)
    )


FOR_PLAYED = [_takes(values) for values in SETS]
PASSES = _moves(range(PASS, COLLECT))
COLLECTS = _moves(range(COLLECT, COLLECT_FOR))


# For every value and every number of such cards, the moves that need no more of them.
ENOUGH = {
    one: [
        _moves(move for move, needed in enumerate(CARDS) if needed // one & 255 <= there)
        for there in range(COPIES[value] + 1)
    ]
    for value, one in ONE.items()
}


def _within(cards: int) -> int:
    """The moves that need no more than these cards."""
    found = EVERY_MOVE
    for one, moves in ENOUGH.items():
        found &= moves[cards // one & 255]
    return found


WITHIN = Remembered(_within)
MEMBERS = Remembered(one_by_one)


@cache  # of rows, 8,008 in all
def answered(row: int) -> int:
    """The moves that can begin a turn at this row: something must be there to take (QUI-2)."""
    there = WITHIN[row]
    return PASSES | _moves(
        PLAY + number for number, takes in enumerate(FOR_PLAYED) if there & takes
    )


@cache  # of collections, 924 in all
def collectable(collection: int) -> int:
    """The ways to collect a card there is room for, or that replaces one (QUI-4)."""
    if how_many(collection) < MOST_COLLECTED:
        return COLLECTS
    return _moves(
        move for move, dropped in DROPPED.items() if dropped and contains(collection, dropped)
    )


BEGINNING, TAKING, COLLECTING, OVER = range(4)
PHASES = ("begin", "take", "collect", "over")


class Quibbles(State):
    """One deal.

    Cards are numbers of each value, as above: `hands` and `collections`, one a seat, the `row`, and
    the `discards`. `pile` is a list of single cards that is never changed; the first `left` of it
    are still there, the top last. `played` is the move with which the turn began, if it played
    cards.
    """

    __slots__ = (
        "_open",
        "collections",
        "discards",
        "hands",
        "left",
        "moves",
        "phase",
        "pile",
        "played",
        "reason",
        "row",
        "seed",
        "shuffles",
        "start",
        "turns",
    )

    def __init__(self, seats: int, seed: bytes, start: int, points: Sequence[int]) -> None:
        self._ears = []
        self.seats = seats
        self.start = self.to_move = start
        self.seed = seed
        self.pile = shuffled(DECK, seed, 0)
        self.left = len(self.pile)
        self.shuffles = 1
        self.discards = 0
        self.hands = [self._draw(HAND) for _ in range(seats)]
        self.row = self._draw(ROW)
        self.collections = [0] * seats
        self.played = PLAY
        self.turns = self.moves = 0
        self.reason = ""
        self.phase = BEGINNING
        self._open = WITHIN[self.hands[start]] & answered(self.row)

    def legal(self) -> list[int]:
        return [*MEMBERS[self._open]]

    def text(self, move: int) -> str:
        return SPELLED[move]

    def play(self, move: int) -> None:
        if move < 0 or not self._open >> move & 1:
            raise IllegalMove(self.refusal(SPELLED[move] if 0 <= move <= DONE else move))
        self.moves = moves = self.moves + 1
        _PLAY[move](self, move)
        if moves == MOST_MOVES and self.phase != OVER:
            self._finish(f"{MOST_MOVES} moves")  # ALL-4

    # A turn

    def _play(self, move: int) -> None:
        cards = CARDS[move]
        self.hands[self.to_move] -= cards
        self.discards += cards
        self.played = move
        self.phase = TAKING
        self._open = WITHIN[self.row] & FOR_PLAYED[move]  # QUI-2: one at least must be taken
        if self._ears:
            self._tell("play", self.to_move, {"cards": texts(cards)})

    def _take(self, move: int) -> None:
        cards = CARDS[move]
        self.row = row = self.row - cards
        self.hands[self.to_move] += cards
        if self._ears:
            self._tell("take", self.to_move, {"cards": texts(cards)})
        more = WITHIN[row] & FOR_PLAYED[self.played]
        if more:
            self._open = more | DONE_BIT  # QUI-2: not all need be taken
        else:
            self._collect_or_end()

    def _pass(self, move: int) -> None:
        """QUI-3."""
        seat, card = self.to_move, CARDS[move]
        self.row += card
        if self._ears:
            self._tell("pass", seat, {"card": TEXTS[card]})
        drawn = self._draw(2)
        self.hands[seat] += drawn - card
        if self._ears:
            count = {"count": how_many(drawn)}
            self._tell("draw", seat, count, {seat: {"cards": texts(drawn)}})
        self._collect_or_end()

    def _collect_or_end(self) -> None:
        seat = self.to_move
        ways = WITHIN[self.hands[seat]] & collectable(self.collections[seat])  # QUI-4
        if ways:
            self.phase = COLLECTING
            self._open = ways | DONE_BIT
        else:
            self._end_turn()

    def _collect(self, move: int) -> None:
        """QUI-4: all cards of the value leave the hand, one of them for the collection."""
        seat = self.to_move
        kept, dropped = KEPT[move], DROPPED[move]
        cards = self.hands[seat] & 255 * kept
        self.hands[seat] -= cards
        self.collections[seat] += kept - dropped
        self.discards += cards - kept + dropped
        if self._ears:
            self._tell_collected(cards, kept, dropped)
        if total(self.collections[seat]) >= WINNING:
            self._finish(f"{WINNING} collected")  # QUI-5
        else:
            self._end_turn()

    def _tell_collected(self, cards: int, kept: int, dropped: int) -> None:
        shown = {
            "card": TEXTS[kept],
            "count": how_many(cards),
            "dropped": TEXTS[dropped] if dropped else None,
        }
        self._tell("collect", self.to_move, shown)

    def _done(self, move: int) -> None:
        if self._ears:
            self._tell("done", self.to_move, {})
        if self.phase == TAKING:
            self._collect_or_end()
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        lying = how_many(self.row)
        if lying < ROW or lying == FULL_ROW:
            self._mend_row(lying)
        seat = self.to_move
        if not self.hands[seat]:
            self._deal_anew()
        self.turns = turns = self.turns + 1
        if turns == TURNS_A_SEAT * self.seats:
            self._finish(f"{turns} turns")  # QUI-9
            return
        seat += 1
        self.to_move = seat = seat if seat < self.seats else 0
        self.phase = BEGINNING
        self._open = WITHIN[self.hands[seat]] & answered(self.row)

    def _mend_row(self, lying: int) -> None:
        """QUI-6: ten cards are discarded, fewer than six are made six."""
        if lying == FULL_ROW:
            self.discards += self.row
            if self._ears:
                self._tell("clear", -1, {"cards": texts(self.row)})
            self.row = lying = 0
        laid = self._draw(ROW - lying)
        self.row += laid
        if self._ears and laid:
            self._tell("lay", -1, {"cards": texts(laid)})

    def _deal_anew(self) -> None:
        """QUI-6: the active player has no card left, so all get new hands, he first."""
        before = self.hands
        self.discards += sum(before)
        self.hands = [0] * self.seats
        for step in range(self.seats):
            self.hands[(self.to_move + step) % self.seats] = self._draw(HAND)
        if self._ears:
            mine = {seat: {"cards": texts(hand)} for seat, hand in enumerate(self.hands)}
            self._tell("new_hands", -1, {"before": list(map(texts, before))}, mine)

    def _draw(self, count: int) -> int:
        """QUI-7: that many cards off the pile; it is made anew when it is empty and one is due."""
        left = self.left - count
        if left >= 0:
            self.left = left
            return sum(self.pile[left : left + count])
        drawn = sum(self.pile[: self.left])
        self.left = 0
        if not self.discards:  # both are empty
            self.shuffles -= left  # for each card due a shuffle of nothing, which has its number
            return drawn
        self._shuffle()
        return drawn + self._draw(-left)

    def _shuffle(self) -> None:
        """QUI-7: the discard pile as it lies, in the deck's order before the shuffle."""
        self.pile = shuffled(spread(self.discards), self.seed, self.shuffles)
        self.left = len(self.pile)
        self.shuffles += 1
        self.discards = 0
        if self._ears:
            self._tell("shuffle", -1, {"pile": self.left})

    def _finish(self, reason: str) -> None:
        self.reason = reason
        self.phase = OVER
        self.to_move = -1
        self._open = 0

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        # QUI-8: whoever wins has 21, and nobody else has.
        return ranked_outcome([total(cards) for cards in self.collections], False, self.reason)

    # What is known

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin._ears = []
        twin._open = self._open
        twin.seats, twin.to_move, twin.start = self.seats, self.to_move, self.start
        twin.seed, twin.shuffles = self.seed, self.shuffles
        twin.pile, twin.left, twin.discards = self.pile, self.left, self.discards
        twin.hands, twin.row = self.hands.copy(), self.row
        twin.collections = self.collections.copy()
        twin.phase, twin.played, twin.reason = self.phase, self.played, self.reason
        twin.turns, twin.moves = self.turns, self.moves
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "game": "quibbles",
            "seat": seat,
            "to_move": self.to_move,
            "start": self.start,
            "phase": PHASES[self.phase],
            "played": texts(CARDS[self.played]) if self.phase == TAKING else [],
            "hand": None if seat is None else texts(self.hands[seat]),
            "hands": [how_many(hand) for hand in self.hands],
            "row": texts(self.row),
            "collections": [texts(cards) for cards in self.collections],
            "pile": self.left,
            "discards": [self.discards // one & 255 for one in ONE.values()],
            "turns": self.turns,
        }

    def cards(self) -> list[str]:
        lying = [*self.hands, self.row, *self.collections, self.discards]
        pile = self.pile[: self.left]
        return sum(map(texts, lying), [TEXTS[one] for one in pile])

    def redealt(self, seat: int | None, rng: Random) -> Self:
        twin = self.copy()
        twin.seed = rng.randbytes(SEED_BYTES)  # a shuffle to come is hidden as well
        clockwise = [(self.to_move + step) % self.seats for step in range(self.seats)]
        others = [other for other in clockwise if other != seat]
        hidden = sum(self.hands[other] for other in others) + sum(self.pile[: self.left])
        twin.pile = spread(hidden)
        rng.shuffle(twin.pile)
        if self.phase == COLLECTING and seat != self.to_move:
            twin._put_on_top_what_can_be_collected()
        twin.left = len(twin.pile)
        for other in others:
            twin.hands[other] = twin._draw(how_many(self.hands[other]))
        twin._open = twin._open_now()
        return twin

    def _put_on_top_what_can_be_collected(self) -> None:
        """All know that the seat to move can collect something, but not what."""
        most = how_many(self.hands[self.to_move])
        seen = 0
        for card in reversed(self.pile):
            seen += card
            value = int(TEXTS[card])
            if value <= most and contains(seen, value * card):
                break
        for _ in range(value):
            self.pile.remove(card)
        self.pile += [card] * value

    def _open_now(self) -> int:
        """The open moves after the hands have changed."""
        if self.phase == BEGINNING:
            return WITHIN[self.hands[self.to_move]] & answered(self.row)
        if self.phase == COLLECTING:
            collection = self.collections[self.to_move]
            return WITHIN[self.hands[self.to_move]] & collectable(collection) | DONE_BIT
        return self._open


_PLAY: tuple[Callable[[Quibbles, int], None], ...] = (
    *[Quibbles._play] * len(SETS),
    *[Quibbles._take] * len(SETS),
    *[Quibbles._pass] * len(VALUES),
    *[Quibbles._collect] * len(KEPT),
    Quibbles._done,
)

QUIBBLES = Game(
    slug="quibbles",
    name="Quibbles",
    says="Trade cards with the row, gather many of a kind, and be first to collect 21.",
    seats=SEATS,
    low_wins=False,
    state=Quibbles,
    rules=Rules(
        setup=(
            "Everyone gets six cards. Six more lie face up in the middle, as the row; the rest is "
            "the draw pile. The 132 cards show 1 to 6: twenty each of 1, 2 and 3, twenty-two 4s, "
            "twenty-four 5s and twenty-six 6s.",
        ),
        play=(
            "Begin your turn with taking or passing. To take, put one to six cards from your hand "
            "on the discard pile that add up to 6 at most. For a single card take sets of two or "
            "more cards from the row, each of which adds up to your card: for a 6 you may take "
            "2+4 and 3+3. For two or more cards take single cards of the value they add up to: "
            "for 1 and 3 all the 4s you like. Take one set or card at least; you need not take "
            "all.",
            "To pass, add a card from your hand to the row and draw two.",
            "Then you may collect, once a turn: with as many cards of a value as the value says, "
            "two 2s or five 5s, put one of them into your collection and discard all others of "
            "that value that you hold. A collection has room for six cards. If it is full, "
            "discard one of them first.",
            "At the end of the turn a row of ten cards is discarded and six new ones are laid; a "
            "row of fewer than six is filled up to six. If your hand is then empty, all hands are "
            "discarded and everybody gets six new cards, you first. When the draw pile is used up "
            "and a card is needed, the discard pile is shuffled and becomes the new one.",
        ),
        scoring=(
            "The deal ends as soon as a collection adds up to 21 or more. Its owner wins; the "
            "others are ranked by their collections, most points first.",
        ),
        moves=(
            "A move is written as a word and the values of cards, smallest first: play 2 4, take "
            "3+3 (a set for one card) or take 6 (a card for several), pass 3, collect 4, collect "
            "4 for 2 (discarding a 2 from a full collection), done (take no more, or collect "
            "nothing).",
        ),
    ),
    endings=(
        f"{WINNING} collected",
        f"{MOST_MOVES} moves",
        *(f"{TURNS_A_SEAT * seats} turns" for seats in SEATS),
    ),
    rulings=(
        CHANCE,
        SHARED_PLACES,
        LONGEST_DEAL,
        Ruling(
            "QUI-1",
            "132 cards: 1, 2 and 3 twenty times each, 4 twenty-two times, 5 twenty-four times, 6 "
            "twenty-six times. Six cards in the row, six in every hand.",
        ),
        Ruling(
            "QUI-2",
            "Play one to six cards that add up to 6 at most. For one card take any number of "
            "disjoint sets of two or more cards of the row, each of which adds up to it; for two "
            "or more cards take any number of single cards of their sum. Without anything to take "
            "the play is not open. Sets are taken one at a time; after the first you may stop, and "
            "where nothing more can be taken it is over by itself.",
        ),
        Ruling(
            "QUI-3",
            "Or pass, which is always open: add a card of your hand to the row, then draw two.",
        ),
        Ruling(
            "QUI-4",
            "After either you may collect once: of a value of which you hold at least as many "
            "cards as it says, all leave your hand, one for the collection, the others for the "
            "discard pile. With six cards in the collection one of them is discarded first, of the "
            "same value if you like. Or you are done. Where nothing can be collected the turn goes "
            "on by itself.",
        ),
        Ruling("QUI-5", "21 or more in the collection wins at once."),
        Ruling(
            "QUI-6",
            "At the end of a turn a row of exactly ten is discarded and six cards are laid; a row "
            "under six is filled to six; seven to nine cards stay. Then, if the active player's "
            "hand is empty, all hands are discarded and everybody gets six: first all six of the "
            "active player, then clockwise.",
        ),
        Ruling(
            "QUI-7",
            "When a card is due and the draw pile is empty, the discard pile as it then lies is "
            "shuffled, in the middle of a draw too. An empty draw pile alone is no reason. When "
            "both are empty, draw what there is; each card then due counts as a shuffle all the "
            "same.",
        ),
        Ruling(
            "QUI-8",
            "The winner is first; the others rank by the total of their collection, high is good.",
        ),
        Ruling(
            "QUI-9",
            "After 150 turns a player in all the deal ends and everybody ranks by collection.",
        ),
    ),
)


class QuibblesMatch(PaidByPlace, OneGame):
    """`quibbles`: places added up, fewest points win; the start moves left (QUI-10)."""

    game = QUIBBLES
    slug = "quibbles"
    name = "Quibbles"
    says = "One deal of Quibbles, or as many as you like; fewest points win."
    seats = SEATS
    own_options = (Option("deals", "number", 1, DEALS, "How many deals.", ruling="QUI-10"),)
    rules = Rules(
        deals=("One deal of Quibbles is played, unless another number was agreed.",),
        start=("The player to the left of whoever started a deal starts the next.",),
        scoring=(PLACES_PAID, FEWEST_WIN),
    )
    rulings = (
        FIRST_START,
        SHARED_PLACES,
        PLACES_ARE_POINTS,
        Ruling(
            "QUI-10",
            "A match is one deal unless agreed otherwise. Places are added up as points, and the "
            "start seat moves left from deal to deal.",
        ),
    )


GAMES = (QUIBBLES,)
MATCHES = (QuibblesMatch(),)
