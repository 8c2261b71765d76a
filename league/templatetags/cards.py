"""Cards on pages: `{% card "r6g0" %}`, `{% card 7 "ars" %}`, `{% back "ars" %}`, `{% face "r6" %}`.

A card is a stack of symbols from cards.svg with a label in words. A deck that has no artwork yet is
drawn as plain paper with its text, so that a new game shows before anybody has drawn for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.felt import Felt
from league.felt import felt as drawn
from league.stepping import Position

register = template.Library()

COLOURS = {
    "y": gettext_lazy("yellow"),
    "r": gettext_lazy("red"),
    "b": gettext_lazy("blue"),
    "g": gettext_lazy("green"),
}
STATES = {
    "open": gettext_lazy("can be played"),
    "chosen": gettext_lazy("chosen"),
    "shut": gettext_lazy("cannot be played now"),
    "played": gettext_lazy("just played"),
    "blocked": gettext_lazy("blocked"),
    "stolen": gettext_lazy("stolen"),
    "seen": gettext_lazy("looked at"),
}
XXL_CARD = re.compile(r"([yrbg])(\d+)([yrbg])(\d+)")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Ids of symbols in cards.svg, lowest first, and what they show in words. `text` is written on
    the card where no symbol does."""

    parts: tuple[str, ...]
    words: str
    text: str = ""


def _xxl(card: str) -> Drawing | None:
    found = XXL_CARD.fullmatch(card)
    if found is None:
        return None
    high_colour, high, low_colour, low = found.groups()
    total = int(high) + int(low)
    words = _("%(high)s, %(low)s, together %(total)d") % {
        "high": _face_words(high_colour, high),
        "low": _face_words(low_colour, low),
        "total": total,
    }
    parts = ("paper", f"xxl-hi-{high_colour}{high}", f"xxl-lo-{low_colour}{low}")
    return Drawing((*parts, f"xxl-sum-{total}"), words)


def _arschmallows(card: str) -> Drawing | None:
    if not re.fullmatch(r"-4|-2|\d|10|11", card):
        return None
    actions = {"9": _("spy"), "10": _("exchange"), "11": _("play twice")}
    number = card.replace("-", "−")
    words = _("marshmallow, %(number)s") % {"number": number}
    if card in actions:
        words += f", {actions[card]}"
    return Drawing((f"ars-{card.replace('-', 'm')}",), words)


def _abluxxen(card: str) -> Drawing | None:
    if not re.fullmatch(r"[1-9]|1[0-3]|J", card):
        return None
    words = _("lynx, joker") if card == "J" else _("lynx, %(number)s") % {"number": card}
    return Drawing((f"lux-{card}",), words)


def _quibbles(card: str) -> Drawing | None:
    if not re.fullmatch(r"[1-6]", card):
        return None
    return Drawing((f"qui-{card}",), _("quibble, %(number)s") % {"number": card})


DECKS: dict[str, Callable[[str], Drawing | None]] = {
    "xxl": _xxl,
    "ars": _arschmallows,
    "lux": _abluxxen,
    "qui": _quibbles,
}
EXAMPLES = {
    "xxl": ("r6g0", "y9g8", "b10r4", "r2y1", "g7b5"),
    "ars": ("-4", "0", "8", "9", "10", "11"),
    "lux": ("1", "5", "9", "13", "J"),
    "qui": ("1", "2", "3", "4", "5", "6"),
}
BACKS = {"xxl": "back-xxl", "ars": "back-ars", "lux": "back-lux", "qui": "back-qui"}


def deck_of(game: str) -> str:
    """The artwork a game is played with."""
    return {"arschmallows": "ars", "abluxxen": "lux", "quibbles": "qui"}.get(game, "xxl")


def drawing(card: str, deck: str) -> Drawing:
    """How a card of that deck looks."""
    drawn = DECKS[deck](card) if deck in DECKS else None
    return drawn or Drawing(("paper",), card, card)


@register.simple_tag
def card(card: Any, deck: str = "xxl", state: str = "", size: str = "") -> SafeString:
    """A face-up card; `state` as in STATES, `size` s, l or 24."""
    return _card(drawing(str(card), deck), state, size)


