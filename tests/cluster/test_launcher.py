"""The whole site from one command, started as a person starts it."""

import os
import re
import shutil
import signal
import socket
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import redis

from league.launcher.broker import find_server
from league.settings import broker_socket
from tests.parts import ROOT, Site, StartSite, nodes, starting_sites, wait_for


@pytest.fixture(scope="module")
def demo_site(
    tmp_path_factory: pytest.TempPathFactory, used_folder: Path
) -> Iterator[tuple[Site, str]]:
    """A site for everybody in the house that tests only look at; its address."""
    folder = tmp_path_factory.mktemp("demo") / "var"
    shutil.copytree(used_folder, folder)
    with starting_sites(folder) as start:
        site = start("--demo", "--host", "0.0.0.0")
        yield site, site.address()


def get(url: str) -> HTTPResponse:
    response: HTTPResponse = urlopen(url, timeout=30)
    return response


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def test_each_part_answers_in_order_then_comes_the_address(tmp_path: Path) -> None:
    parts = ["broker", "database", "files", "worker 1", "worker 2", "beat", "web", "", "Stammtisch"]
    with starting_sites(tmp_path / "fresh") as start:
        site = start("--workers", "2")
        address = site.address()
        assert [re.split("  +| is", line)[0] for line in site.said] == parts
        assert set(site.children()) == {"broker", "worker 1", "worker 2", "beat", "web"}
        assert get(f"{address}healthz/").status == 200
        assert site.stop() == 0


def test_everything_is_still_there_at_the_second_start(
    start_site: StartSite, tmp_path: Path
) -> None:
    seen = []
    for _ in range(2):
        site = start_site("--demo")
        home = get(site.address()).read().decode()
        login = site.read_until("Log in as .*")
        with redis.Redis.from_url(f"unix://{tmp_path}/var/broker/socket") as broker:
            visits = broker.incr("visits")
        seen.append((login, visits, "Lindenhof" in home))
        assert site.stop() == 0
    assert seen == [(login, 1, True), (login, 2, True)]
    password = tmp_path / "var" / "demo-password"
    assert password.stat().st_mode & 0o777 == 0o600
    assert login.endswith(f" {password.read_text()}")


def test_pages_and_files_carry_the_content_security_policy(demo_site: tuple[Site, str]) -> None:
    _, address = demo_site
    page = get(address)
    style = re.search(r'href="(/static/[^"]+\.css)"', page.read().decode())
    assert style
    for response in (page, get(address.rstrip("/") + style[1])):
        assert "script-src 'self'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_worker_keeps_to_one_core(demo_site: tuple[Site, str]) -> None:
    site, _ = demo_site
    assert len(os.sched_getaffinity(site.children()["worker 1"])) == 1


def test_others_may_ask_by_the_addresses_of_this_machine(demo_site: tuple[Site, str]) -> None:
    _, address = demo_site
    assert "0.0.0.0" not in address
    assert get(address).status == 200
    for name, status in ((socket.gethostname(), 200), ("stranger.example", 400)):
        asked = HTTPConnection(urlsplit(address).netloc)
        asked.request("GET", "/", headers={"Host": name})
        assert asked.getresponse().status == status
        asked.close()


def test_all_parts_die_with_a_launcher_that_is_killed(start_site: StartSite) -> None:
    site = start_site()
    site.address()
    pids = site.children().values()
    assert len(pids) == 4
    site.kill()
    wait_for(lambda: all(map(gone, pids)), within_s=2)


def test_a_killed_launcher_can_be_started_again_at_once(start_site: StartSite) -> None:
    site = start_site()
    site.address()
    site.kill()
    assert start_site().address()


def test_a_part_that_is_killed_is_started_again(start_site: StartSite, tmp_path: Path) -> None:
    site = start_site()
    address = site.address()
    for part in ("web", "worker 1", "broker"):
        os.kill(site.children()[part], signal.SIGKILL)
        site.read_until(rf"{part} +ended with code -9, starting it again")
    assert get(f"{address}healthz/").status == 200
    broker = f"unix://{tmp_path}/var/broker/socket"
    wait_for(lambda: nodes(broker) == {"worker1", "beat"})
    assert site.stop() == 0


