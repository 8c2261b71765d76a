"""The whole site from one command: broker, database, workers, beat, web, in this order.

Each part answers before the next one starts, and all of them end with this process.
"""

import fcntl
import hashlib
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import Error as DatabaseError
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError

from league import demo
from league.celery import app
from league.refusals import Refused

from . import broker, door
from .children import CannotStart, Child, stop

ANSWER_WITHIN_S = 60.0  # a slow machine that starts for the first time
LOCK_WITHIN_S = 2.0  # the children of a launcher that was killed are gone by then
GIVEN_BROKER_WITHIN_S = 3.0
WATCH_EVERY_S = 0.5
ASK_OFTEN = {"polling_interval": 0.05}  # seconds; otherwise a question nobody hears costs a second

# All that a part sees of our environment; the settings have been read by then.
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "DJANGO_SETTINGS_MODULE")

Stages = list[list[Child]]


class Stopped(BaseException):
    """Somebody asked us to stop."""


def up(host: str, port: int, workers: int, with_demo: bool) -> int:
    """Start everything and stay until somebody stops it. Returns the exit code."""
    stages: Stages = []
    try:
        set_signals(raise_stopped)
        if workers < 1:
            raise CannotStart("There must be at least one worker.")
        with only_launcher(settings.VAR), door.listen(host, port) as listening:
            start_site(stages, listening, workers, with_demo)
            watch(stages)
    except CannotStart as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:  # almost always a folder or a full disk
        print(f"{error.filename or settings.VAR}: {error.strerror}.", file=sys.stderr)
        return 1
    except Stopped:
        print("\nStopping.", flush=True)
    finally:
        set_signals(signal.SIG_DFL)  # whoever asks twice means at once
        for stage in reversed(stages):
            stop(stage)
    return 0


def set_signals(handler: Callable[..., object] | signal.Handlers) -> None:
    """Let `handler` see to requests to stop."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def raise_stopped(*_: object) -> NoReturn:
    """Leave whatever is being done."""
    raise Stopped


def start_site(stages: Stages, listening: socket.socket, workers: int, with_demo: bool) -> None:
    """All parts in order, a line for each, then where to find the site."""
    if not os.environ.get("ALLOWED_HOSTS"):
        settings.ALLOWED_HOSTS += door.names(listening)
    start_broker(stages)
    migrate()
    collect_static()
    password = make_demo() if with_demo else ""
    connections.close_all()
    start(stages, *(worker(number) for number in range(1, workers + 1)))
    start(stages, beat())
    start(stages, web(listening))
    name, port = door.names(listening)[0], listening.getsockname()[1]
    print(f"\nStammtisch is at http://{name}:{port}/ (Ctrl-C stops it)", flush=True)
    if password:
        print(f"Log in as {demo.ORGANISER} with the password {password}", flush=True)


def start(stages: Stages, *children: Child) -> None:
    """Start these side by side and wait until each answers."""
    stages.append(list(children))
    for child in children:
        child.start()
    for child in children:
        child.wait(ANSWER_WITHIN_S)
        say(child.name, "answers")


def watch(stages: Stages) -> NoReturn:
    """Start again what ends on its own. Raises CannotStart when it does not stay up."""
    while True:
        for child in (child for stage in stages for child in stage):
            if child.process.is_alive():
                continue
            if not child.may_start_again():
                raise CannotStart(f"The {child.name} keeps ending: {child.last_words()}")
            say(child.name, f"ended with code {child.process.exitcode}, starting it again")
            child.start()
        time.sleep(WATCH_EVERY_S)


def say(part: str, what: str) -> None:
    """A line about a part."""
    print(f"{part:<10}{what}", flush=True)


# Broker


def start_broker(stages: Stages) -> None:
    """Our own, unless REDIS_URL names one."""
    if os.environ.get("REDIS_URL"):
        wait_for_given_broker()
        return
    data, listens = settings.VAR / "broker", settings.BROKER_SOCKET
    broker.make_private(data)
    broker.make_private(listens.parent)
    server = broker.find_server()
    command = broker.command(server, data, listens)
    run = partial(os.execve, server, command, environment())
    start(stages, Child("broker", run, lambda: broker.answers(settings.REDIS_URL), log("broker")))


def wait_for_given_broker() -> None:
    """Somebody else runs it. Its address may hold a password and is not shown."""
    deadline = time.monotonic() + GIVEN_BROKER_WITHIN_S
    while not broker.answers(settings.REDIS_URL):
        if time.monotonic() > deadline:
            raise CannotStart("The broker that REDIS_URL names does not answer.")
        time.sleep(0.2)
    say("broker", "answers at REDIS_URL")


# Database and files


def migrate() -> None:
    """Bring the tables up to date."""
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise CannotStart(f"The database cannot be used: {first_line(error)}.") from None
    say("database", f"up to date, {len(plan)} changes made" if plan else "up to date")


def collect_static() -> None:
    """Gather style sheets and pictures where the web server looks, if any has changed."""
    stamp, now = settings.STATIC_ROOT / "sources", fingerprint()
    if not stamp.exists() or stamp.read_text() != now:
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.write_text(now)
    say("files", "up to date")


def fingerprint() -> str:
    """Changes when a static file does."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = os.stat(storage.path(path))
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def make_demo() -> str:
    """The demo club, unless it is there. Returns the organiser's password."""
    try:
        password = demo.ensure()
    except Refused as refused:
        raise CannotStart(refused.sentence) from None
    say("demo", "ready")
    return password


