"""An example for every ruling of couleur-atout and its match, and its rules said a second way."""

import random
import re

import pytest

from games import GAMES, MATCHES, IllegalMove

from .cases import open_texts
from .test_xxl_rulings import ended
from .xxl_positions import couleur_atout, legal, play

ATOUT = MATCHES["xxl-atout"]


class TestNaming:
    def test_xxl_70_the_start_seat_names_trump_before_leading(self) -> None:
        state = couleur_atout("b5g2", "r2g1 y8b0", leader=1)
        assert (state.to_move, legal(state)) == (1, ["trump r", "trump g", "trump b", "trump y"])
        assert state.view(1)["hand"] == ["y8b0", "r2g1"]
        assert state.view(0)["trump"] is None
        with pytest.raises(IllegalMove):
            state.parse("r2g1")
        play(state, "trump y")
        assert (state.to_move, legal(state)) == (1, ["y8b0", "r2g1"])
        assert state.view(0)["trump"] == "y"

    def test_xxl_70_trump_is_named_once_a_deal(self) -> None:
        state = couleur_atout("r2g1 y8b0", "b5g2 y7b4", trump="y")
        play(state, "r2g1", "b5g2")
        assert (state.to_move, legal(state)) == (1, ["y7b4"])
        assert state.view(None)["trump"] == "y"


class TestTrumpIsNothingElse:
    def test_xxl_70_its_other_face_does_not_follow(self) -> None:
        state = couleur_atout("r2g1 y8b0", "y9g6 b5g2 g7y5", trump="y")
        play(state, "r2g1")
        assert legal(state) == ["b5g2"]

    def test_xxl_70_its_other_face_fixes_no_colour(self) -> None:
        state = couleur_atout("r2g1 y8b0", "g7y5 y7b4", "r6b1 b5g2", trump="y")
        play(state, "r2g1", "g7y5")
        assert state.view(None)["colours"] == ["r", "g"]
        assert legal(state) == ["r6b1", "b5g2"]

    def test_xxl_70_its_other_face_opens_no_colour(self) -> None:
        state = couleur_atout("y9g6 r2g1", "b5g2 y7b4", trump="y")
        play(state, "y9g6")
        assert state.view(None)["colours"] == ["y"]
        assert legal(state) == ["y7b4"]


class TestFollowing:
    def test_xxl_71_a_led_trump_must_be_followed(self) -> None:
        state = couleur_atout("y9g6 r2g1", "g7y5 b8g1 y8b0", trump="y")
        play(state, "y9g6")
        assert legal(state) == ["y8b0", "g7y5"]

    def test_xxl_71_without_a_trump_anything_is_played_on_a_trump(self) -> None:
        state = couleur_atout("y9g6 r2g1", "b8g1 r6b1", trump="y")
        play(state, "y9g6")
        assert legal(state) == ["r6b1", "b8g1"]

    def test_xxl_71_a_card_without_trump_of_an_open_colour_must_follow(self) -> None:
        state = couleur_atout("r2g1 y8b0", "r6b1 y10b8 r5y1", trump="y")
        play(state, "r2g1")
        assert legal(state) == ["r6b1"]

    def test_xxl_71_whoever_cannot_follow_may_trump_and_need_not(self) -> None:
        state = couleur_atout("r2g1 y8b0", "b5g2 y7b4", "r6b1 y9g6", trump="y")
        play(state, "r2g1", "b5g2")
        assert legal(state) == ["r6b1", "y9g6"]


