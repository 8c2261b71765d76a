"""The rules pages: everything on them comes from the games themselves."""

import re
from html import unescape

import pytest
from django.test import Client

import games
from games.examples import deal_example, match_example
from league import rulebook
from league.felt import Lying
from league.stepping import NoSuchMove, lone_position
from league.templatetags import rules

pytestmark = pytest.mark.django_db  # for the navigation, which names the club

SLUGS = [*games.GAMES, *(slug for slug in games.MATCHES if slug not in games.GAMES)]
every_page = pytest.mark.parametrize("slug", SLUGS)


def page(client: Client, slug: str) -> str:
    response = client.get(f"/games/{slug}/")
    assert response.status_code == 200
    return unescape(response.content.decode())


def words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", markup).split())


def kinds(slug: str) -> list[games.Game | games.MatchRules]:
    found: list[games.Game | games.MatchRules] = []
    found += [games.GAMES[slug]] if slug in games.GAMES else []
    found += [games.MATCHES[slug]] if slug in games.MATCHES else []
    return found


@every_page
def test_a_page_has_every_section_ruling_and_option(client: Client, slug: str) -> None:
    shown = page(client, slug)
    for kind in kinds(slug):
        for section in kind.rules.sections:
            assert f"<h3>{section.heading}</h3>" in shown
            assert all(f"<p>{paragraph}</p>" in shown for paragraph in section.paragraphs)
        for ruling in kind.rulings:
            assert f'<tr id="{ruling.id}">' in shown
            assert ruling.says in shown
        for option in kind.options:
            assert option.says in shown
            assert all(means in shown for means in option.means)


@every_page
def test_every_link_to_a_ruling_or_a_section_leads_somewhere(client: Client, slug: str) -> None:
    shown = page(client, slug)
    for target in re.findall(r'href="#([^"]+)"', shown):
        assert shown.count(f'id="{target}"') == 1


@pytest.mark.parametrize("slug", games.GAMES)
def test_an_example_shows_its_positions_and_its_score(client: Client, slug: str) -> None:
    example, shown = deal_example(slug), page(client, slug)
    assert example is not None
    assert shown.count('<div class="felt">') == len(example.steps) + 1
    for step in example.steps:
        assert f"<code>{step.plays}</code>" in shown
        assert step.says in words(shown)
    worked = rulebook.worked(example)
    for score in worked.end.outcome.scores:
        assert f"<strong>{score}</strong>".replace("-", "−") in shown


@pytest.mark.parametrize("slug", games.MATCHES)
def test_a_match_is_counted_deal_by_deal(client: Client, slug: str) -> None:
    example, shown = match_example(slug), words(page(client, slug))
    assert example is not None
    match = example.play()
    result = match.result()
    assert result is not None
    counted = rulebook.counted(example)
    assert [line.start for line in counted.lines] == match.starts
    assert counted.lines[-1].totals == counted.totals == result.totals
    assert counted.places == result.places
    for line in counted.lines:
        assert rules.line_says(counted, line) in shown
    assert rules.result_says(counted) in shown


def test_how_many_cards_are_dealt_is_asked_of_the_engine(client: Client) -> None:
    cells = re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", page(client, "couleur"))
    assert " ".join(cells).startswith("Players Each Set aside 2 12 31 3 12 19 4 12 7 5 9 10 6 9 1")
    assert "<caption>Cards as they are dealt, Cards: 4</caption>" in page(client, "arschmallows")


def test_cards_in_hand_say_whether_they_can_be_played() -> None:
    found = rulebook.page("amoins")
    assert found is not None
    assert found.worked is not None
    first = found.worked.looks[0]
    assert first.hand[0] == Lying("y8b0", "open")
    assert first.hand[1] == Lying("g9y0", "shut")
    assert first.hand[5] == Lying("b9g4", "chosen")
    assert [card.card for card in first.hand if card.state != "shut"] == list(first.open_moves)


def test_cards_drawn_for_a_move_do_not_hide_what_was_played() -> None:
    found = rulebook.page("quibbles")
    assert found is not None
    assert found.worked is not None
    (passing,) = (look for look in found.worked.looks if look.step.plays == "pass 5")
    assert [card.card for card in passing.hand if card.state == "chosen"] == ["5"]


def test_shared_places_and_the_next_start_are_told(client: Client) -> None:
    shown = words(page(client, "xxl-pur"))
    assert "Bob and Charlie share place 1, so there is no place 2. Alice starts the next deal." in (
        shown
    )
    shown = words(page(client, "xxl-atout"))
    assert "Alice and Charlie win together with 7 points." in shown
    shown = words(page(client, "arschmallows"))
    assert "Alice wins with 97 points. Bob has as many, and the tie-break decides." in shown


def test_values_of_an_option_are_told_with_the_usual_one_marked(client: Client) -> None:
    shown = words(page(client, "permis"))
    assert "Fewest (usual): Only who has fewer cards than every other player with cards." in shown
    assert "on: Drawing is open every turn" in words(page(client, "montees"))


def test_a_match_names_the_games_it_is_made_of(client: Client) -> None:
    shown = page(client, "xxl-pur")
    assert all(f'href="/games/{game.slug}/"' in shown for game in games.MATCHES["xxl-pur"].games)


def test_the_examples_of_a_page_are_put_together_once(client: Client) -> None:
    assert page(client, "series") == page(client, "series")
    assert rulebook.page("series") is rulebook.page("series")


def test_a_deal_of_its_own_has_no_positions_beyond_its_end_or_without_one() -> None:
    example = deal_example("amoins")
    assert example is not None
    game, moves = example.game, example.moves
    with pytest.raises(NoSuchMove):
        lone_position(game, example.deal(), moves, len(moves) + 1)
    with pytest.raises(NoSuchMove):
        lone_position(game, example.deal(), moves[:-1], 1)


def test_an_unknown_game_has_no_page_and_none_is_remembered(client: Client) -> None:
    before = rulebook._page.cache_info().currsize
    assert client.get("/games/whist/").status_code == 404
    assert rulebook._page.cache_info().currsize == before
