"""The pages on which a result is put right or a match played again, and what everybody reads."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from league import access, correct, run, schedule, show
from league.models import Bot, Match, Round, Tournament, User
from tests.cast import NewTournament, play_queued

from .test_correct import WHY, begun, turned, voided
from .test_pages_public import text

pytestmark = pytest.mark.django_db
State = Tournament.State


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """One round of two tables, played; a final is drawn from it and waits for an hour."""
    settings = {"table_size": 2}
    return begun(new_tournament(bots[:4], format="knockout", settings=settings, pause_s=3600))


@pytest.fixture
def match(cup: Tournament) -> Match:
    return Match.objects.get(round__tournament=cup, round__number=1, table=1)


@pytest.fixture
def organiser(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def form(match: Match, **more: Any) -> dict[str, Any]:
    """The last is first."""
    sent: dict[str, Any] = {"why": WHY}
    for number, one in enumerate(turned(match), start=1):
        sent |= {f"place-{number}": one.place, f"total-{number}": one.total}
    return sent | {key.replace("_", "-"): value for key, value in more.items()}


def address(match: Match, what: str = "correct") -> str:
    return f"{match.get_absolute_url()}{what}/"


def said(response: Any) -> str:
    assert isinstance(response, HttpResponse)
    return response.content.decode()


def test_the_form_has_what_stands_there(organiser: Client, match: Match) -> None:
    page = text(organiser, address(match))
    for number, one in enumerate(correct.scores_of(match), start=1):
        assert f'name="place-{number}" value="{one.place}"' in page
        assert f'name="total-{number}" value="{one.total}"' in page


def test_what_follows_is_shown_and_then_done_with_a_public_line(
    organiser: Client, cup: Tournament, match: Match
) -> None:
    page = said(organiser.post(address(match), form(match)))
    assert not match.results.exists()
    assert "By this result others would have gone on." in page
    assert "Correct it, and draw round 2 anew" in page
    mark = correct.look(match, turned(match)).mark
    assert f'name="mark" value="{mark}"' in page
    response = organiser.post(address(match), form(match, mark=mark, confirm="only"), follow=True)
    assert "The result is corrected." in said(response)
    line = f"The result of table 1 in round 1 was corrected by alice: {WHY}"
    assert line in said(response)
    organiser.logout()
    assert line in text(organiser, cup.get_absolute_url())
    assert line in text(organiser, match.get_absolute_url())
    assert "back to this" not in text(organiser, match.get_absolute_url())


def test_the_choice_to_draw_anew_is_taken(organiser: Client, cup: Tournament, match: Match) -> None:
    mark = correct.look(match, turned(match)).mark
    organiser.post(address(match), form(match, mark=mark, confirm="redraw"))
    assert cup.rounds.count() == 1
    schedule.advance(cup.pk)
    assert cup.rounds.count() == 2


def test_an_older_version_is_gone_back_to(organiser: Client, match: Match) -> None:
    before = correct.scores_of(match)
    correct.correct(match, turned(match), WHY, correct.look(match, turned(match)).mark)
    page = text(organiser, match.get_absolute_url())
    assert f"{address(match)}?version=1" in page
    page = text(organiser, f"{address(match)}?version=1")
    assert f'name="place-1" value="{before[0].place}"' in page
    assert f'name="place-1" value="{before[-1].place}"' in text(organiser, address(match))
    page = text(organiser, f"{address(match)}?version=77")
    assert f'name="place-1" value="{before[-1].place}"' in page


WRONG = [
    ({"place_1": "9"}, "This is a whole number from 1 to 2."),
    ({"place_1": ""}, "This is a whole number from 1 to 2."),
    ({"total_2": "many"}, "This is a whole number from -999999 to 999999."),
    ({"why": " "}, "Say why, so that those who ask later can read it."),
    ({"why": "x" * 201}, "A reason has at most 200 characters."),
    ({"place_2": "2"}, "place 2 would have to be 1"),
]


def test_what_cannot_be_is_said_and_nothing_is_lost(organiser: Client, match: Match) -> None:
    for changed, sentence in WRONG:
        response = organiser.post(address(match), form(match, **changed))
        assert response.status_code == 400
        assert sentence in said(response)
        assert f'name="total-1" value="{turned(match)[0].total}"' in said(response)
    assert not match.results.exists()


def test_who_comes_second_is_told_to_look_again(organiser: Client, match: Match) -> None:
    response = organiser.post(address(match), form(match, mark="old", confirm="only"))
    assert response.status_code == 409
    assert "Look again, then confirm." in said(response)


def test_a_match_is_made_void_with_a_reason(
    organiser: Client, cup: Tournament, match: Match
) -> None:
    redrawn = "Round 2 was drawn from this result, and is drawn anew after that."
    assert redrawn in text(organiser, address(match, "void"))
    Round.objects.filter(tournament=cup, number=2).delete()
    page = text(organiser, address(match, "void"))
    assert redrawn not in page
    mark = correct.mark_of(match)
    assert f'name="mark" value="{mark}"' in page
    response = organiser.post(address(match, "void"), {"mark": mark, "why": ""})
    assert response.status_code == 400
    assert "Say why" in said(response)
    response = organiser.post(address(match, "void"), {"mark": mark, "why": WHY}, follow=True)
    assert "it is played again" in said(response)
    line = f"Table 1 of round 1 was made void by alice: {WHY}"
    assert line in text(organiser, cup.get_absolute_url())
    kept = match.replaced.get()
    assert kept.get_absolute_url() in text(organiser, match.get_absolute_url())
    again = organiser.post(address(match, "void"), {"mark": mark, "why": WHY})
    assert again.status_code == 409


def test_what_was_played_before_is_for_organisers_alone(
    organiser: Client, match: Match, bob: User, charlie: User
) -> None:
    kept = voided(match).replaced.get()
    page = text(organiser, kept.get_absolute_url())
    assert "This counts for nobody" in page
    assert "The cards are dealt." in page  # move by move, as any other
    assert organiser.get(f"/api/v1/matches/{kept.pk}").status_code == 200
    assert organiser.get(address(kept)).status_code == 404
    assert organiser.post(address(kept, "again")).status_code == 404
    for user in (None, bob, charlie):
        organiser.logout()
        if user:
            organiser.force_login(user)
        assert organiser.get(kept.get_absolute_url()).status_code == 404
        assert organiser.get(f"{kept.get_absolute_url()}transcript/").status_code == 404
        assert organiser.get(f"/api/v1/matches/{kept.pk}").status_code == 404


def test_what_was_played_before_counts_for_no_bot(match: Match, alice: User) -> None:
    bot = match.seats.all()[0].who
    assert isinstance(bot, Bot)
    voided(match)
    seen = access.matches(alice)
    assert show.bot(bot, bot.versions.all(), seen).matches == 0
    play_queued()
    assert show.bot(bot, bot.versions.all(), seen).matches == 1
    Tournament.objects.update(state=State.DONE)
    assert not bot.versions.get().is_needed


def test_a_round_that_is_played_again_leaves_no_half_standings(
    organiser: Client, cup: Tournament, match: Match
) -> None:
    voided(match)
    assert show.tournament(cup).rounds_done == 0
    assert "They begin when the first round is over." in text(organiser, cup.get_absolute_url())


def test_only_organisers_change_results(
    organiser: Client, match: Match, bob: User, charlie: User
) -> None:
    for user in (bob, charlie):
        organiser.force_login(user)
        for what in ("correct", "void"):
            assert organiser.get(address(match, what)).status_code == 403
            assert organiser.post(address(match, what), form(match)).status_code == 403
        assert "Correct the result" not in text(organiser, match.get_absolute_url())
    assert not match.results.exists()


def test_a_running_table_offers_to_be_played_again_and_no_correction(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], settings={"rounds": 1, "table_size": 4})
    schedule.draw(cup)
    schedule.publish(cup)
    match = Match.objects.get(round__tournament=cup)
    assert "Play it again" not in text(organiser, match.get_absolute_url())
    for what in ("void", "correct"):
        assert organiser.get(address(match, what)).status_code == 409
    assert run.claim("alice's machine")
    page = text(organiser, match.get_absolute_url())
    assert "Play it again" in page
    assert "Correct the result" not in page
    assert "with the same cards, which nobody has seen yet" in text(
        organiser, address(match, "void")
    )
