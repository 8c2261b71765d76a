"""The pages of seasons: what everybody sees, and how an organiser runs them."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league import correct, schedule, seasons
from league.models import Bot, Club, Division, League, Match, Player, Season, User
from league.refusals import NotOpen
from tests.cast import NewTournament, write
from tests.league.test_seasons import ONE_ROUND, close, divide, play

LEAGUE = "/clubs/lindenhof/leagues/house-bots/"
FIRST = LEAGUE + "seasons/1/"


def said(response: Any, status: int = 200) -> str:
    assert isinstance(response, HttpResponse)
    assert response.status_code == status
    return response.content.decode()


@pytest.fixture
def organiser(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def season(house_league: League) -> Season:
    return seasons.begin(house_league, "2026/27")


@pytest.fixture
def divisions(season: Season, bots: list[Bot]) -> list[Division]:
    """First with bots 1 to 3, Second with bots 4 and 5; Bot 6 and those after are in none."""
    return divide(season, bots[:3], bots[3:5])


@pytest.fixture
def played(
    divisions: list[Division], new_tournament: NewTournament, bots: list[Bot]
) -> list[Division]:
    """One round each, finished in the order of the bots' numbers; Bot 6 was a guest in First."""
    for division, entered in zip(divisions, (bots[:3] + bots[5:6], bots[3:5]), strict=True):
        cup = play(new_tournament(entered, settings=ONE_ROUND, division=division))
        for number, bot in enumerate(entered, 1):
            write(cup.entries.get(bot=bot).seats.all(), awarded=number)
    return divisions


def ends(season: Season, **next: Division | str) -> dict[str, str]:
    """The form at the end of a season, by the bots' slugs with underscores."""
    bots = {slug.replace("_", "-"): where for slug, where in next.items()}
    return {
        str(member.pk): str(getattr(bots[member.bot.slug], "pk", bots[member.bot.slug]))
        for member in season.members.select_related("bot")
        if member.bot
    }


def test_in_a_league_without_seasons_there_is_nothing_of_them_but_an_offer(
    client: Client, organiser: Client, house_league: League
) -> None:
    assert "Begin a season" in said(organiser.get(LEAGUE))
    client.logout()
    assert "eason" not in said(client.get(LEAGUE))


