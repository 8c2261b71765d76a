"""A real browser before the real site: the launcher with its demo club, and Debian's chromium."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",  # tests may run as root, who gets none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WITHIN_MS = 60_000  # how long a busy machine may take; nobody waits longer than he must
expect.set_options(timeout=WITHIN_MS)


@dataclass(frozen=True)
class Site:
    """Where the site is and keeps its things, and the organiser's name and password."""

    var: Path
    url: str
    organiser: str
    password: str


@dataclass(frozen=True)
class Visit:
    """One window of the browser; `troubles` is all that its console complained about."""

    page: Page
    troubles: list[str]


NewVisit = Callable[..., Visit]


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole site as `make run` starts it, in a folder of its own."""
    var = tmp_path_factory.mktemp("site")
    env = os.environ | {"VAR": str(var)}
    env["DJANGO_SETTINGS_MODULE"] = "league.settings"
    command = [sys.executable, "manage.py", "up", "--demo", "--port", "0"]
    with subprocess.Popen(
        command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as launcher:
        try:
            yield _announced(launcher, var)
        finally:
            launcher.send_signal(signal.SIGTERM)
            launcher.communicate(timeout=30)


def _announced(launcher: "subprocess.Popen[str]", var: Path) -> Site:
    """The site from what the launcher prints."""
    said = ""
    assert launcher.stdout is not None
    for line in launcher.stdout:
        said += line
        if found := re.search(r"at (http://[^\s/]+)/.*Log in as (\S+) .* (\S+)\n", said, re.S):
            return Site(var, *found.groups())
    raise AssertionError(f"The site did not come up:\n{said}")


@pytest.fixture(scope="package")
def member(site: Site) -> Site:
    """The same site, and the name and password of a member who organises nothing."""
    script = (
        "from league.models import Club, Membership, User\n"
        "bob = User.objects.create_user('bob', password='bob-in-the-back-room', first_name='Bob')\n"
        "Membership.objects.create(user=bob, club=Club.objects.get())"
    )
    env = os.environ | {"VAR": str(site.var), "DJANGO_SETTINGS_MODULE": "league.settings"}
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", script]
    subprocess.run(command, cwd=ROOT, env=env, check=True)
    return replace(site, organiser="bob", password="bob-in-the-back-room")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One chromium for all tests here. It ends with them: while its loop runs in this thread,
    Django refuses to touch the database."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.fail("There is no chromium here: sudo apt install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[NewVisit]:
    """Opens windows; a console that complained about anything unexpected fails the test."""
    contexts: list[BrowserContext] = []
    visits: list[Visit] = []

    def open_window(width: int = 1280, scheme: str = "light", script: bool = True) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if scheme == "dark" else "light",
            java_script_enabled=script,
        )
        context.set_default_timeout(WITHIN_MS)
        contexts.append(context)
        new = Visit(context.new_page(), [])
        visits.append(new)
        _listen(new)
        return new

    yield open_window
    troubles = [trouble for one in visits for trouble in one.troubles]
    for context in contexts:
        context.close()
    assert troubles == []


def _listen(visit: Visit) -> None:
    """Keep what goes wrong in this window. That a page answered 4xx is told in the console as well,
    and some are meant to; a file of ours that does is trouble."""
    page, troubles = visit.page, visit.troubles

    def hear(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "Failed to load" not in message.text:
            troubles.append(f"{page.url}: {message.text}")

    def look(response: Response) -> None:
        if "/static/" in response.url and response.status >= 400:
            troubles.append(f"{page.url}: {response.url} answers {response.status}")

    page.on("console", hear)
    page.on("response", look)
    page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
