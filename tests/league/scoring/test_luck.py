"""Luck: by hand, and by simulated tournaments of which the truth is known."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from statistics import fmean

import pytest

from league.formats.core import seatings
from league.scoring.luck import Compared, Held, Share, compared, share

ALICE, BOB, CHARLIE, DORA = 1, 2, 3, 4


def match(number: int, cards: int, round: int, table: int, **paid: int) -> list[Held]:
    """Entries in the order of their seats, and what each was paid."""
    names = {"alice": ALICE, "bob": BOB, "charlie": CHARLIE, "dora": DORA}
    return [
        Held(names[name], round, table, number, cards, seat, Fraction(points))
        for seat, (name, points) in enumerate(paid.items())
    ]


def test_everybody_is_compared_with_the_others_in_the_same_seat_with_the_same_cards() -> None:
    held = [
        *match(1, 1, 1, 1, alice=1, bob=2),
        *match(2, 1, 1, 2, charlie=2, dora=1),
        *match(3, 2, 2, 1, bob=1, dora=1),
        *match(4, 2, 2, 2, charlie=2, alice=2),
    ]
    assert compared(held, fewest_win=True) == (
        Compared(DORA, Fraction(1), 2),
        Compared(ALICE, Fraction(0), 2),
        Compared(BOB, Fraction(0), 2),
        Compared(CHARLIE, Fraction(-1), 2),
    )
    assert [one.entry for one in compared(held, fewest_win=False)] == [CHARLIE, ALICE, BOB, DORA]


def test_the_rounds_count_alike_however_many_matches_they_have() -> None:
    held = [
        *match(1, 1, 1, 1, alice=10, bob=0),
        *match(2, 1, 1, 1, bob=4, alice=6),
        *match(3, 2, 2, 1, alice=9, charlie=0),
        *match(4, 2, 2, 2, bob=5, dora=0),
    ]
    alice = next(one for one in compared(held, fewest_win=False) if one.entry == ALICE)
    assert alice == Compared(ALICE, (Fraction(6 + 6, 2) + 4) / 2, 3)


def test_whoever_alone_held_some_cards_is_not_compared() -> None:
    assert compared(match(1, 1, 1, 1, alice=1, bob=2), fewest_win=True) == ()
    assert share(match(1, 1, 1, 1, alice=1, bob=2)) is None


def test_in_a_set_the_cards_are_taken_away_from_everybody_alike() -> None:
    """The first seat always wins, so nobody is better than anybody."""
    held = [*match(1, 1, 1, 1, alice=1, bob=2), *match(2, 1, 1, 1, bob=1, alice=2)]
    assert {one.ahead for one in compared(held, fewest_win=True)} == {Fraction(0)}


# Simulated: who is stronger has the lower number, the lower card is the better one


Play = Callable[[Random, Sequence[int], Sequence[int]], list[int]]
FIELD = range(24)


def by_cards(random: Random, cards: Sequence[int], entries: Sequence[int]) -> list[int]:
    return places(cards)


def by_skill(random: Random, cards: Sequence[int], entries: Sequence[int]) -> list[int]:
    return places(entries)


def by_chance(random: Random, cards: Sequence[int], entries: Sequence[int]) -> list[int]:
    return places(random.sample(FIELD, len(cards)))


def by_all(random: Random, cards: Sequence[int], entries: Sequence[int]) -> list[int]:
    """A third each."""
    chances = random.sample(FIELD, len(cards))
    return places([sum(values) for values in zip(cards, entries, chances, strict=True)])


def places(values: Sequence[int]) -> list[int]:
    return [sorted(values).index(value) + 1 for value in values]


def simulated(random: Random, play: Play, size: int, deals: str, rounds: int = 3) -> list[Held]:
    """Everybody plays in every round, with the same cards at every table or in every seat."""
    held: list[Held] = []
    for number in range(1, rounds + 1):
        order, dealt = random.sample(FIELD, len(FIELD)), random.sample(FIELD, size)
        for first in range(0, len(FIELD), size):
            if deals == "duplicate":
                dealt = random.sample(FIELD, size)
            for seating in seatings(size)[: None if deals == "duplicate" else 1]:
                seated = [order[first + chair] for chair in seating]
                paid = play(random, dealt, seated)
                cards = 100 * number + (first if deals == "duplicate" else 0)
                held += [
                    Held(entry, number, first, len(held) // size, cards, seat, Fraction(points))
                    for seat, (entry, points) in enumerate(zip(seated, paid, strict=True))
                ]
    return held


def told(held: list[Held]) -> Share:
    found = share(held)
    assert found
    return found


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("deals", ["same", "duplicate"])
def test_where_cards_decide_everything_their_share_is_one(deals: str, size: int) -> None:
    found = told(simulated(Random(1), by_cards, size, deals))
    assert (found.estimate, found.margin) == pytest.approx((1, 0))


@pytest.mark.parametrize("size", [3, 4])
def test_where_skill_decides_everything_sets_say_so_exactly(size: int) -> None:
    found = told(simulated(Random(1), by_skill, size, "duplicate"))
    assert (found.estimate, found.margin) == pytest.approx((0, 0))


@pytest.mark.parametrize(
    ("deals", "play", "truth"),
    [
        ("same", by_skill, 0),
        ("same", by_chance, 0),
        ("duplicate", by_chance, 0),
        ("same", by_all, 0.25),
        ("duplicate", by_all, 0.25),
    ],
)
def test_few_matches_push_the_share_neither_up_nor_down(
    deals: str, play: Play, truth: float
) -> None:
    """Over many small tournaments it is right in the mean, and its margin holds in most of them."""
    found = [told(simulated(Random(seed), play, 4, deals)) for seed in range(25)]
    assert fmean(one.estimate for one in found) == pytest.approx(truth, abs=0.03)
    assert sum(abs(one.estimate - truth) <= one.margin for one in found) >= 21
    assert all(0 <= one.low <= one.cards <= one.high <= 1 for one in found)


def test_two_who_change_seats_do_not_tell_cards_from_skill() -> None:
    assert share(simulated(Random(1), by_all, 2, "duplicate")) is None


def test_where_all_results_are_equal_there_is_nothing_to_share() -> None:
    level = [one._replace(paid=Fraction(1)) for one in simulated(Random(1), by_all, 4, "same")]
    assert share(level) is None
    assert {one.ahead for one in compared(level, fewest_win=True)} == {Fraction(0)}


@pytest.mark.parametrize("deals", ["same", "duplicate"])
def test_who_plays_better_is_ahead_on_the_same_cards(deals: str) -> None:
    rows = compared(simulated(Random(1), by_all, 4, deals, rounds=20), fewest_win=True)
    ahead = {row.entry: row.ahead for row in rows}
    assert sum(ahead[one] for one in FIELD[:12]) > 0 > sum(ahead[one] for one in FIELD[12:])
    assert {row.matches for row in rows} == {20 if deals == "same" else 80}
    assert [row.ahead for row in rows] == sorted(ahead.values(), reverse=True)


def test_the_order_of_matches_and_the_unit_of_points_change_no_share() -> None:
    held = simulated(Random(1), by_all, 4, "same")
    mixed = [one._replace(paid=one.paid / 3 + 7) for one in Random(2).sample(held, len(held))]
    assert told(mixed).estimate == pytest.approx(told(held).estimate)
    assert told(mixed).margin == pytest.approx(told(held).margin)
