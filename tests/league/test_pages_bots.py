"""A member's pages: uploading, versions, what only the owner sees, and what nobody else reaches."""

import io
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from bots import submission
from league import asgi, schedule, submit
from league.models import Bot, Club, Match, Seat, Source, Trial, User, Version, Worker
from tests.bots.programs import STATIC, EnableOnly, packed
from tests.cast import FIRST, NewTournament, play_queued, uploaded

CLUB = "/clubs/lindenhof/"
BOT = CLUB + "bots/haher/"
VERSION = BOT + "versions/1/"
IN_C = packed({"bot.toml": b'interpreter = "binary"', "main": STATIC})
SECRETS = ("the first try", "warming up", "It broke here.")


def sent(source: bytes = FIRST, name: str = "my_bot.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, source)


def said(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


@pytest.fixture
def owner(client: Client, bob: User) -> Client:
    client.force_login(bob)
    return client


@pytest.fixture
def rejected(bobs_bot: Bot) -> Version:
    version = uploaded(bobs_bot, state=Version.State.REJECTED)
    version.reason = "It broke here."
    version.save()
    return version


def test_a_member_makes_a_bot_from_the_page_of_the_club(owner: Client) -> None:
    assert f'href="{CLUB}bots/new/"' in said(owner.get(CLUB))
    assert "Its first version" in said(owner.get(CLUB + "bots/new/"))
    given = {"name": "Blue Tit", "file": sent(), "note": "it plays"}
    response = owner.post(CLUB + "bots/new/", given)
    assert (response.status_code, response["Location"]) == (302, CLUB + "bots/blue-tit/")
    page = said(owner.get(CLUB + "bots/blue-tit/"))
    assert "being checked" in page
    assert "it plays" in page
    assert 'hx-trigger="every 2s"' in page
    assert Trial.objects.get().state == Trial.State.QUEUED


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"name": ""}, "A bot needs a name."),
        ({"name": "hÄHER"}, "There is a bot called hÄHER here already."),
        ({"name": "a\x00b"}, "Null characters are not allowed."),
        ({"file": None}, "Choose a file, or drop one here."),
        ({"file": b""}, "This file is empty."),
        ({"file": b"\xff\xfe"}, "A bot is a Python file in UTF-8 or a zip with main.py"),
        ({"file": b"#" * (submission.LARGEST + 9)}, "A bot has at most 5 MiB; this has more."),
        ({"note": "n" * 300}, "A note has at most 200 characters, not 300."),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_kept(
    owner: Client, bobs_bot: Bot, given: dict[str, str | bytes | None], sentence: str
) -> None:
    Bot.objects.update(name="hÄHER")  # SQLite knows no capitals beyond ASCII
    form: dict[str, Any] = {"name": "Blue Tit", "note": "", "file": FIRST} | given
    source = form.pop("file")
    if source is not None:
        form["file"] = sent(source)
    response = owner.post(CLUB + "bots/new/", form)
    assert response.status_code == 400
    assert sentence in said(response)
    assert Bot.objects.count() == 1
    assert not Source.objects.exists()


def test_a_bad_zip_is_refused_with_the_name_of_the_entry(owner: Client, bobs_bot: Bot) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("main.py", FIRST)
        archive.writestr("/etc/passwd", b"")
    response = owner.post(BOT + "upload/", {"file": sent(made.getvalue(), "my_bot.zip")})
    assert response.status_code == 400
    assert "The entry &#x27;/etc/passwd&#x27; leads out of the zip." in said(response)
    assert not Version.objects.exists()


def test_a_bot_in_a_language_that_is_not_enabled_is_refused(
    owner: Client, bobs_bot: Bot, enable_only: EnableOnly
) -> None:
    enable_only([])
    assert "bot.toml" not in said(owner.get(BOT))
    response = owner.post(BOT + "upload/", {"file": sent(IN_C, "my_bot.zip")})
    assert response.status_code == 400
    why = "The interpreter &#x27;binary&#x27; is not enabled here; a bot may use python."
    assert why in said(response)
    assert not Version.objects.exists()


