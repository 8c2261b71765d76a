"""Uploads: no request is read further than a bot may be large, and nothing of it meets a disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler

from bots.submission import LARGEST

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

MOST_THROWN_AWAY = 64 << 20  # bytes of a request that is turned away
TOO_LARGE = f"That is too much to send at once. A bot has at most {LARGEST >> 20} MiB.\n"


class FirstPart(FileUploadHandler):
    """Keeps LARGEST + 1 bytes of a file in memory: one that has more is refused for its size,
    whatever follows."""

    def new_file(self, *args: object, **kwargs: object) -> None:
        super().new_file(*args, **kwargs)  # type: ignore[arg-type]  # it takes what Django gives
        self.kept = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.kept.write(raw_data[: LARGEST + 1 - self.kept.tell()])

    def file_complete(self, file_size: int) -> UploadedFile[Any]:
        size = self.kept.tell()
        self.kept.seek(0)
        return InMemoryUploadedFile(
            self.kept, self.field_name, self.file_name, self.content_type, size, self.charset
        )


def limited(application: Application) -> Application:
    """The same, but requests that say they bring more than LARGEST_REQUEST bytes, or do not say how
    much, are turned away: Django would first take in the whole of them."""

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _is_too_large(dict(scope["headers"])):
            await _turn_away(receive, send)
        else:
            await application(scope, receive, send)

    return answer


def _is_too_large(headers: dict[bytes, bytes]) -> bool:
    length = headers.get(b"content-length", b"0")
    unknown = b"transfer-encoding" in headers or not length.isdigit()
    return unknown or int(length) > settings.LARGEST_REQUEST


async def _turn_away(receive: Receive, send: Send) -> None:
    """Answer at once, then throw away what comes: a browser that is still sending when we hang up
    shows a broken connection instead of our sentence."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_LARGE.encode(), "more_body": True})
    left, more = MOST_THROWN_AWAY, True
    while more and left > 0:
        message = await receive()
        more = message.get("more_body", False)
        left -= len(message.get("body", b""))
    await send({"type": "http.response.body"})
