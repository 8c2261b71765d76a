"""The worked examples are real: every move is legal where it is made, every caption holds."""

import re
from importlib.resources import files

import pytest

from games import GAMES, MATCHES, Game, MatchRules, Outcome
from games.examples import NAMES, DealExample, MatchExample, Step, deal_example, match_example

from .cases import is_sentence, open_texts

RULING = re.compile(r"[A-Z]{3}-\d+")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_rules = pytest.mark.parametrize("rules", MATCHES.values(), ids=list(MATCHES))


def deal_of(game: Game) -> DealExample:
    example = deal_example(game.slug)
    assert example is not None, f"{game.slug} has no example"
    return example


def match_of(rules: MatchRules) -> MatchExample:
    example = match_example(rules.slug)
    assert example is not None, f"{rules.slug} has no example"
    return example


@every_game
def test_an_example_is_a_whole_deal_of_legal_moves(game: Game) -> None:
    example = deal_of(game)
    state = example.deal()
    for text in example.moves:
        assert text in open_texts(state)
        state.play(state.parse(text))
    assert state.outcome() is not None


@every_game
def test_it_stops_at_a_few_moves_that_are_made_there(game: Game) -> None:
    example = deal_of(game)
    numbers = [step.move for step in example.steps]
    assert 3 <= len(numbers) <= 6
    assert numbers == sorted(set(numbers))
    assert [example.moves[number - 1] for number in numbers] == [
        step.plays for step in example.steps
    ]


@every_game
def test_a_caption_names_rulings_of_its_game_and_who_moves(game: Game) -> None:
    example = deal_of(game)
    known = {ruling.id for ruling in game.rulings}
    state = example.deal()
    movers = []
    for text in example.moves:
        movers.append(NAMES[state.to_move])
        state.play(state.parse(text))
    for step in example.steps:
        assert set(RULING.findall(step.says)) <= known
        assert movers[step.move - 1] in named(step) <= set(NAMES[: example.seats])
        assert is_sentence(step.says)
        assert "!" not in step.says
    assert any(RULING.search(step.says) for step in example.steps)


def named(step: Step) -> set[str]:
    """The players that a caption speaks of."""
    return set(re.findall(r"\w+", step.says)) & set(NAMES)


@every_rules
def test_a_match_to_count_is_over_and_the_same_every_time(rules: MatchRules) -> None:
    first, second = match_of(rules).play(), match_of(rules).play()
    assert first.result() is not None
    assert first.result() == second.result()
    assert first.deals >= 3


def test_places_are_shared_somewhere_in_the_matches_that_pay_them() -> None:
    shared = {
        slug: [outcome for outcome in match_of(MATCHES[slug]).play().outcomes if is_shared(outcome)]
        for slug in ("xxl-pur", "quibbles")
    }
    assert all(shared.values())


def is_shared(outcome: Outcome) -> bool:
    return len(set(outcome.places)) < len(outcome.places)


def test_no_file_is_left_that_belongs_to_no_page() -> None:
    found = {file.name for file in files("games.examples").iterdir() if file.name.endswith(".toml")}
    assert found == {f"{slug}.toml" for slug in (GAMES.keys() | MATCHES.keys())}


def test_what_has_no_file_has_no_example() -> None:
    assert deal_example("whist") is None
    assert match_example("whist") is None
