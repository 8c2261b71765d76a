"""The event stream of a tournament: what changed, never what it is."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest
import redis
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncClient, Client

from league import live, schedule
from league.models import Bot, Tournament, User
from tests.cast import NewTournament

pytestmark = pytest.mark.django_db(transaction=True)
WITHIN_S = 30
Watch = Callable[[AsyncIterator[bytes]], Awaitable[None]]


@pytest.fixture
def running(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    cup = new_tournament(bots)
    schedule.draw(cup)
    schedule.publish(cup)
    cup.refresh_from_db()
    return cup


def address(tournament: Tournament) -> str:
    return f"/stream/tournaments/{tournament.pk}/"


def while_watching(tournament: Tournament, watch: Watch) -> None:
    """Open the stream, hand its lines to `watch`, and close it."""

    async def open_stream() -> None:
        response: Any = await AsyncClient().get(address(tournament))
        async with aclosing(aiter(response)) as lines:
            await asyncio.wait_for(watch(lines), WITHIN_S)

    async_to_sync(open_stream)()


def changed(version: int) -> bytes:
    return f"event: changed\ndata: {version}\n\n".encode()


def test_a_stream_begins_with_the_version_and_goes_on_with_the_newest(
    running: Tournament, broker_url: str
) -> None:
    async def watch(lines: AsyncIterator[bytes]) -> None:
        assert await anext(lines) == changed(running.version)
        with redis.Redis.from_url(broker_url) as broker:
            while not broker.pubsub_numsub(live.CHANNEL)[0][1]:
                await asyncio.sleep(0.05)
            broker.publish(live.CHANNEL, f"{running.pk + 1} 1000")
            broker.publish(live.CHANNEL, f"{running.pk} 998")
            broker.publish(live.CHANNEL, f"{running.pk} 999")
        told = [await anext(lines)]
        while told[-1] != changed(999):
            told.append(await anext(lines))
        assert set(told) <= {changed(running.version), changed(998), changed(999)}

    while_watching(running, watch)


def test_pages_look_again_after_the_broker_was_lost(running: Tournament, broker_url: str) -> None:
    async def watch(lines: AsyncIterator[bytes]) -> None:
        for _ in range(2):  # at the beginning, and when we listen
            assert await anext(lines) == changed(running.version)
        with redis.Redis.from_url(broker_url) as broker:
            assert broker.client_kill_filter(_type="pubsub")
        assert await anext(lines) == changed(running.version)

    while_watching(running, watch)


def test_a_stream_holds_no_connection_to_the_database(running: Tournament, broker_url: str) -> None:
    async def watch(lines: AsyncIterator[bytes]) -> None:
        await anext(lines)

    while_watching(running, watch)
    assert connection.connection is None


def test_a_stream_is_there_for_whom_the_tournament_is(
    client: Client, new_tournament: NewTournament, bots: list[Bot], bob: User, charlie: User
) -> None:
    drawn = new_tournament(bots)
    schedule.draw(drawn)
    for user in (None, bob, charlie):
        if user:
            client.force_login(user)
        assert client.get(address(drawn)).status_code == 404
    for ask in (client.head, client.post):
        assert ask(address(drawn)).status_code == 405
