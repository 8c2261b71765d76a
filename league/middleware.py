"""What every answer carries."""

from collections.abc import Callable
from contextlib import closing

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
    )
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Nothing but our own files runs, styles or shows on a page. Django 5.2 has none built in."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return answer


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, with each file in one piece: Django's ASGI handler warns of streamed ones."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, or as much of it as was asked for."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with closing(found.file) as file:
                content = file.read()
        answer = HttpResponse(content, status=int(found.status))
        del answer["Content-Type"]  # a 304 has none
        for name, value in found.headers:
            answer[name] = value
        return answer
