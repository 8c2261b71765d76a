"""The table as a spectator sees it, to be drawn: what lies before each seat and in the middle.

One function a game, from a position to `Felt`; a game that has none yet is shown by what every view
holds, so that it can be followed before anybody has drawn for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .stepping import Position, View


@dataclass(frozen=True, slots=True)
class Lying:
    """A card before a seat, `card` None if it lies face down; `state` as in templatetags.cards."""

    card: str | None
    state: str = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards of one set, face up, each partly covering the one before."""

    cards: tuple[str, ...]
    state: str = ""


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before one seat, single cards or sets. `count` with its `unit` is the number worth
    knowing, `backs` how many cards are held in hand, `note` what the seat is doing."""

    seat: int
    is_turn: bool = False
    cards: tuple[Lying, ...] = ()
    sets: tuple[Spread, ...] = ()
    backs: int = 0
    count: int | None = None
    unit: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Felt:
    """A table: its seats, the deck's artwork, and which template draws the `middle`."""

    seats: tuple[Before, ...]
    deck: str
    template: str
    middle: Mapping[str, Any] = field(default_factory=dict)


def felt(position: Position) -> Felt:
    """The table after a position's last move."""
    return DRAWN.get(position.game.slug, _plain)(position)


def _happened(position: Position, what: str) -> View | None:
    """What a spectator saw in the last move, if it was of this kind."""
    seen = position.move.seen if position.move else ()
    return next((event for event in seen if event["what"] == what), None)


def _cards(count: int) -> str:
    return ngettext("card", "cards", count)


def _plain(position: Position) -> Felt:
    view = position.after
    known = {"game", "seat", "to_move", "start", "hand", "hands", "drawn"}
    hands = view.get("hands") or [0] * len(position.written.scores)
    seats = tuple(
        Before(seat, seat == view["to_move"], count=count, unit=_cards(count))
        for seat, count in enumerate(hands)
    )
    middle = {"open": {key: value for key, value in view.items() if key not in known}}
    return Felt(seats, "xxl", "felt/plain.html", middle)


def _amoins(position: Position) -> Felt:
    view = position.after
    played = _happened(position, "play")
    seats = tuple(_drawing_seat(view, seat) for seat in range(len(view["hands"])))
    middle = {"top": Lying(view["top"], "played" if played else ""), "pile": view["pile"]}
    return Felt(seats, "xxl", "felt/amoins.html", middle)


def _montees(position: Position) -> Felt:
    view = position.after
    played = _happened(position, "play")
    seats = tuple(_drawing_seat(view, seat) for seat in range(len(view["hands"])))
    tops = [
        _pile(top, is_played=bool(played and played["pile"] == number))
        for number, top in enumerate(view["tops"])
    ]
    middle = {"tops": tops, "pile": view["pile"]}
    return Felt(seats, "xxl", "felt/montees.html", middle)


def _pile(top: View, is_played: bool) -> Mapping[str, Any]:
    """A pile's top card; the face that goes on with its run, and those that begin anew."""
    run, faces = top["run"], top["open"]
    goes_on = [face for face in faces if run and face[0] == run[0]]
    anew = [face for face in faces if face not in goes_on]
    card = Lying(top["card"], "played" if is_played else "")
    return {"card": card, "goes_on": goes_on, "anew": anew, "is_start": run is None}


def _lun_apres(position: Position) -> Felt:
    view = position.after
    played = _happened(position, "play")
    newest = played["face"][0] if played else None
    runs = [
        {
            "colour": colour,
            "card": Lying(run["card"], "played" if colour == newest else "")
            if run["card"]
            else None,
            "next": run["next"],
        }
        for colour, run in view["runs"].items()
    ]
    seats = tuple(_drawing_seat(view, seat) for seat in range(len(view["hands"])))
    return Felt(seats, "xxl", "felt/lun_apres.html", {"runs": runs, "pile": view["pile"]})


def _drawing_seat(view: View, seat: int) -> Before:
    """A seat in a game in which one plays or draws."""
    count = view["hands"][seat]
    note = _drawing_note(view, seat)
    return Before(
        seat, seat == view["to_move"], backs=count, count=count, unit=_cards(count), note=note
    )


def _drawing_note(view: View, seat: int) -> str:
    if seat != view["to_move"]:
        return ""
    return _("has drawn a card that fits") if view["has_drawn"] else _("to move")


