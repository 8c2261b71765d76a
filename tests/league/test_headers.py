"""What every answer carries."""

import asyncio
import logging

import pytest
from django.test import AsyncClient, Client

from league.models import Bot, User, Version
from tests.cast import uploaded


@pytest.fixture(params=["/healthz/", "/static/look.css", "/nothing-here/"])
def response_headers(request: pytest.FixtureRequest, client: Client, db: None) -> dict[str, str]:
    return dict(client.get(request.param).headers)


def test_nothing_but_our_own_files_may_run_or_style(response_headers: dict[str, str]) -> None:
    policy = response_headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'self'", "script-src 'self'", "style-src 'self'"} <= set(policy)
    assert {"frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"} <= set(policy)
    assert "unsafe" not in response_headers["Content-Security-Policy"]


def test_browsers_neither_guess_types_nor_tell_other_sites_where_we_were(
    response_headers: dict[str, str],
) -> None:
    assert response_headers["X-Content-Type-Options"] == "nosniff"
    assert response_headers["Referrer-Policy"] == "same-origin"
    assert response_headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_file_comes_whole_and_without_warning_from_an_asgi_server() -> None:
    response = asyncio.run(AsyncClient().get("/static/look.css"))
    assert not response.streaming
    assert response["Content-Type"].startswith("text/css")
    assert int(response["Content-Length"]) == len(response.content) > 0


def test_a_file_the_browser_has_is_not_sent_again(client: Client) -> None:
    tag = client.get("/static/look.css")["Last-Modified"]
    response = client.get("/static/look.css", headers={"If-Modified-Since": tag})
    assert (response.status_code, response.content) == (304, b"")


def test_a_browser_finds_the_sign_of_a_page_that_names_none(client: Client) -> None:
    response = client.get("/favicon.ico", follow=True)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("image/svg+xml")


@pytest.mark.django_db
def test_a_refusal_is_one_line_in_the_log(
    client: Client, bobs_bot: Bot, alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(alice)
    uploaded(bobs_bot, state=Version.State.REJECTED)
    play = f"{bobs_bot.get_absolute_url()}versions/1/play/"
    assert client.post(f"{bobs_bot.get_absolute_url()}upload/").status_code == 403
    assert client.get("/nothing-here/").status_code == 404
    client.force_login(bob)
    assert client.post(play).status_code == 409
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage().split(":")[0] for record in records] == [
        "Forbidden (Permission denied)",
        "Not Found",
        "Conflict",
    ]
    assert {record.exc_info for record in records} == {None}


def test_a_request_to_a_host_that_we_are_not_is_refused(client: Client) -> None:
    response = client.get("/", headers={"host": "somewhere.else"})
    assert response.status_code == 400
    assert "We could not read that request." in response.content.decode()
