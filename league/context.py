"""What every page may show, whichever view it comes from; nothing is asked until it does."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from . import access


def clubs(request: HttpRequest) -> dict[str, Any]:
    """All clubs, and the one they are where there is no other. A view that is about a club puts its
    own in place of it."""
    user = getattr(
        request, "user", None
    )  # None where a request is not even taken, as of a wrong host
    found: Any = SimpleLazyObject(lambda: [] if user is None else list(access.clubs(user)))
    return {"clubs": found, "club": SimpleLazyObject(lambda: found[0] if len(found) == 1 else None)}
