"""A match's page: closed while anybody plays with its cards, then open move by move."""

import json
import re
from typing import Any

import pytest
from django.test import Client

import games
from bots import referee
from bots.catalog import HOUSE
from games import transcript
from league import felt, run, schedule, show, stepping
from league.models import Attempt, Bot, Club, Match, Seat, Shuffle, Tournament, User
from league.templatetags import telling
from tests.cast import NewTournament, make_bots, play_queued

PLAYED: dict[str, dict[str, Any]] = {
    "montees": {"rules": "xxl-individuel", "options": {"variant": "montees", "deals": 2}},
    "amoins": {"rules": "xxl-individuel", "options": {"variant": "amoins", "deals": 2}},
    "permis": {"rules": "xxl-individuel", "options": {"variant": "permis", "deals": 2}},
    "lun-apres": {"rules": "xxl-individuel", "options": {"variant": "lun-apres", "deals": 2}},
    "couleur": {"rules": "xxl-individuel", "options": {"variant": "couleur", "deals": 2}},
    "couleur-atout": {
        "rules": "xxl-atout",
        "options": {},
        "settings": {"rounds": 1, "table_size": 2},
    },
    "arschmallows": {"rules": "arschmallows", "options": {"deals": 2}, "scoring": "totals"},
    "abluxxen": {"rules": "abluxxen", "options": {"deals": 2}, "scoring": "totals"},
    "series": {"rules": "xxl-individuel", "options": {"variant": "series", "deals": 2}},
    "quibbles": {"rules": "quibbles", "options": {"deals": 2}},
}


def first_match(tournament: Tournament) -> Match:
    """Published, first table of the first round."""
    schedule.draw(tournament)
    tournament.refresh_from_db()
    schedule.publish(tournament)
    match = Match.objects.filter(round__tournament=tournament, round__number=1).first()
    assert match is not None
    return match


@pytest.fixture(params=PLAYED)
def played(request: Any, new_tournament: NewTournament, club: Club) -> Match:
    """A finished match of each game, among players who mean it."""
    bots = make_bots(club, 4, house="careful")
    match = first_match(new_tournament(bots, **PLAYED[request.param]))
    play_queued()
    match.refresh_from_db()
    return match


@pytest.fixture
def queued(new_tournament: NewTournament, bots: list[Bot]) -> Match:
    match = first_match(new_tournament(bots[:4]))
    match.refresh_from_db()
    return match


