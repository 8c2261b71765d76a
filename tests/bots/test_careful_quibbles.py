"""How `careful` plays Quibbles: it gathers, leaves nothing it may take, and keeps room."""

from bots.house._careful.quibbles import Position


def turn(hand: str, row: str, collection: str = "", played: str = "") -> Position:
    """A turn of seat 0 with these cards."""
    view = {"seat": 0, "hand": list(hand), "row": list(row), "collections": [list(collection)]}
    return Position(view | {"played": list(played)})


def best_of(position: Position, *moves: str) -> str:
    return max(moves, key=position.worth)


def test_it_gathers_what_it_has_many_of() -> None:
    assert best_of(turn("125555", "345566"), "pass 5", "pass 2") == "pass 2"
    assert best_of(turn("3112", "333345"), "play 1 2", "play 3", "pass 1", "pass 3") == "play 1 2"


def test_it_takes_the_sets_that_leave_most_to_take() -> None:
    position = turn("55", "1223344", played="6")
    assert best_of(position, "take 1+2+3", "take 2+4", "take 3+3") != "take 1+2+3"


def test_it_takes_all_it_may() -> None:
    assert best_of(turn("6", "666", played="33"), "take 6", "done") == "take 6"


def test_it_collects_what_wins_and_nothing_else() -> None:
    position = turn("3333445", "345666", "666")
    assert best_of(position, "collect 3", "done") == "collect 3"
    position = turn("4444333", "345666", "6632")
    assert best_of(position, "collect 3", "collect 4", "done") == "collect 4"


def test_it_fills_no_room_with_ones() -> None:
    assert best_of(turn("1266", "345666", "111"), "collect 1", "done") == "done"
    assert best_of(turn("1266", "345666", "6542"), "collect 1", "done") == "collect 1"


def test_a_full_collection_gives_up_its_lowest_card() -> None:
    position = turn("444456", "345666", "112234")
    ways = [f"collect 4 for {dropped}" for dropped in (1, 2, 3, 4)]
    assert best_of(position, *ways, "done") == "collect 4 for 1"
