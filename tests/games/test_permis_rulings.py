"""An example for every ruling of permis, and its rules said a second way."""

import random
import re

import pytest

from games import GAMES, Event, IllegalMove
from games.chance import shuffled
from games.rules.xxl.permis import Permis

from .cases import open_texts
from .xxl_positions import DECK, card_set, legal, permis, play

DEALS = 8
# What each of two, three or four won in part one, for tables that are about to end it
TWO = ("r2g1 b5g2", "r9y3 b8g6")
FOUR = ("r2g1 b5g2", "r9y3 b8g6", "y7b4 g8r3", "r6b1 y6g5")


class TestPartOne:
    @pytest.mark.parametrize("seats", range(2, 7))
    def test_eight_cards_each_and_the_rest_aside(self, seats: int) -> None:
        view = GAMES["permis"].deal(seats, bytes(32), start=1).view(None)
        assert view["hands"] == [8] * seats
        assert view["aside"] == 55 - 8 * seats
        assert view["to_move"] == 1

    def test_xxl_30_the_leader_names_one_of_the_two_colours(self) -> None:
        state = permis("r2g1 y8b0", "b5g2 y7b4")
        assert sorted(legal(state)) == ["r2g1:g", "r2g1:r", "y8b0:b", "y8b0:y"]
        play(state, "y8b0:b")
        assert state.view(None)["colour"] == "b"

    def test_xxl_30_the_colour_is_followed_on_either_face(self) -> None:
        state = permis("r2g1 y8b0", "b5g2 g9y0 r6b1 y7b4")
        play(state, "r2g1:g")
        assert legal(state) == ["g9y0", "b5g2"]

    def test_xxl_30_whoever_has_none_plays_any_card(self) -> None:
        state = permis("r2g1 y8b0", "r6b1 y7b4")
        play(state, "r2g1:g")
        assert legal(state) == ["r6b1", "y7b4"]

    def test_xxl_30_the_highest_number_of_the_named_colour_wins_and_leads(self) -> None:
        state = permis("r2g1 y8b0", "b5g2 y7b4", "r10b4 y9g6", won=("", "", ""))
        play(state, "r2g1:g", "b5g2", "y9g6")
        last = state.view(None)["last"]
        assert (last["colour"], last["winner"], last["by"]) == ("g", 2, [0, 1, 2])
        assert (state.to_move, state.view(None)["leader"]) == (2, 2)
        assert state.view(None)["won"] == [0, 0, 3]
        assert state.view(None)["taken"] == [0, 0, 3 + 7 + 15]

    def test_xxl_30_another_colour_never_wins(self) -> None:
        state = permis("r2g1 y8b0", "r10b4 y7b4")
        play(state, "r2g1:g", "r10b4")
        assert state.to_move == 0

    def test_xxl_30_of_equal_numbers_the_higher_total_wins(self) -> None:
        state = permis("g8r4 y8b0", "g8r3 y7b4")
        play(state, "g8r4:g", "g8r3")
        assert state.to_move == 0


class TestEndOfPartOne:
    def test_xxl_31_of_two_one_without_a_trick_ends_the_deal(self) -> None:
        state = permis("r10b4", "r6b1", won=("r2g1 b5g2", ""))
        play(state, "r10b4:r", "r6b1")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "too few won a trick"
        assert outcome.scores == (3 + 7 + 14 + 7, 0)

    def test_xxl_31_of_three_one_without_a_trick_ends_the_deal(self) -> None:
        state = permis("r10b4", "r6b1", "y7b4", won=("r2g1", "b5g2", ""))
        play(state, "r10b4:r", "r6b1", "y7b4")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores == (3 + 14 + 7 + 11, 7, 0)
        assert outcome.places == (1, 2, 3)

    def test_xxl_31_of_four_one_without_a_trick_does_not(self) -> None:
        state = permis("r10b4", "r6b1", "y10b8", "g9y5", won=("r2g1", "b5g2", "b8g6", ""))
        play(state, "r10b4:r", "r6b1", "y10b8", "g9y5")
        assert state.outcome() is None
        assert state.view(None)["phase"] == "keep"

    def test_xxl_31_of_four_two_without_a_trick_end_it(self) -> None:
        state = permis("r10b4", "r6b1", "y10b8", "g9y5", won=("r2g1", "b5g2", "", ""))
        play(state, "r10b4:r", "r6b1", "y10b8", "g9y5")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores == (3 + 14 + 7 + 18 + 14, 7, 0, 0)

    def test_xxl_31_the_last_trick_counts_for_having_one(self) -> None:
        state = permis("r10b4", "r6b1", won=("", "b5g2"))
        play(state, "r10b4:r", "r6b1")
        assert state.outcome() is None


