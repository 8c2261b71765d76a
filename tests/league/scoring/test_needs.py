"""What the last round can still change: examples by hand, and all results tried out."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from league.scoring.core import Counting, Penalty, Played, Rest
from league.scoring.needs import Need, Reach, needs
from league.scoring.standings import Row, standings

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


def reached(rows: tuple[Row, ...], ties_decide: bool, fewest: bool) -> dict[int, Reach]:
    """Best and worst place of everybody in these standings, which know no tie-breaks."""
    sign = 1 if fewest else -1
    points = {row.entry: sign * row.points for row in rows}
    return {
        entry: Reach(
            1 + sum(other < mine for other in points.values()),
            sum(other <= mine for other in points.values())
            if ties_decide
            else 1 + sum(other < mine for other in points.values()),
        )
        for entry, mine in points.items()
    }


def widest(reaches: list[Reach]) -> Reach:
    return Reach(min(one.best for one in reaches), max(one.worst for one in reaches))


def tried_out(
    played: list[Played], tables: Tables, counting: Counting, **others: Any
) -> tuple[Need, ...]:
    """What every result of the tables makes of the standings."""
    without = Counting(counting.scoring, counting.settings)
    entries = sorted({one.entry for one in played} | {one for table in tables for one in table})
    found: dict[int, dict[int, list[Reach]]] = {entry: {} for entry in entries}
    for results in product(*(orders(table) for table in tables)):
        last = [
            one
            for number, places in enumerate(results, start=1)
            for one in at_table(9, places, number)
        ]
        rows = standings(entries, played + last, counting=without, **others)
        reach = reached(rows, bool(counting.tie_breaks), counting.scoring == "places")
        place_of = {one.entry: one.place for one in last}
        for entry in entries:
            found[entry].setdefault(place_of.get(entry, 0), []).append(reach[entry])
    return tuple(
        Need(
            entry,
            widest([one for reaches in by_place.values() for one in reaches]),
            {place: widest(by_place[place]) for place in sorted(by_place) if place},
        )
        for entry, by_place in found.items()
    )


def asked(
    played: list[Played], tables: Tables, counting: Counting, **others: Any
) -> tuple[Need, ...]:
    entries = {one.entry for one in played} | {one for table in tables for one in table}
    rows = standings(sorted(entries), played, counting=counting, **others)
    return tuple(sorted(needs(rows, tables, counting), key=lambda need: need.entry))


def an_evening(
    chance: Random, sizes: tuple[int, ...]
) -> tuple[list[Played], Tables, dict[str, Any]]:
    """Three rounds of people at tables, in which somebody may have rested, the last one partly
    played, and perhaps a penalty."""
    entries = list(range(1, sum(sizes) + 4))
    played = []
    for number in range(1, 4):
        chance.shuffle(entries)
        played += at_table(number, chance.choice(orders(tuple(entries[:3]))))
        played += at_table(number, chance.choice(orders(tuple(entries[3:5]))), 2)
    chance.shuffle(entries)
    seated = iter(entries)
    tables = [tuple(next(seated) for _ in range(size)) for size in sizes]
    finished, resting = (next(seated), next(seated)), next(seated)
    known = {one.entry for one in played}
    played += at_table(9, dict(zip(finished, (1, 2), strict=True)), 9)
    rests = [Rest(9, resting)] if resting in known else []
    rests += [Rest(8, entry) for entry in chance.sample(entries, 2) if entry in known]
    penalties = [Penalty(chance.choice(entries), Fraction(1, 2))]
    here = known | set(finished) | {one for table in tables for one in table}
    return (
        played,
        tables,
        {"rests": rests, "penalties": [one for one in penalties if one.entry in here]},
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
        played, tables, others = an_evening(chance, sizes)
        found = asked(played, tables, counting, **others)
        assert found == tried_out(played, tables, counting, **others)


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
    return {need.entry: need for need in needs(rows, tables, here)}


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