def first_line(error: Exception) -> str:
    """What went wrong, without the hints that database drivers add."""
    return str(error).strip().partition("\n")[0].rstrip(".")


# The parts that are ours


def environment() -> dict[str, str]:
    """The part of our environment that the children see."""
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ}


def limit_environment() -> None:
    """In a child: forget the rest. A worker starts programs that others wrote."""
    kept = environment()
    os.environ.clear()
    os.environ.update(kept, CELERY_SKIP_CHECKS="1")  # they would load every page


def worker(number: int) -> Child:
    """One process that plays one match at a time."""
    node = f"worker{number}@{socket.gethostname()}"
    answers = partial(node_answers, node)
    return Child(f"worker {number}", partial(run_worker, node), answers, log(f"worker-{number}"))


def run_worker(node: str) -> None:
    """In the child. A pool would add processes that outlive a killed worker, hence `solo`."""
    limit_environment()
    alone = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
    process = app.Worker(hostname=node, pool="solo", loglevel="WARNING", quiet=True, **alone)
    process.start()
    sys.exit(process.exitcode)


def beat() -> Child:
    """The clock."""
    node = f"beat@{socket.gethostname()}"
    return Child("beat", partial(run_beat, node), partial(node_answers, node), log("beat"))


def run_beat(node: str) -> None:
    """In the child."""
    limit_environment()
    app.Beat(hostname=node, loglevel="WARNING", quiet=True).run()


def node_answers(node: str) -> bool:
    """Whether a worker or beat takes orders from the broker."""
    try:
        with app.connection_for_write(transport_options=ASK_OFTEN) as asking:
            return bool(app.control.ping([node], timeout=0.1, connection=asking))
    except OperationalError:
        return False


def web(listening: socket.socket) -> Child:
    """The web server, at a port that is held here and so kept when it is started again."""
    run, answers = partial(run_web, listening), partial(web_answers, listening)
    return Child("web", run, answers, log("web"))


def run_web(listening: socket.socket) -> None:
    """In the child."""
    limit_environment()
    import uvicorn  # nobody else needs it

    config = uvicorn.Config(
        "league.asgi:application",
        access_log=False,
        lifespan="off",
        proxy_headers=False,  # nobody stands before us, whatever a request says
        server_header=False,
        timeout_graceful_shutdown=2,  # seconds; an open event stream would hold it for ever
        ws="none",
    )
    uvicorn.Server(config).run(sockets=[listening])


def web_answers(listening: socket.socket) -> bool:
    """Whether pages can be asked for."""
    host, port = listening.getsockname()[:2]
    name = settings.ALLOWED_HOSTS[0].lstrip("*.") or "localhost"
    asked = http.client.HTTPConnection(host, port, timeout=2)
    try:
        asked.request("GET", "/healthz/", headers={"Host": name})
        return asked.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def log(name: str) -> Path:
    """Where a part writes; what it wrote last time is kept beside it."""
    path: Path = settings.VAR / "log" / f"{name}.log"
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        path.replace(path.with_suffix(".log.old"))
    return path


# One site per folder


@contextmanager
def only_launcher(folder: Path) -> Iterator[None]:
    """Hold the folder's lock. The children inherit it: it is free when all of them are gone."""
    with (folder / "launcher.lock").open("w") as file:
        deadline = time.monotonic() + LOCK_WITHIN_S
        while not locked(file.fileno()):
            if time.monotonic() > deadline:
                raise CannotStart(f"Stammtisch is running on {folder} already.")
            time.sleep(0.05)
        yield


def locked(file: int) -> bool:
    """Whether the lock is ours now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