def test_a_season_is_begun_and_what_was_played_gets_one_of_its_own(
    organiser: Client, house_league: League, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    begin = LEAGUE + "seasons/new/"
    assert "is kept as a season called" not in said(organiser.get(begin))
    play(new_tournament(bots[:4], settings=ONE_ROUND))
    assert "is kept as a season called" in said(organiser.get(begin))
    page = said(organiser.post(begin, {"name": " ", "before": "As it was"}), 400)
    assert "A season needs a name." in page
    assert 'value="As it was"' in page
    page = said(organiser.post(begin, {"name": "2026/27", "before": "As it was"}, follow=True))
    assert "“2026/27” has begun." in page
    assert "Autumn Cup" not in page
    assert "Autumn Cup" in said(organiser.get(FIRST))
    assert "Season As it was." in said(organiser.get(FIRST))
    page = said(organiser.post(begin, {"name": "2027/28"}), 409)
    assert "“2026/27” is open. Close it before the next one begins." in page


def test_divisions_are_set_up_and_what_is_wrong_is_said_beside_its_field(
    organiser: Client, season: Season
) -> None:
    address = FIRST + "divisions/"
    lines = {"name": "Spring", "name-1": "First", "down-1": "1", "name-2": "first", "up-2": "x"}
    sent = {"version": season.version, **lines}
    page = said(organiser.post(address, sent), 400)
    assert "This is a whole number." in page
    page = said(organiser.post(address, sent | {"up-2": "1"}), 400)
    assert "Two divisions cannot have the same name." in page
    assert 'value="Spring"' in page
    page = said(organiser.post(address, sent | {"name-2": "Second", "up-2": "1"}, follow=True))
    assert "The divisions are saved." in page
    assert "Season Spring." in page
    assert [(str(one), one.up, one.down) for one in season.divisions.all()] == [
        ("First", 0, 1),
        ("Second", 1, 0),
    ]


def test_members_are_put_into_divisions(
    organiser: Client, season: Season, divisions: list[Division], club: Club
) -> None:
    dora = Player.objects.create(club=club, name="Dora")
    first, second = divisions
    page = said(organiser.get(FIRST + "members/"))
    assert page.count(">has left</option>") == 5  # offered to members only
    placed = {f"Bot-{one.bot_id}": str(one.division_id) for one in season.members.all()}
    placed |= {f"Player-{dora.pk}": str(first.pk), f"Bot-{second.members.all()[0].bot_id}": "left"}
    page = said(
        organiser.post(FIRST + "members/", {"version": season.version, **placed}, follow=True)
    )
    assert "The members are saved." in page
    assert page.index("Dora") < page.index("Second")
    assert page.count('<span class="who__sub">left</span>') == 1


@pytest.mark.parametrize("page", ["divisions", "members"])
def test_of_two_organisers_the_second_sees_what_the_first_has_changed(
    organiser: Client, season: Season, divisions: list[Division], page: str
) -> None:
    looked_at = season.version
    divide_anew(season)
    said_then = said(organiser.post(FIRST + page + "/", {"version": looked_at}), 409)
    assert "Somebody changed the season meanwhile. Look again, then save." in said_then
    assert "Premier" in said_then
    assert season.members.count() == 5


def divide_anew(season: Season) -> None:
    """What somebody else does meanwhile."""
    names = ["Premier", "Second"]
    lines = [
        seasons.Line(one.pk, name, 1, 1)
        for one, name in zip(season.divisions.all(), names, strict=True)
    ]
    seasons.set_up(season, season.version, season.name, lines)


def test_without_divisions_nobody_is_a_member(organiser: Client, season: Season) -> None:
    page = said(organiser.get(FIRST + "members/"), 409)
    assert "This season has no divisions. Set them up first." in page


def test_divisions_are_ranked_apart_and_guests_passed_over(
    client: Client, played: list[Division]
) -> None:
    page = said(client.get(LEAGUE))
    first, second = page.index('id="ranking-1">First'), page.index('id="ranking-2">Second')
    assert first < page.index("Bot 3") < second < page.index("Bot 4")
    assert "Guests are passed over" in page
    assert "Bot 6" not in page
    cup = said(client.get(played[0].tournaments.get().get_absolute_url()))
    assert "It counts for First, season 2026/27." in cup
    assert "without a place in the ranking of that division, play: Bot 6." in " ".join(cup.split())


def test_a_played_tournament_is_moved_to_another_division(
    organiser: Client, played: list[Division]
) -> None:
    first, second = played
    cup = first.tournaments.get()
    address = cup.get_absolute_url() + "counts-for/"
    assert address in said(organiser.get(cup.get_absolute_url()))
    assert f'value="{first.pk}" selected' in said(organiser.get(address))
    assert "Say for which division it counts." in said(organiser.post(address, {}), 400)
    page = said(organiser.post(address, {"division": "none"}, follow=True))
    assert "It is part of season 2026/27 and counts for none of its divisions." in page
    organiser.post(address, {"division": second.pk})
    assert second.tournaments.count() == 2


def test_where_a_bot_leads_people_the_first_of_them_is_named(
    client: Client, season: Season, played: list[Division], club: Club, bots: list[Bot]
) -> None:
    first, _ = played
    assert "A bot does not win among people" not in said(client.get(LEAGUE))
    dora = Player.objects.create(club=club, name="Dora")
    cup = first.tournaments.get()
    cup.entries.filter(bot=bots[1]).update(bot=None, version=None, player=dora)
    where: dict[seasons.Who, Division] = {bots[0]: first, dora: first}
    seasons.place_members(season, season.version, where)
    page = " ".join(said(client.get(LEAGUE)).split())
    assert "A bot does not win among people. First of them: Dora." in page
    write(cup.entries.get(player=dora).seats.all(), awarded=0)
    assert "A bot does not win among people" not in said(client.get(LEAGUE))


def test_the_end_is_proposed_changed_confirmed_and_undone(
    organiser: Client, season: Season, played: list[Division]
) -> None:
    first, second = played
    page = said(organiser.get(FIRST + "close/"))
    chosen = page.count(f'<option value="{first.pk}" selected>')
    assert (chosen, page.count(f'<option value="{second.pk}" selected>')) == (3, 2)
    moves = ends(season, bot_1=first, bot_2=first, bot_3=second, bot_4="nowhere", bot_5=second)
    sent = {"version": seasons.edition(season), **moves}
    page = said(organiser.post(FIRST + "close/", sent | {"again": ""}))
    assert "There would be 2 members, now it is 3." in page
    page = said(organiser.post(FIRST + "close/", sent, follow=True))
    assert "“2026/27” is closed." in page
    assert "by alice." in page
    assert page.count('<span class="who__sub">down</span>') == 1
    assert page.count('<span class="who__sub">leaves</span>') == 1
    page = said(organiser.post(LEAGUE + "seasons/new/", {"name": "2027/28"}, follow=True))
    assert page.index("Bot 2") < page.index('id="ranking-2">Second') < page.index("Bot 3")
    assert "2027/28, in which nothing is played yet, would go away" in said(organiser.get(FIRST))
    page = said(organiser.post(FIRST + "reopen/", follow=True))
    assert "“2026/27” is open again." in page
    assert [str(one) for one in Season.objects.all()] == ["2026/27"]
    log = said(organiser.get(LEAGUE + "seasons/log/"))
    assert "Next time: Bot 3: First → Second, Bot 4: Second → –." in log
    assert "The closing of 2026/27 was undone." in log
    assert "“2026/27” is open." in said(organiser.post(FIRST + "reopen/"), 409)


def test_equals_at_a_cut_are_left_to_the_organiser(
    organiser: Client, season: Season, played: list[Division], bots: list[Bot]
) -> None:
    first, second = played
    write(first.tournaments.get().entries.get(bot=bots[1]).seats.all(), awarded=3)
    page = said(organiser.get(FIRST + "close/"))
    assert "Bot 2, Bot 3 are equal, and one of them goes down. Choose." in page
    moves = ends(season, bot_1=first, bot_2="", bot_3="", bot_4=first, bot_5=second)
    sent = {"version": seasons.edition(season), **moves}
    page = said(organiser.post(FIRST + "close/", sent), 400)
    assert "The season is not closed yet: decide where nothing is chosen." in page
    assert "Say where Bot 2 plays next season." in page
    season.refresh_from_db()
    assert season.is_open


def test_of_two_organisers_who_close_the_second_is_refused_with_the_reason(
    organiser: Client, season: Season, played: list[Division], bob: User
) -> None:
    first, second = played
    where = {f"bot_{n}": first if n < 4 else second for n in range(1, 6)}
    sent = {"version": seasons.edition(season), **ends(season, **where)}
    penalised = first.tournaments.get()
    penalised.version += 1  # a result is corrected meanwhile
    penalised.save()
    page = said(organiser.post(FIRST + "close/", sent), 409)
    assert "Somebody changed the season or a result meanwhile." in page
    sent["version"] = seasons.edition(season)
    everywhere = dict.fromkeys(season.members.values_list("pk", flat=True))
    seasons.close(season, seasons.edition(season), everywhere, bob)
    page = said(organiser.post(FIRST + "close/", sent), 409)
    assert "“2026/27” is closed: bob has done it." in page
    season.refresh_from_db()
    assert season.closed_by == bob


def test_what_is_still_played_keeps_a_season_open(
    organiser: Client, season: Season, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], settings=ONE_ROUND)
    schedule.draw(cup)
    schedule.publish(cup)
    assert "Autumn Cup is still being played." in said(organiser.get(FIRST + "close/"))
    sent = {"version": seasons.edition(season)}
    assert "The season ends after it." in said(organiser.post(FIRST + "close/", sent), 409)


