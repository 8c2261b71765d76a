"""Pages and API of ratings, and of two against each other."""

import re
import sys

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league import ratings
from league.models import (
    Bot,
    Club,
    LoggedMatch,
    Player,
    Pool,
    Rating,
    RatingChange,
    Tournament,
    User,
)
from league.scoring.ratings import Rating as Value
from league.scoring.ratings import after_table
from league.templatetags.charts import signed, spark, thousands
from tests.cast import NewTournament
from tests.league.test_ratings import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(new_tournament: NewTournament) -> Tournament:
    """A tournament that is published, for `play`."""
    tournament = new_tournament()
    tournament.state = Tournament.State.RUNNING
    tournament.save()
    return tournament


@pytest.fixture
def anna(club: Club) -> Player:
    return Player.objects.create(club=club, name="Anna")


def text(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def test_a_club_without_a_result_says_when_ratings_begin(client: Client, club: Club) -> None:
    assert "Nothing is rated here yet" in text(client, "/clubs/lindenhof/ratings/")
    assert 'href="/clubs/lindenhof/ratings/"' in text(client, "/clubs/lindenhof/")


def test_ratings_stand_by_kind_of_table_the_best_first(
    client: Client, cup: Tournament, bots: list[Bot], anna: Player
) -> None:
    play(cup, *bots[:3], places=(3, 1, 2))
    play(cup, bots[3], anna)
    ratings.rate_new()
    page = text(client, "/clubs/lindenhof/ratings/")
    mixed, among_bots = page.index("people and bots together"), page.index("bots among themselves")
    assert "people among themselves</h2>" not in page
    order = [page.index(f">{name}<", among_bots) for name in ("Bot 2", "Bot 3", "Bot 1")]
    assert mixed < page.index(">Bot 4<") < page.index("Anna") < among_bots < order[0]
    assert order == sorted(order)
    winner = Rating.objects.get(bot=bots[1])
    assert f'href="{winner.get_absolute_url()}">{thousands(winner.value.shown)}</a>' in page


def test_a_game_is_chosen_among_those_played(
    client: Client, cup: Tournament, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    other = new_tournament(name="Other", rules="arschmallows", options={})
    for _number in range(2):
        play(other, *bots[:2])
    play(cup, *bots[2:4])
    ratings.rate_new()
    page = text(client, "/clubs/lindenhof/ratings/")
    assert "Arschmallows, bots among themselves" in page
    assert 'href="/clubs/lindenhof/ratings/xxl-individuel/"' in page
    page = text(client, "/clubs/lindenhof/ratings/xxl-individuel/")
    assert "Bot 3" in page
    assert "Bot 1" not in page
    text(client, "/clubs/lindenhof/ratings/skat/", status=404)


def test_a_deleted_bot_is_in_no_table_and_a_rating_that_was_taken_back_neither(
    client: Client, cup: Tournament, bots: list[Bot]
) -> None:
    play(cup, *bots[:3])
    ratings.rate_new()
    Bot.objects.filter(pk=bots[0].pk).update(retired_at="2026-11-30T12:00Z")
    Rating.objects.filter(bot=bots[1]).update(matches=0)
    page = text(client, "/clubs/lindenhof/ratings/")
    assert "Bot 3" in page
    assert "Bot 1" not in page
    assert "Bot 2" not in page


def test_a_pool_that_is_behind_says_so(client: Client, cup: Tournament, bots: list[Bot]) -> None:
    play(cup, *bots[:3])
    ratings.rate_new()
    assert "being counted anew" not in text(client, "/clubs/lindenhof/ratings/")
    Pool.objects.update(logged_to=2)
    assert "being counted anew" in text(client, "/clubs/lindenhof/ratings/")


def test_a_rating_shows_how_it_came_about_with_its_matches(
    client: Client, cup: Tournament, bots: list[Bot]
) -> None:
    matches = [play(cup, *bots[:2]), play(cup, *bots[:2], places=(2, 1))]
    ratings.rate_new()
    rating = Rating.objects.get(bot=bots[0])
    page = text(client, rating.get_absolute_url())
    first = after_table({}, {"one": 1, "other": 2})["one"]
    at = [page.index(f'href="{match.get_absolute_url()}"') for match in reversed(matches)]
    assert at == sorted(at)  # the latest first
    assert f">{signed(first.shown - 1000)}</td>" in page
    assert f"From 1,000 to {thousands(rating.value.shown)}" in page
    text(client, f"/clubs/rosengarten/ratings/{rating.pk}/", status=404)


def test_a_bots_page_shows_its_ratings_with_a_line_and_no_style_of_its_own(
    client: Client, cup: Tournament, bots: list[Bot]
) -> None:
    assert "Ratings</h2>" not in text(client, bots[0].get_absolute_url())
    play(cup, *bots[:2])
    ratings.rate_new()
    page = text(client, bots[0].get_absolute_url())
    assert "Ratings</h2>" in page
    assert '<svg class="spark"' in page
    assert " style=" not in page


def test_a_pool_that_is_wound_back_meanwhile_leaves_the_number_that_was_read(
    client: Client, cup: Tournament, bots: list[Bot]
) -> None:
    play(cup, *bots[:2])
    ratings.rate_new()
    RatingChange.objects.all().delete()
    rating = Rating.objects.get(bot=bots[0])
    said = f"From {thousands(rating.value.shown)} to {thousands(rating.value.shown)}"
    for address in (rating.get_absolute_url(), bots[0].get_absolute_url()):
        assert said in text(client, address)


def test_a_line_stays_within_its_box_and_is_said_in_words() -> None:
    for numbers in ([1000, 1030], [1000, 1000], [1000, 900, 1200, -50] * 30):
        drawn = str(spark(numbers))
        points = re.findall(r"([\d.]+),([\d.]+)", drawn.partition("points=")[2])
        assert len(points) == len(numbers)
        assert all(0 <= float(x) <= 120 and 0 <= float(y) <= 28 for x, y in points)
    assert "From 1,000 to −50, lowest −50, highest 1,200" in drawn


def test_numbers_are_written_as_people_read_them() -> None:
    assert [thousands(1234567), thousands(-20)] == ["1,234,567", "−20"]
    assert [signed(12), signed(-7), signed(0)] == ["+12", "−7", "0"]
    value = Value(25, 5)
    assert (value.low, value.shown, value.high) == (1600, 1400, 2400)


def test_two_are_compared_by_game_and_table_by_table(
    client: Client, cup: Tournament, bots: list[Bot], anna: Player
) -> None:
    one, other = bots[0], anna
    matches = [
        play(cup, one, other, bots[1], places=(1, 2, 3)),
        play(cup, bots[1], other, one, places=(1, 2, 2)),
        play(cup, other, one, places=(1, 2)),
    ]
    play(cup, one, bots[1])  # without the other
    address = f"/clubs/lindenhof/head-to-head/?one=bot-bot-1&other=player-{anna.pk}"
    page = text(client, address)
    assert "They met 3 times" in page
    row = page[page.index("XXL individuel</a>") :].partition("</tr>")[0]
    assert re.findall(r'num[^>]*">([^<]*)<', row) == ["3", "1", "1", "1", "1.67 · 1.67"]
    assert all(f'href="{match.get_absolute_url()}"' in page for match in matches)
    back = text(client, f"/clubs/lindenhof/head-to-head/?one=player-{anna.pk}&other=bot-bot-1")
    assert "Anna and Bot 1" in back


def test_who_never_met_is_told_so(client: Client, bots: list[Bot]) -> None:
    page = text(client, "/clubs/lindenhof/head-to-head/?one=bot-bot-1&other=bot-bot-2")
    assert "They have not met" in page


def test_two_must_be_chosen_and_be_of_the_club(
    client: Client, bots: list[Bot], charlie: User
) -> None:
    address = "/clubs/lindenhof/head-to-head/"
    form = text(client, address)
    assert '<option value="bot-bot-1">Bot 1</option>' in form
    text(client, f"{address}?one=bot-bot-1&other=")
    page = text(client, f"{address}?one=bot-bot-1&other=bot-bot-1", status=400)
    assert "Choose two who are not the same." in page
    assert '<option value="bot-bot-1" selected>' in page
    for strange in (
        "bot-nobody",
        "player-1",
        "player-x",
        f"player-{'9' * 30}",
        "club-1",
        "bot",
        "bot-%00",
    ):
        text(client, f"{address}?one=bot-bot-1&other={strange}", status=404)
    text(client, "/clubs/rosengarten/head-to-head/?one=bot-bot-1&other=bot-bot-2", status=404)


def test_meetings_come_in_pages(
    client: Client, cup: Tournament, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["league.show.head_to_head"], "MEETINGS", 2)
    for _number in range(3):
        play(cup, *bots[:2])
    address = "/clubs/lindenhof/head-to-head/?one=bot-bot-1&other=bot-bot-2"
    page = text(client, address)
    assert "Page 1 of 2" in page
    assert page.count("/matches/") == 2
    assert 'href="?one=bot-bot-1&amp;other=bot-bot-2&amp;page=2"' in page
    page = text(client, f"{address}&page=2")
    assert page.count("/matches/") == 1
    assert text(client, f"{address}&page=nonsense").count("/matches/") == 2


def test_what_an_unpublished_tournament_holds_is_in_no_comparison_and_no_history(
    client: Client, cup: Tournament, bots: list[Bot], alice: User
) -> None:
    match = play(cup, *bots[:2])
    ratings.rate_new()
    rating = Rating.objects.get(bot=bots[0])
    addresses = [
        rating.get_absolute_url(),
        "/clubs/lindenhof/head-to-head/?one=bot-bot-1&other=bot-bot-2",
    ]
    assert all(match.get_absolute_url() in text(client, one) for one in addresses)
    Tournament.objects.update(state=Tournament.State.DRAWN)
    assert not any(match.get_absolute_url() in text(client, one) for one in addresses)
    client.force_login(alice)
    assert all(match.get_absolute_url() in text(client, one) for one in addresses)


def test_the_api_tells_ratings_and_compares_two(
    client: Client, cup: Tournament, bots: list[Bot], anna: Player
) -> None:
    match = play(cup, bots[0], anna)
    ratings.rate_new()
    best, last = client.get("/api/v1/clubs/lindenhof/ratings/xxl-individuel").json()
    assert (best["kind"], best["place"], best["key"]) == ("mixed", 1, "bot-bot-1")
    assert (last["who"]["name"], last["key"]) == ("Anna", f"player-{anna.pk}")
    assert best["rating"] > last["rating"]
    keys = {"one": best["key"], "other": last["key"]}
    found = client.get("/api/v1/clubs/lindenhof/head-to-head", keys).json()
    assert found["met"] == [
        {
            "rules": "xxl-individuel",
            "times": 1,
            "one_better": 1,
            "other_better": 0,
            "shared": 0,
            "one_mean": "1",
            "other_mean": "2",
        }
    ]
    assert found["meetings"] == [{"match": match.pk, "one": 1, "other": 2}]
    alone = client.get("/api/v1/clubs/lindenhof/head-to-head", {"one": "bot-bot-1"})
    assert alone.status_code == 422
    assert alone.json() == {"detail": "The parameter other is missing."}
    same = client.get("/api/v1/clubs/lindenhof/head-to-head", {"one": "x", "other": "x"})
    assert (same.status_code, "not the same" in same.json()["detail"]) == (400, True)
    assert client.get("/api/v1/clubs/lindenhof/ratings/skat").status_code == 404


def test_a_page_of_ratings_asks_as_often_for_many_as_for_two(
    client: Client,
    cup: Tournament,
    bots: list[Bot],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play(cup, *bots[:2])
    ratings.rate_new()
    with django_assert_num_queries(4):
        text(client, "/clubs/lindenhof/ratings/")
    play(cup, *bots)
    ratings.rate_new()
    assert LoggedMatch.objects.count() == 2
    with django_assert_num_queries(4):
        text(client, "/clubs/lindenhof/ratings/")