@register.simple_tag
def back(deck: str = "xxl", state: str = "", size: str = "", words: str = "") -> SafeString:
    """A face-down card."""
    return _card(Drawing((BACKS.get(deck, "paper"),), words or _("a card, face down")), state, size)


def _card(drawn: Drawing, state: str, size: str) -> SafeString:
    words = f"{drawn.words}, {STATES[state]}" if state else drawn.words
    parts = (*drawn.parts, f"state-{state}") if state else drawn.parts
    uses = format_html_join("", '<use href="{}#{}"/>', ((_sheet(), part) for part in parts))
    text = format_html('<text class="card__text" x="125" y="190">{}</text>', drawn.text)
    return format_html(
        '<svg class="card{}" viewBox="0 0 250 350" role="img" aria-label="{}">{}{}</svg>',
        f" card--{size}" if size else "",
        words,
        uses,
        text if drawn.text else "",
    )


@register.simple_tag
def face(face: str, other: bool = False) -> SafeString:
    """One face of an XXL card in a sentence: `r6`. `other`: the face that was not used."""
    return format_html(
        '<svg class="face{}" viewBox="0 0 60 60" role="img" aria-label="{}">'
        '<use href="{}#face-{}"/></svg>',
        " face--other" if other else "",
        _face_words(face[0], face[1:]),
        _sheet(),
        face,
    )


def in_sentence(card: str, deck: str, used: str = "") -> SafeString:
    """A card small enough to stand in a line of text: both faces, or the card itself. `used`: the
    face it is played for, which comes first."""
    found = XXL_CARD.fullmatch(card) if deck == "xxl" else None
    if found is None:
        return _card(drawing(card, deck), "", "word")
    high_colour, high, low_colour, low = found.groups()
    both = sorted([high_colour + high, low_colour + low], key=lambda one: one != used)
    faces = face(both[0]) + face(both[1], other=bool(used))
    return format_html('<span class="move">{}</span>', faces)


def _face_words(colour: str, number: str) -> str:
    return f"{COLOURS[colour]} {number}"


def _sheet() -> str:
    return static("cards.svg")


@register.simple_tag
def example_card(game: str) -> SafeString:
    """A card of a game, to tell it from others at a glance."""
    deck = deck_of(game)
    # Not the same for every game of a deck.
    examples = EXAMPLES[deck]
    return card(examples[len(game) % len(examples)], deck, size="s")


@register.simple_tag
def felt(position: Position) -> Felt:
    """The table at a position of a match, for templates/felt/."""
    return drawn(position)


@register.simple_tag
def held(count: int, deck: str) -> SafeString:
    """Cards held in hand, backs to the reader, as a fan that does not grow with every card."""
    words = ngettext("%(count)d card in hand", "%(count)d cards in hand", count) % {"count": count}
    backs = ((_sheet(), BACKS.get(deck, "paper"), 62 * number) for number in range(count))
    cards = format_html_join("", '<use href="{}#{}" x="{}" width="250" height="350"/>', backs)
    return format_html(
        '<svg class="held" viewBox="0 0 {} 350" role="img" aria-label="{}">{}</svg>',
        250 + 62 * (count - 1),
        words,
        cards,
    )


@register.simple_tag
def spread(cards: Sequence[str], deck: str, state: str = "") -> SafeString:
    """A set of cards, face up, each partly covering the one before; `state` marks the last one."""
    drawn = [drawing(card, deck) for card in cards]
    words = [*(one.words for one in drawn), *([str(STATES[state])] if state else [])]
    last = 62 * (len(cards) - 1)
    parts = [(part, 62 * place) for place, one in enumerate(drawn) for part in one.parts]
    parts += [(f"state-{state}", last)] if state else []
    uses = ((_sheet(), part, x) for part, x in parts)
    return format_html(
        '<svg class="spread" viewBox="0 0 {} 350" role="img" aria-label="{}">{}</svg>',
        250 + last,
        "; ".join(words),
        format_html_join("", '<use href="{}#{}" x="{}" width="250" height="350"/>', uses),
    )


@register.simple_tag
def shape(colour: str) -> SafeString:
    """The sign of an XXL colour, with its name."""
    return format_html(
        '<svg class="shape" viewBox="0 0 100 100" role="img" aria-label="{}">'
        '<use href="{}#shape-{}"/></svg>',
        COLOURS[colour],
        _sheet(),
        colour,
    )