def keeping(start: int = 0) -> Permis:
    """Two players after part one: seat 0 won r2g1 b5g2 r10b4 r6b1, seat 1 r9y3 b8g6."""
    state = permis("r10b4", "r6b1", start=start, won=TWO)
    play(state, "r10b4:r", "r6b1")
    return state


class TestKeeping:
    def test_xxl_32_one_of_the_cards_won_may_be_kept(self) -> None:
        state = keeping()
        assert state.to_move == 0
        assert legal(state) == ["keep r2g1", "keep r6b1", "keep b5g2", "keep r10b4", "keep none"]
        play(state, "keep r10b4")
        assert state.to_move == 1
        assert legal(state) == ["keep r9y3", "keep b8g6", "keep none"]

    def test_xxl_32_it_goes_clockwise_from_the_start_seat(self) -> None:
        state = keeping(start=1)
        assert state.to_move == 1
        play(state, "keep none")
        assert state.to_move == 0

    def test_xxl_32_what_is_kept_is_secret(self) -> None:
        state = keeping()
        heard: list[Event] = []
        state.listen(heard.append)
        play(state, "keep r10b4")
        assert state.view(0)["kept"] == "r10b4"
        assert state.view(1)["kept"] is state.view(None)["kept"] is None
        head = {"what": "choose", "deal": 0, "seat": 0}
        assert heard[0].seen_by(0) == head | {"card": "r10b4"}
        assert heard[0].seen_by(1) == heard[0].seen_by(None) == head

    def test_xxl_32_keeping_nothing_is_as_secret(self) -> None:
        state = keeping()
        play(state, "keep none")
        assert state.view(0)["kept"] == "none"
        assert state.view(1)["kept"] is None

    def test_xxl_32_all_others_are_shuffled_and_dealt_seat_0_first(self) -> None:
        state = keeping(start=1)
        play(state, "keep b8g6", "keep r10b4")
        kept = card_set("r10b4 b8g6")
        rest = [card for card in range(55) if not kept >> card & 1]
        pile = [DECK.texts[card] for card in shuffled(rest, bytes(32), 1)[::-1]]
        assert set(state.view(0)["hand"]) == {"r10b4", *pile[:3]}
        assert set(state.view(1)["hand"]) == {"b8g6", *pile[3:4]}
        assert state.view(None)["aside"] == 55 - 4 - 2

    def test_xxl_32_whoever_keeps_none_gets_as_many_cards(self) -> None:
        state = keeping()
        play(state, "keep none", "keep b8g6")
        assert state.view(None)["hands"] == [4, 2]
        assert state.view(None)["won"] == [0, 0]
        assert state.view(None)["phase"] == "second part"

    def test_xxl_32_everybody_is_told_his_new_hand_and_no_other(self) -> None:
        state = keeping()
        heard: list[Event] = []
        play(state, "keep none")
        state.listen(heard.append)
        play(state, "keep none")
        _, second = heard
        assert second.seen_by(None) == {"what": "second", "deal": 0, "seat": 0, "hands": [4, 2]}
        for seat in (0, 1):
            told = second.seen_by(seat)
            assert told is not None
            assert told["hand"] == state.view(seat)["hand"]

    def test_xxl_32_a_player_without_a_trick_sits_out(self) -> None:
        state = permis("r10b4", "r6b1", "y10b8", "g9y5", won=("r2g1", "b5g2", "b8g6", ""))
        play(state, "r10b4:r", "r6b1", "y10b8", "g9y5")
        asked = []
        while state.view(None)["phase"] == "keep":
            asked.append(state.to_move)
            play(state, "keep none")
        assert asked == [0, 1, 2]
        assert state.view(None)["hands"] == [5, 1, 1, 0]


