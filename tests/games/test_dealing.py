"""What a rules page says of a set-up is what the engine deals."""

import pytest

from games import GAMES, Game
from games.dealing import dealt, setups

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
def test_all_hands_are_equal(game: Game) -> None:
    for setup in setups(game):
        for line in setup.lines:
            options = {setup.option.name: setup.value} if setup.option else {}
            state = game.deal(line.seats, bytes(range(32)), **options)
            view = state.view(None)
            hands = view.get("hands") or [len(row) for row in view["rows"]]
            assert hands == [line.each] * line.seats


@pytest.mark.parametrize(
    ("slug", "face_up"),
    [
        *[("abluxxen", 6), ("arschmallows", 1), ("quibbles", 6), ("amoins", 1), ("montees", 2)],
        *[("series", 2), ("couleur", 0), ("couleur-atout", 0), ("lun-apres", 0), ("permis", 0)],
    ],
)
def test_cards_in_no_hand_and_no_pile_lie_face_up(slug: str, face_up: int) -> None:
    for setup in setups(GAMES[slug]):
        assert {line.open for line in setup.lines} == {face_up}


@every_game
def test_the_usual_set_up_comes_first_and_has_every_number_of_seats(game: Game) -> None:
    first, *others = setups(game)
    assert first.option is None
    assert [line.seats for line in first.lines] == list(game.seats)
    assert all(other.option and other.lines != first.lines for other in others)


def test_xxl_60_five_or_six_get_fewer_cards_at_couleur() -> None:
    assert [dealt(GAMES["couleur"], seats).each for seats in (4, 5)] == [12, 9]
    assert dealt(GAMES["couleur"], 6).aside == 1


def test_an_option_that_deals_other_cards_has_a_set_up_of_its_own() -> None:
    usual, short = setups(GAMES["arschmallows"])
    assert usual.lines[0].each == 6
    assert short.option is not None
    assert (short.option.name, short.value, short.lines[0].each) == ("cards", 4, 4)
