"""Small things every page needs: marks, tallies, mats, places, exact numbers, a club's own time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from bots.verdict import Verdict
from games import Option
from league import show
from league.formats.catalog import LADDERS
from league.models import Bot, Club, Match, Player, Round, Tournament
from league.scoring.last_round import Reach
from league.scoring.standings import Row

register = template.Library()

VERDICTS = {  # the look of each verdict: which stamp, and one word on it
    "late": ("late", lazy("late")),
    "exhausted": ("late", lazy("out of memory")),
    "crashed": ("crash", lazy("crashed")),
    "no-start": ("crash", lazy("did not start")),
    "illegal": ("illegal", lazy("illegal move")),
    "malformed": ("illegal", lazy("no answer")),
    "flood": ("flood", lazy("flood")),
    "too-big": ("flood", lazy("too big")),
}
BRACKETED = '<span class="soft" title="{}">{}{}{}<span class="hush"> {}</span></span>'
MOST_STROKES = 60  # more of them nobody counts
PARTS = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼",
    Fraction(3, 4): "¾", Fraction(1, 5): "⅕", Fraction(2, 5): "⅖", Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘", Fraction(1, 6): "⅙", Fraction(5, 6): "⅚", Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜", Fraction(5, 8): "⅝", Fraction(7, 8): "⅞",
}  # fmt: skip


@register.filter
def gametext(text: object) -> str:
    """A text that is a game's data (name, rule, ruling, reason), in the reader's language."""
    return _(str(text)) if text else ""


@register.filter
def optionname(name: str) -> str:
    """`table_size` as people read it."""
    return show.label(name)


@register.simple_tag
def option_range(option: Option) -> str:
    """What an option without a list of values can be, and what it is when nobody says anything."""
    if option.kind != "number":
        return ""
    least, most = option.choices[0], option.choices[-1]
    words = _("%(least)d to %(most)d.") % {"least": least, "most": most}
    if option.default is None:
        return words
    return words + " " + _("Usually %(usual)s.") % {"usual": show.in_words(option.default)}


@register.simple_tag
def mark(name: str, kind: str = "") -> SafeString:
    """A small sign from marks.svg; it is never the only carrier of a meaning."""
    return format_html(
        '<svg class="mark{}" aria-hidden="true"><use href="{}#m-{}"/></svg>',
        f" mark--{kind}" if kind else "",
        static("marks.svg"),
        name,
    )


@register.simple_tag
def tally(done: int, total: int, words: str, kind: str = "") -> SafeString:
    """Strokes of five, pale where something is to come; `words` says it for those who hear."""
    if total > MOST_STROKES:
        return format_html(
            '<progress class="tally__long" value="{}" max="{}" aria-label="{}"></progress>',
            done,
            total,
            words,
        )
    fives = (_five(done - start, min(5, total - start)) for start in range(0, total, 5))
    return format_html(
        '<span class="tally{}" role="img" aria-label="{}">{}</span>',
        f" tally--{kind}" if kind else "",
        words,
        format_html_join("", "{}", ((five,) for five in fives)),
    )


def _five(done: int, total: int) -> SafeString:
    strokes = (
        (static("marks.svg"), n, mark_safe(' class="tally__rest"') if n > done else "")
        for n in range(1, total + 1)
    )
    uses = format_html_join("", '<use href="{}#m-s{}"{}/>', strokes)
    return format_html(
        '<svg class="tally__five" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', uses
    )


@register.simple_tag
def mat(who: Player | Bot | str, size: str = "", letters: str = "") -> SafeString:
    """The mat of a player: round for a person, square for a bot; with the initials of the name,
    unless it is to bear other letters."""
    classes = "mat" + (" mat--bot" if isinstance(who, Bot) else "")
    classes += f" mat--{size}" if size else ""
    shown = letters or initials(str(who))
    return format_html('<span class="{}" aria-hidden="true">{}</span>', classes, shown)


def initials(name: str) -> str:
    """Two letters for a mat: RA for Ruth Adler, Ki for Kiebitz."""
    words = name.split()
    if len(words) < 2:
        return name[:1].upper() + name[1:2]
    return "".join(word[0] for word in words[:2])


@register.simple_tag
def who(who: Player | Bot, sub: str = "", plain: bool = False) -> SafeString:
    """Mat and name, linked for a bot; `sub` is a second line, `plain` leaves the link away."""
    name = conditional_escape(who.name)
    if isinstance(who, Bot) and not plain:
        name = format_html('<a href="{}">{}</a>', who.get_absolute_url(), who.name)
    return format_html(
        '<span class="who">{}<span class="who__name">{}{}{}</span></span>',
        mat(who, size="s"),
        name,
        format_html('<span class="hush"> ({})</span>', _("bot")) if isinstance(who, Bot) else "",
        format_html('<span class="who__sub">{}</span>', sub) if sub else "",
    )


@register.filter
def where(match: Match) -> str:
    """Which match of its tournament or challenge it is."""
    played = (match.replaced_by or match).round
    if played is None:
        return _("match %(n)d") % {"n": match.table}
    words = {"r": played.number, "n": match.table, "s": match.seating}
    in_sets = played.tournament.deals == Tournament.Deals.DUPLICATE
    if played.tournament.format in LADDERS:  # every table is a round of its own
        return (_("table %(r)d, seating %(s)d") if in_sets else _("table %(r)d")) % words
    if in_sets:
        return _("round %(r)d, table %(n)d, seating %(s)d") % words
    return _("round %(r)d, table %(n)d") % words


@register.simple_tag
def place(number: int | None, shared: bool = False) -> SafeString:
    """A place with its sign when it is shared; a dash for none yet."""
    if number is None:
        return format_html('<span class="soft">–</span><span class="hush">{}</span>', _("none yet"))
    if not shared:
        return format_html("{}", number)
    return format_html(
        '{}<span class="place__same" aria-hidden="true">=</span><span class="hush"> {}</span>',
        number,
        _("shared"),
    )


@register.simple_tag
def reach(places: Reach | None) -> SafeString:
    """The places that are possible, or likely: 4, or 2–5; a dash where there are none."""
    if places is None:
        return format_html('<span class="soft">–</span><span class="hush">{}</span>', _("none"))
    if places.best == places.worst:
        return format_html("{}", places.best)
    return format_html('<span class="nowrap">{}–{}</span>', *places)


@register.filter
@lru_cache(maxsize=1_000)
def exact(number: Fraction | int | None) -> str:
    """An exact number as people write it: 7, 2⅓, 1 3/7, −4. Never rounded."""
    if number is None:
        return "–"
    number = Fraction(number)
    whole, part = divmod(abs(number), 1)
    sign = "−" if number < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part in PARTS:
        return f"{sign}{whole or ''}{PARTS[part]}"
    return f"{sign}{whole}\N{NO-BREAK SPACE}{part}" if whole else f"{sign}{part}"


@register.filter
def in_points(number: Fraction) -> str:
    """An exact number of points: 1 point, 4½ points."""
    says = ngettext("%(n)s point", "%(n)s points", 1 if number == 1 else 2)
    return says % {"n": exact(number)}


@register.simple_tag
def round_cells(row: Row, rounds: Iterable[Round], byes: Collection[int]) -> SafeString:
    """What each of these rounds paid in a tournament's standings, a cell each; whoever rested in
    one of the `byes` went on without it. Here, since a template takes ten times as long for the
    thousands of cells that there may be."""
    cells = (f'<td class="num">{_paid(row, one.number, byes)}</td>' for one in rounds)
    return mark_safe("".join(cells))  # numbers, and what is formatted below


def _paid(row: Row, number: int, byes: Collection[int]) -> str:
    points = exact(row.rounds.get(number))
    if number in row.rests and number in byes:
        return format_html('<span class="soft">{}</span>', _("bye"))
    if number in row.rests:
        title = _("rested: the mean of the own rounds")
        return format_html(BRACKETED, title, "(", points, ")", _("rested"))
    if number in row.missed:
        title = _("missed: like the worst result of the round")
        return format_html(BRACKETED, title, "[", points, "]", _("missed"))
    return points


@register.filter
def difference(number: Fraction) -> str:
    """By how many points, rounded: +0.42, −1.00."""
    rounded = round(float(number), 2)
    sign = ("−" if rounded < 0 else "+") if rounded else ""
    return f"{sign}{number_format(abs(rounded), 2)}"


@register.filter
def percent(share: float) -> str:
    """A share of 1, rounded: 42 %."""
    return f"{round(100 * share)}\N{NO-BREAK SPACE}%"


@register.filter
def minus(number: Any) -> str:
    """A whole number with a true minus."""
    return "–" if number is None else str(number).replace("-", "−")


@register.filter
def at(moment: datetime | None, club: Club) -> str:
    """A moment on the club's clock: the hour alone today, otherwise with its day."""
    if moment is None:
        return ""
    there = _there(moment, club)
    today = timezone.localdate(timezone=ZoneInfo(club.timezone))
    if there.date() == today:
        return date_format(there, "H:i")
    return date_format(there, "j F Y, H:i")