class TestLeadingPartTwo:
    def test_xxl_33_the_player_with_the_most_cards_leads(self) -> None:
        state = permis("r6b1", "r10b4", points=(9, 0), won=TWO)
        play(state, "r6b1:r", "r10b4", "keep none", "keep none")
        assert state.view(None)["hands"] == [2, 4]
        assert state.to_move == 1

    @pytest.mark.parametrize(
        ("points", "start", "leads"),
        [
            ((0, 3, 4, 2), 0, 2),  # of the equal seats 1 and 2 the one with more points
            ((9, 3, 3, 9), 0, 1),
            ((0, 0, 0, 0), 2, 2),
            ((0, 0, 0, 0), 3, 1),
        ],
    )
    def test_xxl_33_equal_hands_the_most_points_then_clockwise_from_the_start_seat(
        self, points: tuple[int, ...], start: int, leads: int
    ) -> None:
        won = ("r2g1 b5g2", "r9y3 b8g6 y7b4 g8r3 b9g4", "b10g0", "r6b2")
        state = permis("r6b1", "g9y5", "r10b4", "y6g5", start=start, points=points, won=won)
        play(state, "r6b1:r", "g9y5", "r10b4", "y6g5", *["keep none"] * 4)
        assert state.view(None)["hands"] == [2, 5, 5, 1]
        assert state.to_move == leads


class TestRefusing:
    def test_xxl_34_the_smallest_hand_may_refuse_even_if_it_could_follow(self) -> None:
        state = permis("r2g1 y8b0 g9y0", "b5g2 y7b4", second=True)
        play(state, "r2g1:g")
        assert legal(state) == ["b5g2", "refuse"]
        play(state, "refuse")
        assert state.view(None)["hands"] == [2, 2]
        assert state.view(None)["won"] == [1, 0]

    def test_xxl_34_equal_hands_may_not_refuse(self) -> None:
        state = permis("r2g1 y8b0", "b5g2 y7b4", second=True)
        play(state, "r2g1:g")
        assert legal(state) == ["b5g2"]
        with pytest.raises(IllegalMove):
            state.parse("refuse")

    def test_xxl_34_nobody_refuses_in_part_one(self) -> None:
        state = permis("r2g1 y8b0", "b5g2 y7b4")
        while state.view(None)["phase"] == "first part" and state.to_move >= 0:
            assert "refuse" not in legal(state)
            state.play(state.legal()[0])

    def test_xxl_34_hands_are_compared_as_the_trick_began(self) -> None:
        state = permis("r2g1 y8b0", "b5g2 y7b4 g1b0", "b8g6 y10b8 g7y5", second=True)
        state._begin_trick(1)
        play(state, "b5g2:g")
        assert legal(state) == ["g7y5", "b8g6"]  # no smaller than that of seat 1 was
        play(state, "b8g6")
        assert legal(state) == ["r2g1", "refuse"]  # though the others hold two by now as well

    def test_xxl_34_fewest_is_fewer_than_every_other(self) -> None:
        state = permis("r2g1 y8b0 g3r1", "b5g2 y7b4", "b8g6 y10b8", second=True)
        play(state, "r2g1:g")
        assert legal(state) == ["b5g2"]
        play(state, "b5g2")
        assert legal(state) == ["b8g6"]

    def test_xxl_34_fewer_than_any_is_fewer_than_one_other(self) -> None:
        state = permis(
            "r2g1 y8b0 g3r1",
            "b5g2 y7b4",
            "b8g6 y10b8",
            "r9b2 g7y5 r6b1",
            second=True,
            refuse="fewer-than-any",
        )
        play(state, "r2g1:g")
        assert legal(state) == ["b5g2", "refuse"]
        play(state, "refuse")
        assert legal(state) == ["b8g6", "refuse"]
        play(state, "refuse")
        assert state.view(None)["refused"] == [1, 2]
        assert legal(state) == ["g7y5"]

    @pytest.mark.parametrize("refuse", ["fewest", "fewer-than-any"])
    def test_xxl_34_whoever_holds_no_cards_is_neither_compared_nor_asked(self, refuse: str) -> None:
        hands = ("r2g1 y8b0", "", "b8g6", "r9b2 g7y5")
        state = permis(*hands, second=True, refuse=refuse)
        play(state, "r2g1:g")
        assert (state.to_move, legal(state)) == (2, ["b8g6", "refuse"])
        play(state, "b8g6")
        assert (state.to_move, legal(state)) == (3, ["g7y5"])

    @pytest.mark.parametrize("refuse", ["fewest", "fewer-than-any"])
    def test_xxl_34_the_leader_never_refuses(self, refuse: str) -> None:
        state = permis("r2g1", "b5g2 y7b4", second=True, refuse=refuse)
        assert sorted(legal(state)) == ["r2g1:g", "r2g1:r"]

    def test_xxl_34_a_lead_that_all_refuse_wins(self) -> None:
        state = permis(
            "r2g1 y8b0 g3r1", "b5g2 y7b4", "r6b1 b8g6", second=True, refuse="fewer-than-any"
        )
        play(state, "r2g1:g", "refuse", "refuse")
        last = state.view(None)["last"]
        assert (last["cards"], last["by"], last["winner"]) == (["r2g1"], [0], 0)


