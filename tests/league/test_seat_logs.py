"""What a bot wrote in a match: beside its moves, for its owner alone, once the cards are open."""

import pytest
from django.test import Client

from league import schedule, show, stepping, submit
from league.models import Bot, Club, Match, SeatLog, User
from tests.cast import FIRST, NewTournament, play_queued, uploaded

pytestmark = pytest.mark.django_db

AMSEL = FIRST.replace(b"thinking hard", b"secret of the blackbird").replace(
    b"{len(turn.legal)} moves were open", b"a note of the blackbird"
)


@pytest.fixture
def match(
    new_tournament: NewTournament, club: Club, bobs_bot: Bot, alice: User, bots: list[Bot]
) -> Match:
    """Two deals among a bot of bob's, one of alice's and one of the house."""
    uploaded(bobs_bot)
    amsel = submit.new_bot(club, alice, "Amsel")
    uploaded(amsel, AMSEL)
    cup = new_tournament(
        [bobs_bot, amsel, bots[0]],
        options={"variant": "amoins", "deals": 2},
        settings={"rounds": 1, "table_size": 3},
    )
    schedule.draw(cup)
    schedule.publish(cup)
    assert play_queued() == 1
    return Match.objects.get()


def page(client: Client, match: Match, query: str = "") -> str:
    response = client.get(match.get_absolute_url() + query)
    assert response.status_code == 200
    return response.content.decode()


def test_notes_stand_beside_the_moves_they_were_written_at(match: Match, bobs_bot: Bot) -> None:
    kept = SeatLog.objects.get(seat__entry__bot=bobs_bot)
    for note in kept.notes:  # each its own, to find it again
        note["text"] = str(note["question"])
    written = match.transcript.read().deals[1]
    found: dict[int, show.NoteLine] = {}
    for number in range(0, len(written.moves) + 1, stepping.AROUND):
        (papers,) = show.match(match, 1, number, [kept]).papers
        found |= {line.move.number: line for line in papers.notes}
    in_order = [found[number] for number in sorted(found)]
    asked = [note["text"] for note in kept.notes if note["deal"] == 1]
    assert asked[0] != "0"
    assert [line.text for line in in_order] == asked
    assert all(line.move.seat == kept.seat.number for line in in_order)
    assert all(written.think_us[number - 1] is not None for number in found)


def test_the_page_shows_notes_and_log(client: Client, match: Match, bob: User) -> None:
    client.force_login(bob)
    shown = page(client, match)
    for words in ("What Häher wrote", "for you alone", "moves were open", "thinking hard"):
        assert words in shown


def test_everybody_sees_the_papers_of_his_own_bots_only(
    client: Client, match: Match, alice: User, bob: User, charlie: User
) -> None:
    boss = User.objects.create_superuser("dora")
    seen = {}
    for user in (None, alice, bob, charlie, boss):
        client.logout()
        if user:
            client.force_login(user)
        shown = page(client, match)
        seen[user] = ("thinking hard" in shown, "blackbird" in shown, "were open" in shown)
    assert seen[bob] == (True, False, True)
    assert seen[alice] == (False, True, False)
    assert {seen[user] for user in (None, charlie, boss)} == {(False, False, False)}


def test_they_stay_closed_while_others_play_with_the_same_cards(
    client: Client, match: Match, bob: User, bobs_bot: Bot
) -> None:
    version = match.seats.get(entry__bot=bobs_bot).version
    assert version is not None
    client.force_login(bob)
    assert "its latest matches" in client.get(version.get_absolute_url()).content.decode()
    Match.objects.create(round=match.round, table=2, shuffle=match.shuffle, state="queued")
    assert "thinking hard" not in page(client, match)
    assert "its latest matches" not in client.get(version.get_absolute_url()).content.decode()


def test_they_are_in_no_transcript_and_no_answer_of_the_api(client: Client, match: Match) -> None:
    for address in (
        "/matches/{}/transcript/",
        "/api/v1/matches/{}",
        "/api/v1/matches/{}/transcript",
    ):
        answer = client.get(address.format(match.pk)).content
        assert b"blackbird" not in answer
        assert b"thinking" not in answer