def test_a_version_whose_interpreter_was_disabled_does_not_play_and_its_page_says_so(
    owner: Client, bobs_bot: Bot, enable_only: EnableOnly
) -> None:
    older = uploaded(bobs_bot)
    uploaded(bobs_bot, IN_C)
    enable_only([])
    assert bobs_bot.playing_version() == older
    why = "Bots in machine code are not run here at present, so this version plays in no draw"
    assert why in said(owner.get(BOT))
    page = said(owner.get(BOT + "versions/2/"))
    assert why in page
    assert "Let it play" not in page
    assert "Challenge others" not in page
    assert why not in said(owner.get(VERSION))
    assert owner.post(BOT + "versions/2/play/").status_code == 409


def test_the_page_of_a_version_tells_its_language(owner: Client, bobs_bot: Bot) -> None:
    assert "may be in JavaScript, machine code too" in said(owner.get(BOT))
    uploaded(bobs_bot)
    uploaded(bobs_bot, IN_C)
    assert "Language: Python" in said(owner.get(VERSION))
    assert "Language: machine code" in said(owner.get(BOT + "versions/2/"))


def test_the_next_version_is_uploaded_on_the_page_of_the_bot(owner: Client, bobs_bot: Bot) -> None:
    uploaded(bobs_bot)
    response = owner.post(BOT + "upload/", {"file": sent(), "note": "better"})
    assert response["Location"] == BOT
    page = said(owner.get(BOT))
    assert "version 1 plays in the next draw" in page
    assert page.index("better") < page.index("the first try")


def test_the_owner_sees_why_a_version_was_rejected_and_what_it_wrote(
    owner: Client, rejected: Version
) -> None:
    assert "It broke here." in said(owner.get(BOT))
    page = said(owner.get(VERSION))
    for secret in SECRETS:
        assert secret in page
    assert rejected.sha256 in page


def test_think_times_stand_beside_the_limits(owner: Client, bobs_bot: Bot) -> None:
    version = uploaded(bobs_bot)
    played = [
        {"what": what, "verdict": "ok", "decisions": 40, "p50": 120, "p99": 2_500, "max": 1_200_000}
        for what in ("xxl-individuel variant=amoins", "whist")
    ]
    Trial.objects.filter(version=version).update(played=played)
    page = said(owner.get(VERSION))
    assert "<td>XXL individuel, À moins</td>" in page
    assert "<td>whist</td>" in page  # a game that has gone
    for figure in ("120 µs", "2.5 ms", "1.20 s", "A move may take 1 s"):
        assert figure in page


def test_a_source_is_downloaded_as_it_came_and_as_nothing_a_browser_would_open(
    owner: Client, bobs_bot: Bot
) -> None:
    uploaded(bobs_bot)
    response = owner.get(VERSION + "source/")
    assert response.content == FIRST
    assert response["Content-Disposition"] == 'attachment; filename="haher-1.py"'
    assert response["Content-Type"] == "application/octet-stream"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-store"


def test_a_python_file_is_downloaded_as_one_whatever_it_begins_with(
    owner: Client, bobs_bot: Bot
) -> None:
    uploaded(bobs_bot, b"PK = 1\n")
    response = owner.get(VERSION + "source/")
    assert response["Content-Disposition"] == 'attachment; filename="haher-1.py"'


def test_one_click_goes_back_to_an_older_version(owner: Client, bobs_bot: Bot) -> None:
    uploaded(bobs_bot)
    uploaded(bobs_bot)
    page = said(owner.get(BOT))
    assert f'action="{VERSION}play/"' in page
    assert "version 2 plays in the next draw" in page
    assert owner.post(VERSION + "play/")["Location"] == BOT
    assert "version 1 plays in the next draw" in said(owner.get(BOT))
    assert "You went back to an older version." in said(owner.get(BOT))
    page = said(owner.post(f"{BOT}versions/2/delete/", follow=True))
    assert "Version 2 is deleted." in page
    assert "You went back" not in page  # to which? it is the only one


def test_a_version_is_deleted_and_its_number_stays(owner: Client, bobs_bot: Bot) -> None:
    uploaded(bobs_bot)
    assert owner.post(VERSION + "delete/")["Location"] == BOT
    assert "deleted" in said(owner.get(BOT))
    assert owner.get(VERSION + "source/").status_code == 404
    assert "warming up" not in said(owner.get(VERSION))


