"""Promotion and relegation as a season's final rankings propose them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from league.scoring.promotion import Cut, Division, Final, Goes, propose


def division(up: int, down: int, **places: int | None) -> Division[str]:
    """Its members by name, with their places; one whose name begins with x has left."""
    members = [Final(name, place, name.startswith("x")) for name, place in places.items()]
    return Division(up, down, tuple(members))


FIRST = division(1, 1, alice=1, bob=2, charlie=3)
SECOND = division(1, 1, dora=1, emil=2, fritz=3)


def test_the_first_goes_up_and_the_last_goes_down() -> None:
    first, second = propose([FIRST, SECOND])
    assert first.moves == {"alice": Goes.STAYS, "bob": Goes.STAYS, "charlie": Goes.DOWN}
    assert second.moves == {"dora": Goes.UP, "emil": Goes.STAYS, "fritz": Goes.STAYS}
    assert [(one.now, one.then, one.cuts) for one in (first, second)] == [(3, 3, ())] * 2


def test_nobody_goes_up_or_down_from_the_only_division() -> None:
    (only,) = propose([division(2, 2, alice=1, bob=2)])
    assert set(only.moves.values()) == {Goes.STAYS}
    assert propose([]) == ()


def test_between_equals_at_a_cut_nothing_is_decided() -> None:
    first, second = propose(
        [division(0, 1, alice=1, bob=2, charlie=2), division(2, 0, dora=1, emil=2, fritz=2, gerd=2)]
    )
    assert first.moves == {"alice": Goes.STAYS, "bob": Goes.UNDECIDED, "charlie": Goes.UNDECIDED}
    assert first.cuts == (Cut(Goes.DOWN, ("bob", "charlie"), 1),)
    assert second.moves["dora"] == Goes.UP
    assert second.cuts == (Cut(Goes.UP, ("emil", "fritz", "gerd"), 1),)
    assert (first.then, second.then) == (4, 3)  # whoever it will be


def test_equals_who_all_go_need_no_decision() -> None:
    _, second = propose([FIRST, division(2, 0, dora=1, emil=1, fritz=3)])
    assert second.cuts == ()
    assert second.moves == {"dora": Goes.UP, "emil": Goes.UP, "fritz": Goes.STAYS}


def test_a_division_of_equals_is_undecided_at_both_ends() -> None:
    _, middle, _ = propose([FIRST, division(1, 1, dora=1, emil=1, fritz=1), SECOND])
    everybody = ("dora", "emil", "fritz")
    assert middle.cuts == (Cut(Goes.UP, everybody, 1), Cut(Goes.DOWN, everybody, 1))


def test_who_has_left_takes_the_chair_of_one_who_would_have_gone_down() -> None:
    first, _ = propose([division(0, 1, alice=1, xavier=2, charlie=3), SECOND])
    assert first.moves == {"alice": Goes.STAYS, "xavier": Goes.LEAVES, "charlie": Goes.STAYS}
    assert (first.now, first.then) == (3, 3)


def test_who_has_left_does_not_go_up_and_the_next_one_does() -> None:
    _, second = propose([FIRST, division(1, 0, xavier=1, dora=2, emil=3)])
    assert second.moves == {"xavier": Goes.LEAVES, "dora": Goes.UP, "emil": Goes.STAYS}
    assert (second.now, second.then) == (3, 2)  # smaller, and that is told


def test_more_who_left_than_would_have_gone_down_make_a_division_smaller() -> None:
    first, _ = propose([division(0, 1, alice=1, xavier=2, xenia=3, xerxes=None), SECOND])
    assert (first.now, first.then) == (4, 2)


def test_who_came_too_seldom_does_not_go_up_and_is_behind_all_others() -> None:
    first, second = propose(
        [division(0, 1, alice=1, bob=2, charlie=None), division(2, 0, dora=1, emil=None)]
    )
    assert first.moves["charlie"] == Goes.DOWN
    assert second.moves == {"dora": Goes.UP, "emil": Goes.STAYS}


def test_several_who_came_too_seldom_are_equals() -> None:
    first, _ = propose([division(0, 1, alice=1, bob=None, charlie=None), SECOND])
    assert first.cuts == (Cut(Goes.DOWN, ("bob", "charlie"), 1),)


def test_in_a_small_division_those_who_go_up_come_first() -> None:
    _, middle, _ = propose([FIRST, division(2, 2, dora=1, emil=2, fritz=3), SECOND])
    assert middle.moves == {"dora": Goes.UP, "emil": Goes.UP, "fritz": Goes.DOWN}


places = st.one_of(st.none(), st.integers(1, 6))
members = st.lists(st.tuples(places, st.booleans()), max_size=9)
ladders = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), members), min_size=1, max_size=4)


@settings(max_examples=50)
@given(ladders)
def test_nobody_is_lost_and_everybody_goes_in_the_order_of_the_ranking(
    ladder: list[tuple[int, int, list[tuple[int | None, bool]]]],
) -> None:
    divisions = [
        Division(up, down, tuple(Final((d, n), *row) for n, row in enumerate(rows)))
        for d, (up, down, rows) in enumerate(ladder)
    ]
    made = propose(divisions)
    everybody = [one for division in divisions for one in division.members]
    assert sum(one.then for one in made) == sum(not one.left for one in everybody)
    assert made[0].count(Goes.UP) == made[-1].count(Goes.DOWN) == 0
    order = [Goes.UP, Goes.UNDECIDED, Goes.STAYS, Goes.UNDECIDED, Goes.DOWN]
    for division, proposal in zip(divisions, made, strict=True):
        assert proposal.count(Goes.UP) <= division.up
        assert proposal.count(Goes.DOWN) <= division.down
        rows = [one for one in division.members if not one.left]
        rows.sort(key=lambda one: one.place or 99)
        gone = iter(order)
        here = next(gone)
        for row in rows:
            while proposal.moves[row.subject] != here:
                here = next(gone)  # it would be over if somebody were out of order
        for cut in proposal.cuts:
            assert 0 < cut.count < len(cut.among)
            assert len({row.place for row in rows if row.subject in cut.among}) == 1
