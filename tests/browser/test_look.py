"""Every page on phone and desk, lights up and down: nothing sticks out, nobody is kept out."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from . import organiser
from .conftest import NewVisit, Site
from .test_story import first_finished_match

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]  # one site for all

CLUB = "/clubs/lindenhof/"
VISITED = [
    "/",
    CLUB,
    organiser.LEAGUE,
    organiser.LEAGUE + "under-the-card/",
    organiser.LEAGUE + "marshmallow-night/?round=2",
    CLUB + "bots/kiebitz/",
    CLUB + "ratings/",
    CLUB + "head-to-head/?one=bot-kiebitz&other=bot-dachs",
    "{match}",
    "{match}?deal=2&move=9",
    "/games/",
    "/games/arschmallows/",
    "/games/couleur/",
    "/games/series/",
    "/games/xxl-pur/",
    "/login/",
    "/status/",
    "/nowhere/",
]
ORGANISED = [
    organiser.LEAGUE + "new/",
    organiser.LEAGUE + "new/?rules=xxl-individuel&format=planned",
    organiser.LEAGUE + "settings/",
    organiser.LEAGUE + "prepared/",
    organiser.LEAGUE + "prepared/entries/",
    organiser.LEAGUE + "prepared/draw/",
]
SIZES = [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]
ASK_AXE_AT = {
    (360, "light"),
    (1280, "dark"),
}  # every width and every colour once; it takes a second


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_pages_fit_their_window_and_shut_nobody_out(
    site: Site, visit: NewVisit, width: int, scheme: str
) -> None:
    page = visit(width=width, scheme=scheme).page
    match = first_finished_match(page, site)
    addresses = [address.format(match=match) for address in VISITED]
    look_at(page, site, addresses, ask_axe=(width, scheme) in ASK_AXE_AT)


EDGES = """sheet => {
  const head = sheet.querySelector(".sheet__head"), style = getComputedStyle(head);
  const row = [...sheet.querySelector(".ledger tr").cells].filter(cell => cell.offsetWidth);
  const first = getComputedStyle(row[0]), last = getComputedStyle(row.at(-1));
  return [style.paddingLeft === first.paddingLeft, style.paddingRight === last.paddingRight];
}"""


def test_a_list_begins_and_ends_below_its_heading_on_a_phone(site: Site, visit: NewVisit) -> None:
    page = visit(width=360, scheme="light").page
    page.goto(site.url + CLUB + "bots/kiebitz/")
    sheets = page.locator(".sheet:has(.sheet__head):has(.ledger)").all()
    assert len(sheets) >= 3  # one more as soon as it is rated
    assert [sheet.evaluate(EDGES) for sheet in sheets] == [[True, True]] * len(sheets)


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_an_organisers_pages_fit_their_window_and_shut_nobody_out(
    site: Site, visit: NewVisit, width: int, scheme: str
) -> None:
    page = visit(width=width, scheme=scheme).page
    organiser.log_in(page, site)
    prepare_once(page, site)
    look_at(page, site, ORGANISED, ask_axe=(width, scheme) in ASK_AXE_AT)


def prepare_once(page: Page, site: Site) -> None:
    """A drawn tournament that nobody has published."""
    answer = page.goto(site.url + organiser.LEAGUE + "prepared/")
    assert answer is not None
    if answer.status == 404:
        organiser.set_up(page, site, "Prepared", Variant="amoins", Table_size="3")
        organiser.enter(page, 7)
        organiser.draw(page)


def look_at(page: Page, site: Site, addresses: list[str], ask_axe: bool) -> None:
    """Open one after the other and collect what is wrong with any."""
    wrong = []
    for address in addresses:
        page.goto(site.url + address)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        wrong += [f"{address} is {wide} px too wide"] if wide > 0 else []
        if ask_axe:
            wrong += [f"{address}: {violation}" for violation in violations(page)]
    assert wrong == []


def violations(page: Page) -> list[str]:
    """What axe finds serious: who cannot see, hear or point is kept from using the page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} at {one['nodes'][0]['target']}"
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]


@pytest.mark.parametrize("address", ["/", organiser.LEAGUE + "under-the-card/"])
def test_pages_print_without_their_wood(site: Site, visit: NewVisit, address: str) -> None:
    page = visit().page
    page.goto(site.url + address)
    page.emulate_media(media="print")
    assert not page.locator(".rail").is_visible()
    assert page.get_by_role("heading", level=1).is_visible()


def test_everything_can_be_reached_by_keyboard(site: Site, visit: NewVisit) -> None:
    page = visit().page
    page.goto(site.url + "/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")
