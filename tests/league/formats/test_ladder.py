"""The ladder, played out by the clock: who sits down with whom, how often, and why others wait."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from statistics import mean

import pytest

from league.formats.continuous import (
    ALONE,
    CHECKING,
    FEW,
    FREE,
    FULL,
    HELD,
    PLAYING,
    UNREADY,
    WHY,
    Contender,
    Opening,
    Pool,
)
from league.formats.core import Field, Undrawable
from league.formats.ladder import FORMAT

from .evening import Evening, bots
from .fields import SEED

# bots, largest table, smaller sizes, tables at once
EVENINGS = [
    (2, 2, 0, 4),
    (3, 6, 3, 1),
    (5, 3, 1, 4),
    (8, 4, 2, 4),
    (12, 4, 1, 3),
    (30, 6, 4, 4),
    (50, 4, 0, 6),
    (200, 4, 0, 8),
]
every_evening = pytest.mark.parametrize(
    "evening", EVENINGS, ids=lambda it: f"{it[0]} bots in {it[1]}s"
)


@cache
def played(bots_: int, size: int, smaller: int, room: int) -> Evening:
    """An evening of 24 tables for everybody, fewer where there are many."""
    settings = {"table_size": size, "smaller_tables": smaller}
    a_bot = 24 if bots_ < 50 else 500 // bots_
    return Evening(bots(bots_), room, settings=settings).play(a_bot * bots_ // size)


def opening(*contenders: Contender, room: int = 4, **settings: int) -> Opening:
    return FORMAT.tables_now(Pool(contenders, range(2, 7), room, settings), SEED)


def reasons(of: Opening) -> Mapping[int, str]:
    return {one: wait.reason for one, wait in of.waits.items()}


@every_evening
def test_everybody_plays_equally_often_and_nobody_starves(
    evening: tuple[int, int, int, int],
) -> None:
    games = played(*evening).games()
    assert len(games) == evening[0]
    assert max(games.values()) - min(games.values()) <= 5


@every_evening
def test_every_bot_sits_at_every_size_equally_often(evening: tuple[int, int, int, int]) -> None:
    bots_, largest, smaller, _room = evening
    sizes = range(largest - smaller, min(largest, bots_) + 1)
    for one in played(*evening).contenders.values():
        had = [one.sizes.get(size, 0) for size in sizes]
        assert set(one.sizes) <= set(sizes)
        assert max(had) - min(had) <= 2


@every_evening
def test_every_bot_has_every_seat_equally_often(evening: tuple[int, int, int, int]) -> None:
    everywhere = min(evening[1], evening[0]) - evening[2] * (evening[0] > evening[1])
    for one in played(*evening).contenders.values():
        had = one.seats[: min(everywhere, evening[1] - evening[2])]
        assert max(had) - min(had) <= 3


@every_evening
def test_those_at_a_table_are_near_one_another(evening: tuple[int, int, int, int]) -> None:
    """Beside their share of all tables, as soon as there is a choice."""
    contenders = played(*evening).contenders
    order = sorted(contenders, key=lambda one: contenders[one].rating)
    tables = [sorted(map(order.index, table)) for table in played(*evening).tables]
    apart = mean(table[-1] - table[0] for table in tables)
    by_chance = mean((len(t) - 1) / (len(t) + 1) * (evening[0] + 1) for t in tables)
    assert apart <= by_chance if evening[0] > 5 else apart <= 1.1 * by_chance
    if evening[0] >= 20:
        assert apart < by_chance / 2


def test_nobody_meets_just_the_same_again_while_others_come_free() -> None:
    tables = played(*EVENINGS[6]).tables
    last: dict[int, set[int]] = {}
    for table in tables:
        assert any(last.get(one) != set(table) for one in table)
        last |= {one: set(table) for one in table}
    pairs = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert max(pairs.values()) < len(tables) / 10


def test_two_of_one_owner_never_meet_and_the_others_play_on() -> None:
    owners = ["alice"] * 5 + ["bob"] * 2
    evening = Evening(bots(12, owners), room=2, settings={"table_size": 4}).play(120)
    named = dict(enumerate([*owners, *map(str, range(5))]))
    assert all(len({named[one] for one in table}) == 4 for table in evening.tables)
    games = evening.games()
    assert min(games.values()) > 15
    assert max(games[one] for one in range(5)) - min(games[one] for one in range(5)) <= 12


def test_a_slow_bot_holds_up_nobody_but_its_own_table() -> None:
    for count in (8, 12):
        evening = Evening(bots(count), slow={0}, settings={"table_size": 4}).play(60)
        games = evening.games()
        assert games[0] < min(games[one] for one in range(1, count))
        assert max(evening.longest.values()) <= 20  # seconds, and its own tables take 40


def test_a_new_version_every_time_buys_no_more_than_one_catch_up() -> None:
    settings = {"table_size": 4, "catch_up": 12}
    evening = Evening(bots(12), room=2, settings=settings, uploads={3}).play(150)
    games = evening.games()
    others = mean(count for one, count in games.items() if one != 3)
    assert 10 <= games[3] - others <= 12 + 4  # and by how much they differ anyway


def test_a_latecomer_catches_up_a_little_and_no_more() -> None:
    evening = Evening(bots(12), room=2, settings={"table_size": 4, "catch_up": 12}).play(100)
    before = evening.games()
    evening.contenders[99] = Contender(99, rating=25.0)
    evening._free_since[99] = evening.now
    evening.play(100)
    others = mean(count - before[one] for one, count in evening.games().items() if one != 99)
    assert 9 <= evening.games()[99] - others <= 14


@pytest.mark.parametrize("size", [2, 4])
def test_who_played_on_while_nobody_else_could_is_not_kept_waiting_when_they_come(
    size: int,
) -> None:
    evening = Evening(bots(size), room=2, settings={"table_size": size}).play(100)
    begun = len(evening.tables)
    evening.contenders |= {one: Contender(one) for one in range(10, 20)}
    evening._free_since |= dict.fromkeys(range(10, 20), evening.now)
    evening.play((10 + size) * 60 // size)
    later = Counter(one for table in evening.tables[begun:] for one in table)
    assert all(later[one] >= 60 - (12 + 12 + 12) for one in range(size))


def test_whose_version_is_new_comes_first_until_it_has_had_its_tries() -> None:
    old = [Contender(number, turns=50, tries=50) for number in range(6)]
    new = replace(old[5], tries=3)
    (draw,) = opening(*old[:5], new, room=1, table_size=2, catch_up=4).draws
    assert 5 in draw.tables[0].seats
    caught_up = replace(new, tries=4, turns=54)
    (draw,) = opening(*old[:5], caught_up, room=1, table_size=2, catch_up=4).draws
    assert 5 not in draw.tables[0].seats


def test_the_same_pool_and_seed_give_the_same_tables_also_from_what_is_kept() -> None:
    evening = Evening(bots(20, ["alice", "alice", "bob"]), settings={"table_size": 4}).play(40)
    pool = evening.pool()
    kept = Pool.from_json(json.loads(json.dumps(pool.as_json())))
    turned = Pool(pool.contenders[::-1], pool.seats, pool.room, pool.settings)
    drawn = FORMAT.tables_now(pool, SEED, 41)
    assert drawn.draws
    assert FORMAT.tables_now(turned, SEED, 41) == FORMAT.tables_now(kept, SEED, 41) == drawn
    assert "alice" not in json.dumps(pool.as_json())
    assert FORMAT.tables_now(pool, SEED, 42) != drawn


def test_a_receipt_says_what_a_table_could_not_avoid() -> None:
    met = ((1,), (2, 3))
    one, other = Contender(0, met=met, turns=3, tries=9), Contender(1, met=((0,),), tries=9)
    (draw,) = opening(one, other, table_size=2, catch_up=2).draws
    costs = {rule: cost.count for rule, cost in draw.receipt.costs.items()}
    expected = {"met_lately": 1, "repeats_in_a_row": 1, "places_apart": 0, "played_more": 1}
    assert costs == expected
    assert draw.receipt.method.startswith("ladder")


def test_everybody_who_waits_is_told_why() -> None:
    four = [Contender(number) for number in range(4)]
    playing = Contender(9, state=PLAYING)
    assert reasons(opening(*four[:1], playing, table_size=2)) == {0: FEW, 9: PLAYING}
    assert reasons(opening(four[0], table_size=2)) == {0: ALONE}
    one_owner = [replace(one, owner="alice") for one in four]
    assert set(reasons(opening(*one_owner, table_size=2)).values()) == {ALONE}
    assert set(reasons(opening(*four, room=0, table_size=2)).values()) == {FULL}
    unready = [Contender(7, state=CHECKING), Contender(8, state=UNREADY)]
    assert reasons(opening(*four, *unready)) == {7: CHECKING, 8: UNREADY}
    assert {FREE, *reasons(opening(*unready)).values()} <= set(WHY)


def test_who_waits_is_told_how_many_come_before_him() -> None:
    waiting = [Contender(number, turns=number, tries=50) for number in range(5)]
    waits = opening(*waiting, room=0, table_size=2).waits
    assert [waits[number].ahead for number in range(5)] == [0, 1, 2, 3, 4]


def test_those_who_have_just_met_wait_a_moment_for_somebody_else_and_no_longer() -> None:
    again = [Contender(number, met=((1 - number,),), waited_s=3) for number in range(2)]
    playing = Contender(9, state=PLAYING)
    assert reasons(opening(*again, playing, table_size=2)) == {0: HELD, 1: HELD, 9: PLAYING}
    assert len(opening(*again, table_size=2).draws) == 1
    waited = [replace(one, waited_s=11) for one in again]
    assert len(opening(*waited, playing, table_size=2).draws) == 1


def test_nobody_waits_a_moment_for_others_who_are_not_there() -> None:
    owners = ["alice", "alice", "bob"]
    met = [((2,),), (), ((0,),)]
    three = [Contender(number, owners[number], met=met[number]) for number in range(3)]
    assert reasons(opening(*three, table_size=2)) == {0: FEW}


def test_whoever_could_play_is_told_that_a_better_table_is_waited_for() -> None:
    sizes = [{2: 5, 3: 3}, {2: 3, 3: 3}]
    two = [Contender(number, sizes=sizes[number]) for number in range(2)]
    busy = Contender(9, state=PLAYING)
    assert reasons(opening(*two, busy, table_size=3, smaller_tables=1)) == {
        0: HELD,
        1: HELD,
        9: PLAYING,
    }


def test_an_uneven_share_of_sizes_waits_a_moment_and_no_longer() -> None:
    often = [Contender(number, sizes={2: 5, 3: 0}) for number in range(2)]
    playing = Contender(9, state=PLAYING)
    held = opening(*often, playing, table_size=3, smaller_tables=1)
    assert reasons(held) == {0: HELD, 1: HELD, 9: PLAYING}
    waited = [replace(one, waited_s=11) for one in often]
    assert opening(*waited, playing, table_size=3, smaller_tables=1).draws


def test_a_ladder_has_no_rounds() -> None:
    field = Field((), range(2, 7), {})
    assert FORMAT.continuous
    assert FORMAT.rounds(field) == 0
    assert FORMAT.plan(field, SEED) == ()


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"table_size": 7}, "Table size is a number from 2 to 6."),
        ({"table_size": 6}, "The match rules allow tables of 3 to 5, not of 6."),
        (
            {"table_size": 4, "smaller_tables": 2},
            "The smallest tables would be of 2, and the match rules begin at 3.",
        ),
        ({"catch_up": 51}, "Catch up is a number from 0 to 50."),
        ({"rounds": 3}, "Ladder has no setting rounds."),
    ],
    ids=["size", "too large", "too small", "catch up", "rounds"],
)
def test_settings_that_cannot_be_are_refused_in_one_sentence(
    settings: dict[str, int], says: str
) -> None:
    with pytest.raises(Undrawable) as refused:
        FORMAT.check_settings(Field((), range(3, 6), settings))
    assert str(refused.value) == says
