"""What an organiser does, as clicks. Nothing here needs JavaScript."""

from playwright.sync_api import Page

from .conftest import Site

LEAGUE = "/clubs/lindenhof/leagues/house-bots/"


def log_in(page: Page, site: Site) -> None:
    """From any page, back to the start."""
    page.goto(site.url + "/login/")
    page.get_by_label("Username").fill(site.organiser)
    page.get_by_label("Password").fill(site.password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log out").wait_for()


def set_up(page: Page, site: Site, name: str, game: str = "xxl-individuel", **fields: str) -> None:
    """A draft; ends where bots are entered."""
    page.goto(site.url + LEAGUE)
    page.get_by_role("link", name="New tournament").click()
    page.locator(f"[name=rules][value={game}]").check()
    page.locator("[name=format][value=planned]").check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name", exact=True).fill(name)
    for field, value in fields.items():
        control = page.get_by_label(field.replace("_", " "), exact=True)
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    page.get_by_role("button", name="Save and enter bots").click()
    page.get_by_role("heading", name="Who plays").wait_for()


def enter(page: Page, count: int) -> None:
    """The first bots of the list."""
    for box in page.get_by_role("checkbox").all()[:count]:
        box.check()
    page.get_by_role("button", name="Enter the ticked").click()
    page.get_by_text("bots are entered.").wait_for()


def draw(page: Page) -> None:
    """From the entries to the preview."""
    page.get_by_role("link", name="To the draw").click()
    page.get_by_role("button", name="Draw the tables").click()
    page.get_by_role("button", name="Publish and play").wait_for()


def publish(page: Page) -> None:
    """From the preview to the tournament being played."""
    page.get_by_role("button", name="Publish and play").click()
    page.get_by_text("The draw is published").wait_for()