class TestEndOfPartTwo:
    @pytest.mark.parametrize("third", [(), ("b8g6 y10b8",)])
    def test_xxl_35_at_two_or_three_one_out_of_cards_ends_it(self, third: tuple[str, ...]) -> None:
        state = permis("r2g1 y8b0", "b5g2", *third, second=True)
        play(state, "r2g1:g", "b5g2")
        if third:
            assert state.outcome() is None  # the trick is played to its end
            play(state, "b8g6")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "out of cards"

    def test_xxl_35_at_four_two_out_of_cards_end_it(self) -> None:
        hands = ("r2g1 y8b0 r5y1", "b5g2", "b8g6 y10b8", "r9b2 g7y5 b4r2")
        state = permis(*hands, second=True)
        play(state, "r2g1:g", "b5g2", "b8g6", "g7y5")
        assert state.outcome() is None
        play(state, "r9b2:r", "r5y1", "y10b8")
        assert state.outcome() is not None

    def test_xxl_35_one_who_sat_out_counts_among_them(self) -> None:
        state = permis("r2g1 y8b0", "b5g2", "", "r9b2 g7y5", second=True)
        play(state, "r2g1:g", "b5g2", "g7y5")
        assert state.outcome() is not None

    def test_xxl_35_a_winner_without_cards_passes_the_lead_on_clockwise(self) -> None:
        state = permis("r2g1 y8b0", "g10r1", "b8g6 y10b8", "g7y5 r9b2", second=True)
        play(state, "r2g1:g", "g10r1", "b8g6", "g7y5")
        last = state.view(None)["last"]
        assert last["winner"] == 1
        assert (state.to_move, state.view(None)["leader"]) == (2, 2)

    def test_xxl_35_only_tricks_of_part_two_score_and_cards_in_hand_do_not(self) -> None:
        state = keeping()
        play(state, "keep r10b4", "keep b8g6")
        assert state.view(None)["taken"] == [0, 0]
        state = permis("r10b4 y8b0", "r6b1", second=True)
        play(state, "r10b4:r", "r6b1")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores == (14 + 7, 0)
        assert outcome.places == (1, 2)


# The rules once more, from texts, as players would say them


def faces(card: str) -> dict[str, int]:
    return {colour: int(number) for colour, number in re.findall(r"([rgby])(\d+)", card)}


