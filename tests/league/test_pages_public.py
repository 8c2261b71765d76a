"""What everybody sees: home, clubs, leagues, tournaments, bots, games; and what he does not."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

import games
from league import rank, schedule, submit
from league.models import Bot, Club, League, Seat, Tournament, User
from league.templatetags.look import exact
from tests.cast import NewTournament, finish, make_bots, play_queued, published, write


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """A finished tournament of eight bots in three rounds."""
    tournament = new_tournament(bots)
    finish(tournament)
    return tournament


def text(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def test_the_standings_say_by_what_a_tie_was_decided(client: Client, cup: Tournament) -> None:
    assert "Tie decided by" not in text(client, cup.get_absolute_url())
    write(Seat.objects.all(), awarded=1)
    Tournament.objects.update(tie_breaks=["last_round", "drawn_lot"])
    page = text(client, cup.get_absolute_url())
    assert "Tie decided by" in page
    assert page.count('<td class="soft small nowrap">Drawn lot</td>') == 8
    assert "Between equal points decide, in this order" in page


def test_the_standings_say_what_a_scaled_place_pays_where_all_tables_are_of_one_size_too(
    client: Client, cup: Tournament
) -> None:
    says = "it pays (place − 1) / (players − 1)"
    assert says not in text(client, cup.get_absolute_url())
    Tournament.objects.update(scoring_settings={"place_points": "scaled_by_table_size"})
    assert says in text(client, cup.get_absolute_url())


def test_a_table_where_all_are_tied_is_marked(client: Client, cup: Tournament) -> None:
    assert "all tied" not in text(client, cup.get_absolute_url())
    third = cup.rounds.get(number=3)
    write(Seat.objects.filter(match=third.matches.get(table=1)), awarded=1)
    assert text(client, cup.get_absolute_url()).count("all tied") == 1


def test_where_tables_differ_in_size_it_is_said_what_a_place_pays(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    for entered, scoring, says in (
        (bots, "places", ""),
        (bots[:7], "places", "a place pays the same at each of them"),
        (bots[:7], "table-points", "a place pays the same at each of them"),
    ):
        cup = new_tournament(entered, scoring=scoring)
        published(cup)
        page = text(client, cup.get_absolute_url())
        assert ("Tables differ in size" in page) == bool(says)
        assert says in page
    Tournament.objects.update(
        scoring="places", scoring_settings={"place_points": "scaled_by_table_size"}
    )
    page = text(client, cup.get_absolute_url())
    assert "it pays (place − 1) / (players − 1)" in page
    assert "Scaled by table size" in page


def test_a_ranking_says_how_it_counts_and_crosses_out_what_is_dropped(
    client: Client, new_tournament: NewTournament, bots: list[Bot], house_league: League
) -> None:
    for entered in (bots[:4], bots[:3]):
        finish(new_tournament(entered, settings={"rounds": 1, "table_size": 4}))
    page = text(client, house_league.get_absolute_url())
    assert "The places of the finished tournaments are added, fewest first." in page
    assert "came too seldom" not in page
    assert "<s " not in page
    submit.change_league(house_league, {"best_results": 1, "least_attendance": 2})
    page = text(client, house_league.get_absolute_url())
    assert "best result counts; the others are crossed out." in page
    assert "For a place one has to come to 2 tournaments" in page
    assert page.count("<s ") == 4
    assert page.count('<span class="hush">came too seldom for a place</span>') == 1
    submit.change_league(house_league, {"missed_tournaments": "skip"})
    page = text(client, house_league.get_absolute_url())
    assert "The mean place in the finished tournaments counts, lowest first." in page
    assert '<th scope="col" class="num">Mean</th>' in page
    assert client.get("/").status_code == 200


@pytest.mark.django_db
def test_home_says_so_when_there_is_nothing_at_all(client: Client) -> None:
    page = text(client, "/")
    assert "Nobody is playing." in page
    assert "There is no club yet." in page


def test_home_announces_the_round_that_is_being_played(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    page = text(client, "/")
    assert "Round 1 is being played" in page
    assert "0 of 2 tables finished" in page
    assert page.count('class="lamp"') == 1


def test_while_it_is_paused_no_page_says_that_a_machine_is_waited_for(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    for _one in range(2):
        cup = published(new_tournament(bots, settings={"rounds": 1}))
        schedule.pause(cup, why="fire alarm")
    home = text(client, "/")
    assert "Paused since" in home
    assert "paused</span>" in home
    assert "is being played" not in home
    match = cup.rounds.get().matches.get(table=1)
    for page in (cup.get_absolute_url(), match.get_absolute_url()):
        shown = text(client, page)
        assert "fire alarm" in shown
        assert "machine" not in shown.partition("<footer")[0]
    schedule.go_on(cup)
    assert "This table waits for a free machine." in text(client, match.get_absolute_url())


def test_home_names_the_winners_of_what_was_finished(client: Client, cup: Tournament) -> None:
    page = text(client, "/")
    assert "Last results" in page
    assert "Autumn Cup" in page


def test_a_club_lists_its_leagues_tournaments_and_bots(
    client: Client, club: Club, cup: Tournament, alice: User
) -> None:
    page = text(client, club.get_absolute_url())
    assert "House bots" in page
    assert "XXL individuel, À moins · 8 entries" in page
    assert page.index("Bot 1") < page.index("Bot 2") < page.index("Bot 8")
    assert "New tournament" not in page  # that is for organisers


def test_a_league_adds_up_places_and_marks_who_was_missing(
    client: Client, house_league: League, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    finish(new_tournament(bots))
    finish(new_tournament(bots[:4], name="Small Cup"))
    page = text(client, house_league.get_absolute_url())
    assert "after 2 tournaments" in page
    assert "(5)" in page  # one place behind the four who came
    assert "not there" in page


def test_a_finished_tournament_names_its_winner_and_shows_every_round(
    client: Client, cup: Tournament
) -> None:
    page = text(client, cup.get_absolute_url())
    assert "Final standings" in page
    assert "Tables of round 3" in page
    assert "Tables of round 1" in text(client, cup.get_absolute_url() + "?round=1")
    for match in cup.rounds.get(number=3).matches.all():
        assert match.get_absolute_url() in page
        assert match.shuffle.commitment in page


def test_a_tournament_says_which_points_are_counted_and_how_rests_and_ties_are(
    client: Client, cup: Tournament
) -> None:
    page = text(client, cup.get_absolute_url())
    assert "Every match pays the place at its table" in page
    assert "the next one does not exist" in page
    assert "pays the mean of the rounds one played" in page


@pytest.mark.parametrize(("rules", "first"), [("arschmallows", "lowest"), ("abluxxen", "highest")])
def test_where_totals_are_counted_it_says_which_end_is_first(
    client: Client, new_tournament: NewTournament, bots: list[Bot], rules: str, first: str
) -> None:
    tournament = new_tournament(bots, rules=rules, options={}, scoring="totals")
    schedule.draw(tournament)
    schedule.publish(tournament)
    assert f"The {first} sum is first." in text(client, tournament.get_absolute_url())


def test_an_unknown_round_is_not_there(client: Client, cup: Tournament) -> None:
    for wrong in ("0", "4", "x", "-1", "1" * 30, ""):
        text(client, f"{cup.get_absolute_url()}?round={wrong}", status=404)


def test_standings_begin_with_the_first_finished_round(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    assert "They begin when the first round is over." in text(client, tournament.get_absolute_url())
    play_queued()
    schedule.advance(tournament.pk)
    assert "Standings after round 1" in text(client, tournament.get_absolute_url())


def test_between_rounds_the_results_of_the_last_one_are_shown(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots, pause_s=3600)
    schedule.draw(tournament)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    play_queued()
    schedule.advance(tournament.pk)
    page = text(client, tournament.get_absolute_url())
    assert "Round 2 of 3 begins at" in page
    assert "One round of 3 is played." in page
    assert "Tables of round 1" in page
    assert "Round 2 begins at" in text(client, "/")


def test_a_rest_stands_in_brackets_and_exact(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots[:5], format="everybody", settings={"table_size": 4})
    finish(tournament)
    page = text(client, tournament.get_absolute_url())
    assert "Resting:" in page
    assert page.count("rested</span>") == 5  # five rounds, one rests in each
    for one in rank.table(tournament):
        (number,) = one.row.rests
        mean = sum((p for n, p in one.row.rounds.items() if n != number), Fraction(0)) / 4
        assert one.row.rounds[number] == mean
        assert f"({exact(mean)})" in page


def test_a_draft_is_not_there_for_visitors_and_members(
    client: Client, new_tournament: NewTournament, bots: list[Bot], bob: User, charlie: User
) -> None:
    draft = new_tournament(bots)
    for user in (None, bob, charlie):
        client.logout()
        if user:
            client.force_login(user)
        page = text(client, draft.get_absolute_url(), status=404)
        assert "There is nothing at this address." in page
        assert "Autumn Cup" not in text(client, "/")
        assert "Autumn Cup" not in text(client, draft.league.get_absolute_url())
        assert "Autumn Cup" not in text(client, draft.league.club.get_absolute_url())


def test_the_tables_of_a_draw_are_not_there_until_it_is_published(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    match = tournament.rounds.get(number=1).matches.first()
    assert match is not None
    text(client, match.get_absolute_url(), status=404)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    assert "waits for a free machine" in text(client, match.get_absolute_url())


def test_a_bot_shows_what_it_has_played(client: Client, cup: Tournament, bots: list[Bot]) -> None:
    page = text(client, bots[0].get_absolute_url())
    assert "matches finished" in page
    assert "Autumn Cup" in page
    assert "all played to the end" in page


def test_a_bot_that_has_not_played_says_so(client: Client, bots: list[Bot]) -> None:
    assert "Bot 1 has not finished a match of a tournament yet." in text(
        client, bots[0].get_absolute_url()
    )


@pytest.mark.django_db
def test_every_game_and_every_match_has_a_page_with_its_rulings(client: Client) -> None:
    listed = text(client, "/games/")
    everything: list[games.Game | games.MatchRules] = [*games.GAMES.values()]
    for one in [*everything, *games.MATCHES.values()]:
        assert f"/games/{one.slug}/" in listed
        page = text(client, f"/games/{one.slug}/")
        for ruling in one.rulings:
            assert f'id="{ruling.id}"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/nowhere/",
        "/clubs/nowhere/",
        "/clubs/nowhere/leagues/none/",
        "/clubs/lindenhof/bots/none/",
        "/games/whist/",
        "/matches/1/",
        "/matches/99999999999999999999999999/",
        "/matches/99999999999999999999999999/transcript/",
    ],
)
def test_what_is_not_there_gets_one_sentence(client: Client, address: str) -> None:
    page = text(client, address, status=404)
    assert "There is nothing at this address." in page


@pytest.mark.parametrize(
    ("template", "sentence"),
    [("400.html", "Go back and send it once more."), ("500.html", "It is our fault")],
)
def test_pages_for_what_broke_need_nothing_that_could_be_broken_too(
    template: str, sentence: str
) -> None:
    assert sentence in render_to_string(template)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/games/", "/games/amoins/", "/login/"])
def test_no_page_carries_script_or_style_of_its_own(client: Client, address: str) -> None:
    page = text(client, address)
    assert " style=" not in page
    assert "<style" not in page
    assert "<script>" not in page
    assert " onclick" not in page


@pytest.mark.django_db
def test_names_are_never_taken_for_markup(client: Client) -> None:
    club = Club.objects.create(name="<b>Bold</b> & Co", slug="bold")
    Bot.objects.create(club=club, name='"><script>alert(1)</script>', slug="script")
    page = text(client, club.get_absolute_url())
    assert "<b>Bold" not in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_tournament_takes_as_many_queries_with_twenty_tables_as_with_two(
    client: Client,
    club: Club,
    new_tournament: NewTournament,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    many = new_tournament(make_bots(club, 40), settings={"rounds": 1, "table_size": 2})
    finish(many)
    with django_assert_max_num_queries(25):
        text(client, many.get_absolute_url())
    with django_assert_max_num_queries(10):
        text(client, club.get_absolute_url())


def test_a_league_takes_as_many_queries_with_eight_tournaments_as_with_one(
    client: Client,
    house_league: League,
    new_tournament: NewTournament,
    bots: list[Bot],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(8):
        finish(
            new_tournament(bots[:2], name=f"Cup {number}", settings={"rounds": 1, "table_size": 2})
        )
    with django_assert_max_num_queries(14):
        text(client, house_league.get_absolute_url())


def test_a_time_is_shown_on_the_clock_of_the_club(
    client: Client, club: Club, cup: Tournament
) -> None:
    cup.finished_at = datetime(2026, 1, 31, 23, 30, tzinfo=UTC)
    cup.save()
    assert "1 February 2026" in text(client, cup.get_absolute_url())
    club.timezone = "America/New_York"
    club.save()
    assert "31 January 2026" in text(client, cup.get_absolute_url())


def test_every_stage_of_the_live_part_has_its_own_tag(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    address = tournament.get_absolute_url() + "live/"
    first = client.get(address)
    assert first.status_code == 200
    assert first["Cache-Control"] == "private, no-cache"
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    other_round = client.get(address + "?round=2", headers={"If-None-Match": first["ETag"]})
    assert other_round.status_code == 200
    client.force_login(alice)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200
    play_queued()
    client.logout()
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_live_part_ends_the_listening_when_the_tournament_is_over(
    client: Client, cup: Tournament
) -> None:
    response = client.get(cup.get_absolute_url() + "live/")
    assert response["HX-Retarget"] == "#live"
    assert response["HX-Reswap"] == "outerHTML"
    assert b"sse-connect" not in response.content


def test_a_live_part_of_a_draft_is_not_there(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    draft = new_tournament(bots)
    text(client, draft.get_absolute_url() + "live/", status=404)
    client.force_login(alice)
    text(client, draft.get_absolute_url() + "live/", status=404)


def test_withdrawn_bots_of_other_clubs_do_not_show(client: Client, club: Club) -> None:
    other = Club.objects.create(name="Rosengarten", slug="rosengarten")
    Bot.objects.create(club=other, name="Amsel", slug="amsel")
    assert "Amsel" not in text(client, club.get_absolute_url())
    text(client, "/clubs/lindenhof/bots/amsel/", status=404)


def test_entries_are_counted_where_several_enter_and_one_leaves(
    client: Client, alice: User, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament(bots)
    entry = draft.entries.first()
    assert entry is not None
    submit.withdraw(entry)
    client.force_login(alice)
    assert "7 entries" in text(client, draft.get_absolute_url())


@pytest.mark.parametrize(
    "address", ["/", "/login/", "/status/", "/games/", "/games/quibbles/", "/nothing-here/"]
)
def test_the_only_club_is_in_the_navigation_of_every_page(
    client: Client, club: Club, address: str
) -> None:
    tab = f'<a href="{club.get_absolute_url()}">Lindenhof</a>'
    navigation = client.get(address).content.decode().partition("<main")[0]
    assert tab in navigation
    Club.objects.create(name="Rosengarten", slug="rosengarten")
    navigation = client.get(address).content.decode().partition("<main")[0]
    assert tab not in navigation


def test_a_page_that_is_about_a_club_asks_for_no_other(client: Client, club: Club) -> None:
    with CaptureQueriesContext(connection) as asked:
        client.get(club.get_absolute_url())
    assert sum('FROM "league_club"' in query["sql"] for query in asked) == 1