@register.filter
def clock(moment: datetime | None, club: Club) -> str:
    """A moment that is close, to the second, on the club's clock."""
    return "" if moment is None else date_format(_there(moment, club), "H:i:s")


@register.filter
def hour(moment: datetime, club: Club) -> str:
    """A moment that is still far, on the club's clock; with its day, unless that is today."""
    there, now = _there(moment, club), _there(timezone.now(), club)
    return date_format(there, "H:i" if there.date() == now.date() else "j F, H:i")


@register.filter
def day(moment: datetime | None, club: Club) -> str:
    """The day of a moment where the club is."""
    return "" if moment is None else date_format(_there(moment, club), "j F Y")


def _there(moment: datetime, club: Club) -> datetime:
    return timezone.localtime(moment, ZoneInfo(club.timezone))


@register.filter
def item(values: Any, index: int) -> Any:
    """One of a list, for templates that walk several lists at once."""
    return values[index]


@register.filter
def under(values: Mapping[Any, Any], key: Any) -> Any:
    """What a mapping holds under a key, None if nothing."""
    return values.get(key)


@register.filter
def took(think_us: int | None) -> str:
    """How long a move was thought about, in the unit a person would choose."""
    if think_us is None:
        return "–"
    if think_us < 1_000:
        return f"{think_us} µs"
    if think_us < 1_000_000:
        return f"{think_us / 1_000:.1f} ms"
    return f"{think_us / 1_000_000:.2f} s"


@register.simple_tag
def verdict(slug: str) -> SafeString:
    """How a bot's part ended badly, as a stamp."""
    kind, word = VERDICTS.get(slug, ("crash", slug))
    return format_html('<span class="stamp stamp--{}">{}{}</span>', kind, mark(kind), word)


@register.filter
def verdict_says(slug: str) -> str:
    """What a verdict means, as one sentence about the bot."""
    return _(Verdict(slug).says) if slug in set(Verdict) else ""