def text(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def words(page: str) -> str:
    """A page without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


# How an address is read and where links lead does not depend on the game; these have two matches
# whose deals are counted in different ways, the shortest to play.
of_any_game = pytest.mark.parametrize("played", ["amoins", "couleur-atout"], indirect=True)


def test_every_position_is_a_page_that_tells_the_move_with_the_name_of_who_made_it(
    client: Client, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first move of each kind in the first deal; moves of one kind are told by the same code.
    And some of the others, with those near them listed."""
    monkeypatch.setattr(stepping, "AROUND", 6)
    paper = played.transcript.read()
    seats = show.match(played).table.seats
    for deal, written in enumerate(paper.deals):
        last = len(written.moves)
        dealt = stepping.position(paper, deal, 0)
        between = {*kinds(dealt).values(), *range(40, last, 40)} if deal == 0 else set()
        for number in sorted({0, *between, last}):
            page = text(client, f"{played.get_absolute_url()}?deal={deal + 1}&move={number}")
            assert f"<strong>Move {number}</strong>" in page
            assert ("deal over" in page) == (number == last)
            if number:
                said, move = told(page), dealt.moves[number - 1]
                assert "<code>" not in said  # told in words, not as the move is written
                assert str(seats[move.seat].seat.entry) in words(said)


def kinds(position: stepping.Position) -> dict[tuple[str, ...], int]:
    """The number of the first move of each kind: what happened, and which things are said of it."""
    return {
        tuple(
            " ".join([telling.kind(event, move, position), *sorted(event)]) for event in move.seen
        ): move.number
        for move in reversed(position.moves)
    }


def told(page: str) -> str:
    """What a page says of the move just made."""
    said = re.search(r'class="said"[^>]*>(.*?)</p>', page, re.S)
    assert said is not None
    return said.group(1)


@of_any_game
def test_links_lead_on_from_move_to_move_and_from_deal_to_deal(
    client: Client, played: Match
) -> None:
    first, second = (len(deal.moves) for deal in played.transcript.read().deals)
    address = f"?deal=1&move={first - 1}"
    way: list[str] = []
    while len(way) < 3:
        address = next_link(text(client, played.get_absolute_url() + address)) or ""
        way.append(address)
    assert way == [f"?deal=1&move={first}", "?deal=2", "?deal=2&move=1"]
    end = text(client, f"{played.get_absolute_url()}?deal=2&move={second}")
    assert next_link(end) is None


def next_link(page: str) -> str | None:
    found = re.search(r'id="next" href="([^"]+)"', page)
    return found.group(1).replace("&amp;", "&") if found else None


@of_any_game
def test_a_long_deal_lists_the_moves_around_the_one_looked_at(
    client: Client, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "AROUND", 1)
    page = words(text(client, f"{played.get_absolute_url()}?deal=1&move=3"))
    assert "earlier moves" in page
    assert "later moves" in page
    listed = re.findall(r'&amp;move=(\d+)">\1</a>', text(client, played.get_absolute_url()))
    assert listed == ["1"]


@pytest.mark.parametrize("game", PLAYED)
def test_nothing_hidden_reaches_a_position(game: str) -> None:
    """What is drawn and told comes from what a spectator sees, and from nothing else."""
    rules, options = PLAYED[game]["rules"], PLAYED[game]["options"]
    bots = [HOUSE["careful"]() for _ in range(2)]
    paper = referee.play(games.MATCHES[rules], options, bytes(32), bots).transcript
    for number in range(0, len(paper.deals[0].moves), 7):
        position = stepping.position(paper, 0, number)
        match = paper.start()
        for text_of_move in paper.deals[0].moves[:number]:
            match.play(match.parse(text_of_move))
        assert position.after == match.view(None)


@pytest.mark.parametrize("played", ["amoins"], indirect=True)
def test_an_unknown_move_is_not_there(client: Client, played: Match) -> None:
    moves = ["move=", "move=-1", "deal=1&move=99999"]
    for wrong in ["deal=0", "deal=99", "deal=x", "deal=1e3", *moves]:
        page = text(client, f"{played.get_absolute_url()}?{wrong}", status=404)
        assert "There is nothing at this address." in page, wrong


@of_any_game
def test_a_finished_match_shows_its_seed_and_how_to_check_it(client: Client, played: Match) -> None:
    page = text(client, played.get_absolute_url())
    assert bytes(played.shuffle.seed).hex() in page
    assert played.shuffle.commitment in page
    assert "python3 -m games check" in page


@of_any_game
def test_the_downloaded_match_replays(client: Client, played: Match) -> None:
    response = client.get(played.get_absolute_url() + "transcript/")
    assert response["Content-Disposition"] == f'attachment; filename="match-{played.pk}.json"'
    assert transcript.check(transcript.read(response.content)) is None


@pytest.mark.parametrize(
    "played",  # one for each of the match rules, which are what counts points
    ["amoins", "couleur-atout", "arschmallows", "abluxxen", "quibbles"],
    indirect=True,
)
def test_places_totals_and_points_of_every_deal_are_shown(client: Client, played: Match) -> None:
    page = text(client, played.get_absolute_url())
    result = show.match(played).position
    assert result is not None
    assert page.count("<abbr title=") == len(result.result.points)
    for seat in played.seats.all():
        assert str(seat.total).replace("-", "−") in page


def test_a_match_that_waits_shows_its_commitment_and_nothing_of_its_cards(
    client: Client, queued: Match
) -> None:
    page = text(client, queued.get_absolute_url())
    assert "This table waits for a free machine." in page
    assert queued.shuffle.commitment in page
    assert bytes(queued.shuffle.seed).hex() not in page
    assert "The number itself is shown here when" in page
    text(client, queued.get_absolute_url() + "transcript/", status=409)


def test_while_somebody_plays_with_its_cards_a_finished_match_stays_closed(
    client: Client, queued: Match
) -> None:
    twin = Match.objects.create(
        round=queued.round, table=99, shuffle=queued.shuffle, state=Match.State.DRAWN
    )
    play_queued()
    address = queued.get_absolute_url()
    page = text(client, address)
    assert "its moves are still closed" in page
    assert bytes(queued.shuffle.seed).hex() not in page
    assert 'class="moves"' not in page
    assert 'rel="next"' not in page
    assert "How it ended" in page
    for query in ("?deal=1&move=1", "?deal=9&move=9"):
        assert 'class="moves"' not in text(client, address + query)
    closed = text(client, address + "transcript/", status=409)
    assert "The transcript opens when everybody has finished with these cards." in closed
    twin.delete()
    assert 'class="moves"' in text(client, address)


def test_a_void_match_is_our_fault_and_only_organisers_can_have_it_played_again(
    client: Client, queued: Match, alice: User, bob: User
) -> None:
    Match.objects.filter(pk=queued.pk).update(state=Match.State.VOID)
    address = queued.get_absolute_url()
    assert "It is our fault and counts for nobody." in text(client, address)
    assert "Play it again" not in text(client, address)
    client.force_login(bob)
    assert client.post(address + "again/").status_code == 403
    client.force_login(alice)
    assert "Play it again" in text(client, address)
    assert client.post(address + "again/").status_code == 302
    queued.refresh_from_db()
    assert queued.state == Match.State.QUEUED
    assert client.post(address + "again/").status_code == 409


def test_a_bot_that_failed_is_named_with_what_it_did(client: Client, queued: Match) -> None:
    play_queued()
    seat = Seat.objects.get(match=queued, number=0)
    Seat.objects.filter(pk=seat.pk).update(verdict="late")
    page = words(text(client, queued.get_absolute_url()))
    assert f"{seat.who}: Took more time than it had." in page
    assert "From then on the house bot played this seat" in page
    assert isinstance(seat.who, Bot)
    assert "played to the end, one not" in words(text(client, seat.who.get_absolute_url()))


def test_it_says_what_is_open_while_a_worker_plays(client: Client, queued: Match) -> None:
    attempt = run.claim("a worker")
    assert isinstance(attempt, Attempt)
    page = text(client, queued.get_absolute_url())
    assert "This table is being played." in page
    assert "sse-connect" in page
    assert 'class="moves"' not in page


def test_the_shuffle_of_every_match_is_fixed_from_the_draw_on(
    client: Client, queued: Match
) -> None:
    tournament = queued.event
    for number in (1, 2, 3):
        page = text(client, f"{tournament.get_absolute_url()}?round={number}")
        for shuffle in Shuffle.objects.filter(matches__round__number=number):
            assert shuffle.commitment in page
            assert bytes(shuffle.seed).hex() not in page


@pytest.mark.parametrize("slug", sorted(games.GAMES))
def test_the_games_of_today_are_drawn_and_told_in_their_own_way(slug: str) -> None:
    assert slug in felt.DRAWN
    assert slug in telling.EXPLAINED


def test_a_set_that_is_being_stolen_is_marked_and_the_theft_told(
    client: Client, new_tournament: NewTournament, club: Club
) -> None:
    match = first_match(new_tournament(make_bots(club, 4, "careful"), **PLAYED["abluxxen"]))
    play_queued()
    match.refresh_from_db()
    address = match.get_absolute_url()
    moves = match.transcript.read().deals[0].moves
    theft = next(number for number, move in enumerate(moves) if move in {"take", "leave"})
    page = text(client, f"{address}?deal=1&move={theft}")
    assert "#state-stolen" in page
    assert "has as many cards and is lower, so it is stolen." in page
    assert "takes or leaves" in page
    assert "#state-stolen" not in text(client, f"{address}?deal=1&move={theft - 1}")


def test_what_may_be_taken_and_who_has_collected_how_much_is_told(
    client: Client, new_tournament: NewTournament, club: Club
) -> None:
    match = first_match(new_tournament(make_bots(club, 4, "careful"), **PLAYED["quibbles"]))
    play_queued()
    match.refresh_from_db()
    address = match.get_absolute_url()
    moves = match.transcript.read().deals[0].moves
    number = next(number for number, move in enumerate(moves, 1) if move.startswith("play"))
    page = text(client, f"{address}?deal=1&move={number}")
    assert "may be taken." in page
    assert "#state-played" in page
    number = next(number for number, move in enumerate(moves, 1) if move.startswith("collect"))
    page = text(client, f"{address}?deal=1&move={number}")
    assert f"has {moves[number - 1][-1]} of 21." in page


def test_a_game_that_nobody_has_drawn_for_yet_can_be_followed(
    client: Client, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(felt, "DRAWN", {})
    monkeypatch.setattr(telling, "EXPLAINED", {})
    monkeypatch.setattr(telling, "IN_FULL", {})
    monkeypatch.setattr(telling, "IN_SHORT", {})
    page = text(client, f"{played.get_absolute_url()}?deal=1&move=3")
    move = played.transcript.read().deals[0].moves[2]
    assert f"<code>{move}</code>" in page
    assert 'class="piles piles--plain"' in page


@of_any_game
def test_a_transcript_is_json(client: Client, played: Match) -> None:
    body = client.get(played.get_absolute_url() + "transcript/").content
    assert json.loads(body)["commitment"] == played.shuffle.commitment
