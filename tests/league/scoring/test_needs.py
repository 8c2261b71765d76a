"""What the last round can still change: examples by hand, and all results tried out."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from league.scoring.core import Counting, Penalty, Played, Rest
from league.scoring.needs import Need, Reach, needs
from league.scoring.standings import Row

from .by_seat import standings

ALICE, BOB, CHARLIE, DORA, EMIL, FRIDA = 1, 2, 3, 4, 5, 6
Tables = list[tuple[int, ...]]
SCALED = {"place_points": "scaled_by_table_size"}
AVERAGE = {"tie_pays": "average"}


def at_table(number: int, places: dict[int, int], table: int = 1) -> list[Played]:
    """A match with these places."""
    return [Played(number, entry, place, 0, table=table) for entry, place in places.items()]


def orders(entries: tuple[int, ...]) -> list[dict[int, int]]:
    """All places that those at a table can have, shared ones too."""
    found = []
    for ranks in product(range(len(entries)), repeat=len(entries)):
        if set(ranks) == set(range(max(ranks) + 1)):
            places = [1 + sum(other < rank for other in ranks) for rank in ranks]
            found.append(dict(zip(entries, places, strict=True)))
    return found


def widest(reaches: list[Reach]) -> Reach:
    return Reach(min(one.best for one in reaches), max(one.worst for one in reaches))


@dataclass(frozen=True)
class Evening:
    """Some rounds, and the last one, number 9, of which a table is finished and others are not."""

    entries: range
    played: list[Played]
    tables: Tables
    rests: list[Rest]
    missed: list[Rest]
    penalty: Penalty
    gone: set[int]

    @classmethod
    def of(cls, chance: Random, sizes: tuple[int, ...], absent: int = 0) -> "Evening":
        """By chance, with tables of these sizes to come and so many who miss the last round."""
        people = range(1, sum(sizes) + 4 + absent)
        played: list[Played] = []
        away: list[Rest] = []
        for number in range(1, 4):
            order = chance.sample(people, len(people))
            played += at_table(number, chance.choice(orders(tuple(order[:3]))))
            played += at_table(number, chance.choice(orders(tuple(order[3:5]))), 2)
            away += [Rest(number, one) for one in order[5:]]
        order = chance.sample(people, len(people))
        seated = iter(order)
        tables = [tuple(next(seated) for _ in range(size)) for size in sizes]
        played += at_table(9, {next(seated): 1, next(seated): 2}, 9)
        chance.shuffle(away)
        rests = [*away[: len(away) // 2], Rest(9, next(seated))]
        penalty = Penalty(chance.choice(people), Fraction(1, 2))
        missed = [*away[len(away) // 2 :], *(Rest(9, one) for one in seated)]
        return cls(people, played, tables, rests, missed, penalty, {chance.choice(people)})

    def standings(self, counting: Counting, last: Iterable[Played] = ()) -> tuple[Row, ...]:
        """After these results of the last round, or without any."""
        missed = [one for one in self.missed if last or one.round < 9]
        played = [*self.played, *last]
        return standings(
            self.entries, played, self.rests, [self.penalty], counting, missed, self.gone
        )

    def asked(self, counting: Counting) -> tuple[Need, ...]:
        """By the order of the entries."""
        found = needs(self.standings(counting), self.tables, counting, 9, self.gone)
        return tuple(sorted(found, key=lambda need: need.entry))

    def tried_out(self, counting: Counting) -> tuple[Need, ...]:
        """What every result of the tables makes of the standings."""
        found: dict[int, dict[int, list[Reach]]] = {entry: {} for entry in self.entries}
        for results in product(*(orders(table) for table in self.tables)):
            last = [one for t, places in enumerate(results) for one in at_table(9, places, t)]
            place_of = {one.entry: one.place for one in last}
            rows = self.standings(Counting(counting.scoring, counting.settings), last)
            sharing = Counter(row.place for row in rows)
            for row in rows:
                worst = row.place + (sharing[row.place] - 1 if counting.tie_breaks else 0)
                here = found[row.entry].setdefault(place_of.get(row.entry, 0), [])
                here.append(Reach(row.place, worst))
        return tuple(
            Need(
                entry,
                widest([one for reaches in by_place.values() for one in reaches]),
                {place: widest(by_place[place]) for place in sorted(by_place) if place},
            )
            for entry, by_place in found.items()
        )


CASES: dict[str, tuple[tuple[int, ...], str, dict[str, str], tuple[str, ...]]] = {
    "raw": ((3, 2), "places", {}, ()),
    "raw, tie-breaks": ((2, 2, 2), "places", {}, ("drawn_lot",)),
    "scaled": ((3, 2, 2), "places", SCALED, ("drawn_lot",)),
    "average": ((4,), "places", AVERAGE, ()),
    "scaled average": ((3, 3), "places", SCALED | AVERAGE, ()),
    "points": ((4,), "table-points", {"list_of_points": "5-3-2"}, ("drawn_lot",)),
    "points average": ((2, 3), "table-points", {"list_of_points": "4-2-1", **AVERAGE}, ()),
}


@pytest.mark.parametrize(("sizes", "scoring", "settings", "tie_breaks"), CASES.values(), ids=CASES)
def test_it_is_what_trying_all_results_finds(
    sizes: tuple[int, ...], scoring: str, settings: dict[str, str], tie_breaks: tuple[str, ...]
) -> None:
    chance = Random(f"{sizes} {scoring}")
    counting = Counting(scoring, settings, tie_breaks)
    for _evening in range(2):
        evening = Evening.of(chance, sizes)
        assert evening.asked(counting) == evening.tried_out(counting)


@pytest.mark.parametrize("settings", [SCALED, AVERAGE], ids=["best", "average"])
def test_no_place_is_missing_when_somebody_misses_the_last_round(settings: dict[str, str]) -> None:
    chance, counting = Random(7), Counting("places", settings)
    for _evening in range(3):
        evening = Evening.of(chance, (3, 2), absent=2)
        for asked, tried in zip(evening.asked(counting), evening.tried_out(counting), strict=True):
            assert asked.reach == widest([asked.reach, tried.reach])
            for place, reach in tried.by_place.items():
                assert asked.by_place[place] == widest([asked.by_place[place], reach])


TWO_ROUNDS = [
    *at_table(1, {ALICE: 1, BOB: 2, CHARLIE: 3}),
    *at_table(1, {DORA: 1, EMIL: 2, FRIDA: 3}, 2),
    *at_table(2, {ALICE: 1, BOB: 2, FRIDA: 2}),
    *at_table(2, {DORA: 2, EMIL: 3, CHARLIE: 2}, 2),
]


def in_the_last_round(
    tables: Tables, played: Iterable[Played] = (), rests: Iterable[Rest] = (), **counting: Any
) -> dict[int, Need]:
    """After two rounds, in which Alice has collected 2, Dora 3, Bob 4 points and the others 5."""
    here = Counting(**counting)
    entries = [ALICE, BOB, CHARLIE, DORA, EMIL, FRIDA]
    rows = standings(entries, [*TWO_ROUNDS, *played], rests, counting=here)
    return {need.entry: need for need in needs(rows, tables, here, 3)}


def test_places_are_secured_or_possible_by_the_place_at_the_own_table() -> None:
    found = in_the_last_round([(ALICE, BOB, EMIL), (DORA, CHARLIE, FRIDA)])
    assert found[ALICE].reach == Reach(1, 2)
    assert found[ALICE].by_place == {1: Reach(1, 1), 2: Reach(1, 1), 3: Reach(1, 2)}
    assert found[BOB].reach == Reach(1, 6)
    assert found[BOB].by_place == {1: Reach(1, 3), 2: Reach(2, 3), 3: Reach(3, 6)}


def test_with_tie_breaks_equal_points_may_go_either_way() -> None:
    tables: Tables = [(ALICE, BOB, EMIL), (DORA, CHARLIE, FRIDA)]
    found = in_the_last_round(tables, tie_breaks=("drawn_lot",))
    assert found[ALICE].by_place == {1: Reach(1, 1), 2: Reach(1, 2), 3: Reach(1, 3)}


def test_who_has_finished_or_rests_waits_for_the_others() -> None:
    """Alice has 3 points by now, Dora, who rests, 4.5, which is the mean for all three rounds."""
    finished = at_table(3, {ALICE: 1, EMIL: 2})
    found = in_the_last_round([(BOB, CHARLIE, FRIDA)], finished, [Rest(3, DORA)])
    assert found[ALICE] == Need(ALICE, Reach(1, 1), {})
    assert found[DORA] == Need(DORA, Reach(2, 2), {})
    assert found[BOB].by_place == {1: Reach(3, 3), 2: Reach(3, 3), 3: Reach(4, 5)}
    assert found[EMIL].reach == Reach(4, 6)


def test_totals_have_no_bounds() -> None:
    assert in_the_last_round([(ALICE, BOB)], scoring="totals") == {}
