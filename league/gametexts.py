"""Texts that are data of games, bots, formats and scorings, for translators.

What is pure Python knows no Django, so gettext finds none of these texts by itself. They are
gathered here as a Python source in which it does; pages look them up as they are shown.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import bots
import games
import league.formats
import league.scoring
from bots.elf import COMPLAINTS
from bots.interpreters import CATALOG, NotEnabled
from bots.submission import BadEntry, BadSubmission
from bots.verdict import Verdict
from games import BadOption, Game, MatchRules, Option
from games.core import HEADINGS
from games.examples import deal_example
from league.formats.catalog import FORMATS
from league.formats.continuous import WHY
from league.formats.core import Format, Setting, Undrawable
from league.scoring.catalog import SCORINGS, Scoring
from league.scoring.cumulative import SETTINGS
from league.scoring.tiebreaks import TIE_BREAKS, TieBreak

from .show import plain_label

ERRORS = {one.__name__ for one in (Undrawable, BadOption, BadSubmission, BadEntry, NotEnabled)}
HEAD = '''"""Texts of games; made by `manage.py extract_messages` for gettext to read."""

from django.utils.translation import gettext_noop as _
'''


def texts() -> dict[str, list[str]]:
    """Every text with the places where it stands, such as `amoins, play`; each text once."""
    found: dict[str, list[str]] = {}
    for text, where in _all():
        places = found.setdefault(text, [])
        if where not in places:
            places.append(where)
    return found


def source() -> str:
    """The texts as a Python source, the same every time, with a hint where each one stands."""
    lines = [HEAD]
    for text, places in texts().items():
        lines.append(f"# Translators: {'; '.join(places)}")
        lines.append(f"_({json.dumps(text, ensure_ascii=False)})")
    return "\n".join(lines) + "\n"


def _all() -> Iterator[tuple[str, str]]:
    yield from ((heading, "rules pages") for heading in HEADINGS.values())
    kinds: list[Game | MatchRules] = [*games.GAMES.values(), *games.MATCHES.values()]
    for kind in kinds:
        yield from _of_kind(kind)
    for game in games.GAMES.values():
        yield from ((ending, f"{game.slug}, how a deal ended") for ending in game.endings)
        example = deal_example(game.slug)
        for step in example.steps if example else ():
            yield step.says, f"{game.slug}, example, move {step.move}"
    yield from ((one.says, "languages of bots") for one in CATALOG.values())
    yield from ((says, "programs of bots") for says in COMPLAINTS)
    yield from ((verdict.says, "how a bot's match ended") for verdict in Verdict)
    others: list[Format | Scoring | TieBreak] = [
        *FORMATS.values(),
        *SCORINGS.values(),
        *TIE_BREAKS.values(),
    ]
    for one in others:
        yield one.name, f"{one.slug}, name"
        yield one.says, f"{one.slug}, in a sentence"
    yield from ((says, "why a bot waits on a ladder") for says in WHY.values())
    for format in FORMATS.values():
        yield from _of_settings(format.slug, format.settings)
    for scoring in SCORINGS.values():
        yield from _of_settings(scoring.slug, scoring.settings)
    yield from _of_settings("ranking of a league", SETTINGS)
    yield from _of_errors()


def _of_errors() -> Iterator[tuple[str, str]]:
    """What they say where something will not do: it stands where that is raised."""
    for package in (games, bots, league.formats, league.scoring):
        for path in sorted(Path(package.__path__[0]).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ERRORS:
                    says = node.args[0]
                    if isinstance(says, ast.Constant):
                        yield str(says.value), f"{path.parent.name}, {path.stem}"


def _of_kind(kind: Game | MatchRules) -> Iterator[tuple[str, str]]:
    yield kind.name, f"{kind.slug}, name"
    yield kind.says, f"{kind.slug}, in a sentence"
    for section in kind.rules.sections:
        yield from ((text, f"{kind.slug}, {section.part}") for text in section.paragraphs)
    yield from ((ruling.says, ruling.id) for ruling in kind.rulings)
    yield from _of_settings(kind.slug, kind.options)


def _of_settings(slug: str, settings: Iterable[Option | Setting]) -> Iterator[tuple[str, str]]:
    for setting in settings:
        where = f"{slug}, option {setting.name}"
        yield plain_label(setting.name), where
        yield setting.says, where
        yield from ((means, where) for means in setting.means)
        if isinstance(setting, Option):
            words = [value for value in setting.values if isinstance(value, str)]
            yield from ((plain_label(word), where) for word in words if word not in games.GAMES)
