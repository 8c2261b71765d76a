"""What all views share: which methods they take, and how a refusal looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render

from league.models import User
from league.reading import KEY_DIGITS, natural
from league.refusals import Refusal

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def known(request: HttpRequest) -> User:
    """Who asks, where `access` has made sure that he is logged in."""
    assert isinstance(request.user, User)
    return request.user


def door(*methods: str) -> Callable[[View[P]], View[P]]:
    """A view that takes these methods (HEAD with GET) and answers with a page of ours when it is
    asked in another way, or when a chapter refuses and the view has no better place to say so."""
    allowed = {*methods, "HEAD"} if "GET" in methods else set(methods)

    def with_door(view: View[P]) -> View[P]:
        @wraps(view)
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method not in allowed:
                response = render(request, "405.html", {"status": 405}, status=405)
                response["Allow"] = ", ".join(sorted(allowed))
                return response
            try:
                return view(request, *args, **kwargs)
            except Refusal as refused:
                said = {"sentence": refused.sentence, "status": refused.status}
                return render(request, "409.html", said, status=refused.status)

        return answer

    return with_door


def ids(request: HttpRequest, name: str) -> list[int]:
    """Primary keys (or a version) as a form sent them. Raises Http404 for what cannot be one."""
    return [key(pk) for pk in request.POST.getlist(name)]


def key(text: str) -> int:
    """A primary key. Raises Http404 for what cannot be one."""
    number = natural(text, KEY_DIGITS)
    if number is None:
        raise Http404
    return number


def looked_at(request: HttpRequest) -> int | None:
    """The version of the tournament that the form was made for, if it says so."""
    return next(iter(ids(request, "version")), None)