def test_a_tournament_says_for_which_division_it_counts_and_offers_its_members_first(
    organiser: Client, divisions: list[Division]
) -> None:
    new = LEAGUE + "new/?rules=xxl-individuel&format=planned&scoring=places"
    assert 'name="division"' in said(organiser.get(new))
    setup = {"rules": "xxl-individuel", "format": "planned", "scoring": "places", "name": "Cup"}
    setup |= {"option-variant": "amoins", "setting-table_size": "4", "setting-rounds": "1"}
    assert "Say for which division it counts." in said(organiser.post(LEAGUE + "new/", setup), 400)
    setup["division"] = str(divisions[0].pk)
    page = said(organiser.post(LEAGUE + "new/", setup, follow=True))
    assert "Bots of First" in page
    assert page.index("Bot 3") < page.index("<details") < page.index("Bot 4")
    assert "They play, and have no place in the ranking of First." in page


def test_between_two_seasons_no_tournament_is_begun(organiser: Client, season: Season) -> None:
    organiser.post(FIRST + "close/", {"version": seasons.edition(season)})
    page = said(organiser.get(LEAGUE + "new/"), 409)
    assert "“2026/27” is closed. Begin the next season before a new tournament." in page
    assert "New tournament" not in said(organiser.get(LEAGUE))