def test_a_bot_is_deleted_from_its_page(owner: Client, bobs_bot: Bot) -> None:
    uploaded(bobs_bot)
    assert "Delete this bot" in said(owner.get(BOT))
    response = owner.post(BOT + "delete/", follow=True)
    assert response.redirect_chain == [(CLUB, 302)]
    assert "Häher is deleted." in said(response)
    assert owner.get(BOT).status_code == 404


def test_an_organiser_deletes_any_bot_of_his_club(
    client: Client, bobs_bot: Bot, bots: list[Bot], alice: User, charlie: User
) -> None:
    uploaded(bobs_bot)
    house = CLUB + "bots/bot-1/"
    for user in (None, charlie):
        if user:
            client.force_login(user)
        for address in (BOT, house):
            assert "Delete this bot" not in said(client.get(address))
            assert client.post(address + "delete/").status_code == 403
    client.force_login(alice)
    assert "It is by bob, who loses it as well." in said(client.get(BOT))
    assert "who loses it" not in said(client.get(house))
    for address in (BOT, house):
        assert "Delete this bot" in said(client.get(address))
        assert client.post(address + "delete/")["Location"] == CLUB
        assert client.get(address).status_code == 404


def test_a_bot_says_that_its_owner_is_gone_and_nobody_gets_its_source(
    client: Client, bobs_bot: Bot, bots: list[Bot], alice: User, bob: User, charlie: User
) -> None:
    uploaded(bobs_bot)
    api = "/api/v1/clubs/lindenhof/bots/"
    client.force_login(User.objects.create_superuser("dora"))
    form = {"action": "delete_selected", "_selected_action": [bob.pk], "post": "yes"}
    assert client.post("/admin/league/user/", form).status_code == 302
    assert not User.objects.filter(pk=bob.pk).exists()
    assert "by somebody whose account is gone" in said(client.get(BOT))
    assert "account gone" in said(client.get(CLUB))
    assert "a bot of the club" in said(client.get(CLUB + "bots/bot-1/"))
    found = [client.get(api + slug).json() for slug in ("haher", "bot-1")]
    assert [(one["owner"], one["owner_gone"]) for one in found] == [(None, True), (None, False)]
    assert client.get(VERSION + "source/").status_code == 403
    for user in (None, charlie, alice):
        client.logout()
        if user:
            client.force_login(user)
        assert client.get(VERSION + "source/").status_code == 403
        assert client.post(BOT + "upload/", {"file": sent()}).status_code == 403
    assert client.post(BOT + "delete/")["Location"] == CLUB


