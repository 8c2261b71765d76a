"""Moves in words: `{% said position seats %}` in full, `{% told move position seats %}` in a list.

They are made from what a spectator saw happen, so nothing hidden can slip in.

A kind of event is told by one line of each table below; `{who}`, `{card}`, `{place}` and so on
stand for the keys of the event. A kind that has no line is shown as the move is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from league.show import SeatLine
from league.stepping import Move, Position, View

from .cards import COLOURS, XXL_CARD, deck_of, face, in_sentence

register = template.Library()
Seats = Sequence[SeatLine]
Lines = Mapping[str, Mapping[str, Any]]  # by the deck a game is played with, then by event

IN_FULL: Lines = {
    "xxl": {
        "play": lazy("{who} plays {card}."),
        "play 0": lazy("{who} plays {card} on pile A."),
        "play 1": lazy("{who} plays {card} on pile B."),
        "draw": lazy("{who} draws a card."),
        "pass": lazy("{who} passes."),
        "trump": lazy("{who} makes {colour} trump."),
        "keep": lazy("{who} keeps the card."),
        "lead": lazy("{who} leads {card} and names {colour}."),
        "refuse": lazy("{who} refuses to play."),
        "choose": lazy("{who} chooses in secret what to keep."),
        "second": lazy("All other cards are dealt anew, and {who} leads part two."),
        "run": lazy("{who} lays a run: {cards}."),
        "trade": lazy("{who} gives {card} to the table and takes {taken}."),
        "beside": lazy("{who} lays {card} beside the cards on the table and draws one."),
        "done": lazy("{who} ends the turn."),
        "join": lazy("{card} joins the cards on the table."),
    },
    "qui": {
        "play": lazy("{who} plays {cards}."),
        "take": lazy("{who} takes {cards} from the row."),
        "pass": lazy("{who} passes and adds {card} to the row."),
        "draw": lazy("Cards drawn: {count}."),
        "collect": lazy("{who} collects {card}."),
        "done": lazy("{who} stops there."),
        "clear": lazy("The row of ten goes: {cards}."),
        "lay": lazy("New in the row: {cards}."),
        "new_hands": lazy("All hands are discarded, and everybody gets six new cards."),
        "shuffle": lazy("The discards are shuffled into a new draw pile of {pile}."),
    },
    "ars": {
        "draw": lazy("{who} draws a card."),
        "peek": lazy("{who} looks at two cards: {places}."),
        "shuffle": lazy("The discards are shuffled into a new draw pile of {pile}."),
        "take": lazy("{who} takes {card} from the discards."),
        "swap": lazy("{who} swaps the {place} card and discards {discarded}."),
        "block": lazy(
            "{who} discards {discarded} and turns up {card} in the {place} place for good."
        ),
        "spy": lazy("{who} discards {discarded} and spies on the {place} card of {other}."),
        "exchange": lazy(
            "{who} discards {discarded} and trades the {place} card for the {other_place} "
            "of {other}."
        ),
        "again": lazy("{who} discards {discarded} and has two more turns."),
        "shed": lazy("{who} wants to shed, from the {place} card on."),
        "add": lazy("{who} names the {place} card too."),
        "turn": lazy("{who} turns {cards}."),
        "end": lazy("{who} ends the turn."),
        "arschmallows": lazy("{who} says Arschmallows."),
    },
    "lux": {
        "draw": lazy("{who} draws a card."),
        "lay": lazy("{who} lays {cards}."),
        "steal": lazy("{who} takes {cards} from {owner}."),
        "leave": lazy("{who} does not take {cards} from {owner}."),
        "recover": lazy("{who} takes {cards} back."),
        "drop": lazy("{who} drops {cards} out of the game."),
        "pick": lazy("{who} draws {card} from the display."),
        "fill": lazy("The display is filled up with {cards}."),
        "done": lazy("{who} draws no card."),
    },
}
IN_SHORT: Lines = {
    "xxl": {
        "play": lazy("{card}"),
        "play 0": lazy("{card} on A"),
        "play 1": lazy("{card} on B"),
        "draw": lazy("draws"),
        "pass": lazy("passes"),
        "trump": lazy("makes {colour} trump"),
        "keep": lazy("keeps it"),
        "lead": lazy("{card} for {colour}"),
        "refuse": lazy("refuses"),
        "choose": lazy("chooses in secret"),
        "second": lazy("· {who} leads part two"),
        "run": lazy("lays {cards}"),
        "trade": lazy("{card} for {taken}"),
        "beside": lazy("{card} to the table, draws"),
        "done": lazy("ends the turn"),
        "trick": lazy("· {who} wins"),
    },
    "qui": {
        "play": lazy("plays {cards}"),
        "take": lazy("takes {cards}"),
        "pass": lazy("passes {card}"),
        "collect": lazy("collects {card}"),
        "done": lazy("stops there"),
    },
    "ars": {
        "draw": lazy("draws"),
        "peek": lazy("looks at {places}"),
        "take": lazy("takes {card}"),
        "swap": lazy("swaps {place}, out goes {discarded}"),
        "block": lazy("turns up {card}, out goes {discarded}"),
        "spy": lazy("spies on {other}, {place}"),
        "exchange": lazy("trades {place} with {other}"),
        "again": lazy("plays twice"),
        "shed": lazy("sheds from {place}"),
        "add": lazy("and {place}"),
        "turn": lazy("turns {cards}"),
        "end": lazy("ends the turn"),
        "arschmallows": lazy("says Arschmallows"),
    },
    "lux": {
        "draw": lazy("draws"),
        "lay": lazy("{cards}"),
        "steal": lazy("takes {cards} from {owner}"),
        "leave": lazy("leaves {cards} to {owner}"),
        "recover": lazy("takes {cards} back"),
        "drop": lazy("drops {cards}"),
        "pick": lazy("draws {card}"),
        "done": lazy("draws none"),
    },
}
ORDINALS = (
    lazy("first"), lazy("second"), lazy("third"), lazy("fourth"), lazy("fifth"), lazy("sixth"),
    lazy("seventh"), lazy("eighth"), lazy("ninth"), lazy("tenth"),
)  # fmt: skip


@register.simple_tag
def said(position: Position, seats: Seats) -> SafeString:
    """The last move as one sentence, or how the deal begins."""
    move = position.move
    if move is None:
        first = seats[position.after["to_move"]].name
        return format_html(_("The cards are dealt. {who} begins."), who=first)
    return _sentence(IN_FULL, move, position, seats)


@register.simple_tag
def told(move: Move, position: Position, seats: Seats) -> SafeString:
    """A move as a few words beside the mat of who made it."""
    return _sentence(IN_SHORT, move, position, seats)


@register.simple_tag
def why(position: Position, seats: Seats) -> SafeString:
    """What the last move did to the game, in sentences; empty where there is nothing to add."""
    explain = EXPLAINED.get(position.game.slug)
    sentences = list(explain(position, seats)) if explain and position.move else []
    return format_html_join(" ", "{}", ((sentence,) for sentence in sentences))


def _sentence(lines: Lines, move: Move, position: Position, seats: Seats) -> SafeString:
    deck = deck_of(position.game.slug)
    told = lines.get(deck, {})
    told_of = [event for event in move.seen if kind(event, move, position) in told]
    if not told_of:
        return format_html("<code>{}</code>", move.text)
    sentences = (
        (format_html(str(told[kind(event, move, position)]), **_words(event, seats, deck)),)
        for event in told_of
    )
    return format_html_join(" ", "{}", sentences)


def kind(event: View, move: Move, position: Position) -> str:
    """What happened; a pass right after drawing keeps the card (XXL-5), and where there are several
    piles a play is on one of them."""
    what = str(event["what"])
    if what == "play" and "pile" in event:
        return f"play {event['pile']}"
    if what == "pass" and move.number > 1:
        last = position.moves[move.number - 2]
        if last.seat == move.seat and last.text == "draw":
            return "keep"
    return what


def _words(event: View, seats: Seats, deck: str) -> dict[str, Any]:
    """Every key of an event as it stands in a sentence."""
    words: dict[str, Any] = {"who": _name(event["seat"], seats)}
    for key, value in event.items():
        if key in {"card", "discarded", "taken"} and isinstance(value, str):
            words[key] = in_sentence(value, deck, event.get("face", ""))
        elif key == "cards":
            words[key] = format_html_join(" ", "{}", ((in_sentence(one, deck),) for one in value))
        elif key in {"place", "other_place"}:
            words[key] = ordinal(value)
        elif key == "places":
            words[key] = listed([ordinal(place) for place in value])
        elif key == "colour":
            words[key] = COLOURS[value]
        elif key in {"other", "owner"}:
            words[key] = _name(value, seats)
        else:
            words.setdefault(key, value)
    return words


def _name(seat: int, seats: Seats) -> str:
    return seats[seat].name if seat >= 0 else ""


def ordinal(place: int) -> str:
    """A place in a row, counted from 0, in words."""
    if place < len(ORDINALS):
        return str(ORDINALS[place])
    return _("number %(number)d") % {"number": place + 1}


def listed(words: Sequence[str]) -> str:
    """Words one after the other, as in a sentence: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    head = ", ".join(words[:-1])
    return _("%(some)s and %(last)s") % {"some": head, "last": words[-1]}