def _couleur(position: Position) -> Felt:
    view = position.after
    ended = _happened(position, "trick")
    # A complete trick is looked at before it is taken away.
    cards = ended["cards"] if ended else view["trick"]
    leader = ended["leader"] if ended else view["leader"]
    winner = ended["winner"] if ended else None
    count = len(view["hands"])
    lying = {(leader + step) % count: card for step, card in enumerate(cards)}
    newest = position.move.seat if position.move else None
    seats = tuple(
        Before(
            seat,
            seat == view["to_move"],
            cards=_trick_card(lying.get(seat), chosen=seat == winner, newest=seat == newest),
            backs=view["hands"][seat],
            count=view["taken"][seat],
            unit=_("taken"),
            note=_trick_note(view, seat, winner),
        )
        for seat in range(count)
    )
    colours = [ended["colour"]] if ended else view["colours"]
    middle = {
        "colours": colours,
        "aside": view["aside"],
        "is_fixed": len(colours) == 1,
        "trump": view.get("trump"),
    }
    return Felt(seats, "xxl", "felt/couleur.html", middle)


def _trick_card(card: str | None, chosen: bool, newest: bool) -> tuple[Lying, ...]:
    if card is None:
        return ()
    return (Lying(card, "chosen" if chosen else "played" if newest else ""),)


def _trick_note(view: View, seat: int, winner: int | None) -> str:
    if seat == winner:
        return _("wins the trick")
    if seat == view["to_move"] and view.get("trump", "") is None:
        return _("names trump")
    if seat == view["to_move"] and winner is None:
        return _("to move") if view["trick"] else _("leads")
    return ""


def _permis(position: Position) -> Felt:
    view = position.after
    ended = _happened(position, "trick")
    trick = ended or {"cards": view["trick"], "by": view["by"], "winner": None}
    lying = dict(zip(trick["by"], trick["cards"], strict=True))
    newest = position.move.seat if position.move else None
    # In part one the number of cards is what counts, unless it turns out to be the only part.
    cards_count = view["phase"] != "second part" and view["to_move"] >= 0
    seats = tuple(
        Before(
            seat,
            seat == view["to_move"],
            cards=_trick_card(lying.get(seat), seat == trick["winner"], seat == newest),
            backs=count,
            count=view["won"][seat] if cards_count else view["taken"][seat],
            unit=_("cards won") if cards_count else _("taken"),
            note=_permis_note(position, seat, trick["winner"]),
        )
        for seat, count in enumerate(view["hands"])
    )
    middle = {
        "phase": view["phase"],
        "colour": ended["colour"] if ended else view["colour"],
        "aside": view["aside"],
    }
    return Felt(seats, "xxl", "felt/permis.html", middle)


def _permis_note(position: Position, seat: int, winner: int | None) -> str:
    view, move = position.after, position.move
    refused = [*view["refused"], *(position.before["refused"] if winner is not None else ())]
    if seat in refused or (_happened(position, "refuse") and move and seat == move.seat):
        return _("refuses")
    if seat == view["to_move"] and view["phase"] == "keep":
        return _("chooses what to keep")
    return _trick_note(view, seat, winner)


def _arschmallows(position: Position) -> Felt:
    view = position.after
    is_over = view["phase"] == "over"
    touched = _touched(position)
    seats = tuple(
        Before(
            seat,
            seat == view["to_move"],
            cards=tuple(
                Lying(card, _row_state(card, is_over, touched.get((seat, place), "")))
                for place, card in enumerate(row)
            ),
            count=len(row),
            unit=_cards(len(row)),
            note=_row_note(view, seat),
        )
        for seat, row in enumerate(view["rows"])
    )
    taken = _happened(position, "take")
    middle = {
        "top": Lying(view["top"]) if view["top"] else None,
        "discards": view["discards"],
        "pile": view["pile"],
        "hand_from": view["hand_from"],
        "hand": Lying(taken["card"], "chosen") if taken else None,
    }
    return Felt(seats, "ars", "felt/arschmallows.html", middle)


def _row_state(card: str | None, is_over: bool, touched: str) -> str:
    if is_over:
        return ""
    return touched or ("blocked" if card is not None else "")


def _touched(position: Position) -> dict[tuple[int, int], str]:
    """The places the last move had to do with, by seat and place."""
    touched = {(position.after["to_move"], place): "chosen" for place in position.after["named"]}
    for event in position.move.seen if position.move else ():
        seat = event["seat"]
        if event["what"] in {"peek", "turn"}:
            touched |= {(seat, place): "seen" for place in event["places"]}
        elif event["what"] == "spy":
            touched[event["other"], event["place"]] = "seen"
        elif event["what"] == "swap":
            touched[seat, event["place"]] = "played"
        elif event["what"] == "exchange":
            touched[seat, event["place"]] = "played"
            touched[event["other"], event["other_place"]] = "played"
    return touched


def _row_note(view: View, seat: int) -> str:
    if seat == view["announcer"]:
        return _("said Arschmallows")
    if seat != view["to_move"]:
        return ""
    if view["phase"] == "peek":
        return _("looks at two cards")
    if view["hand_from"]:
        return _("holds a card")
    return _("to move")


