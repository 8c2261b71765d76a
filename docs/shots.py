"""Makes the pictures in docs/img from a demo club that is being played: `make shots`."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
LEAGUE = "/clubs/lindenhof/leagues/house-bots/"


def main() -> None:
    """One picture a line."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("There is no chromium here: sudo apt install chromium")
    with demo() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tournament = window(browser, 1200, 860, "light")
        tournament.goto(f"{url}{LEAGUE}under-the-card/")
        tournament.get_by_text("Standings after round 1").wait_for()
        keep(tournament, "tournament")
        home = window(browser, 390, 780, "light")
        home.goto(url)
        keep(home, "phone")
        replay = window(browser, 1200, 1000, "dark")
        replay.goto(f"{url}{LEAGUE}under-the-card/?round=1")
        replay.get_by_role("link", name="See table 1 again").click()
        replay.goto(f"{replay.url}?deal=1&move=9")
        keep(replay, "replay")
        browser.close()


@contextmanager
def demo() -> Iterator[str]:
    """The site as `make run` starts it, in a folder that is gone afterwards; gives its address."""
    with tempfile.TemporaryDirectory() as var:
        command = [sys.executable, "manage.py", "up", "--demo", "--port", "0"]
        env = os.environ | {"VAR": var}
        with subprocess.Popen(
            command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE
        ) as launcher:
            try:
                yield address(launcher)
            finally:
                launcher.terminate()
                launcher.communicate()


def address(launcher: "subprocess.Popen[str]") -> str:
    """Where the launcher says the site is."""
    for line in launcher.stdout or ():
        if found := re.search(r"http://[^\s/]+", line):
            return found.group()
    sys.exit("The site did not come up.")


def window(browser: Browser, width: int, height: int, scheme: str) -> Page:
    """A window of that size, lights up or down."""
    return browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    )


def keep(page: Page, name: str) -> None:
    """What the window shows, as a picture."""
    page.wait_for_load_state("load")
    page.screenshot(path=ROOT / "docs" / "img" / f"{name}.png", animations="disabled")
    print(f"docs/img/{name}.png")


if __name__ == "__main__":
    main()