# What a move did


def _amoins(position: Position, seats: Seats) -> list[SafeString]:
    assert position.move is not None
    move = position.move
    found = XXL_CARD.fullmatch(move.text)
    if found is None:
        return []
    return [_lower(position.before["top"], move.text), *_few_left(position, seats)]


def _few_left(position: Position, seats: Seats) -> list[SafeString]:
    """How many cards the mover has left, if that is worth saying."""
    assert position.move is not None
    seat = position.move.seat
    left = position.after["hands"][seat]
    if left > 2:
        return []
    words = ngettext("{who} has one card left.", "{who} has {left} cards left.", left)
    words = words if left else _("{who} has no card left.")
    return [format_html(words, who=_name(seat, seats), left=left)]


def _lower(top: str, card: str) -> SafeString:
    """Which numbers made the card fit (XXL-20)."""
    above, below = dict(_faces(top)), _faces(card)
    fits = [(colour, number, above[colour]) for colour, number in below if colour in above]
    pairs = [(c, low, high) for c, low, high in fits if int(low) < int(high)]
    each = (
        (format_html(_("{low} is below {high}"), low=face(c + low), high=face(c + high)),)
        for c, low, high in pairs
    )
    return format_html_join(_(", and "), "{}", each) + mark_safe(".")


def _faces(card: str) -> list[tuple[str, str]]:
    found = XXL_CARD.fullmatch(card)
    assert found is not None
    high_colour, high, low_colour, low = found.groups()
    return [(high_colour, high), (low_colour, low)]


