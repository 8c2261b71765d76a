"""What another organiser has removed at that very moment: whoever acts on it is told so."""

import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from types import ModuleType
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from league import (
    access,
    attendance,
    challenge,
    correct,
    ladder,
    lease,
    penalties,
    schedule,
    seasons,
    submit,
    swap,
    tables,
    trials,
)
from league.models import (
    Bot,
    Division,
    Entry,
    League,
    Match,
    Penalty,
    Season,
    Tournament,
    Trial,
    User,
    Version,
)
from league.refusals import Gone, NotOpen, Refused
from tests.cast import FIRST, NewTournament, published, uploaded

from .test_correct import WHY, turned
from .test_correct import begun as one_round_played

pytestmark = pytest.mark.django_db
Meanwhile = Callable[[ModuleType, str, Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Does something between a request's looking for its row and its act."""

    def then(chapter: ModuleType, act: str, what: Callable[[], object]) -> None:
        asked_for = getattr(chapter, act)

        def late(*asked: Any) -> Any:
            what()
            return asked_for(*asked)

        monkeypatch.setattr(chapter, act, late)

    return then


@pytest.fixture
def organiser(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def refused(response: Any, sentence: str) -> None:
    assert isinstance(response, HttpResponse)
    assert response.status_code == 409
    assert sentence in response.content.decode()


# A table whose round is drawn anew


@pytest.fixture
def forgotten(new_tournament: NewTournament, bots: list[Bot]) -> Match:
    """A table of the second round, which waits; `redraw` forgets it."""
    twos = {"rounds": 2, "table_size": 2}
    cup = one_round_played(new_tournament(bots[:4], settings=twos, pause_s=3600))
    return Match.objects.get(round__tournament=cup, round__number=2, table=1)


def redraw(match: Match) -> None:
    assert match.round is not None
    attendance.become(match.round.tournament.entries.all()[0], Entry.State.AWAY)


def test_a_table_that_is_forgotten_is_neither_corrected_nor_made_void(forgotten: Match) -> None:
    scores, mark = turned(forgotten), correct.mark_of(forgotten)
    redraw(forgotten)
    with pytest.raises(Gone, match="others are drawn"):
        correct.look(forgotten, scores)
    with pytest.raises(Gone, match="others are drawn"):
        correct.correct(forgotten, scores, WHY, mark)
    with pytest.raises(Gone, match="others are drawn"):
        correct.void(forgotten, WHY, mark)


@pytest.mark.parametrize("act", ["correct", "void"])
def test_the_pages_of_such_a_table_say_so(
    organiser: Client, forgotten: Match, meanwhile: Meanwhile, act: str
) -> None:
    meanwhile(correct, act, lambda: redraw(forgotten))
    sent = {"why": WHY, "mark": correct.mark_of(forgotten), "confirm": "only"}
    for number in (1, 2):
        sent |= {f"place-{number}": str(number), f"total-{number}": "7"}
    response = organiser.post(f"{forgotten.get_absolute_url()}{act}/", sent)
    refused(response, "This table was taken back meanwhile, and others are drawn.")


def test_a_page_that_is_made_of_it_meanwhile_says_so_too(
    organiser: Client, forgotten: Match, meanwhile: Meanwhile
) -> None:
    address, mark = forgotten.get_absolute_url(), correct.mark_of(forgotten)
    meanwhile(correct, "mark_of", lambda: redraw(forgotten))
    response = organiser.post(f"{address}void/", {"why": "", "mark": mark})
    refused(response, "This table was taken back meanwhile.")


def test_the_page_of_a_table_that_is_just_forgotten_says_so(
    client: Client, forgotten: Match, meanwhile: Meanwhile
) -> None:
    meanwhile(access, "seat_logs", lambda: redraw(forgotten))
    refused(client.get(forgotten.get_absolute_url()), "This table was taken back meanwhile.")


def test_a_match_that_is_just_made_void_has_no_moves_to_show(
    client: Client, forgotten: Match, meanwhile: Meanwhile
) -> None:
    over = Match.objects.get(round__number=1, table=1)
    meanwhile(access, "seat_logs", lambda: correct.void(over, WHY, correct.mark_of(over)))
    assert client.get(over.get_absolute_url()).status_code == 200


def test_chairs_of_a_round_that_is_forgotten_are_not_changed(
    organiser: Client, forgotten: Match, meanwhile: Meanwhile
) -> None:
    assert forgotten.round is not None
    cup = forgotten.round.tournament
    one, other = (
        match.seats.all()[0].entry_id for match in Match.objects.filter(round=forgotten.round)
    )
    meanwhile(swap, "swap", lambda: redraw(forgotten))
    address = f"{cup.get_absolute_url()}rounds/2/swap/"
    response = organiser.post(address, {"one": one, "other": other, "mark": ""})
    refused(response, "These tables were taken back meanwhile, and others are drawn.")


def test_a_round_that_is_drawn_anew_meanwhile_is_no_other_draw(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot], meanwhile: Meanwhile
) -> None:
    cup = new_tournament(bots[:4])
    schedule.draw(cup)
    meanwhile(schedule, "source_of", lambda: schedule.draw(cup))
    response = organiser.post(f"{cup.get_absolute_url()}rounds/1/again/")
    refused(response, "Somebody changed the tournament meanwhile.")


def test_such_chairs_are_not_looked_at(
    organiser: Client, forgotten: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert forgotten.round is not None
    one, other = forgotten.round.tournament.entries.all()[:2]
    check_open = swap._check_open

    def just_before(*asked: Any) -> None:
        check_open(*asked)
        redraw(forgotten)

    monkeypatch.setattr(swap, "_check_open", just_before)
    cup = forgotten.round.tournament.get_absolute_url()
    response = organiser.get(f"{cup}rounds/2/swap/?one={one.pk}&other={other.pk}")
    refused(response, "These tables were taken back meanwhile, and others are drawn.")


# An entry that is taken out of a draft


@pytest.fixture
def entry(new_tournament: NewTournament, bots: list[Bot]) -> Entry:
    """In the draft of a ladder, which may be opened in a moment."""
    draft = new_tournament(bots[:4], format="ladder", settings={})
    return draft.entries.select_related("tournament", "bot").all()[0]


ACTS: dict[str, Callable[[Entry], object]] = {
    "a penalty": lambda entry: penalties.give(entry, "3", WHY),
    "no penalty": lambda entry: penalties.cancel(Penalty(pk=1, entry=entry, points=3)),
    "away": lambda entry: attendance.become(entry, Entry.State.AWAY),
}


@pytest.mark.parametrize("act", ACTS)
def test_who_was_taken_out_before_it_began_is_left_alone(entry: Entry, act: str) -> None:
    submit.withdraw(Entry.objects.get(pk=entry.pk))
    ladder.start(entry.tournament)
    with pytest.raises(Gone, match="Bot 1 was taken out meanwhile"):
        ACTS[act](entry)


def test_nobody_is_taken_out_twice(entry: Entry) -> None:
    submit.withdraw(Entry.objects.get(pk=entry.pk))
    with pytest.raises(Gone, match="Bot 1 was taken out meanwhile"):
        submit.withdraw(entry)
    assert entry.tournament.acts.filter(kind="scratched").count() == 1


def test_no_table_is_fixed_for_who_was_taken_out(
    organiser: Client, new_tournament: NewTournament, bots: list[Bot], meanwhile: Meanwhile
) -> None:
    draft = new_tournament(bots[:4])
    entry = draft.entries.all()[0]
    meanwhile(tables, "fix", lambda: submit.withdraw(entry))
    address = f"{draft.get_absolute_url()}entries/{entry.pk}/"
    refused(organiser.post(address, {"table": "2"}), "Bot 1 was taken out meanwhile.")
    assert not draft.acts.filter(kind="table-fixed")


# A season whose beginning is undone, and a division that is removed


@pytest.fixture
def season(house_league: League) -> Season:
    """The second one, in which nothing is played."""
    first = seasons.begin(house_league, "2026/27")
    seasons.set_up(first, first.version, first.name, [seasons.Line(None, "First", 0, 0)])
    first.refresh_from_db()
    seasons.close(first, seasons.edition(first), {})
    return seasons.begin(house_league, "2027/28")


def test_a_season_whose_beginning_was_undone_is_not_changed(season: Season) -> None:
    seasons.reopen(season.league.seasons.get(number=1))
    for act in (
        lambda: seasons.set_up(season, season.version, "2028", []),
        lambda: seasons.place_members(season, season.version, {}),
        lambda: seasons.close(season, season.version, {}),
        lambda: seasons.reopen(season),
    ):
        with pytest.raises(Gone, match="“2027/28” was taken back meanwhile"):
            act()


@pytest.mark.parametrize(("page", "act"), [("divisions", "set_up"), ("close", "close")])
def test_the_pages_of_such_a_season_say_so(
    organiser: Client, season: Season, meanwhile: Meanwhile, page: str, act: str
) -> None:
    address = f"{season.get_absolute_url()}{page}/"
    first = season.league.seasons.get(number=1)
    meanwhile(seasons, act, lambda: seasons.reopen(first))
    sent = {"version": season.version, "name": "2028"}
    refused(organiser.post(address, sent), "“2027/28” was taken back meanwhile.")


def test_a_refusal_can_be_read_where_such_a_season_was_taken_back(
    organiser: Client,
    season: Season,
    new_tournament: NewTournament,
    bots: list[Bot],
    meanwhile: Meanwhile,
) -> None:
    drawn = new_tournament(bots[:4])
    schedule.draw(drawn)
    first = season.league.seasons.get(number=1)
    meanwhile(schedule, "publish", lambda: seasons.reopen(first))
    response = organiser.post(f"{drawn.get_absolute_url()}publish/", {"version": 1})
    refused(response, "Look at the tables, then publish.")


def test_nobody_is_in_a_division_who_was_deleted(season: Season, bots: list[Bot]) -> None:
    submit.delete_bot(Bot.objects.get(pk=bots[0].pk))
    with pytest.raises(Gone, match="Bot 1 is deleted"):
        seasons.place_members(season, season.version, {bots[0]: season.divisions.get()})


def test_nothing_counts_for_a_division_that_was_removed(
    season: Season, new_tournament: NewTournament
) -> None:
    draft, division = new_tournament(), season.divisions.get()
    seasons.set_up(season, season.version, season.name, [seasons.Line(division.pk, "", 0, 0)])
    with pytest.raises(Refused, match="First is not a division of this season"):
        seasons.count_for(draft, division)
    with pytest.raises(Refused, match="First is not a division of this season"):
        new_tournament(division=division)
    assert not Division.objects.exclude(season__number=1)
    assert Tournament.objects.get() == draft


# A bot that is deleted


@pytest.fixture
def version(bobs_bot: Bot) -> Version:
    """A version of a bot that has played nowhere, so nothing of it is kept."""
    return uploaded(bobs_bot)


BOT_ACTS: dict[str, Callable[[Version], object]] = {
    "upload": lambda one: submit.upload(one.bot, FIRST, "first.py"),
    "go back": submit.go_back_to,
    "delete": submit.delete_version,
    "delete the bot": lambda one: submit.delete_bot(one.bot),
    "challenge": lambda one: challenge.challenge(
        User.objects.get(username="bob"), one, "xxl-individuel", {}, [one], 1
    ),
}


@pytest.mark.parametrize("act", BOT_ACTS)
def test_nothing_is_done_with_a_bot_that_was_deleted(version: Version, act: str) -> None:
    submit.delete_bot(Bot.objects.get(pk=version.bot_id))
    with pytest.raises(Gone, match="is deleted"):
        BOT_ACTS[act](version)


def test_a_bot_that_was_deleted_is_not_entered(
    new_tournament: NewTournament, bots: list[Bot], version: Version
) -> None:
    running, draft = published(new_tournament(bots[:7])), new_tournament(name="Spring Cup")
    submit.delete_bot(Bot.objects.get(pk=version.bot_id))
    with pytest.raises(Gone, match="Häher is deleted"):
        attendance.come_late(running, [version.bot])
    with pytest.raises(Gone, match="Häher is deleted"):
        submit.enter(draft, [version.bot])


def test_whoever_uploads_to_it_is_told_so(
    client: Client, bob: User, version: Version, meanwhile: Meanwhile
) -> None:
    client.force_login(bob)
    address = f"{version.bot.get_absolute_url()}upload/"
    meanwhile(submit, "upload", lambda: submit.delete_bot(Bot.objects.get(pk=version.bot_id)))
    refused(client.post(address, {"file": ContentFile(FIRST, "x.py")}), "Häher is deleted.")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("act", "deleted"),
    [("comes late", "the bot"), ("has passed its trial", "its version")],
)
def test_a_bot_is_deleted_before_or_after_something_is_done_with_it(
    new_tournament: NewTournament,
    bots: list[Bot],
    version: Version,
    monkeypatch: pytest.MonkeyPatch,
    act: str,
    deleted: str,
) -> None:
    """Nobody waits for one who waits for him."""
    running = published(new_tournament(bots[:7]))
    submit.go_back_to(version)
    trial = Trial.objects.select_related("version__bot").get(version=version)
    token, lease_until = uuid.uuid4(), lease.end()
    Trial.objects.update(state=Trial.State.RUNNING, token=token, lease_until=lease_until)
    trial.token, is_held = token, Event()

    def slowly(look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(*asked: Any, **how: Any) -> Any:
            found = look(*asked, **how)
            is_held.set()
            time.sleep(0.1)  # in which it is asked for
            return found

        return looked

    def delete() -> None:
        is_held.wait(5)
        try:
            with suppress(NotOpen):  # it is to play
                if deleted == "the bot":
                    submit.delete_bot(version.bot)
                else:
                    submit.delete_version(version)
        finally:
            connection.close()

    if act == "comes late":
        monkeypatch.setattr(schedule, "fix_versions", slowly(schedule.fix_versions))
    else:
        monkeypatch.setattr(lease, "let_go", slowly(lease.let_go))
    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(delete)
        if act == "comes late":
            attendance.come_late(running, [version.bot])
        else:
            trials._end(trial, trials.Found(plays=["xxl-individuel"]))
        done.result()
