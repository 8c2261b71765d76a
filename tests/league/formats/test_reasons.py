"""What is said about a round follows from the rounds themselves, and agrees with the receipt."""

from dataclasses import replace
from typing import Any

import pytest

from league.formats.catalog import FORMATS
from league.formats.core import Draw, Entrant
from league.formats.reasons import Reasons, Tables, reasons

from .fields import field_of, played_out


def people(count: int, owners: str = "", bots: int = 0) -> tuple[Entrant, ...]:
    """Entrants 1, 2, 3, ..., a letter for each owner; the first few are bots."""
    known = dict(enumerate(owners, start=1))
    return tuple(Entrant(one, known.get(one), bot=one <= bots) for one in range(1, count + 1))


def seated(*rounds: str) -> tuple[Tables, ...]:
    """Rounds such as 1-2-3 4-5 6, in which 6 rests."""
    return tuple(
        tuple(tuple(map(int, table.split("-"))) for table in tables.split()) for tables in rounds
    )


def said(count: int, number: int, *rounds: str, owners: str = "", bots: int = 0) -> Reasons:
    return reasons(people(count, owners, bots), seated(*rounds), number)


def test_where_nothing_is_to_be_said_nothing_is() -> None:
    assert said(4, 2, "1-2 3-4", "1-3 2-4") == Reasons(None, None, None, None, None)


def test_who_meets_again_is_named_with_what_is_forced() -> None:
    again = said(4, 3, "1-2 3-4", "1-3 2-4", "1-3 2-4").again
    assert again is not None
    assert again.pairs == again.in_a_row == ((1, 3), (2, 4))
    assert (again.people, again.tables, again.rounds) == (4, 2, 3)
    assert (again.forced, again.drawn) == (0, 2)
    again = said(3, 2, "1-2-3", "3-2-1").again
    assert again is not None
    assert (again.forced, again.drawn, again.turns) == (3, 3, False)


def test_a_round_is_judged_together_with_all_that_was_drawn_with_it() -> None:
    rounds = ("1-2 3-4", "1-2 3-4", "1-3 2-4", "1-4 2-3")
    again = said(4, 2, *rounds).again
    assert again is not None
    assert (again.rounds, again.forced, again.drawn) == (4, 2, 2)
    assert said(4, 3, *rounds).again is None


def test_taking_turns_is_given_as_the_reason_only_where_it_is() -> None:
    turns = said(7, 2, "1-2-3-4 5-6-7", "5-6-7-1 2-3-4").again
    assert turns is not None
    assert (turns.forced, turns.drawn, turns.turns) == (6, 6, True)
    unfair = said(7, 2, "1-2-3-4 5-6-7", "1-2-5-6 3-4-7").again
    assert unfair is not None
    assert (unfair.forced, unfair.drawn, unfair.turns) == (3, 3, False)


def test_who_went_out_on_the_way_counts_for_nothing_that_is_forced() -> None:
    again = said(8, 2, "1-2-3-4 5-6-7-8", "1-2-5-6").again
    assert again is not None
    assert (again.people, again.forced, again.drawn) == (None, 2, 2)


def test_visits_to_smaller_tables_and_rests_are_told_apart() -> None:
    rounds = ("1-2-3 4-5 6", "4-6-5 1-2 3", "1-4-5 3-6 2")
    first = said(6, 1, *rounds)
    assert first.short is not None
    assert first.rests is not None
    assert (first.short.who, first.short.size) == ((4, 5), 3)
    assert (first.short.least, first.short.most, first.short.rounds) == (1, 1, 3)
    assert (first.rests.who, first.rests.seats, first.rests.people) == ((6,), 5, 6)
    assert (first.rests.least, first.rests.most) == (0, 1)


@pytest.mark.parametrize(
    ("rounds", "owners", "pairs", "forced"),
    [
        ("1-2-5 3-4-6", "aabb", ((1, 2), (3, 4)), 0),
        ("1-2-4 3-5-6", "aaab", ((1, 2),), 1),
        ("1-3-5", "aba", ((1, 3),), 1),
        ("1-3 2-4 5 6", "aaa", ((1, 3),), 0),
    ],
)
def test_pairs_of_one_owner_are_told_with_those_that_are_forced(
    rounds: str, owners: str, pairs: tuple[tuple[int, int], ...], forced: int
) -> None:
    """If some rest, it might be those of one owner."""
    found = said(6, 1, rounds, owners=owners).owners
    assert found is not None
    assert (found.pairs, found.forced) == (pairs, forced)


def test_bots_are_told_only_where_people_play_too() -> None:
    bots = said(6, 1, "1-2-3 4-5-6", bots=3).bots
    assert bots is not None
    assert (bots.pairs, bots.tables, bots.forced) == (((1, 2), (1, 3), (2, 3)), 2, 1)
    assert said(4, 1, "1-2 3-4", bots=4).bots is None


def tables_of(draw: Draw) -> Tables:
    return (*(table.seats for table in draw.tables), *((one,) for one in draw.resting))


@pytest.mark.parametrize(
    ("slug", "people", "settings"),
    [
        ("planned", 7, {"table_size": 4, "rounds": 4}),
        ("planned", 9, {"table_size": 4, "left_over": "rest", "rounds": 2}),
        ("swiss", 11, {"table_size": 4, "rounds": 4}),
        ("everybody", 5, {"table_size": 4}),
        ("knockout", 23, {"table_size": 4, "advance": 2}),
    ],
)
def test_the_reasons_are_those_of_the_receipt(
    slug: str, people: int, settings: dict[str, Any]
) -> None:
    field = field_of(people, **settings)
    owned = tuple(
        replace(one, owner=str(n % 4), bot=n % 2 == 0) for n, one in enumerate(field.entrants)
    )
    draws = played_out(FORMATS[slug], replace(field, entrants=owned))
    rounds = tuple(map(tables_of, draws))
    for draw in draws:
        found = reasons(owned, rounds, draw.number)
        away = [one for part in (found.short, found.rests) if part for one in part.who]
        costs = {rule: cost.count for rule, cost in draw.receipt.costs.items()}
        assert len(away) == costs["short_tables"]
        assert len(found.again.pairs if found.again else ()) == costs["repeats"]
        assert len(found.again.in_a_row if found.again else ()) == costs["repeats_in_a_row"]
        assert len(found.owners.pairs if found.owners else ()) == costs["same_owner"]
        assert found.again is None or found.again.forced <= found.again.drawn
        for part in (found.owners, found.bots):
            assert part is None or part.forced <= len(part.pairs)