def test_a_part_that_keeps_ending_stops_the_site(start_site: StartSite) -> None:
    site = start_site()
    site.address()
    for _ in range(3):
        os.kill(wait_for(lambda: site.children().get("beat")), signal.SIGKILL)
        site.read_until("starting it again")
    wait_for(lambda: "beat" in site.children())
    pids = site.children()
    os.kill(pids["beat"], signal.SIGKILL)
    assert site.wait() == 1
    assert site.said[-1].startswith("The beat keeps ending: ")
    assert all(map(gone, pids.values()))


def test_a_server_on_the_path_is_the_broker_and_sees_little_of_our_environment(
    start_site: StartSite, tmp_path: Path
) -> None:
    server = tmp_path / "valkey-server"
    server.write_text(f'#!/bin/sh\nenv > {tmp_path}/seen\nexec {find_server()} "$@"\n')
    server.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    site = start_site(environment={"PATH": path, "SECRET_KEY": "ours", "TOKEN": "of others"})
    site.address()
    seen = (tmp_path / "seen").read_text()
    assert "PATH=" in seen
    assert not re.search("ours|of others", seen)


def test_a_folder_with_a_long_name_will_do(start_site: StartSite, tmp_path: Path) -> None:
    deep = tmp_path / ("a" * 100) / "v a%r"
    site = start_site(environment={"VAR": str(deep)})
    assert get(f"{site.address()}healthz/").status == 200
    assert site.stop() == 0
    broker_socket(deep / "broker").parent.rmdir()  # outside, and empty once all has ended


def test_a_given_broker_is_used(start_site: StartSite, broker_url: str) -> None:
    site = start_site(environment={"REDIS_URL": broker_url})
    site.address()
    assert "broker" not in site.children()
    assert site.stop() == 0


def refusal(site: Site) -> str:
    """The last line of a site that did not start, and no traceback before it."""
    assert site.wait() == 1
    assert not [line for line in site.said if line.startswith(("Traceback", "  File"))]
    return site.said[-1]


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence"),
    [
        (["--port", "70000"], {}, "A port is a number from 0 to 65535, not 70000."),
        (["--workers", "0"], {}, "There must be at least one worker."),
        (["--host", "192.0.2.1"], {}, "192.0.2.1 is not an address of this machine."),
        (["--host", "nowhere.invalid"], {}, "There is no host nowhere.invalid."),
        ([], {"VAR": "/dev/null/var"}, "The folder /dev/null/var cannot be used: Not a directory."),
        ([], {"VAR": "/proc"}, "The folder /proc cannot be used: "),
        ([], {"DEBUG": "perhaps"}, "DEBUG must be true or false, not 'perhaps'."),
        ([], {"DATABASE_URL": "postgres://u:secret@/db?host=/nowhere"}, "The database cannot be"),
        ([], {"REDIS_URL": "redis://:secret@127.0.0.1:1"}, "The broker that REDIS_URL names does"),
    ],
)
def test_what_cannot_work_is_refused_in_one_sentence(
    start_site: StartSite, arguments: list[str], environment: dict[str, str], sentence: str
) -> None:
    site = start_site(*arguments, environment=environment)
    assert refusal(site).startswith(sentence)
    assert "secret" not in "".join(site.said)


def test_a_taken_port_is_refused_in_one_sentence(start_site: StartSite) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        site = start_site("--port", str(port))
        assert refusal(site) == f"Port {port} is taken: choose another with --port."


def test_a_second_launcher_on_the_same_folder_is_refused(demo_site: tuple[Site, str]) -> None:
    first, address = demo_site
    with starting_sites(first.var) as start:
        second = start()
        assert second.wait() == 1
    assert second.said == [f"Stammtisch is running on {first.var} already."]
    assert get(f"{address}healthz/").status == 200


def test_a_worker_that_does_not_come_up_is_told_in_one_sentence(
    start_site: StartSite, tmp_path: Path
) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "var", "tests"))
    (tree / "league" / "tasks.py").write_text('raise RuntimeError("no cards in the house")\n')
    site = start_site(root=tree)
    log = tmp_path / "var" / "log" / "worker-1.log"
    sentence = "The worker 1 did not come up: RuntimeError: no cards in the house"
    assert refusal(site) == f"{sentence} (more in {log})"
    assert "Traceback" in log.read_text()