def _montees(position: Position, seats: Seats) -> list[SafeString]:
    assert position.move is not None
    plays = [event for event in position.move.seen if event["what"] == "play"]
    return [_run(position, event) for event in plays] + (
        _few_left(position, seats) if plays else []
    )


def _run(position: Position, play: View) -> SafeString:
    """What a card did to the run of its pile (XXL-10)."""
    before, after = (view["tops"][play["pile"]] for view in (position.before, position.after))
    colour = play["face"][0]
    goes_on = before["run"] is not None and before["run"][0] == colour
    climbs = after["step"] == 1
    if all(face[0] != colour for face in after["open"]):
        words = _("That ends the {colour} run.")
    elif goes_on:
        words = _("The {colour} run climbs on.") if climbs else _("The {colour} run falls on.")
    elif climbs:
        words = _("It begins a {colour} run that climbs.")
    else:
        words = _("It begins a {colour} run that falls.")
    return format_html(words, colour=COLOURS[colour])


def _lun_apres(position: Position, seats: Seats) -> list[SafeString]:
    assert position.move is not None
    before, after = position.before["runs"], position.after["runs"]
    said = []
    for event in position.move.seen:
        if event["what"] != "play":
            continue
        colour, number = event["face"][0], int(event["face"][1:])
        if number == 10:
            said.append(format_html(_("It begins a {colour} run."), colour=COLOURS[colour]))
        elif number == 0:
            said.append(format_html(_("That ends the {colour} run."), colour=COLOURS[colour]))
        # The other face of the card may have been the last that its colour waited for.
        ended = [colour for colour in after if before[colour]["next"] and not after[colour]["next"]]
        words = _("Nothing goes on in {colour} any more, since no card for it is left.")
        said += [format_html(words, colour=COLOURS[colour]) for colour in ended]
        said += _few_left(position, seats)
    return said


def _couleur(position: Position, seats: Seats) -> list[SafeString]:
    return [*_followed(position), *_won(position, seats)]


def _couleur_atout(position: Position, seats: Seats) -> list[SafeString]:
    assert position.move is not None
    trump = position.before["trump"]
    if trump is None:
        return []
    if trump in dict(_faces(position.move.text)):
        words = _("That is a trump.") if position.before["trick"] else _("A trump is led.")
        return [format_html("{}", words), *_won(position, seats)]
    return _couleur(position, seats)