def test_only_organisers_run_a_season(client: Client, bob: User, season: Season) -> None:
    client.force_login(bob)
    for page in ("new", "log", "1/divisions", "1/members", "1/close"):
        assert client.get(f"{LEAGUE}seasons/{page}/").status_code == 403
    assert client.post(FIRST + "reopen/").status_code == 403
    assert client.get(FIRST).status_code == 200
    assert client.get(LEAGUE + "seasons/2/").status_code == 404


def test_pages_ask_as_often_for_many_members_as_for_a_few(
    organiser: Client, season: Season, played: list[Division], bots: list[Bot], club: Club
) -> None:
    pages = [LEAGUE, FIRST + "members/", FIRST + "close/"]
    pages.append("/api/v1" + FIRST.rstrip("/"))
    organiser.get(LEAGUE)  # what is asked once for all

    def asked() -> list[int]:
        counts = []
        for page in pages:
            with CaptureQueriesContext(connection) as queries:
                organiser.get(page)
            counts.append(len(queries))
        return counts

    few = asked()
    players = (Player.objects.create(club=club, name=f"Player {n}") for n in range(4))
    where: dict[seasons.Who, Division] = dict.fromkeys([*bots, *players], played[0])
    seasons.place_members(season, season.version, where)
    assert asked() == few


def test_the_api_tells_seasons_divisions_and_who_goes_where(
    client: Client, season: Season, played: list[Division], alice: User
) -> None:
    first, second = played
    api = "/api/v1" + LEAGUE.rstrip("/")
    league = client.get(api).json()
    assert [row["who"]["slug"] for row in league["ranking"]] == ["bot-1", "bot-2", "bot-3"]
    assert [(one["number"], one["name"], one["state"]) for one in league["seasons"]] == [
        (1, "2026/27", "open")
    ]
    next = dict.fromkeys(season.members.values_list("pk", flat=True))
    next[season.members.get(bot__slug="bot-3").pk] = second
    seasons.close(season, seasons.edition(season), next, alice)
    found = client.get(api + "/seasons/1").json()
    upper, lower = found["divisions"]
    assert (found["state"], found["settings"]["best_results"]) == ("closed", 0)
    assert (upper["name"], upper["up"], upper["down"]) == ("First", 1, 1)
    assert upper["counted"] == [first.tournaments.get().pk]
    assert [row["place"] for row in upper["ranking"]] == [1, 2, 3]
    assert {one["who"]["slug"]: one["next"] for one in upper["members"]}["bot-3"] == "Second"
    assert [one["next"] for one in lower["members"]] == [None, None]
    for cup in client.get(api + "/tournaments").json()["items"]:
        assert client.get(f"/api/v1/tournaments/{cup['id']}").json()["division"] == cup["division"]
        assert cup["season"]["number"] == 1
        assert cup["division"] in [{"number": 1, "name": "First"}, {"number": 2, "name": "Second"}]
    assert client.get(api + "/seasons/2").status_code == 404


def corrected_to(client: Client, match: Match, scores: Sequence[correct.Score]) -> str:
    """What the page says would follow."""
    sent = {"why": "two names were exchanged"}
    for number, score in enumerate(scores, 1):
        sent |= {f"place-{number}": str(score.place), f"total-{number}": str(score.total)}
    return said(client.post(f"{match.get_absolute_url()}correct/", sent))


def test_who_corrects_a_result_of_a_closed_season_is_told_that_its_moves_stay(
    organiser: Client, season: Season, played: list[Division], alice: User
) -> None:
    match = Match.objects.get(round__tournament__division=played[0])
    scores = correct.scores_of(match)
    totals = [score._replace(total=score.total + 1) for score in scores]
    stays = "“2026/27” is closed, so who goes up and who goes down stays as it was confirmed."
    otherwise = "By this result something else would be proposed."
    page = corrected_to(organiser, match, scores[::-1])
    assert (stays in page, otherwise in page) == (False, False)
    mark = correct.look(match, scores[::-1]).mark
    close(season, alice)
    with pytest.raises(NotOpen, match="Look again, then confirm"):
        correct.correct(match, scores[::-1], "two names were exchanged", mark)
    page = corrected_to(organiser, match, scores[::-1])
    assert (stays in page, otherwise in page) == (True, True)
    page = corrected_to(organiser, match, totals)
    assert (stays in page, otherwise in page) == (True, False)
