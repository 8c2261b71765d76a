"""An organiser's evening in the browser, with JavaScript and without."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.parts import wait_for

from . import organiser
from .conftest import NewVisit, Site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]  # one site for all


def test_an_organiser_sees_his_tournament_played_without_touching_the_page(
    site: Site, visit: NewVisit
) -> None:
    page = visit().page
    organiser.log_in(page, site)
    organiser.set_up(
        page, site, "Winter Cup", Variant="couleur", Deals="2", Seconds_between_rounds="1"
    )
    organiser.enter(page, 8)
    organiser.draw(page)
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    organiser.publish(page)
    page.evaluate("window.neverReloaded = true")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    assert page.evaluate("window.neverReloaded")
    assert page.locator("[sse-connect]").count() == 0  # over: nobody listens any more
    step_through(page)


def step_through(page: Page) -> None:
    """From a finished tournament into one of its matches, forwards and back."""
    page.get_by_role("link", name="See table 1 again").click()
    expect(page.get_by_text("The cards are dealt.")).to_be_visible()
    page.get_by_role("link", name="One move on").click()
    expect(page.get_by_text("Move 1 of")).to_be_visible()
    expect(page.locator(".said")).to_contain_text("plays")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Move 2 of")).to_be_visible()
    assert "move=2" in page.url
    page.get_by_role("link", name="One move back").click()
    expect(page.get_by_text("Move 1 of")).to_be_visible()
    page.get_by_role("link", name="To the end of the deal").click()
    expect(page.get_by_text("All cards played.")).to_be_visible()
    page.get_by_role("link", name="To the next deal").click()
    expect(page.get_by_role("heading", name="Moves of deal 2")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("All cards played.")).to_be_visible()


def test_the_slider_goes_to_any_move(site: Site, visit: NewVisit) -> None:
    page = visit(width=360, scheme="dark").page
    page.goto(site.url + first_finished_match(page, site))
    page.get_by_role("slider", name="Move").fill("5")
    expect(page.get_by_text("Move 5 of")).to_be_visible()
    assert "move=5" in page.url


def first_finished_match(page: Page, site: Site) -> str:
    """The path of a match of the demo that is over, waiting for the first if need be."""
    page.goto(site.url + "/clubs/lindenhof/bots/kiebitz/")
    link = page.locator("a[href^='/matches/']").first
    reload_until(page, link)
    return link.get_attribute("href") or ""


def reload_until(page: Page, sought: Locator) -> None:
    """As somebody does who waits, and whose page does not renew itself."""

    def is_there() -> bool:
        page.reload()
        return sought.count() > 0

    wait_for(is_there)


def test_the_same_evening_works_without_javascript(site: Site, visit: NewVisit) -> None:
    page = visit(width=360, script=False).page
    organiser.log_in(page, site)
    organiser.set_up(page, site, "Summer Cup", "arschmallows", Rounds="1")
    organiser.enter(page, 4)
    organiser.draw(page)
    page.get_by_role("button", name="Draw again").click()
    page.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name="Draw the tables").click()
    organiser.publish(page)
    reload_until(page, page.get_by_role("heading", name="Final standings"))
    page.get_by_role("link", name="See table 1 again").click()
    page.get_by_role("link", name="One move on").click()
    expect(page.locator(".said")).to_contain_text("looks at two cards")
    # Four looks and an announcement are the shortest deal of four.
    page.get_by_role("slider", name="Move").fill("5")
    page.get_by_role("button", name="Go there").click()
    expect(page.get_by_text("Move 5 of")).to_be_visible()


def test_what_is_wrong_stands_beside_its_field_and_what_was_right_is_kept(
    site: Site, visit: NewVisit
) -> None:
    page = visit(width=360).page
    organiser.log_in(page, site)
    page.goto(site.url + organiser.LEAGUE + "new/?rules=xxl-individuel&format=planned")
    page.get_by_label("Name").fill("Spring Cup")
    page.get_by_label("Table size").fill("9")
    page.get_by_role("button", name="Save and enter bots").click()
    expect(page.get_by_text("Table size is a number from 2 to 6.")).to_be_visible()
    expect(page.get_by_text("Choose one of these.")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Spring Cup")
    expect(page.get_by_label("Table size")).to_have_value("9")