def test_a_version_that_is_still_to_play_is_not_deleted(
    owner: Client, new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    uploaded(bobs_bot)
    schedule.draw(new_tournament([bobs_bot, bots[0]], settings={"rounds": 1, "table_size": 2}))
    assert "Delete this version" not in said(owner.get(VERSION))
    response = owner.post(VERSION + "delete/")
    assert response.status_code == 409
    assert "This version is still to play a match. It can be deleted after that." in said(response)
    owner.post(BOT + "delete/")
    page = said(owner.get(BOT))
    assert "deleted, it plays in no draw to come" in page
    assert "A new version" not in page
    assert "Häher" not in said(owner.get(CLUB))


@pytest.fixture
def no_sandbox(db: None) -> None:
    Worker.objects.create(
        name="worker", trouble="There is no program bwrap.", seen_at=timezone.now()
    )


def test_where_no_sandbox_holds_the_bots_page_says_why_it_waits(
    owner: Client, bobs_bot: Bot, no_sandbox: None
) -> None:
    submit.upload(bobs_bot, FIRST, "my_bot.py")
    for address in (BOT, VERSION):
        assert "There is no program bwrap." in said(owner.get(address))
    Worker.objects.update(seen_at=timezone.now() - timedelta(minutes=6))
    assert "bwrap" not in said(owner.get(BOT))


def test_an_organiser_sees_why_a_table_waits_and_visitors_do_not(
    client: Client,
    new_tournament: NewTournament,
    bots: list[Bot],
    bobs_bot: Bot,
    alice: User,
    no_sandbox: None,
) -> None:
    uploaded(bobs_bot)
    cup = new_tournament([bobs_bot, bots[0]], settings={"rounds": 1, "table_size": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    match = Seat.objects.get(entry__bot=bobs_bot).match.get_absolute_url()
    assert "bwrap" not in said(client.get(match))
    client.force_login(alice)
    assert "There is no program bwrap." in said(client.get(match))


def test_a_fault_is_linked_with_its_move(
    client: Client, new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    uploaded(bobs_bot, FIRST.replace(b"return turn.legal[0]", b"return 'nonsense'"))
    cup = new_tournament([bobs_bot, bots[0]], settings={"rounds": 1, "table_size": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    page = said(client.get(VERSION))
    link = re.search(r'href="(/matches/\d+/\?deal=1&amp;move=\d+)"', page)
    assert link
    assert "illegal move" in page
    assert client.get(link[1].replace("&amp;", "&")).status_code == 200
    for secret in ("thinking hard", *SECRETS):
        assert secret not in page


def test_where_a_bot_failed_is_closed_while_others_play_these_cards(
    client: Client, new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    uploaded(bobs_bot, FIRST.replace(b"return turn.legal[0]", b"return 'nonsense'"))
    cup = new_tournament([bobs_bot, *bots[:3]], settings={"rounds": 1, "table_size": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    mine = Seat.objects.get(entry__bot=bobs_bot).match
    Match.objects.update(shuffle=mine.shuffle)
    Match.objects.exclude(pk=mine.pk).update(state=Match.State.VOID)
    play_queued()
    page = said(client.get(VERSION))
    assert "illegal move" in page
    assert "move=" not in page
    Match.objects.update(state=Match.State.DONE)
    assert "move=" in said(client.get(VERSION))


def test_where_a_bot_failed_is_told_without_a_look_at_each_match(
    client: Client,
    new_tournament: NewTournament,
    bots: list[Bot],
    bobs_bot: Bot,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    uploaded(bobs_bot)
    cup = new_tournament([bobs_bot, bots[0]], settings={"rounds": 5, "table_size": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    Match.objects.update(state=Match.State.DONE)
    seats = Seat.objects.filter(entry__bot=bobs_bot)
    seats.update(awarded=2, verdict="late", fault_deal=0, fault_move=7)
    with django_assert_max_num_queries(7):
        page = said(client.get(VERSION))
    assert page.count("?deal=1&amp;move=8") == 5


OWNERS_ALONE: list[tuple[str, str]] = [
    ("post", BOT + "upload/"),
    ("get", VERSION + "source/"),
    ("post", VERSION + "play/"),
    ("post", VERSION + "delete/"),
]


@pytest.mark.parametrize(("method", "address"), OWNERS_ALONE)
@pytest.mark.parametrize("state", ["ready", "rejected"])
def test_nobody_else_reaches_a_source_or_changes_a_bot(
    client: Client,
    bobs_bot: Bot,
    alice: User,
    charlie: User,
    method: str,
    address: str,
    state: str,
) -> None:
    uploaded(bobs_bot, state=state)
    boss = User.objects.create_superuser("dora")
    for user in (None, alice, charlie, boss):
        client.logout()
        if user:
            client.force_login(user)
        response = getattr(client, method)(address, {"file": sent()})
        is_hidden = state == "rejected" and "versions" in address
        assert response.status_code == (404 if is_hidden else 403)
        assert FIRST not in response.content
    assert Version.objects.get().state == state
    assert not Bot.objects.exclude(chosen=None).exists()


def test_nobody_else_sees_notes_reasons_and_logs(
    client: Client, bobs_bot: Bot, alice: User, charlie: User
) -> None:
    uploaded(bobs_bot)
    version = uploaded(bobs_bot, state=Version.State.REJECTED)
    Version.objects.filter(pk=version.pk).update(reason="It broke here.")
    for user in (None, alice, charlie):
        client.logout()
        if user:
            client.force_login(user)
        assert client.get(BOT + "versions/2/").status_code == 404
        pages = [client.get(one) for one in (BOT, VERSION, "/api/v1" + BOT.rstrip("/"))]
        assert [page.status_code for page in pages] == [200, 200, 200]
        for secret in (*SECRETS, "thinking hard", "rejected", "source/", "upload/"):
            assert all(secret not in said(page) for page in pages)


def test_only_members_make_bots(client: Client, club: Club, charlie: User) -> None:
    for user in (None, charlie):
        if user:
            client.force_login(user)
        assert client.get(CLUB + "bots/new/").status_code == 403
        given = {"name": "Blue Tit", "file": sent()}
        assert client.post(CLUB + "bots/new/", given).status_code == 403
        assert "bots/new/" not in said(client.get(CLUB))
    assert not Bot.objects.exists()


def test_who_has_left_the_club_uploads_nothing_and_still_has_his_source(
    owner: Client, bobs_bot: Bot, bob: User
) -> None:
    uploaded(bobs_bot)
    bob.memberships.all().delete()
    assert owner.post(BOT + "upload/", {"file": sent()}).status_code == 403
    assert "A new version" not in said(owner.get(BOT))
    assert owner.get(VERSION + "source/").content == FIRST


def test_forms_without_their_token_change_nothing(bob: User, bobs_bot: Bot) -> None:
    uploaded(bobs_bot)
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(bob)
    addresses = [address for method, address in OWNERS_ALONE if method == "post"]
    for address in (*addresses, BOT + "delete/", CLUB + "bots/new/"):
        assert careful.post(address, {"name": "A", "file": sent()}).status_code == 403
    assert Version.objects.get().state == "ready"


def test_the_api_lists_versions(client: Client, bobs_bot: Bot, bots: list[Bot]) -> None:
    version = uploaded(bobs_bot)
    found = client.get("/api/v1/clubs/lindenhof/bots/haher").json()
    assert (found["name"], found["owner"], found["playing"]) == ("Häher", "bob", 1)
    (one,) = found["versions"]
    assert one["sha256"] == version.sha256
    assert set(one) == {"number", "state", "house", "sha256", "plays", "created_at"}
    house = client.get("/api/v1/clubs/lindenhof/bots/bot-1").json()
    assert (house["owner"], house["versions"][0]["house"]) == (None, "random")


def test_the_back_office_shows_no_source(client: Client, bobs_bot: Bot) -> None:
    version = uploaded(bobs_bot)
    client.force_login(User.objects.create_superuser("dora"))
    page = said(client.get(f"/admin/league/bot/{bobs_bot.pk}/change/"))
    assert "choose" not in page
    assert 'name="versions-0-note"' not in page
    assert client.get(f"/admin/league/source/{version.pk}/change/").status_code == 404


Ask = Callable[[int, int], tuple[int, bytes, int]]
CHUNK = bytes(1 << 16)


@pytest.fixture
def ask() -> Ask:
    """Status and body of what the server answers to a request that says it has so many bytes and
    brings so many chunks, and how many of them it takes."""

    def answer(length: int, chunks: int) -> tuple[int, bytes, int]:
        said: list[Any] = []
        taken = 0

        async def hear(message: Any) -> None:
            said.append(message)

        async def chunk() -> Any:
            nonlocal taken
            taken += 1
            assert said, "It answers before it reads."
            return {"type": "http.request", "body": CHUNK, "more_body": taken < chunks}

        headers = [(b"content-length", b"%d" % length)]
        scope: Any = {"type": "http", "method": "POST", "path": "/", "headers": headers}
        async_to_sync(asgi.application)(scope, chunk, hear)
        return said[0]["status"], said[1]["body"], taken

    return answer


@pytest.mark.parametrize(("chunks", "taken"), [(3, 3), (5000, 1024)])
def test_what_is_far_too_large_is_answered_and_thrown_away(
    ask: Ask, chunks: int, taken: int
) -> None:
    status, body, thrown_away = ask(settings.LARGEST_REQUEST + 1, chunks)
    assert status == 413
    assert b"A bot has at most 5 MiB." in body
    assert thrown_away == taken


def test_a_large_upload_meets_no_disk() -> None:
    assert settings.FILE_UPLOAD_HANDLERS == ["league.uploads.FirstPart"]
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE >= settings.LARGEST_REQUEST
