"""Permis de refuser: win cards in part one to have some in part two, where few cards may refuse.

A move is a card with the colour it names when leading (`r6g0:r`), a card when following (`r6g0`),
`refuse`, and between the parts `keep r6g0` or `keep none`.

A seat sees (`view`), cards being written as in moves:
    game, seat, to_move, start
    phase    "first part", "keep" or "second part"; when the deal is over, the part that scores
    hand     its own cards, null for a spectator
    hands    how many cards each seat holds
    aside    how many cards are out of play
    leader   who led the trick, or leads the next
    trick    its cards so far, from the leader's on
    by       the seats that played them
    colour   the colour named for it, null before the lead
    refused  the seats that refused in it
    won      how many cards each seat has won in this part
    taken    the total of these cards
    last     the trick before this one in the same part: leader, cards, by, colour, winner, or null
    kept     the card it keeps for part two, or "none", while others choose; else null

Events tell it:
    lead     card, colour
    play     card
    refuse
    trick    leader, cards, by, colour, winner
    choose   card (or "none"), for that seat alone
    second   hands (how many cards each seat gets; seat: who leads), and its own hand
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, Self

from ...chance import shuffled
from ...core import SEED_BYTES, Game, IllegalMove, Option, Rules, Ruling
from .._general import CHANCE, SHARED_PLACES
from ._deck import (
    ALL_CARDS,
    BIT,
    CARDS,
    COLOURS,
    DECK,
    DECK_RULINGS,
    MEMBERS,
    Deck,
    members,
    moves_from,
)
from ._tricks import Last, Tricks

HAND = 8
REFUSE = CARDS
KEEP = REFUSE + 1
KEEP_NONE = KEEP + CARDS
LEAD = KEEP_NONE + 1  # for the colour of the higher number
LEAD_LOWER = LEAD + CARDS
leads_higher, leads_lower = moves_from(LEAD), moves_from(LEAD_LOWER)

FIRST, KEEPING, SECOND = "first part", "keep", "second part"

FEWEST, FEWER_THAN_ANY = "fewest", "fewer-than-any"
REFUSE_OPTION = Option(
    "refuse",
    "choice",
    FEWEST,
    (FEWEST, FEWER_THAN_ANY),
    "Who may refuse in part two of Permis de refuser: whoever has fewer cards than every other "
    "player who holds some, or whoever has fewer than at least one.",
    means=(
        "Only who has fewer cards than every other player with cards.",
        "All but those with the most cards.",
    ),
    ruling="XXL-34",
)


@lru_cache(16)
def move_texts(deck: Deck) -> list[str]:
    """The text of every move."""
    leads = [
        f"{text}:{COLOURS[faces[which][1]]}"
        for which in (0, 1)
        for text, faces in zip(deck.texts, deck.faces, strict=True)
    ]
    return [*deck.texts, "refuse", *(f"keep {text}" for text in deck.texts), "keep none", *leads]


class Terms(NamedTuple):
    """What was settled before the cards were dealt."""

    seed: bytes
    points: tuple[int, ...]
    refuse: str


class Permis(Tricks):
    """Moves: 0 to 54 a card that follows, 55 refuse, 56 to 110 a card to keep, 111 none, 112 to 166
    a led card for the colour of its higher number, 167 to 221 for that of its lower one.

    `colour`: the one named for the trick, -1 before the lead. `refusers`: the set of seats that may
    refuse in this trick. `kept`: what each seat that has chosen keeps, a set of one
    card or none; it is replaced, never changed, since copies share it. Every trick uses up a card
    at least, so no deal comes near the limit of ALL-4.
    """

    __slots__ = ("colour", "kept", "phase", "refusers", "terms")

    slug = "permis"

    colour: int
    kept: dict[int, int]
    phase: str
    refusers: int
    terms: Terms

    def __init__(
        self,
        seats: int,
        seed: bytes,
        start: int,
        points: tuple[int, ...],
        refuse: str,
        deck: str | None,
    ) -> None:
        super().__init__(seats, seed, start, HAND, deck)
        self.colour = -1
        self.kept = {}
        self.phase = FIRST
        self.terms = Terms(seed, points, refuse)
        self.refusers = 0  # in part one all hands are equal when a trick begins
        self._begin_trick(start)

    def _begin_trick(self, leader: int) -> None:
        self.leader = self.to_move = leader
        if self.phase == SECOND:
            self.refusers = self._may_refuse()
        self._open = self._leads()

    def _may_refuse(self) -> int:
        """The set of seats whose hands are small enough, the trick being about to begin."""
        if self.terms.refuse == FEWER_THAN_ANY:
            counts = [hand.bit_count() for hand in self.hands]
            most = max(counts)  # XXL-34: smaller than at least one other's
            return sum(1 << seat for seat, count in enumerate(counts) if 0 < count < most)
        fewest, refusers = CARDS, 0  # XXL-34: smaller than that of every other who holds cards
        for seat, hand in enumerate(self.hands):
            count = hand.bit_count()
            if 0 < count < fewest:
                fewest, refusers = count, 1 << seat
            elif count == fewest:
                refusers = 0
        return refusers

    def _moves(self) -> tuple[int, ...]:
        if self.phase == KEEPING:
            return self._keeps()
        return self._follows() if self.trick else self._leads()

    def _leads(self) -> tuple[int, ...]:
        hand = self.hands[self.to_move]
        return leads_higher(hand) + leads_lower(hand)  # XXL-30: any card, for either of its colours

    def _follows(self) -> tuple[int, ...]:
        seat = self.to_move
        hand = self.hands[seat]
        # XXL-30: a card that shows the colour on either face, else any card
        follow = members(hand & self.deck.showing[1 << self.colour] or hand)
        if self.refusers >> seat & 1:
            return (*follow, REFUSE)  # XXL-34, even if he could follow
        return follow

    def _keeps(self) -> tuple[int, ...]:
        won = members(self.taken[self.to_move])
        return (*(KEEP + card for card in won), KEEP_NONE)  # XXL-32

    def text(self, move: int) -> str:
        return move_texts(self.deck)[move]

    def play(self, move: int) -> None:
        if move not in self._open:
            raise IllegalMove(self.refusal(move))
        if REFUSE < move < LEAD:
            self._keep(1 << move - KEEP if move < KEEP_NONE else 0)
            return
        if move != REFUSE:
            self._lay(move)
        elif self._ears:
            self._tell("refuse", self.to_move, {})
        self._go_round()

    def _lay(self, move: int) -> None:
        seat, card = self.to_move, move
        if move >= LEAD:
            which, card = divmod(move - LEAD, CARDS)
            self.colour = self.deck.faces[card][which][1]
        self.hands[seat] ^= BIT[card]
        self.lying |= BIT[card]
        self.trick[card] = seat
        if self._ears:
            self._tell_card(seat, card, move >= LEAD)

    def _tell_card(self, seat: int, card: int, is_led: bool) -> None:
        if is_led:
            self._tell("lead", seat, {"card": self.text(card), "colour": COLOURS[self.colour]})
        else:
            self._tell("play", seat, {"card": self.text(card)})

    def _go_round(self) -> None:
        seats, hands = self.seats, self.hands
        seat = (self.to_move + 1) % seats
        while seat != self.leader:
            if hands[seat]:  # XXL-34: nobody without cards is asked
                self.to_move = seat
                self._open = self._follows()
                return
            seat = (seat + 1) % seats
        self._end_trick()

    def _end_trick(self) -> None:
        winner = self._take_trick(self.colour)
        self.colour = -1
        if self.phase == FIRST and self.hands[winner]:
            self._begin_trick(winner)  # XXL-30
        elif self.phase == FIRST:
            self._end_first()
        elif self._too_many(self.hands):
            self._end("out of cards")  # XXL-35
        else:
            self._begin_trick(self._holder_from(winner))

    def _too_many(self, cards: list[int]) -> bool:
        """Whether that many seats without cards end a part (XXL-31, XXL-35)."""
        return cards.count(0) >= (1 if self.seats <= 3 else 2)

    def _holder_from(self, seat: int) -> int:
        """This seat, or the next clockwise that holds cards (XXL-35)."""
        while not self.hands[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def _clockwise(self) -> list[int]:
        """All seats, from the start seat of the deal on."""
        return [(self.start + step) % self.seats for step in range(self.seats)]

    def _end_first(self) -> None:
        if self._too_many(self.taken):
            self._end("too few won a trick")  # XXL-31
        else:
            self.phase = KEEPING
            self._ask_what_to_keep()

    def _ask_what_to_keep(self) -> None:
        """The next who won cards, clockwise from the start seat (XXL-32), or part two."""
        for seat in self._clockwise():
            if self.taken[seat] and seat not in self.kept:
                self.to_move = seat
                self._open = self._keeps()
                return
        self._begin_second()

    def _keep(self, cards: int) -> None:
        seat = self.to_move
        self.kept = self.kept | {seat: cards}
        if self._ears:
            self._tell("choose", seat, {}, {seat: {"card": self._what_it_keeps(seat)}})
        self._ask_what_to_keep()

    def _begin_second(self) -> None:
        kept = sum(self.kept.values())
        # XXL-32: all other cards, those set aside included; as many to each as he won in part one
        self.pile = shuffled(members(ALL_CARDS ^ kept), self.terms.seed, 1)
        for seat, won in enumerate(self.taken):
            own = self.kept.get(seat, 0)
            self.hands[seat] = own | self._from_pile(won.bit_count() - own.bit_count())
        self.phase = SECOND
        self.kept = {}
        self.last = None
        self.taken = [0] * self.seats  # XXL-35: only tricks of part two score
        leader = self._leader_of_second()
        if self._ears:
            hands = {seat: {"hand": self.deck.names(hand)} for seat, hand in enumerate(self.hands)}
            sizes = [hand.bit_count() for hand in self.hands]
            self._tell("second", leader, {"hands": sizes}, hands)
        self._begin_trick(leader)

    def _leader_of_second(self) -> int:
        """XXL-33: most cards; among equals most points so far; then clockwise from the start."""
        points = self.terms.points
        return max(self._clockwise(), key=lambda seat: (self.hands[seat].bit_count(), points[seat]))

    def _what_it_keeps(self, seat: int | None) -> str | None:
        if seat not in self.kept:
            return None
        names = self.deck.names(self.kept[seat])
        return names[0] if names else "none"

    def _refused(self) -> list[int]:
        """The seats that have been asked in this trick, hold cards and played none."""
        asked = (self.to_move - self.leader) % self.seats if self.trick else 0
        seats = [(self.leader + step) % self.seats for step in range(asked)]
        return [seat for seat in seats if self.hands[seat] and seat not in self.trick.values()]

    def copy(self) -> Self:
        twin = Tricks.copy(self)  # quicker than super()
        twin.colour = self.colour
        twin.kept = self.kept
        twin.phase = self.phase
        twin.refusers = self.refusers
        twin.terms = self.terms
        return twin

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {
            "phase": self.phase,
            "by": list(self.trick.values()),
            "colour": COLOURS[self.colour] if self.colour >= 0 else None,
            "refused": self._refused(),
            "won": [cards.bit_count() for cards in self.taken],
            "kept": self._what_it_keeps(seat),
        }

    def _told(self, last: Last) -> dict[str, Any]:
        trick, _, _ = last
        return super()._told(last) | {"by": list(trick.values())}

    def redealt(self, seat: int | None, rng: Random) -> Self:
        twin = super().redealt(seat, rng)
        # Nobody knows the shuffle that is to come.
        twin.terms = self.terms._replace(seed=rng.randbytes(SEED_BYTES))
        twin.kept = {
            other: cards if other == seat else self._something_to_keep(other, rng)
            for other, cards in self.kept.items()
        }
        return twin

    def _something_to_keep(self, seat: int, rng: Random) -> int:
        cards = [1 << card for card in MEMBERS[self.taken[seat]]]
        return rng.choice([0, *cards])


PERMIS = Game(
    slug="permis",
    name="Permis de refuser",
    says="Win cards in part one and points in part two, where a small hand may refuse to play.",
    seats=range(2, 7),
    low_wins=Permis.low_wins,
    state=Permis,
    options=(REFUSE_OPTION, DECK),
    rules=Rules(
        setup=("Everyone gets eight cards, whether two play or six. The rest is set aside.",),
        play=(
            "Part one: the leader plays a card and names one of its two colours. The others "
            "follow in turn with a card that shows this colour, on whichever face; whoever has "
            "none plays any card. The highest number of the named colour wins the trick, of equal "
            "numbers the card with the higher total. The winner leads to the next trick.",
            "After eight tricks the deal is over if too many went without one: one player where "
            "two or three play, two where four to six do.",
            "Otherwise everyone who won cards may keep one of them, in secret, in turn from the "
            "player who started the deal. All other cards, those set aside too, are shuffled, and "
            "everyone gets as many cards as he won in part one, the kept one included. Whoever "
            "won none sits out.",
            "Part two: the player with the most cards leads; of equal ones the one with more "
            "points in the match so far, then the first clockwise from the player who started. It "
            "is played like part one, but whoever has fewer cards than every other player with "
            "cards may refuse to play to a trick; what counts are the hands as the trick begins. "
            "A leader cannot refuse. If the winner of a trick has no cards left, the next player "
            "who has some leads.",
        ),
        scoring=(
            "Part two ends after the trick with which one player has run out of cards where two "
            "or three play, or two players where four to six do. Add up the totals of the cards "
            "in your tricks of this part: the highest sum is first. Cards still in hand are worth "
            "nothing.",
            "If the deal was over after part one, the tricks of part one count instead.",
        ),
        moves=(
            "A lead is written as the card and the named colour (r6g0:r: red 6, green 0, for "
            "red), following as the card (r6g0) or refuse, keeping as keep r6g0 or keep none.",
        ),
    ),
    endings=("out of cards", "too few won a trick"),
    rulings=(
        CHANCE,
        SHARED_PLACES,
        *DECK_RULINGS,
        Ruling(
            "XXL-30",
            "The leader names one of his card's colours; whoever has it on either face must "
            "follow, others play any card. The highest number of that colour wins, of equal ones "
            "the higher total; the winner leads.",
        ),
        Ruling(
            "XXL-31",
            "After eight tricks the deal ends if one player or more at 2 or 3, two or more at 4 to "
            "6, have no trick. Then the totals of the cards won in part one score.",
        ),
        Ruling(
            "XXL-32",
            "Else everyone who won cards may keep one in secret, in turn from the start seat. All "
            "others of the deck are shuffled; each, seat 0 first, gets as many as he won, the kept "
            "one included, and the rest is set aside again. Whoever has no trick sits out part "
            "two.",
        ),
        Ruling(
            "XXL-33",
            "Part two is led by the player with the most cards; equal: the most points so far; "
            "equal: clockwise from the start seat.",
        ),
        Ruling(
            "XXL-34",
            "By the hands as the trick begins, a player may refuse if he has fewer cards than "
            "every other who holds some, or, if so agreed, than at least one other; even if he "
            "could follow. The leader never refuses, and nobody without cards is asked.",
        ),
        Ruling(
            "XXL-35",
            "Part two ends after a trick when one player (2 or 3 play) or two (4 to 6) hold no "
            "cards, one who sat out included. A winner without cards passes the lead on clockwise. "
            "Only the totals of the cards won in part two score, cards in hand count nothing, high "
            "is good.",
        ),
    ),
)
GAMES = (PERMIS,)
