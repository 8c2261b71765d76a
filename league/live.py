"""Live pages: an event stream that says what changed and in which version, and nothing else.

The page fetches its part again through `access`, so a stream cannot leak. A web process holds one
subscription at the broker however many people watch, and asks the database nothing for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from . import access
from .models import Tournament

CHANNEL = "stammtisch:changed"
AT_MOST_EVERY_S = 1.0
SIGN_OF_LIFE_S = 20.0  # proxies close streams that stay silent for a minute
BROKER_AGAIN_AFTER_S = 1.0

log = logging.getLogger(__name__)


def tell(tournament_id: int) -> None:
    """Tell all web processes that this tournament has a new version. A broker that does not answer
    is logged: pages are then as fresh as their last load."""
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)
    try:
        _broker().publish(CHANNEL, f"{tournament_id} {version}")
    except redis.RedisError as error:
        log.warning("Nobody was told that tournament %s changed: %s", tournament_id, error)


_clients: dict[str, redis.Redis] = {}


def _broker() -> redis.Redis:
    url = settings.REDIS_URL
    if url not in _clients:
        _clients[url] = redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
    return _clients[url]


class Watcher:
    """One open stream: remembers the newest version it has not passed on yet."""

    def __init__(self, version: int) -> None:
        self._newest: int | None = version
        self._fresh = asyncio.Event()
        self._fresh.set()

    def hear(self, version: int) -> None:
        self._newest = version
        self._fresh.set()

    def look_again(self) -> None:
        """Something may have been missed: pass the newest version on once more."""
        self._fresh.set()

    async def next(self, within_s: float) -> int | None:
        """The newest version, or None if nothing changes in that time."""
        try:
            await asyncio.wait_for(self._fresh.wait(), within_s)
        except TimeoutError:
            return None
        self._fresh.clear()
        return self._newest


class Hub:
    """Passes on what the broker says to the watchers of this process, while there are any."""

    def __init__(self) -> None:
        self._watchers: dict[int, set[Watcher]] = defaultdict(set)
        self._listening: asyncio.Task[None] | None = None

    def join(self, tournament_id: int, watcher: Watcher) -> None:
        self._watchers[tournament_id].add(watcher)
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listen())

    def leave(self, tournament_id: int, watcher: Watcher) -> None:
        self._watchers[tournament_id].discard(watcher)
        if not self._watchers[tournament_id]:
            del self._watchers[tournament_id]
        if not self._watchers and self._listening is not None:
            self._listening.cancel()
            self._listening = None

    async def _listen(self) -> None:
        while True:
            try:
                await self._subscription()
            except (redis.RedisError, OSError) as error:
                log.warning("The broker does not answer, live pages wait: %s", error)
                await asyncio.sleep(BROKER_AGAIN_AFTER_S)

    async def _subscription(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
        try:
            async with client.pubsub() as heard:
                await heard.subscribe(CHANNEL)
                async for message in heard.listen():
                    if message["type"] == "subscribe":  # also after the connection was lost
                        self._look_again()
                    else:
                        self._pass_on(*map(int, message["data"].split()))
        finally:
            await client.aclose()

    def _look_again(self) -> None:
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.look_again()

    def _pass_on(self, tournament_id: int, version: int) -> None:
        for watcher in self._watchers.get(tournament_id, ()):
            watcher.hear(version)


hub = Hub()


async def _stream(tournament: Tournament) -> AsyncIterator[str]:
    # The first event brings a page up to date that was rendered before it began to listen.
    watcher = Watcher(tournament.version)
    hub.join(tournament.pk, watcher)
    try:
        while True:
            version = await watcher.next(within_s=SIGN_OF_LIFE_S)
            if version is None:
                yield ": still here\n\n"
                continue
            yield f"event: changed\ndata: {version}\n\n"
            await asyncio.sleep(AT_MOST_EVERY_S)
    finally:
        hub.leave(tournament.pk, watcher)


def _found(user: access.Visitor, pk: int) -> Tournament:
    """The tournament; the database is let go then, since a stream stays open for hours."""
    try:
        return access.tournament_by_id(user, pk)
    finally:
        close_old_connections()


@require_GET
async def tournament_stream(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Door: the changes of one tournament as server-sent events. Raises Http404."""
    user = await request.auser()
    tournament = await sync_to_async(_found)(user, pk)
    response = StreamingHttpResponse(_stream(tournament), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
