"""Challenges: what a member may ask for, who sees it, and that nothing hangs on it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.catalog import MATCHES
from league import access, challenge, rank, run, schedule, show, submit, tasks
from league.challenge import MOST_A_DAY, MOST_MATCHES
from league.models import (
    Attempt,
    Bot,
    Challenge,
    Club,
    Match,
    Seat,
    SeatLog,
    Shuffle,
    Transcript,
    User,
    Version,
)
from league.refusals import NotOpen, Refused
from tests.bots.programs import EnableOnly
from tests.cast import NewTournament, play_queued, uploaded
from tests.league.test_pages_public import text

pytestmark = pytest.mark.django_db

MaxQueries = Callable[[int], AbstractContextManager[Any]]
AMOINS = {"variant": "amoins", "deals": 1}


@pytest.fixture
def version(bobs_bot: Bot) -> Version:
    return uploaded(bobs_bot)


def against(version: Version, *others: Bot, count: int = 1) -> Challenge:
    """A challenge of bob's."""
    assert version.bot.owner is not None
    opponents = [bot.versions.get() for bot in others]
    owner = version.bot.owner
    return challenge.challenge(owner, version, "xxl-individuel", AMOINS, opponents, count)


def address(version: Version) -> str:
    return f"{version.get_absolute_url()}challenge/"


def sent(*others: Bot, **changed: str) -> dict[str, str]:
    """The form as a browser sends it."""
    chairs = {f"opponent-{n}": str(bot.versions.get().pk) for n, bot in enumerate(others, 1)}
    options = {"option-variant": "amoins", "option-deals": "1"}
    return {"rules": "xxl-individuel", "count": "2"} | options | chairs | changed


def test_a_version_whose_interpreter_was_disabled_is_not_challenged(
    version: Version, bots: list[Bot], enable_only: EnableOnly, client: Client
) -> None:
    Version.objects.filter(pk=version.pk).update(interpreter="node")
    version.refresh_from_db()
    newer = uploaded(version.bot)
    assert version in challenge.opponents(newer)
    enable_only([])
    assert version not in challenge.opponents(newer)
    with pytest.raises(NotOpen):
        against(version, bots[0])
    assert version.bot.owner is not None
    client.force_login(version.bot.owner)
    assert client.get(address(version)).status_code == 409


def test_a_version_whose_games_are_gone_is_told_so(version: Version, client: Client) -> None:
    assert version.bot.owner is not None
    client.force_login(version.bot.owner)
    Version.objects.filter(pk=version.pk).update(plays=["whist"])
    response = client.get(address(version))
    assert response.status_code == 409
    assert "not played here any more" in response.content.decode()


def test_a_challenge_is_played_and_added_up(version: Version, bots: list[Bot]) -> None:
    made = against(version, bots[0], bots[1], bots[1], count=4)
    assert play_queued() == 4
    page = show.challenge(made)
    assert not page.goes_on
    assert (page.progress.done, page.progress.total) == (4, 4)
    assert {(one.version.bot, one.seats) for one in page.scores} == {
        (version.bot, 4),
        (bots[0], 4),
        (bots[1], 8),
    }
    assert sum(one.places for one in page.scores) == sum(
        seat.awarded or 0 for seat in Seat.objects.all()
    )
    assert sum(one.mean * one.seats for one in page.scores) == sum(
        one.places for one in page.scores
    )
    assert [one.mean for one in page.scores] == sorted(one.mean for one in page.scores)
    assert Transcript.objects.count() == SeatLog.objects.count() == 4


def test_everybody_plays_the_same_cards_once_in_every_seat(
    version: Version, bots: list[Bot]
) -> None:
    made = against(version, bots[0], bots[1], count=6)
    seats = Seat.objects.filter(match__challenge=made, version=version)
    assert sorted(seats.values_list("number", flat=True)) == [0, 0, 1, 1, 2, 2]
    assert Shuffle.objects.count() == 2


