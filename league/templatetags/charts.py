"""Ratings and means as people read them, and a line for how a rating went."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .look import minus

register = template.Library()

WIDTH, HEIGHT = 120, 28
EDGE = 3  # or the line would be cut where it is thick


@register.filter
def thousands(number: int) -> str:
    """A whole number as people read long ones: 12,345."""
    return str(minus(f"{number:,}"))


@register.filter
def hundredths(number: Fraction) -> str:
    """A mean that only informs, rounded; what decides a place is written exactly."""
    return f"{float(number):.2f}"


@register.filter
def signed(number: int) -> str:
    """A change with its sign: +12, −7."""
    return str(minus(f"{number:+,}")) if number else "0"


@register.simple_tag
def spark(numbers: Sequence[int], kind: str = "") -> SafeString:
    """A small line through numbers in time, said in words for those who hear."""
    words = _("From %(first)s to %(last)s, lowest %(least)s, highest %(most)s") % {
        "first": thousands(numbers[0]),
        "last": thousands(numbers[-1]),
        "least": thousands(min(numbers)),
        "most": thousands(max(numbers)),
    }
    return format_html(
        '<svg class="spark{}" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" '
        'aria-label="{}"><polyline points="{}"/></svg>',
        f" spark--{kind}" if kind else "",
        WIDTH,
        HEIGHT,
        words,
        " ".join(f"{x:.1f},{y:.1f}" for x, y in _points(numbers)),
    )


def _points(numbers: Sequence[int]) -> list[tuple[float, float]]:
    least, most = min(numbers), max(numbers)
    across, up = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
    step, scale = across / max(1, len(numbers) - 1), up / max(1, most - least)
    return [
        (EDGE + step * at, HEIGHT - EDGE - scale * (number - least))
        for at, number in enumerate(numbers)
    ]