def _followed(position: Position) -> list[SafeString]:
    """What the card did to the colour of the trick (XXL-60)."""
    assert position.move is not None
    shown = [colour for colour, _number in _faces(position.move.text)]
    open_before = position.before["colours"] if position.before["trick"] else []
    names = [str(COLOURS[colour]) for colour in shown]
    if not open_before:
        return [format_html(_("That opens {one} and {other}."), one=names[0], other=names[1])]
    both = [colour for colour in shown if colour in open_before]
    if not both:
        return [format_html("{}", _("It shows no open colour, so it cannot win."))]
    if len(open_before) == 2 and len(both) == 1:
        return [format_html(_("That fixes {colour}."), colour=COLOURS[both[0]])]
    return []


def _won(position: Position, seats: Seats) -> list[SafeString]:
    """Who wins the trick, if this was its last card."""
    assert position.move is not None
    words = _("{who} wins the trick with the highest {colour}.")
    return [
        format_html(words, who=_name(event["winner"], seats), colour=COLOURS[event["colour"]])
        for event in position.move.seen
        if event["what"] == "trick"
    ]


def _permis(position: Position, seats: Seats) -> list[SafeString]:
    assert position.move is not None
    said = _won(position, seats)
    before, text = position.before, position.move.text
    if before["trick"] and text != "refuse" and before["colour"] not in dict(_faces(text)):
        words = _("It does not show {colour}, so it cannot win.")
        said.insert(0, format_html(words, colour=COLOURS[before["colour"]]))
    if (before["phase"], position.after["phase"]) == ("first part", "keep"):
        said.append(format_html("{}", _("Part one is over.")))
    return said


def _arschmallows(position: Position, seats: Seats) -> list[SafeString]:
    assert position.move is not None
    for event in position.move.seen:
        if event["what"] == "turn":
            right = _("They are equal and leave the row.")
            wrong = _("They are not a set, so they stay, and the card in hand joins the row.")
            return [format_html("{}", right if event["shed"] else wrong)]
    return []


def _abluxxen(position: Position, seats: Seats) -> list[SafeString]:
    assert position.move is not None
    view = position.after
    said = []
    if view["phase"] == "steal":
        words = _("The top set of {owner} has as many cards and is lower, so it is stolen.")
        said.append(format_html(words, owner=_name(view["owner"], seats)))
    if position.move.seen[0]["what"] == "lay":
        said += _few_left(position, seats)
    return said


def _series(position: Position, seats: Seats) -> list[SafeString]:
    """What the runs of who just laid one are worth together."""
    assert position.move is not None
    if position.move.seen[0]["what"] != "run":
        return []
    seat = position.move.seat
    words = _("The runs of {who} are worth {sum} now.")
    return [format_html(words, who=_name(seat, seats), sum=position.after["sums"][seat])]


def _quibbles(position: Position, seats: Seats) -> list[SafeString]:
    """What may now be taken (QUI-2), or how far from 21 who has collected is (QUI-5)."""
    assert position.move is not None
    event = position.move.seen[0]
    if event["what"] == "play":
        return [_may_be_taken(event["cards"])]
    if event["what"] != "collect":
        return []
    said = []
    if event["dropped"]:
        words = _("It takes the place of {dropped}.")
        said.append(format_html(words, dropped=in_sentence(event["dropped"], "qui")))
    total = sum(map(int, position.after["collections"][event["seat"]]))
    words = _("{who} has {total} of 21.")
    return [*said, format_html(words, who=_name(event["seat"], seats), total=total)]


def _may_be_taken(played: Sequence[str]) -> SafeString:
    if len(played) == 1:
        words = _("Sets of the row that add up to {total} may be taken.")
    else:
        words = _("Cards of the row that show {total} may be taken.")
    return format_html(words, total=sum(map(int, played)))


EXPLAINED: Mapping[str, Callable[[Position, Seats], list[SafeString]]] = {
    "montees": _montees,
    "amoins": _amoins,
    "permis": _permis,
    "lun-apres": _lun_apres,
    "couleur": _couleur,
    "couleur-atout": _couleur_atout,
    "arschmallows": _arschmallows,
    "abluxxen": _abluxxen,
    "series": _series,
    "quibbles": _quibbles,
}