def test_a_match_opens_when_the_last_with_its_cards_is_over(
    version: Version, bots: list[Bot], client: Client, bob: User
) -> None:
    made = against(version, bots[0], count=3)
    first, second, third = made.matches.order_by("table")
    assert first.shuffle == second.shuffle != third.shuffle
    attempt = run.claim("test")
    while attempt and attempt.match_id != first.pk:  # one of several is taken by chance
        assert run.play(attempt)
        attempt = run.claim("test")
    client.force_login(bob)
    closed = text(client, first.get_absolute_url())
    assert f'href="{second.get_absolute_url()}">match 2<' in closed
    assert bytes(first.shuffle.seed).hex() not in text(client, second.get_absolute_url())
    assert attempt
    assert run.play(attempt)
    play_queued()
    assert bytes(first.shuffle.seed).hex() in text(client, second.get_absolute_url())


def test_tournaments_come_first(
    version: Version, bots: list[Bot], new_tournament: NewTournament
) -> None:
    against(version, bots[0], count=2)
    cup = new_tournament(bots[:4], settings={"rounds": 1, "table_size": 4})
    schedule.draw(cup)
    schedule.publish(cup)
    claimed = [run.claim("test") for _attempt in range(3)]
    assert [attempt and bool(attempt.match.round) for attempt in claimed] == [True, False, False]


def test_nothing_ranked_hears_of_a_challenge(
    version: Version, bots: list[Bot], bob: User, new_tournament: NewTournament
) -> None:
    against(version, bots[0], count=2)
    play_queued()
    seen = access.matches(bob)
    assert seen.filter(challenge=None).count() == 0
    assert seen.count() == 2
    bot = version.bot
    assert show.bot(bot, access.versions(bob, bot), seen).matches == 0
    assert show.version(version, seen, own=True).matches == 0
    cup = new_tournament([bot, bots[0]])
    assert [standing.row.matches for standing in rank.table(cup)] == [0, 0]


def test_only_those_who_play_see_it(
    client: Client,
    version: Version,
    club: Club,
    bots: list[Bot],
    bob: User,
    alice: User,
    charlie: User,
) -> None:
    amsel = submit.new_bot(club, alice, "Amsel")
    uploaded(amsel)
    made = against(version, bots[0], amsel)
    play_queued()
    (match,) = made.matches.all()
    transcript = f"{match.get_absolute_url()}transcript/"
    pages = [made.get_absolute_url(), match.get_absolute_url(), transcript]
    for user, status in ((bob, 200), (alice, 200), (charlie, 404), (None, 404)):
        client.logout()
        if user:
            client.force_login(user)
        assert [client.get(page).status_code for page in pages] == [status] * 3
        listed = made.name in text(client, version.bot.get_absolute_url())
        assert listed == (status == 200)
    client.force_login(alice)  # she sees what her own bot wrote, and nothing of bob's
    assert "What Amsel wrote" in text(client, match.get_absolute_url())
    assert f"What {version.bot} wrote" not in text(client, match.get_absolute_url())


def test_a_member_challenges_from_the_page(
    client: Client, version: Version, bots: list[Bot], bob: User
) -> None:
    client.force_login(bob)
    assert f"{MOST_A_DAY} matches left today" in text(client, address(version))
    response = client.post(address(version), sent(bots[0], bots[1]))
    made = Challenge.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, made.get_absolute_url())
    assert made.options == AMOINS
    waiting = text(client, made.get_absolute_url())
    assert "0 of 2 matches played" in waiting
    assert 'hx-trigger="every 2s"' in client.get(made.get_absolute_url()).content.decode()
    play_queued()
    page = client.get(made.get_absolute_url()).content.decode()
    assert "every 2s" not in page
    assert "XXL individuel, À moins" in page
    assert f"{MOST_A_DAY - 2} matches left today" in text(client, address(version))


