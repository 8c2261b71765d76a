"""Between which places everybody probably is."""

import random
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from league.scoring.core import Counting, Penalty, Played, Rest
from league.scoring.intervals import TAIL, _times
from league.scoring.standings import Row

from .by_seat import intervals, standings


def tournament(players: int, rounds: int, seed: int, spread: float = 1) -> list[Played]:
    """Tables of four or the rest, in which entry 0 tends to be first, and so on."""
    chances = random.Random(seed)
    played = []
    for number in range(1, rounds + 1):
        order = list(range(players))
        chances.shuffle(order)
        for table, start in enumerate(range(0, players, 4), start=1):
            seated = sorted(
                order[start : start + 4], key=lambda who: who + chances.gauss(0, spread)
            )
            for place, entry in enumerate(seated, start=1):
                played.append(Played(number, entry, place, total=place, table=table))
    return played


def ranges(
    rows: tuple[Row, ...], played: list[Played], seed: str = "5eed", fewest: bool = True
) -> dict[int, tuple[int, int]]:
    return intervals(rows, played, fewest, seed)


@settings(max_examples=15)
@given(st.integers(2, 14), st.integers(3, 5), st.integers(0, 99))
def test_a_range_holds_the_place_and_lies_among_those_that_there_are(
    players: int, rounds: int, seed: int
) -> None:
    played = tournament(players, rounds, seed, spread=5)
    rows = standings(range(players), played)
    found = ranges(rows, played)
    assert found.keys() == {row.entry for row in rows}
    for row in rows:
        best, worst = found[row.entry]
        assert 1 <= best <= row.place <= worst <= players


def test_the_same_seed_gives_the_same_ranges_and_another_one_others() -> None:
    played = tournament(24, 5, seed=1, spread=8)
    rows = standings(range(24), played)
    assert ranges(rows, played) == ranges(rows, played[::-1]) == ranges(rows, played)
    assert ranges(rows, played) != ranges(rows, played, seed="another")


def test_the_more_rounds_tell_the_same_the_narrower_the_ranges() -> None:
    def width(rounds: int) -> int:
        played = tournament(12, rounds, seed=2, spread=6)
        found = ranges(standings(range(12), played), played)
        return sum(worst - best for best, worst in found.values())

    assert width(40) < width(8)


def test_who_is_always_first_is_first_and_who_is_always_last_last() -> None:
    played = tournament(4, 6, seed=3, spread=0)
    rows = standings(range(4), played)
    assert ranges(rows, played) == {0: (1, 1), 1: (2, 2), 2: (3, 3), 3: (4, 4)}


def test_where_many_points_win_nothing_else_changes() -> None:
    played = tournament(8, 5, seed=4, spread=3)
    few = standings(range(8), played)
    swapped = [one._replace(total=-one.place) for one in played]
    counting = Counting(scoring="totals", low_wins=False)
    many = standings(range(8), swapped, counting=counting)
    assert ranges(many, swapped, fewest=False) == ranges(few, played)


def test_a_rest_costs_no_width_and_a_penalty_moves_a_range() -> None:
    played = tournament(4, 6, seed=3, spread=0)
    rows = standings(range(4), played, penalties=[Penalty(0, Fraction(40))])
    assert ranges(rows, played)[0] == (4, 4)
    resting = [one for one in played if (one.round, one.entry) != (6, 3)]
    rows = standings(range(4), resting, rests=[Rest(6, 3)])
    assert ranges(rows, resting)[3] == (4, 4)


def test_nobody_is_told_a_range_from_two_rounds() -> None:
    played = tournament(8, 2, seed=1)
    assert ranges(standings(range(8), played), played) == {}


def test_who_has_gone_or_never_played_has_no_range_and_shifts_none() -> None:
    played = tournament(8, 5, seed=6, spread=3)
    rows = standings(range(9), played, gone=[7])
    found = intervals(rows, played, True, "5eed", gone=[7])
    assert found.keys() == set(range(7))
    assert max(worst for _best, worst in found.values()) <= 7


def test_the_matches_of_a_set_count_together() -> None:
    """Those of one table in one round are drawn as one: twice the same result is no news."""
    once = tournament(8, 4, seed=7, spread=4)
    twice = once + [one._replace(seating=2) for one in once]
    found = ranges(standings(range(8), once), once)
    assert ranges(standings(range(8), twice), twice) == found


def test_places_in_every_resample_are_those_of_exact_fractions() -> None:
    played = [one for one in tournament(7, 4, seed=3, spread=6) if one[:2] not in {(2, 6), (3, 5)}]
    rest, missed, penalty = Rest(2, 6), Rest(3, 5), Penalty(4, Fraction(1, 3))
    rows = standings(range(7), played, [rest], [penalty], missed=[missed])
    sets = list(dict.fromkeys((one.round, one.table) for one in sorted(played, key=by_table)))
    places: dict[int, list[int]] = {row.entry: [] for row in rows}
    for times in _times(len(sets), "5eed").tolist():
        scores = {
            row.entry: score(row, played, dict(zip(sets, times, strict=True))) for row in rows
        }
        for entry, mine in scores.items():
            places[entry].append(1 + sum(other < mine for other in scores.values()))
    assert ranges(rows, played) == {
        row.entry: (
            min(row.place, sorted(places[row.entry])[TAIL]),
            max(row.place, sorted(places[row.entry])[-1 - TAIL]),
        )
        for row in rows
    }


def by_table(one: Played) -> tuple[int, int]:
    return one.round, one.table


def score(row: Row, played: list[Played], times: dict[tuple[int, int], int]) -> Fraction:
    """What it would have if every set counted so often."""
    own = {one.round: times[by_table(one)] for one in played if one.entry == row.entry}
    own = own if any(own.values()) else dict.fromkeys(own, 1)
    paid = sum((row.rounds[number] * often for number, often in own.items()), Fraction(0))
    rounds = len(row.rounds) - len(row.missed)
    decided = sum((row.rounds[number] for number in row.missed), row.penalty)
    return rounds * paid / sum(own.values()) + decided
