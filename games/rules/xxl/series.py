"""Fournir des séries: form runs of three from your hand and the table; high runs count.

A turn is played as single moves, at most one run and one exchange, in either order:
`run g: y9g6 b9g7 g8r3` (the colour and three cards, lowest number of that colour first),
`swap r6g0 for b10y9` (own card, table card), `lay r6g0` (beside the table cards), `done`.

A seat sees (`view`), cards being written as in moves:
    game, seat, to_move, start
    hand          its own cards, null for a spectator
    hands         how many cards each seat holds
    table         the cards that lie open
    pile          how many cards are left to draw
    runs          for each seat the runs it has laid: colour, cards (lowest number first)
    sums          the total of the cards in each seat's runs
    may_run       whether the seat to move has yet to lay a run in this turn
    may_exchange  whether it has yet to exchange a card
    idle          how many turns in a row did nothing,
    runless       how many laid no run,
    drawless      how many took no card from the pile: all three since a card last joined the table

Events tell it:
    run       colour, cards (lowest number first), turned: cards that took the place of those used
              from the table; drawn: what the hand was refilled with, for that seat alone
    trade     card, taken: a hand card swapped for a table card
    beside    card: laid beside the table cards; drawn, for that seat alone
    done
    join      card: the top of the pile joins the table, by no player's doing (seat -1)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Self

from ...core import Game, IllegalMove, Rules, Ruling
from .._general import CHANCE, SHARED_PLACES
from ._deal import XxlDeal
from ._deck import BIT, CARDS, COLOURS, DECK, DECK_RULINGS, Deck, members
from ._runs import Runs, runs_of

HAND = 4
TABLE = 2  # cards that lie open at first; beside no more than these a card may be laid (XXL-42)

# Moves: a swap is `own card << 6 | table card`, the others begin where there are no more cards.
SWAPS = [[own << 6 | other for other in range(CARDS)] for own in range(CARDS)]
LAY = CARDS << 6  # + the card
DONE = CARDS + 1 << 6
RUN = CARDS + 2 << 6  # + the number of the run among those of the deck

# What is left to do in a turn, as a set (XXL-40).
A_RUN, AN_EXCHANGE = 1, 2
TURN = A_RUN | AN_EXCHANGE


@lru_cache(16)
def move_texts(deck: Deck) -> dict[int, str]:
    """All moves as the rulings spell them."""
    cards, runs = list(enumerate(deck.texts)), runs_of(deck)
    texts = {
        own << 6 | other: f"swap {card} for {taken}"
        for own, card in cards
        for other, taken in cards
        if own != other
    }
    texts |= {LAY + own: f"lay {card}" for own, card in cards}
    texts[DONE] = "done"
    for run, (colour, three) in enumerate(zip(runs.colours, runs.cards, strict=True)):
        texts[RUN + run] = f"run {COLOURS[colour]}: {' '.join(deck.texts[card] for card in three)}"
    return texts


@lru_cache(16)
def moves_by_text(deck: Deck) -> dict[str, int]:
    """What `move_texts` spells."""
    return {text: move for move, text in move_texts(deck).items()}


class Series(XxlDeal):
    """Moves: see SWAPS, LAY, DONE and RUN.

    `table`: the set of cards that lie open. `laid[seat]`: the numbers of the runs it has laid.
    `turns`: how many have ended. `last_deed`, `last_run`, `last_draw`: the number, from 1, of the
    last turn in which anything was done, a run was laid, a card was taken from the pile; or in
    which a card joined the table. `left`: what is left to do in this turn.

    The pile loses a card every 3n turns at least, and once it is empty a run is laid every n, so
    that no deal comes near the limit of ALL-4.
    """

    __slots__ = ("_runs", "laid", "last_deed", "last_draw", "last_run", "left", "table", "turns")

    slug = "series"
    low_wins = False

    _runs: Runs
    laid: list[tuple[int, ...]]
    last_deed: int
    last_draw: int
    last_run: int
    left: int
    table: int
    turns: int

    def __init__(
        self, seats: int, seed: bytes, start: int, points: tuple[int, ...], deck: str | None
    ) -> None:
        super().__init__(seats, seed, start, HAND, deck)
        self._runs = runs_of(self.deck)
        self.table = self._from_pile(TABLE)
        self.laid = [()] * seats
        self.turns = self.last_deed = self.last_run = self.last_draw = 0
        self.left = TURN
        self._open = self._moves()

    # What is open

    def _moves(self) -> list[int]:
        hand, moves = self.hands[self.to_move], []
        if self.left & A_RUN:
            runs = self._runs.within[hand | self.table]
            if runs:
                moves = [RUN + run for run, cards in runs if cards & hand]  # XXL-41
        if self.left & AN_EXCHANGE:
            own, table = members(hand), members(self.table)
            for card in own:
                swaps = SWAPS[card]
                for other in table:
                    moves.append(swaps[other])  # XXL-42
            if self.pile and len(table) <= TABLE:
                moves += [LAY + card for card in own]  # XXL-42
        moves.append(DONE)  # XXL-46
        return moves

    def text(self, move: int) -> str:
        return move_texts(self.deck)[move]

    def parse(self, text: str) -> int:
        move = moves_by_text(self.deck).get(text, -1)
        if move not in self._open:
            raise IllegalMove(self.refusal(text))
        return move

    # A turn

    def play(self, move: int) -> None:
        if move not in self._open:
            raise IllegalMove(self.refusal(move))
        if move == DONE:
            if self._ears:
                self._tell("done", self.to_move, {})
            self._end_turn()
            return
        self.last_deed = self.turns + 1
        if move > DONE:
            self._lay_run(move - RUN)
        elif move >= LAY:
            self._lay_beside(move - LAY)
        else:
            self._swap(move >> 6, move & 63)
        if self.left:
            self._open = self._moves()
        else:
            self._end_turn()  # XXL-46: both were made

    def _lay_run(self, run: int) -> None:
        """XXL-41: refill the hand to four, then the table card by card."""
        seat, cards, pile = self.to_move, self._runs.sets[run], self.pile
        from_table = cards & self.table
        hand = self.hands[seat] & ~cards
        drawn = turned = 0
        for _ in range(min(HAND - hand.bit_count(), len(pile))):
            drawn |= BIT[pile.pop()]
        for _ in range(min(from_table.bit_count(), len(pile))):
            turned |= BIT[pile.pop()]
        self.hands[seat] = hand | drawn
        self.table ^= from_table | turned
        self.laid[seat] += (run,)
        self.last_run = self.last_deed
        if drawn:
            self.last_draw = self.last_deed
        self.left ^= A_RUN
        if self._ears:
            shown = self._spelled(run) | {"turned": self.deck.names(turned)}
            self._tell("run", seat, shown, {seat: {"drawn": self.deck.names(drawn)}})

    def _swap(self, own: int, other: int) -> None:
        both = BIT[own] | BIT[other]
        self.hands[self.to_move] ^= both
        self.table ^= both
        self.left ^= AN_EXCHANGE
        if self._ears:
            texts = self.deck.texts
            self._tell("trade", self.to_move, {"card": texts[own], "taken": texts[other]})

    def _lay_beside(self, own: int) -> None:
        """XXL-42."""
        seat, drawn = self.to_move, self.pile.pop()
        self.table |= BIT[own]
        self.hands[seat] ^= BIT[own] | BIT[drawn]
        self.last_draw = self.last_deed
        self.left ^= AN_EXCHANGE
        if self._ears:
            texts = self.deck.texts
            self._tell("beside", seat, {"card": texts[own]}, {seat: {"drawn": texts[drawn]}})

    # Its end

    def _end_turn(self) -> None:
        self.turns += 1
        self.left = 0
        if self.pile and self._is_stuck():
            self._join()
        if not self.pile and self._is_over():
            return
        self.to_move = (self.to_move + 1) % self.seats
        self.left = TURN
        self._open = self._moves()

    def _is_stuck(self) -> bool:
        return (
            self.turns - self.last_deed >= self.seats  # XXL-43: all of these did nothing
            or self.turns - self.last_draw >= 3 * self.seats  # XXL-45
        )

    def _join(self) -> None:
        card = self.pile.pop()
        self.table |= BIT[card]
        self.last_deed = self.last_run = self.last_draw = self.turns  # XXL-45: counted anew
        if self._ears:
            self._tell("join", -1, {"card": self.deck.texts[card]})

    def _is_over(self) -> bool:
        """The pile is empty: whether this turn ended the deal."""
        if not any(self._can_run(hand) for hand in self.hands):
            self._end("nobody can form a run")  # XXL-44
        elif self.turns - self.last_run >= self.seats:
            self._end("no run in a round")  # XXL-45
        return self.to_move < 0

    def _can_run(self, hand: int) -> bool:
        return any(cards & hand for _, cards in self._runs.within[hand | self.table])

    def _scores(self) -> list[int]:
        return [sum(self._runs.totals[run] for run in laid) for laid in self.laid]  # XXL-44

    # What is known

    def copy(self) -> Self:
        twin = XxlDeal.copy(self)  # quicker than super()
        twin.pile = self.pile.copy()
        twin._runs = self._runs
        twin.laid = self.laid.copy()
        twin.last_deed = self.last_deed
        twin.last_draw = self.last_draw
        twin.last_run = self.last_run
        twin.left = self.left
        twin.table = self.table
        twin.turns = self.turns
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {
            "table": self.deck.names(self.table),
            "pile": len(self.pile),
            "runs": [[self._spelled(run) for run in laid] for laid in self.laid],
            "sums": self._scores(),
            "may_run": bool(self.left & A_RUN),
            "may_exchange": bool(self.left & AN_EXCHANGE),
            "idle": max(0, self.turns - self.last_deed),
            "runless": max(0, self.turns - self.last_run),
            "drawless": max(0, self.turns - self.last_draw),
        }

    def _spelled(self, run: int) -> dict[str, Any]:
        cards = [self.deck.texts[card] for card in self._runs.cards[run]]
        return {"colour": COLOURS[self._runs.colours[run]], "cards": cards}

    def cards(self) -> list[str]:
        runs = [self._runs.sets[run] for laid in self.laid for run in laid]
        return super().cards() + self.deck.names(self.table | sum(runs))


SERIES = Game(
    slug="series",
    name="Fournir des séries",
    says="Form runs of three in one colour from your hand and the table; high runs count.",
    seats=range(2, 7),
    low_wins=Series.low_wins,
    state=Series,
    options=(DECK,),
    rules=Rules(
        setup=(
            "Everyone gets four cards. Two cards are turned up on the table; the rest is the draw "
            "pile.",
        ),
        play=(
            "On your turn you may lay one run and make one exchange, in either order, or only one "
            "of them, or nothing.",
            "A run is three cards that show one colour with consecutive numbers, such as green 6, "
            "7 and 8. One of them at least comes from your hand, the others from your hand or the "
            "table. It stays before you and is never made longer. Then draw until you hold four "
            "cards again, and turn up a new card for each that you took from the table.",
            "An exchange swaps a card of your hand for one on the table. Or, while no more than "
            "two cards lie there and the pile lasts, lay one of yours beside them and draw "
            "another.",
            "When everybody in turn has done nothing, the top card of the pile joins the table. "
            "So it does when nobody took a card from the pile for three rounds of turns.",
        ),
        scoring=(
            "The deal ends when the pile is used up and nobody can form a run from his hand and "
            "the table, or when it is used up and a round of turns goes by without a run. Add up "
            "the totals of the cards in your runs: the highest sum is first.",
        ),
        moves=(
            "A move is written as run, the colour and the cards from the lowest number up (run g: "
            "y9g6 b9g7 g8r3: green 6, 7, 8), swap r6g0 for b10y9 (your card, the table's), lay "
            "r6g0, or done. A turn with a run and an exchange ends by itself, every other with "
            "done.",
        ),
    ),
    endings=("nobody can form a run", "no run in a round"),
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        Ruling(
            "XXL-40",
            "A turn is at most one run and at most one exchange, in either order, or nothing. It "
            "is played as single moves.",
        ),
        Ruling(
            "XXL-41",
            "A run is exactly three cards that show one colour with consecutive numbers, at least "
            "one of them from the hand; it is never extended. Then the hand is refilled to four, "
            "and after it the table card by card for those used.",
        ),
        Ruling(
            "XXL-42",
            "An exchange swaps a hand card with a table card, or lays a hand card beside the table "
            "cards and draws one. Laying needs a draw pile and a table of two cards or fewer.",
        ),
        Ruling(
            "XXL-43",
            "When as many turns in a row as there are players did nothing, the top of the draw "
            "pile joins the table.",
        ),
        Ruling(
            "XXL-44",
            "The deal ends after a turn when the pile is empty and no player can form a run from "
            "his hand and the table. The totals of the cards in one's runs count, high is good.",
        ),
        Ruling(
            "XXL-45",
            "With an empty pile, as many turns in a row without a run as there are players end the "
            "deal, those begun before the pile was empty included. With a pile, three times as "
            "many turns in a row that took no card from it make its top join the table. Every card "
            "that joins begins all three counts anew, that of XXL-43 too. After a turn the order "
            "is: XXL-43, this joining, XXL-44, this end.",
        ),
        Ruling(
            "XXL-46",
            "A turn with both a run and an exchange ends by itself, every other with done. Whoever "
            "holds no card has only done.",
        ),
    ),
)
GAMES = (SERIES,)