@pytest.mark.parametrize(
    ("changed", "status", "says"),
    [
        ({"count": "0"}, 400, "at least one match"),
        ({"count": str(MOST_MATCHES + 1)}, 400, f"at most {MOST_MATCHES} matches"),
        ({"count": "many"}, 400, "This is a whole number."),
        ({"opponent-1": ""}, 400, "Choose at least one bot to play against."),
        ({"opponent-1": "999999"}, 400, "Choose one from the list."),
        ({"opponent-1": "\x00"}, 400, "Choose one from the list."),
        ({"option-variant": ""}, 400, "Choose one of these."),
        ({"option-variant": "skat"}, 400, "skat"),
        ({"rules": "quibbles"}, 400, "Choose from the list."),  # it does not play that
        ({"rules": "no such"}, 400, "Choose from the list."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_a_wrong_form_says_why_and_keeps_nothing(
    client: Client,
    version: Version,
    bots: list[Bot],
    bob: User,
    changed: dict[str, str],
    status: int,
    says: str,
) -> None:
    client.force_login(bob)
    response = client.post(address(version), sent(bots[0], **changed))
    assert response.status_code == status
    assert says in response.content.decode()
    assert not Match.objects.exists()


def test_more_opponents_than_chairs_are_refused(version: Version, bots: list[Bot]) -> None:
    most = MATCHES["xxl-individuel"].seats[-1]
    with pytest.raises(Refused, match="2 to 6 players, not 7"):
        against(version, *bots[:1] * most)
    assert not Challenge.objects.exists()


def test_the_day_has_an_end(
    client: Client, version: Version, bots: list[Bot], bob: User, club: Club
) -> None:
    with time_machine.travel("2026-03-01 22:30:00+00:00", tick=False):  # 23:30 in Berlin
        for _each in range(MOST_A_DAY // MOST_MATCHES):
            against(version, bots[0], count=MOST_MATCHES)
        with pytest.raises(NotOpen, match="You have 0 matches left today"):
            against(version, bots[0])
        client.force_login(bob)
        assert "You have 0 matches left today" in client.post(
            address(version), sent(bots[0])
        ).content.decode().replace("\n", " ")
    with time_machine.travel("2026-03-01 23:30:00+00:00", tick=False):
        assert challenge.left_today(bob, club) == MOST_A_DAY
        against(version, bots[0])


def test_a_bot_may_stay_out_of_it(
    client: Client, version: Version, club: Club, bob: User, alice: User, bots: list[Bot]
) -> None:
    amsel = submit.new_bot(club, alice, "Amsel")
    uploaded(amsel)
    assert amsel.versions.get() in challenge.opponents(version)
    client.force_login(alice)
    assert client.post(f"{amsel.get_absolute_url()}challenges/", {}).status_code == 302
    assert "Nobody but you" in text(client, amsel.get_absolute_url())
    assert amsel.versions.get() not in challenge.opponents(version)
    assert {one.bot for one in challenge.opponents(version)} == set(bots)
    client.force_login(bob)
    response = client.post(address(version), sent(amsel))
    assert "Choose one from the list." in response.content.decode()
    assert client.post(f"{amsel.get_absolute_url()}challenges/", {}).status_code == 403
    client.force_login(alice)
    client.post(f"{amsel.get_absolute_url()}challenges/", {"open": "on"})
    assert amsel.versions.get() in challenge.opponents(version)


def test_an_older_version_can_be_asked_to_play_a_newer_one(version: Version, bob: User) -> None:
    newer = uploaded(version.bot)
    assert challenge.opponents(newer) == [version]
    made = challenge.challenge(bob, newer, "xxl-individuel", AMOINS, [version], 2)
    assert play_queued() == 2
    assert {score.version for score in show.challenge(made).scores} == {version, newer}


@pytest.mark.parametrize("who", ["alice", "charlie", "nobody"])
def test_nobody_else_challenges_with_it(
    client: Client, version: Version, bots: list[Bot], who: str, request: pytest.FixtureRequest
) -> None:
    if who != "nobody":
        client.force_login(request.getfixturevalue(who))
    for answer in (client.get(address(version)), client.post(address(version), sent(bots[0]))):
        assert answer.status_code == 403
    assert not Challenge.objects.exists()


def test_a_version_that_is_not_ready_does_not_play(
    client: Client, version: Version, bots: list[Bot], bob: User
) -> None:
    rejected = uploaded(version.bot, state=Version.State.REJECTED)
    client.force_login(bob)
    assert client.get(address(rejected)).status_code == 409
    with pytest.raises(NotOpen, match="not ready"):
        against(rejected, bots[0])


def test_what_has_failed_is_played_again_by_who_asked_for_it(
    client: Client, version: Version, bots: list[Bot], bob: User, alice: User
) -> None:
    against(version, bots[0])
    match = Match.objects.get()
    Match.objects.update(state=Match.State.VOID)
    client.force_login(alice)  # she runs the club, and this is none of her business
    assert client.post(f"{match.get_absolute_url()}again/").status_code == 404
    client.force_login(bob)
    assert "Play it again" in text(client, match.get_absolute_url())
    assert client.post(f"{match.get_absolute_url()}again/").status_code == 302
    assert play_queued() == 1


def test_a_fault_of_ours_puts_it_back(version: Version, bots: list[Bot]) -> None:
    against(version, bots[0])
    attempt = run.claim("test")
    assert attempt
    Attempt.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert run.put_back_expired() == 1
    assert Match.objects.get().state == Match.State.QUEUED


def test_it_is_forgotten_after_a_month(
    version: Version, bots: list[Bot], new_tournament: NewTournament
) -> None:
    against(version, bots[0])
    play_queued()
    kept = against(version, bots[0])
    Challenge.objects.exclude(pk=kept.pk).update(created_at=timezone.now() - timedelta(days=31))
    tasks.tick()
    assert Challenge.objects.get() == kept
    assert Match.objects.count() == Shuffle.objects.count() == 1
    assert challenge.forget_old() == 0


def test_a_bot_that_was_challenged_is_kept_as_far_as_needed(
    version: Version, bots: list[Bot]
) -> None:
    against(version, bots[0])
    play_queued()
    submit.delete_bot(version.bot)
    assert Bot.objects.get(pk=version.bot.pk).retired_at
    assert Challenge.objects.count() == 1


def test_versions_of_one_bot_at_a_table_are_told_apart(version: Version, client: Client) -> None:
    newer = uploaded(version.bot)
    owner = version.bot.owner
    assert owner is not None
    made = challenge.challenge(owner, newer, "xxl-individuel", AMOINS, [version], 1)
    play_queued()
    client.force_login(owner)
    match = Match.objects.get()
    page = text(client, f"{match.get_absolute_url()}?deal=1&move=1")
    assert "Häher (version 2) and Häher (version 1)." in page
    assert {f"What Häher (version {n}) wrote" in page for n in (1, 2)} == {True}
    assert page.count('<span class="who__name">Häher (version 1)') == 1  # on the felt
    assert '<span title="Häher (version 2)">' in page  # in the list of moves
    assert ">H1</span>" in page
    assert ">H2</span>" in page
    assert page.count('<span class="who__sub">version 2</span>') == 1  # in the result
    totals = {seat.version: seat.total for seat in Seat.objects.all()}
    assert f"Häher (version 2)&nbsp;·&nbsp;{totals[newer]}" in text(client, made.get_absolute_url())


def test_one_version_in_two_seats_is_told_apart_by_the_seat(
    version: Version, bots: list[Bot]
) -> None:
    made = against(version, bots[0], bots[0])
    (table,) = show.challenge(made).tables
    assert [line.name for line in table.seats] == ["Häher", "Bot 1 (seat 2)", "Bot 1 (seat 3)"]
    assert [line.letters for line in table.seats] == ["", "B2", "B3"]
    assert [line.version for line in table.seats] == ["version 1", "", ""]


def test_a_bots_page_says_against_whom_it_was_sent_and_how_that_went(
    version: Version, bots: list[Bot], bob: User, django_assert_max_num_queries: MaxQueries
) -> None:
    newer = uploaded(version.bot)
    for _each in range(3):
        challenge.challenge(
            bob, newer, "xxl-individuel", AMOINS, [version, bots[0].versions.get()], 2
        )
    seen = access.challenges(bob)
    assert show.challenges(version.bot, seen)[0].mean is None
    play_queued()
    with django_assert_max_num_queries(3):
        lines = show.challenges(version.bot, seen)
    assert {line.challenge.name for line in lines} == {"Challenge by Häher (version 2)"}
    assert {line.against for line in lines} == {"Häher (version 1), Bot 1 (random)"}
    others = show.challenges(bots[0], seen)
    for line, of in ((lines[0], newer), (others[0], bots[0].versions.get())):
        places = Seat.objects.filter(match__challenge=line.challenge, version=of)
        assert line.mean == Fraction(sum(seat.awarded or 0 for seat in places), 2)


def test_the_form_says_which_program_a_house_bot_is(
    client: Client, version: Version, bots: list[Bot], bob: User
) -> None:
    client.force_login(bob)
    page = text(client, address(version))
    assert ">Bot 1 (random)</option>" in page
    assert "Häher (version 1) challenges others" in page
