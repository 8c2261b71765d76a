"""How the machines are that play."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league import access
from league.show import status as machines

from .door import door


@door("GET")
def status(request: HttpRequest) -> HttpResponse:
    """Whether matches are played; for organisers, what keeps a machine from it."""
    user = request.user
    page = machines.page(
        access.matches(user),
        access.workers(user),
        access.attempts(user),
        access.trials(user),
        with_reasons=user.is_superuser,
    )
    return render(request, "status.html", {"page": page})
