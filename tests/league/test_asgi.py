"""The server's entry point."""

import gc
from types import ModuleType

from league import asgi, views


def test_the_collector_leaves_alone_what_the_server_has_loaded() -> None:
    gc.unfreeze()
    asgi.freeze()
    modules = [one for one in gc.get_objects() if isinstance(one, ModuleType)]
    assert views not in modules
    assert gc.get_freeze_count() > 0
    assert gc.get_objects()  # what comes later is looked at as before
