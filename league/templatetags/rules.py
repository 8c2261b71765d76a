"""The rules pages: captions that link to rulings, what options mean, what a score sheet tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import Option
from games.dealing import Setup
from league import show
from league.rulebook import Counted, Line

from .telling import Seats, listed

register = template.Library()

RULING = re.compile(r"\b[A-Z]{3}-\d+\b")
MOST_MOVES_SHOWN = 12


@register.filter
def cited(text: str) -> SafeString:
    """A text of a game's data in the reader's language, each ruling that it names linked to."""
    escaped = conditional_escape(_(text))
    return mark_safe(RULING.sub(r'<a href="#\g<0>">\g<0></a>', escaped))


@register.filter
def option_values(option: Option) -> list[Mapping[str, Any]]:
    """The values of an option: each with its `value`, what it `means`, whether it `is_usual`."""
    return [
        {
            "value": _switched(value) if option.kind == "switch" else show.in_words(value),
            "means": _(means),
            "is_usual": value == option.default,
        }
        for value, means in zip(option.values, option.means, strict=True)
    ]


def _switched(value: bool) -> str:
    return _("on") if value else _("off")


@register.simple_tag
def setup_caption(setup: Setup) -> str:
    """Which setting a table of set-ups is for."""
    if setup.option is None:
        return _("Cards as they are dealt")
    name, value = show.label(setup.option.name), show.in_words(setup.value)
    return _("Cards as they are dealt, %(option)s: %(value)s") % {"option": name, "value": value}


@register.filter
def has_any(setup: Setup, place: str) -> bool:
    """Whether any cards lie at that place, such as `open`, at the beginning of a deal."""
    return any(getattr(line, place) for line in setup.lines)


@register.simple_tag
def open_moves(moves: Sequence[str]) -> SafeString:
    """The moves that were open, as they are written; not all of very many."""
    shown = format_html_join(
        ", ", "<code>{}</code>", ((move,) for move in moves[:MOST_MOVES_SHOWN])
    )
    rest = len(moves) - MOST_MOVES_SHOWN
    if rest <= 0:
        return shown
    more = ngettext("and one more", "and %(count)d more", rest) % {"count": rest}
    return format_html("{} {}", shown, more)


@register.simple_tag
def line_says(counted: Counted, line: Line) -> str:
    """What a line of a score sheet decided: shared places, and who starts the next deal."""
    return " ".join([*_shared(counted, line), *_next_start(counted, line)])


def _shared(counted: Counted, line: Line) -> Iterator[str]:
    places = line.outcome.places
    for place in sorted({place for place in places if places.count(place) > 1}):
        who = listed(_names(counted, [seat for seat, its in enumerate(places) if its == place]))
        nobody = place + places.count(place) - 1
        yield _("%(who)s share place %(place)d, so there is no place %(next)d.") % {
            "who": who,
            "place": place,
            "next": nobody,
        }


def _next_start(counted: Counted, line: Line) -> Iterator[str]:
    if line.number < len(counted.lines):
        start = counted.lines[line.number].start
        who = _names(counted, [start])[0]
        yield _("%(who)s starts the next deal.") % {"who": who}


@register.simple_tag
def result_says(counted: Counted) -> str:
    """Who has won the match, and with what; who has as many and has not won."""
    seats = [seat for seat, place in enumerate(counted.places) if place == 1]
    most = counted.totals[seats[0]]
    total = str(most).replace("-", "−")
    words = ngettext(
        "%(who)s wins with %(total)s points.",
        "%(who)s win together with %(total)s points.",
        len(seats),
    )
    says = words % {"who": listed(_names(counted, seats)), "total": total}
    behind = [seat for seat, its in enumerate(counted.totals) if its == most and seat not in seats]
    if not behind:
        return says
    words = ngettext(
        "%(who)s has as many, and the tie-break decides.",
        "%(who)s have as many, and the tie-break decides.",
        len(behind),
    )
    return f"{says} {words % {'who': listed(_names(counted, behind))}}"


@register.filter
def names(seats: Seats) -> str:
    """Who sits at a table, as in a sentence."""
    return listed([line.name for line in seats])


def _names(counted: Counted, seats: Sequence[int]) -> list[str]:
    return [counted.seats[seat].name for seat in seats]
