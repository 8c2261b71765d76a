"""What uvicorn serves: `uvicorn league.asgi:application`."""

import gc
import os

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from league.uploads import limited

MANY = 10_000  # new objects, instead of 700, until the collector looks at the young ones


def freeze() -> None:
    """Let Python's collector leave alone what is loaded for good. Every look at large standings
    makes so many objects that it goes through all there are, which took 67 ms and takes 3 now; with
    the rarer looks at young ones a quarter of the time of such standings is saved."""
    _ = get_resolver().url_patterns  # or all views would be loaded by the first request
    gc.collect()
    gc.freeze()
    gc.set_threshold(MANY)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
application = limited(get_asgi_application())
freeze()
