"""A member's evening: a bot is written, uploaded, checked, entered by an organiser, and plays."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games import transcript

from . import organiser
from .conftest import ROOT, NewVisit, Site
from .test_look import look_at

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]  # one site for all

CLUB = "/clubs/lindenhof/"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The bot that the guide begins with."""
    path = tmp_path / "my_bot.py"
    command = [sys.executable, "-m", "bots", "new", str(path), "--match", "xxl-pur"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return path


def new_bot(page: Page, site: Site, name: str, file: Path) -> None:
    """From the page of the club; ends when the version is checked."""
    page.goto(site.url + CLUB)
    page.get_by_role("link", name="New bot").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("The bot").set_input_files(file)
    page.get_by_role("button", name="Upload it").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_members_bot_becomes_ready_before_his_eyes_and_plays(
    site: Site, member: Site, visit: NewVisit, written: Path
) -> None:
    page = visit().page
    organiser.log_in(page, member)
    new_bot(page, site, "Häher", written)
    page.evaluate("window.neverReloaded = true")
    ready = page.get_by_text("version 1 plays in the next draw")
    expect(ready).to_be_visible()
    expect(page.get_by_role("link", name="Challenge others")).to_be_visible()
    assert page.evaluate("window.neverReloaded")
    assert page.locator("[hx-trigger]").count() == 0  # checked: it asks no more

    runs_it = visit().page
    organiser.log_in(runs_it, site)
    organiser.set_up(runs_it, site, "Strangers", "xxl-pur", Rounds="1", Table_size="3")
    for name in ("Häher", "Kiebitz", "Strolch"):
        runs_it.get_by_role("checkbox", name=name).check()
    runs_it.get_by_role("button", name="Enter the ticked").click()
    organiser.draw(runs_it)
    organiser.publish(runs_it)
    final = runs_it.get_by_role("heading", name="Final standings")
    expect(final).to_be_visible()
    assert_only_the_owner_sees_its_program(page, runs_it, site)


def assert_only_the_owner_sees_its_program(page: Page, runs_it: Page, site: Site) -> None:
    source = CLUB + "bots/haher/versions/1/source/"
    assert page.request.get(site.url + source).status == 200
    assert runs_it.request.get(site.url + source).status == 403
    page.reload()
    expect(page.get_by_text("all played to the end")).to_be_visible()
    assert_the_match_is_downloaded(page)


def assert_the_match_is_downloaded(page: Page) -> None:
    page.get_by_role("link", name="Strangers").first.click()
    for name in ("Download the match", "As text"):
        with page.expect_download() as begun:
            page.get_by_role("link", name=name).click()
        assert transcript.read(begun.value.path().read_text()).deals


def test_what_is_wrong_with_a_file_is_said_on_the_page_with_scripts_and_without(
    site: Site, member: Site, visit: NewVisit, tmp_path: Path
) -> None:
    wrong = tmp_path / "my_bot.zip"
    wrong.write_bytes(b"PK\x03\x04 and no more")
    large = tmp_path / "large.py"
    large.write_bytes(b"#" * ((5 << 20) + 1))
    for script in (True, False):
        page = visit(width=360, script=script).page
        organiser.log_in(page, member)
        page.goto(site.url + CLUB + "bots/new/")
        for file, sentence in ((wrong, "This zip is damaged."), (large, "at most 5 MiB; this has")):
            page.get_by_label("Name").fill("Drossel")
            page.get_by_label("The bot").set_input_files(file)
            if script and file == large:  # not even sent
                page.get_by_role("button", name="Upload it").click()
                told = page.get_by_label("The bot").evaluate("input => input.validationMessage")
                assert sentence in told
                continue
            page.get_by_role("button", name="Upload it").click()
            expect(page.locator(".field__error")).to_have_text(re.compile(sentence))


def test_a_file_dropped_on_the_form_is_the_one_that_is_sent(
    site: Site, member: Site, visit: NewVisit
) -> None:
    page = visit().page
    organiser.log_in(page, member)
    page.goto(site.url + CLUB + "bots/new/")
    page.evaluate(
        """() => {
            const dropped = new DataTransfer();
            dropped.items.add(new File(["1 / 0"], "dropped.py"));
            const told = { dataTransfer: dropped, bubbles: true, cancelable: true };
            document.querySelector("[name=note]").dispatchEvent(new DragEvent("drop", told));
        }"""
    )
    page.get_by_label("Name").fill("Amsel")
    page.get_by_role("button", name="Upload it").click()
    expect(page.get_by_text("It did not start:")).to_be_visible()
    page.get_by_role("link", name="Version 1").click()
    expect(page.get_by_text("ZeroDivisionError")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_a_members_pages_fit_their_window_and_shut_nobody_out(
    site: Site, member: Site, visit: NewVisit, written: Path, width: int, scheme: str
) -> None:
    page = visit(width=width, scheme=scheme).page
    organiser.log_in(page, member)
    name = f"Specht {width}"
    new_bot(page, site, name, written)
    bot = page.url.removeprefix(site.url)
    look_at(page, site, [CLUB, CLUB + "bots/new/", bot, bot + "versions/1/"], ask_axe=True)