def _abluxxen(position: Position) -> Felt:
    view = position.after
    laid = _happened(position, "lay")
    seats = tuple(
        Before(
            seat,
            seat == view["to_move"],
            sets=_sets(view, seat, is_new=laid is not None and laid["seat"] == seat),
            backs=held,
            count=held,
            unit=_("in hand"),
            note=_set_note(view, seat),
        )
        for seat, held in enumerate(view["hands"])
    )
    middle = {
        "display": [Lying(card) for card in view["display"]],
        "pile": view["pile"],
        "dropped": len(view["dropped"]),
    }
    return Felt(seats, "lux", "felt/abluxxen.html", middle)


def _sets(view: View, seat: int, is_new: bool) -> tuple[Spread, ...]:
    """A seat's row; the top set may have just been laid, or be about to be stolen."""
    state = "played" if is_new else ""
    if view["phase"] in {"steal", "yield"} and seat == view["owner"]:
        state = "stolen"
    *under, top = [_set_cards(text) for text in view["rows"][seat]] or [()]
    return (*map(Spread, under), Spread(top, state)) if top else ()


def _set_cards(text: str) -> tuple[str, ...]:
    """The cards of `7x2+1`; jokers lie under the number, so that the set can be read."""
    numbers, _plus, jokers = text.partition("+")
    card, _times, count = numbers.partition("x")
    return ("J",) * int(jokers or 0) + (card,) * int(count)


def _set_note(view: View, seat: int) -> str:
    if seat != view["to_move"]:
        return _("waits with the turn") if seat == view["active"] and view["to_move"] >= 0 else ""
    if view["phase"] == "draw":
        due = view["due"]
        return ngettext("draws one card", "draws %(due)d cards", due) % {"due": due}
    notes = {
        "steal": _("takes or leaves"),
        "yield": _("keeps or drops"),
        "end": _("may draw a card"),
    }
    return notes.get(view["phase"], _("to move"))


def _series(position: Position) -> Felt:
    view = position.after
    laid = _happened(position, "run")
    seats = tuple(
        Before(
            seat,
            seat == view["to_move"],
            sets=tuple(_laid(run, laid) for run in runs),
            backs=view["hands"][seat],
            count=view["sums"][seat],
            unit=_("in runs"),
            note=_("to move") if seat == view["to_move"] else "",
        )
        for seat, runs in enumerate(view["runs"])
    )
    put = [_happened(position, what) for what in ("trade", "beside", "join")]
    newest = {event["card"] for event in put if event}
    table = [Lying(card, "played" if card in newest else "") for card in view["table"]]
    return Felt(seats, "xxl", "felt/series.html", {"table": table, "pile": view["pile"]})


def _laid(run: View, newest: View | None) -> Spread:
    is_new = newest is not None and newest["cards"] == run["cards"]
    return Spread(tuple(run["cards"]), "played" if is_new else "")


def _quibbles(position: Position) -> Felt:
    view = position.after
    collected = _happened(position, "collect")
    seats = tuple(
        Before(
            seat,
            seat == view["to_move"],
            cards=_lying(cards, collected if collected and collected["seat"] == seat else None),
            backs=view["hands"][seat],
            count=sum(map(int, cards)),
            unit=_("of 21"),
            note=_turn_note(view, seat),
        )
        for seat, cards in enumerate(view["collections"])
    )
    is_cleared = _happened(position, "clear") is not None
    middle = {
        "row": _lying(view["row"], None if is_cleared else _happened(position, "pass")),
        "played": view["played"],
        "pile": view["pile"],
        "discards": sum(view["discards"]),
    }
    return Felt(seats, "qui", "felt/quibbles.html", middle)


def _lying(cards: Sequence[str], added: View | None) -> tuple[Lying, ...]:
    """Cards side by side, the one that an event has just added marked."""
    new = cards.index(added["card"]) if added else -1
    return tuple(Lying(card, "played" if at == new else "") for at, card in enumerate(cards))


def _turn_note(view: View, seat: int) -> str:
    held = view["hands"][seat]
    in_hand = ngettext("%(n)d card", "%(n)d cards", held) % {"n": held}
    if seat != view["to_move"]:
        return in_hand
    doing = {"take": _("takes"), "collect": _("may collect")}.get(view["phase"], _("to move"))
    return f"{in_hand}, {doing}"


DRAWN: Mapping[str, Callable[[Position], Felt]] = {
    "montees": _montees,
    "amoins": _amoins,
    "permis": _permis,
    "lun-apres": _lun_apres,
    "couleur": _couleur,
    "couleur-atout": _couleur,
    "arschmallows": _arschmallows,
    "abluxxen": _abluxxen,
    "series": _series,
    "quibbles": _quibbles,
}
