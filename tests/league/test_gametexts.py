"""The texts of games reach translators, and translations reach the pages."""

import ast
import struct
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from pytest_django import Settings

import bots
import games
import league.formats
import league.scoring
from bots.elf import COMPLAINTS
from bots.verdict import Verdict
from games.examples import deal_example
from league import gametexts
from league.formats.catalog import FORMATS
from league.formats.core import Field, Format, Undrawable
from league.models import Bot, League, User
from league.refusals import in_words
from league.scoring.catalog import SCORINGS, Scoring
from league.scoring.tiebreaks import TIE_BREAKS, TieBreak
from tests.bots.programs import packed


def catalog(path: Path, messages: dict[str, str]) -> None:
    """A compiled catalog, as msgfmt makes it."""
    head = {"": "Content-Type: text/plain; charset=UTF-8\n"}
    lines = sorted((key.encode(), text.encode()) for key, text in (head | messages).items())
    tables, texts = [b"", b""], b""
    start = 28 + 16 * len(lines)
    for table in (0, 1):
        for line in lines:
            tables[table] += struct.pack("<II", len(line[table]), start + len(texts))
            texts += line[table] + b"\0"
    ends = 28 + 8 * len(lines)
    path.mkdir(parents=True)
    numbers = struct.pack("<7I", 0x950412DE, 0, len(lines), 28, ends, 0, 0)
    (path / "django.mo").write_bytes(numbers + b"".join(tables) + texts)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of translations in which every text of a game stands between marks."""
    folder = tmp_path_factory.mktemp("locale")
    marked = {text: f"»{text}«" for text in gametexts.texts()}
    catalog(folder / "de" / "LC_MESSAGES", marked)
    return folder


@pytest.fixture
def german(marked: Path, settings: Settings, client: Client) -> Client:
    """A reader of these translations."""
    settings.LOCALE_PATHS = [marked]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    return client


@pytest.mark.django_db  # for the navigation, which names the club
@pytest.mark.parametrize("slug", [*games.GAMES, *games.MATCHES])
def test_a_translation_changes_every_text_of_a_rules_page(german: Client, slug: str) -> None:
    page = unescape(german.get(f"/games/{slug}/").content.decode())
    kinds = [found[slug] for found in (games.GAMES, games.MATCHES) if slug in found]
    for kind in kinds:
        says = [section.heading for section in kind.rules.sections]
        says += [*kind.rules.paragraphs, kind.name, *(ruling.says for ruling in kind.rulings)]
        says += [text for option in kind.options for text in (option.says, *option.means)]
        assert [text for text in says if f"»{text}«" not in page] == []
    example = deal_example(slug)
    for step in example.steps if example else ():
        assert f"»{step.says[:20]}" in page
    if example:
        assert any(f"»{ending}«" in page.lower() for ending in example.game.endings)


def test_every_text_is_extracted_once_with_where_it_stands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("extract_messages")
    printed = capsys.readouterr().out
    calls = [node for node in ast.walk(ast.parse(printed)) if isinstance(node, ast.Call)]
    texts = [ast.literal_eval(call.args[0]) for call in calls]
    assert texts == list(gametexts.texts())
    kinds: list[games.Game | games.MatchRules] = [*games.GAMES.values(), *games.MATCHES.values()]
    for one in kinds:
        assert {one.name, one.says, *one.rules.paragraphs} <= set(texts)
    others: list[Format | Scoring | TieBreak] = [
        *FORMATS.values(),
        *SCORINGS.values(),
        *TIE_BREAKS.values(),
    ]
    for other in others:
        assert {other.name, other.says} <= set(texts)
    assert "# Translators: XXL-20\n" in printed
    assert "# Translators: amoins, play; lun-apres, play; montees, play\n" in printed


def test_why_tables_cannot_be_drawn_is_extracted_and_translated(german: Client) -> None:
    says = "The match rules allow tables of %(least)d to %(most)d, not of %(size)d."
    assert gametexts.texts()[says] == ["formats, core"]
    with translation.override("de"), pytest.raises(Undrawable) as refused:
        FORMATS["planned"].check(Field((), range(2, 7), {"table_size": 9}))
    with translation.override("de"):
        assert in_words(refused.value) == "»»Table size« is a number from 2 to 6.«"


@pytest.mark.parametrize("package", [games, bots, league.formats, league.scoring])
def test_what_will_not_do_is_said_where_it_is_raised(package: ModuleType) -> None:
    handed_on = {"why", "why.says"}  # of elf.COMPLAINTS, and of another error
    for path in Path(package.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in gametexts.ERRORS:
                says = node.args[0]
                written = isinstance(says, ast.Constant) or ast.unparse(says) in handed_on
                assert written, f"{path.name}, {says.lineno}: or else it is not gathered"


def test_a_page_says_in_the_language_of_its_reader_what_will_not_do(
    german: Client, house_league: League, alice: User
) -> None:
    says = "The option %(name)s is a number from %(least)d to %(most)d, not %(given)s."
    assert gametexts.texts()[says] == ["games, core"]
    german.force_login(alice)
    form = {"rules": "quibbles", "format": "planned", "name": "Cup", "option-deals": "seven"}
    page = german.post(f"{house_league.get_absolute_url()}new/", form)
    assert page.status_code == 400
    assert "»The option »Deals« is a number from 1 to " in unescape(page.content.decode())


def test_why_a_bot_is_not_taken_is_translated_and_so_is_what_became_of_it(
    german: Client, bobs_bot: Bot, bob: User
) -> None:
    german.force_login(bob)
    sent = SimpleUploadedFile("bot.zip", packed({"notes.txt": b"to do"}))
    page = german.post(f"{bobs_bot.get_absolute_url()}upload/", {"file": sent})
    assert page.status_code == 400
    assert "»There is no main.py in this zip.«" in unescape(page.content.decode())
    assert {*COMPLAINTS, *(verdict.says for verdict in Verdict)} <= gametexts.texts().keys()


def test_words_made_from_names_are_extracted_too() -> None:
    assert {
        "Voluntary draw",
        "Fewer than any",
        "Table size",
        "Tie pays",
        "As they are",
    } <= gametexts.texts().keys()
