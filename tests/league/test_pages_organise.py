"""The organiser's pages: setting up, entering, drawing, publishing, and how each goes wrong."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from league import schedule
from league.models import Bot, Club, Entry, League, Match, Tournament, User
from tests.cast import NewTournament

NEW = "/clubs/lindenhof/leagues/house-bots/new/"
SETUP = {
    "rules": "xxl-individuel",
    "format": "planned",
    "name": "Winter Cup",
    "option-variant": "amoins",
    "option-deals": "2",
    "setting-table_size": "4",
    "setting-rounds": "2",
    "scoring": "places",
    "pause_s": "0",
}


@pytest.fixture
def organiser(client: Client, alice: User, house_league: League) -> Client:
    client.force_login(alice)
    return client


def setup(**changed: Any) -> dict[str, Any]:
    return {**SETUP, **{key.replace("__", "-"): value for key, value in changed.items()}}


def said(response: Any) -> str:
    assert isinstance(response, HttpResponse)
    return response.content.decode()


def test_it_asks_for_the_game_first(organiser: Client) -> None:
    page = said(organiser.get(NEW))
    assert 'value="xxl-individuel"' in page
    assert 'value="planned"' in page
    assert "setting-rounds" not in page


def test_the_form_is_made_from_the_options_of_the_game_and_the_format(organiser: Client) -> None:
    page = said(organiser.get(NEW + "?rules=arschmallows&format=planned"))
    assert 'name="option-last_turns"' in page
    assert 'name="setting-table_size"' in page
    assert 'name="option-variant"' not in page


def test_a_tournament_is_set_up_as_the_form_says(organiser: Client) -> None:
    response = organiser.post(NEW, setup())
    tournament = Tournament.objects.get()
    assert response["Location"] == tournament.get_absolute_url() + "entries/"
    assert tournament.name == "Winter Cup"
    assert tournament.options == {"variant": "amoins", "deals": 2}
    assert tournament.settings["rounds"] == 2
    assert tournament.match_rules.slug == "xxl-individuel"


def test_a_switch_that_is_off_is_left_unsaid(organiser: Client) -> None:
    organiser.post(NEW, setup(option__variant="couleur"))  # which has no voluntary drawing
    assert Tournament.objects.get().options == {"variant": "couleur", "deals": 2}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": "x" * 300}, "A name has at most 80 characters, not 300."),
        ({"name": "   "}, "A tournament needs a name."),
        ({"name": "a\x00b"}, "Null characters are not allowed."),
        ({"option__variant": ""}, "Choose one of these."),
        ({"option__variant": "whist"}, "The option Variant is "),
        ({"option__deals": "0"}, "is a number from 1 to 100"),
        ({"option__deals": "9" * 40}, "is a number from 1 to 100"),
        ({"option__deck": "no deck"}, "The deck table starts with the line"),
        ({"setting__table_size": "9"}, "Table size is a number from 2 to 6."),
        ({"setting__table_size": "four"}, "Table size is a number from 2 to 6."),
        ({"setting__rounds": "-1"}, "Rounds is a number from 1 to"),
        ({"scoring__place_points": "round"}, "is one of as_they_are, scaled_by_table_size, not"),
        (
            {"scoring": "table-points", "scoring__list_of_points": "1-2"},
            "none larger than the one before",
        ),
        ({"tie_break__1": "applause"}, "Choose one from the list."),
        (
            {"tie_break__1": "deals_won", "tie_break__3": "deals_won"},
            "“Deals won” stands here already; a tie-break is asked once.",
        ),
        ({"pause_s": "-5"}, "A pause is 0 seconds or more."),
        ({"pause_s": "90000"}, "A pause is 86400 seconds (one day) at most."),
        ({"pause_s": "soon"}, "A pause is a whole number of seconds."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_saved(
    organiser: Client, changed: dict[str, str], sentence: str
) -> None:
    response = organiser.post(NEW, setup(**changed))
    assert response.status_code == 400
    page = said(response)
    assert sentence in page
    assert "Nothing is saved yet" in page
    assert not Tournament.objects.exists()
    if "name" not in changed:
        assert 'value="Winter Cup"' in page  # what was right is kept


@pytest.mark.parametrize(
    "wrong",
    [{"rules": "whist"}, {"format": "guess"}, {"rules": ""}, {"scoring": "guess"}, {"scoring": ""}],
)
def test_an_unknown_game_or_format_is_refused(organiser: Client, wrong: dict[str, str]) -> None:
    response = organiser.post(NEW, setup(**wrong))
    assert response.status_code == 400
    assert "Choose a game, a way to draw the tables and to count points from these." in said(
        response
    )
    assert organiser.get(NEW + "?rules=whist&format=planned").status_code == 400
    assert not Tournament.objects.exists()


def test_a_draft_is_changed_and_keeps_its_address(
    organiser: Client, new_tournament: NewTournament
) -> None:
    draft = new_tournament()
    edit = draft.get_absolute_url() + "edit/"
    assert 'value="Autumn Cup"' in said(organiser.get(edit))
    assert "What is played instead?" in said(organiser.get(edit + "?choose"))
    response = organiser.post(edit, setup(rules="arschmallows", option__deals="5"))
    assert response.status_code == 302
    slug = draft.slug
    draft.refresh_from_db()
    assert (draft.slug, draft.name, draft.rules) == (slug, "Winter Cup", "arschmallows")
    assert draft.options == {"deals": 5}


def test_a_drawn_tournament_is_not_changed(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    drawn = new_tournament(bots)
    schedule.draw(drawn)
    edit = drawn.get_absolute_url() + "edit/"
    for response in (organiser.get(edit), organiser.post(edit, setup())):
        assert response.status_code == 409
        assert "Take the draw back to change the tournament." in said(response)
    drawn.refresh_from_db()
    assert drawn.name == "Autumn Cup"


def test_points_and_tie_breaks_are_as_the_form_says_and_stand_in_it_again(
    organiser: Client,
) -> None:
    chosen = {"scoring__list_of_points": "3-1", "scoring__tie_pays": "average"}
    chain = {"tie_break__2": "head_to_head", "tie_break__3": "drawn_lot"}
    organiser.post(NEW, setup(scoring="table-points", **chosen, **chain))
    draft = Tournament.objects.get()
    assert draft.scoring_settings == {"list_of_points": "3-1", "tie_pays": "average"}
    assert draft.tie_breaks == ["head_to_head", "drawn_lot"]
    form = organiser.get(draft.get_absolute_url() + "edit/").context["form"]
    assert [field.value() for field in form.scoring_fields] == ["3-1", "average"]
    assert [field.value() for field in form.tie_break_fields] == [
        "head_to_head",
        "drawn_lot",
        "",
        "",
    ]
    page = said(organiser.get(draft.get_absolute_url()))
    assert "Head to head → Drawn lot" in page
    assert "3-1" in page


def test_another_scoring_begins_with_its_own_settings_and_tie_breaks(
    organiser: Client, new_tournament: NewTournament
) -> None:
    edit = new_tournament(tie_breaks=["last_round"]).get_absolute_url() + "edit/"
    form = organiser.get(edit + "?rules=arschmallows&format=planned&scoring=totals").context["form"]
    assert form.scoring_fields == []
    assert [field.value() for field in form.tie_break_fields] == ["deals_won", "", "", ""]


RANKING = "/clubs/lindenhof/leagues/house-bots/settings/"


def test_how_a_ranking_counts_is_set_on_a_page_of_its_own(
    organiser: Client, house_league: League
) -> None:
    assert RANKING in said(organiser.get(house_league.get_absolute_url()))
    chosen = {"missed_tournaments": "own_mean", "best_results": "3", "least_attendance": ""}
    page = said(organiser.post(RANKING, chosen, follow=True))
    assert "The ranking counts like this now." in page
    house_league.refresh_from_db()
    assert house_league.settings == {
        "missed_tournaments": "own_mean",
        "best_results": 3,
        "least_attendance": 0,
    }
    assert 'value="own_mean" selected' in said(organiser.get(RANKING))


def test_what_no_ranking_can_count_by_is_said_beside_its_field(
    organiser: Client, house_league: League
) -> None:
    response = organiser.post(RANKING, {"missed_tournaments": "skip", "best_results": "100"})
    assert response.status_code == 400
    assert "The option Best results is a number from 0 to 99" in said(response)
    assert 'value="skip" selected' in said(response)
    house_league.refresh_from_db()
    assert house_league.settings == {}


def test_only_organisers_say_how_a_ranking_counts(
    client: Client, house_league: League, bob: User, charlie: User
) -> None:
    assert "settings/" not in said(client.get(house_league.get_absolute_url()))
    for user in (None, bob, charlie):
        if user:
            client.force_login(user)
        assert client.get(RANKING).status_code == 403
        assert client.post(RANKING, {"best_results": "3"}).status_code == 403
    house_league.refresh_from_db()
    assert house_league.settings == {}


def test_several_bots_enter_at_once_and_one_is_withdrawn(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament()
    entries = draft.get_absolute_url() + "entries/"
    page = said(organiser.post(entries, {"bots": [bot.pk for bot in bots[:3]]}, follow=True))
    assert "3 bots are entered." in page
    entry = draft.entries.get(bot=bots[1])
    page = said(organiser.post(entries, {"withdraw": entry.pk}, follow=True))
    assert "Bot 2 is withdrawn." in page
    assert {one.bot for one in draft.entries.all()} == {bots[0], bots[2]}


def test_nobody_enters_twice(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament(bots[:2])
    entries = draft.get_absolute_url() + "entries/"
    response = organiser.post(entries, {"bots": [bots[2].pk, bots[0].pk]})
    assert response.status_code == 400
    assert "Bot 1 is entered already." in said(response)
    assert f'value="{bots[2].pk}" checked' in said(response)  # what was ticked stays ticked
    assert draft.entries.count() == 2


def test_nobody_ticked_is_refused(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    response = organiser.post(new_tournament().get_absolute_url() + "entries/")
    assert response.status_code == 400
    assert "No bot is chosen. Tick those that play." in said(response)


@pytest.mark.parametrize("forged", ["0", "999999", "-1", "x", "", "9" * 30, "1; DROP TABLE"])
def test_a_forged_bot_is_not_there(
    organiser: Client, new_tournament: NewTournament, forged: str
) -> None:
    draft = new_tournament()
    for field in ("bots", "withdraw"):
        response = organiser.post(draft.get_absolute_url() + "entries/", {field: forged})
        assert response.status_code == 404
    assert not Entry.objects.exists()


def test_a_bot_of_another_club_is_not_there(
    organiser: Client, new_tournament: NewTournament
) -> None:
    strange = Bot.objects.create(
        club=Club.objects.create(name="Rosengarten", slug="rosengarten"), name="Amsel", slug="amsel"
    )
    draft = new_tournament()
    response = organiser.post(draft.get_absolute_url() + "entries/", {"bots": strange.pk})
    assert response.status_code == 404
    assert not draft.entries.exists()


def test_an_entry_of_another_tournament_is_not_withdrawn(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft, other = new_tournament(), new_tournament(bots[:2])
    entry = other.entries.first()
    assert entry is not None
    response = organiser.post(draft.get_absolute_url() + "entries/", {"withdraw": entry.pk})
    assert response.status_code == 404
    assert other.entries.count() == 2


def test_a_draw_is_looked_at_drawn_again_and_taken_back(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots)
    draw = tournament.get_absolute_url() + "draw/"
    assert "Nothing is drawn yet." in said(organiser.get(draw))
    page = said(organiser.post(draw, follow=True))
    assert "Publish and play" in page
    assert page.count('class="slip"') == 6  # two tables in each of three rounds
    assert "Pairs who meet again" in page
    first = set(Match.objects.values_list("shuffle__commitment", flat=True))
    organiser.post(draw)
    assert first.isdisjoint(Match.objects.values_list("shuffle__commitment", flat=True))
    page = said(organiser.post(draw, {"take-back": ""}, follow=True))
    assert "Nothing is drawn yet." in page
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("entered", "sentence"),
    [(0, "There are no entries yet."), (1, "A draw needs at least 2 entries and has 1.")],
)
def test_too_few_entries_are_not_drawn(
    organiser: Client,
    new_tournament: NewTournament,
    bots: list[Bot],
    entered: int,
    sentence: str,
) -> None:
    tournament = new_tournament(bots[:entered])
    response = organiser.post(tournament.get_absolute_url() + "draw/")
    assert response.status_code == 400
    assert sentence in said(response)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.DRAFT


def test_it_is_published_once(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    publish = tournament.get_absolute_url() + "publish/"
    assert "The draw is published" in said(organiser.post(publish, follow=True))
    response = organiser.post(publish)
    assert response.status_code == 409
    assert "This is not open: the tournament is being played." in said(response)


def test_a_draft_is_not_published_before_it_is_drawn(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots)
    response = organiser.post(tournament.get_absolute_url() + "publish/")
    assert response.status_code == 409
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.DRAFT


def test_a_published_draw_is_not_drawn_again(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    draw = tournament.get_absolute_url() + "draw/"
    before = set(Match.objects.values_list("pk", flat=True))
    assert organiser.get(draw).status_code == 302
    for what in ({}, {"take-back": ""}):
        response = organiser.post(draw, what)
        assert response.status_code == 409
        assert "The tables are published; they are not drawn again." in said(response)
    assert before == set(Match.objects.values_list("pk", flat=True))


def test_entries_are_closed_once_the_tables_are_drawn(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    tournament = new_tournament(bots[:4])
    schedule.draw(tournament)
    entries = tournament.get_absolute_url() + "entries/"
    assert "nobody enters or leaves now" in said(organiser.get(entries))
    response = organiser.post(entries, {"bots": bots[5].pk})
    assert response.status_code == 409
    assert tournament.entries.count() == 4


PAGES = ["edit/", "entries/", "draw/"]


@pytest.mark.parametrize("page", [*PAGES, "publish/"])
def test_who_does_not_organise_here_cannot_touch_a_published_tournament(
    client: Client,
    new_tournament: NewTournament,
    bots: list[Bot],
    bob: User,
    charlie: User,
    page: str,
) -> None:
    tournament = new_tournament(bots)
    schedule.draw(tournament)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    for user in (None, bob, charlie):
        client.logout()
        if user:
            client.force_login(user)
        response = client.post(tournament.get_absolute_url() + page, {"take-back": ""})
        assert response.status_code == 403
        assert "Only an organiser of Lindenhof can do this." in said(response)
    assert tournament.rounds.count() == 3


@pytest.mark.parametrize("page", [*PAGES, "publish/"])
def test_a_draft_is_not_even_there_for_who_does_not_organise_here(
    client: Client, new_tournament: NewTournament, bob: User, charlie: User, page: str
) -> None:
    draft = new_tournament()
    for user in (None, bob, charlie):
        client.logout()
        if user:
            client.force_login(user)
        assert client.post(draft.get_absolute_url() + page).status_code == 404


def test_only_organisers_set_tournaments_up(
    client: Client, house_league: League, bob: User, charlie: User
) -> None:
    assert client.get(NEW).status_code == 403
    assert "You are not logged in." in said(client.get(NEW))
    for user in (bob, charlie):
        client.force_login(user)
        assert client.get(NEW).status_code == 403
        assert client.post(NEW, setup()).status_code == 403
    assert not Tournament.objects.exists()


def test_a_form_without_its_token_changes_nothing(
    alice: User, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(alice)
    draft = new_tournament(bots)
    for page in ("edit/", "entries/", "draw/", "publish/"):
        response = careful.post(draft.get_absolute_url() + page, setup())
        assert response.status_code == 403
        assert "This form is out of date." in said(response)
    draft.refresh_from_db()
    assert draft.state == Tournament.State.DRAFT
    assert draft.entries.count() == 8


@pytest.mark.parametrize("address", ["/", "/games/", "/games/amoins/", "/clubs/lindenhof/"])
def test_a_page_to_read_takes_nothing(client: Client, club: Club, address: str) -> None:
    for send in (client.post, client.put, client.delete):
        response = send(address)
        assert response.status_code == 405
        assert response["Allow"] == "GET, HEAD"
        assert "It is a page to read; nothing can be sent to it" in said(response)
    assert client.head(address).status_code == 200


def test_an_address_for_forms_is_no_page(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    for address in (new_tournament(bots).get_absolute_url() + "publish/", "/logout/"):
        response = organiser.get(address)
        assert response.status_code == 405
        assert response["Allow"] == "POST"
        assert "It is where a form is sent to, not a page." in said(response)


@pytest.mark.django_db
def test_a_wrong_password_is_said_so_and_the_name_is_kept(client: Client, alice: User) -> None:
    response = client.post("/login/", {"username": "alice", "password": "wrong"})
    assert response.status_code == 400
    page = said(response)
    assert "Name and password do not belong together." in page
    assert 'value="alice"' in page
    assert "wrong" not in page


def test_logging_in_leads_back_but_never_away_from_here(client: Client, alice: User) -> None:
    known = {"username": "alice", "password": "alice-in-the-back-room"}
    response = client.post("/login/", {**known, "next": "/games/"})
    assert response["Location"] == "/games/"
    client.logout()
    response = client.post("/login/", {**known, "next": "https://example.org/"})
    assert response["Location"] == "/"


def test_logging_out_takes_the_organisers_pages_away(organiser: Client) -> None:
    assert organiser.get(NEW).status_code == 200
    assert organiser.post("/logout/").status_code == 302
    assert organiser.get(NEW).status_code == 403


def test_the_draw_that_is_published_is_the_one_that_was_looked_at(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    drawn = new_tournament(bots)
    schedule.draw(drawn)
    publish = drawn.get_absolute_url() + "publish/"
    page = said(organiser.get(drawn.get_absolute_url() + "draw/"))
    drawn.refresh_from_db()
    looked_at = {"version": drawn.version}
    assert f'name="version" value="{drawn.version}"' in page
    schedule.draw(drawn)
    response = organiser.post(publish, looked_at)
    assert response.status_code == 409
    assert "Somebody has drawn again meanwhile." in said(response)
    assert organiser.post(publish, {"version": "newest"}).status_code == 404
    drawn.refresh_from_db()
    assert drawn.state == Tournament.State.DRAWN
    assert organiser.post(publish, {"version": drawn.version}).status_code == 302


def test_asking_for_the_head_of_a_page_says_what_the_page_would(organiser: Client) -> None:
    assert organiser.head(NEW).status_code == organiser.get(NEW).status_code == 200