class Table:
    """A table of people who go by the rulebook and the rulings."""

    def __init__(self, seats: int, seed: bytes, start: int, points: list[int], any_: bool) -> None:
        self.seats, self.seed, self.start, self.points, self.any = seats, seed, start, points, any_
        self.limit = 1 if seats < 4 else 2
        pile = [DECK.texts[card] for card in shuffled(range(55), seed, 0)]
        self.hands = [[pile.pop() for _ in range(8)] for _ in range(seats)]
        self.won: list[list[str]] = [[] for _ in range(seats)]
        self.kept: list[list[str]] = [[] for _ in range(seats)]
        self.part = 1
        self.begin_trick(start)

    def begin_trick(self, leader: int) -> None:
        self.sizes = [len(hand) for hand in self.hands]
        self.order = [(leader + step) % self.seats for step in range(self.seats)]
        self.waiting = [seat for seat in self.order if self.hands[seat]]
        self.lying: list[tuple[int, str]] = []
        self.colour = ""

    def mover(self) -> int:
        if self.part == 0:
            return self.choosing[0]
        return self.waiting[0] if self.part > 0 else -1

    def moves(self) -> set[str]:
        if self.part == 0:
            return {f"keep {card}" for card in [*self.won[self.mover()], "none"]}
        hand = self.hands[self.mover()]
        if not self.lying:
            return {f"{card}:{colour}" for card in hand for colour in faces(card)}
        moves = {card for card in hand if self.colour in faces(card)} or set(hand)
        return moves | {"refuse"} if self.may_refuse(self.mover()) else moves

    def may_refuse(self, me: int) -> bool:
        others = [size for seat, size in enumerate(self.sizes) if seat != me and size]
        smaller = [self.sizes[me] < size for size in others]
        return self.part == 2 and (any(smaller) if self.any else all(smaller))

    def play(self, move: str) -> None:
        if self.part == 0:
            self.keep(move.removeprefix("keep "))
            return
        seat = self.waiting.pop(0)
        card, _, colour = move.partition(":")
        self.colour = self.colour or colour
        if card != "refuse":
            self.hands[seat].remove(card)
            self.lying.append((seat, card))
        if not self.waiting:
            self.end_trick()

    def end_trick(self) -> None:
        able = [(seat, card) for seat, card in self.lying if self.colour in faces(card)]
        able.sort(key=lambda one: (faces(one[1])[self.colour], sum(faces(one[1]).values())))
        winner = able[-1][0]
        self.won[winner] += [card for _, card in self.lying]
        out = sum(not hand for hand in self.hands)
        if self.part == 1 and out:
            self.end_part_one()
        elif self.part == 2 and out >= self.limit:
            self.part = -1
        else:
            after = [(winner + step) % self.seats for step in range(self.seats)]
            self.begin_trick(next(seat for seat in after if self.hands[seat]))

    def end_part_one(self) -> None:
        if sum(not cards for cards in self.won) >= self.limit:
            self.part = -1
            return
        clockwise = [(self.start + step) % self.seats for step in range(self.seats)]
        self.part = 0
        self.choosing = [seat for seat in clockwise if self.won[seat]]

    def keep(self, card: str) -> None:
        seat = self.choosing.pop(0)
        if card != "none":
            self.kept[seat].append(card)
        if self.choosing:
            return
        rest = [card for card in DECK.texts if [card] not in self.kept]
        pile = [rest[place] for place in shuffled(range(len(rest)), self.seed, 1)]
        self.hands = self.kept
        for hand, won in zip(self.hands, self.won, strict=True):
            while len(hand) < len(won):
                hand.append(pile.pop())
        self.won = [[] for _ in range(self.seats)]
        self.part = 2
        clockwise = [(self.start + step) % self.seats for step in range(self.seats)]
        ranked = [(-len(self.hands[s]), -self.points[s], clockwise.index(s), s) for s in clockwise]
        self.begin_trick(min(ranked)[-1])


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("refuse", ["fewest", "fewer-than-any"])
def test_random_deals_are_played_as_the_rules_say_in_other_words(refuse: str, seats: int) -> None:
    rng = random.Random(f"{refuse} {seats}")
    reached = set()
    for _ in range(DEALS):
        seed, start = rng.randbytes(32), rng.randrange(seats)
        points = [rng.randrange(3) for _ in range(seats)]
        state = GAMES["permis"].deal(seats, seed, start, points, refuse=refuse)
        table = Table(seats, seed, start, points, refuse == "fewer-than-any")
        while state.to_move >= 0:
            reached.add(table.part)
            assert state.to_move == table.mover()
            assert set(open_texts(state)) == table.moves()
            move = state.text(rng.choice(state.legal()))
            state.play(state.parse(move))
            table.play(move)
        outcome = state.outcome()
        assert outcome is not None
        assert table.mover() == -1
        assert outcome.scores == tuple(
            sum(sum(faces(card).values()) for card in cards) for cards in table.won
        )
    assert reached == {0, 1, 2}