class TestWinning:
    def test_xxl_71_a_trump_beats_what_was_led(self) -> None:
        state = couleur_atout("g10r1 y8b0", "r5y1 y7b4", trump="y")
        play(state, "g10r1", "r5y1")
        assert state.view(None)["last"]["colour"] == "y"
        assert state.to_move == state.view(None)["last"]["winner"] == 1

    def test_xxl_71_the_highest_trump_wins(self) -> None:
        state = couleur_atout("g10r1 y8b0", "y4b0 r5y1", "y3b2 y7b4", trump="y")
        play(state, "g10r1", "y4b0", "y3b2")
        assert state.view(None)["last"]["winner"] == 1

    def test_xxl_71_of_equal_trumps_the_whole_card_decides_and_scores(self) -> None:
        state = couleur_atout("g10r1", "y8b0", "y8r5", trump="y")
        play(state, "g10r1", "y8b0", "y8r5")
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.scores == (0, 0, 11 + 8 + 13)

    def test_xxl_71_the_other_face_of_a_trump_wins_nothing(self) -> None:
        state = couleur_atout("y4b0 r2g1", "b10g0 y3b2", "b10y9 y8r5", trump="b")
        play(state, "y4b0", "b10g0", "b10y9")
        assert state.view(None)["last"]["winner"] == 2  # both 10s are trumps, 19 beats 10

    def test_xxl_71_a_trick_without_trump_is_won_in_its_colour(self) -> None:
        state = couleur_atout("r2g1 y8b0", "b5g2 y7b4", "g8r4 y9g6", trump="y")
        play(state, "r2g1", "b5g2", "g8r4")
        assert state.view(None)["last"]["colour"] == "g"
        assert state.view(None)["last"]["winner"] == 2

    def test_xxl_71_without_trump_a_colour_never_fixed_is_found_as_ever(self) -> None:
        state = couleur_atout("g10r1 y8b0", "r2g0 y7b4", trump="y")
        play(state, "g10r1", "r2g0")
        assert state.view(None)["last"]["colour"] == "r"
        assert state.view(None)["last"]["winner"] == 1


class TestMatch:
    @pytest.mark.parametrize("seats", [2, 4, 6])
    def test_xxl_72_everyone_names_trump_once(self, seats: int) -> None:
        match = ATOUT.start(seats, bytes(32))
        namers = []
        while match.to_move >= 0:
            if match.view(None)["trump"] is None:
                namers.append(match.to_move)
            match.play(match.legal()[-1])
        assert namers == match.starts == list(range(seats))

    def test_xxl_72_the_start_moves_left_whoever_has_the_most_points(self) -> None:
        deals = [ended(1, 2, 3)]
        assert MATCHES["xxl-individuel"].next_start(deals, 3) == 2
        assert ATOUT.next_start(deals, 3) == 1

    def test_xxl_3_places_are_points_and_the_fewest_win(self) -> None:
        result = ATOUT.tally([ended(2, 2, 1), ended(1, 2, 3), ended(1, 3, 2)], 3)
        assert result.totals == (4, 7, 6)
        assert result.places == (1, 3, 2)

    def test_its_deals_take_a_deck_and_nothing_else(self) -> None:
        assert [option.name for option in ATOUT.options] == ["deck"]


# The rules once more, from texts, as a player would say them


def shown(card: str, trump: str) -> dict[str, int]:
    """Number by colour, of a trump only that."""
    faces = {colour: int(number) for colour, number in re.findall(r"([rgby])(\d+)", card)}
    return {trump: faces[trump]} if trump in faces else faces


def open_colours(trick: list[str], trump: str) -> set[str]:
    """What is to be followed."""
    colours: set[str] = set(shown(trick[0], trump)) if trick else set()
    for card in trick:
        if len(colours & set(shown(card, trump))) == 1:
            colours &= set(shown(card, trump))
    return colours


def may_be_played(hand: list[str], trick: list[str], trump: str) -> list[str]:
    colours = open_colours(trick, trump)
    return [card for card in hand if colours & set(shown(card, trump))] or hand


def winning(trick: list[str], trump: str) -> str:
    colours = open_colours(trick, trump)
    if any(trump in shown(card, trump) for card in trick):
        colour = trump
    elif len(colours) == 1:
        (colour,) = colours
    else:
        last = [shown(card, trump) for card in trick if set(shown(card, trump)) == colours][-1]
        colour = max(last, key=lambda c: last[c])
    return max(
        (card for card in trick if colour in shown(card, trump)),
        key=lambda card: (shown(card, trump)[colour], sum(shown(card, "").values())),
    )


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("slug", ["couleur", "couleur-atout"])
def test_random_deals_are_played_as_the_rules_say_in_other_words(slug: str, seats: int) -> None:
    rng = random.Random(slug)
    for _ in range(8):
        state = GAMES[slug].deal(seats, rng.randbytes(32), rng.randrange(seats))
        trump = ""
        if slug == "couleur-atout":
            trump = rng.choice("rgby")
            state.play(state.parse(f"trump {trump}"))
        while state.to_move >= 0:
            view = state.view(state.to_move)
            assert open_texts(state) == may_be_played(view["hand"], view["trick"], trump)
            state.play(rng.choice(state.legal()))
            if not state.view(None)["trick"]:
                last = state.view(None)["last"]
                step = last["cards"].index(winning(last["cards"], trump))
                assert last["winner"] == (last["leader"] + step) % seats
