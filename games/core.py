"""Games, states, outcomes, events: the whole interface on one page.

A `Game` deals a `State`. A state says who is to move and what is legal; moves are small ints inside
and texts at every boundary (`text`, `parse`). `view` and events are the only ways anything leaves a
state, and both are cut to what one seat may know. When the deal is over, `outcome` says how it
ended.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, Self

SEED_BYTES = 32
MOST_MOVES = 5_000  # ALL-4


class IllegalMove(ValueError):
    """The rules do not allow this move now; the message is one sentence. Nothing has changed."""


class Unfit(ValueError):
    """What was given will not do; one sentence. `says` and `values` are its template and what goes
    into it, for translation; without values it is the sentence itself. It is written out where it
    is raised, and gathered there for translators."""

    def __init__(self, says: str, **values: object) -> None:
        super().__init__(says % values if values else says)
        self.says = says
        self.values = values


class BadOption(Unfit):
    """A setting, seed or number of seats that no deal can be made from. `option` names the option
    it is about, if it is about one."""

    def __init__(self, says: str, option: str | None = None, **values: object) -> None:
        super().__init__(says, **values)
        self.option = option


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game or match, complete enough to make a form field from.

    `kind` is one of choice, switch, number, text. `choices` holds the values of a choice and the
    `range` of a number. A `default` of None means that it follows from the rest, as `says` tells.
    `check` raises BadOption for a value of the right kind that will not do. `means` tells what each
    of the `values` changes, in their order, and `ruling` is the id of the one that it bears on.
    """

    name: str
    kind: str
    default: Any = None
    choices: Sequence[Any] = ()
    says: str = ""
    required: bool = False
    check: Callable[[Any], object] | None = None
    means: Sequence[str] = ()
    ruling: str = ""

    @property
    def values(self) -> Sequence[Any]:
        """Those of a switch, off first, or of a choice; none where they are too many to list."""
        if self.kind == "switch":
            return False, True
        return self.choices if self.kind == "choice" else ()

    def read(self, value: Any) -> Any:
        """The value as its proper type. Texts are understood too, since command lines and forms
        send them. Raises BadOption."""
        if value is None:
            if self.required:
                raise BadOption(
                    "The option %(name)s must be given: one of %(choices)s.",
                    self.name,
                    name=self.name,
                    choices=self._listed,
                )
            return self.default
        value = getattr(self, f"_read_{self.kind}")(value)
        if self.check is not None:
            self.check(value)
        return value

    def _read_switch(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        words = {"true": True, "yes": True, "on": True, "1": True}
        words |= {"false": False, "no": False, "off": False, "0": False}
        if not isinstance(value, str) or value.lower() not in words:
            raise BadOption(
                "The option %(name)s is yes or no, not %(given)s.", self.name, **self._about(value)
            )
        return words[value.lower()]

    def _read_number(self, value: Any) -> int:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if type(value) is not int or value not in self.choices:
            raise BadOption(
                "The option %(name)s is a number from %(least)d to %(most)d, not %(given)s.",
                self.name,
                **self._about(value),
                least=self.choices[0],
                most=self.choices[-1],
            )
        return value

    def _read_choice(self, value: Any) -> Any:
        if type(value) is int and value in self.choices:
            return value
        by_text = {str(choice): choice for choice in self.choices}
        if not isinstance(value, str) or value not in by_text:
            raise BadOption(
                "The option %(name)s is one of %(choices)s, not %(given)s.",
                self.name,
                **self._about(value),
                choices=self._listed,
            )
        return by_text[value]

    def _read_text(self, value: Any) -> str:
        if not isinstance(value, str):
            raise BadOption(
                "The option %(name)s is a text, not %(given)s.", self.name, **self._about(value)
            )
        return value

    def _about(self, value: object) -> dict[str, str]:
        return {"name": self.name, "given": in_short(value)}

    @property
    def _listed(self) -> str:
        return ", ".join(str(choice) for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One settled point: its id (`XXL-6`) and what it says, in one line."""

    id: str
    says: str


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game or match is played, in our own words: paragraphs under their headings.

    A game has `setup`, `play`, `scoring` and `moves` (how they are written), a match `deals`,
    `start` (who begins a deal) and `scoring`.
    """

    setup: tuple[str, ...] = ()
    deals: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    scoring: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()

    @property
    def sections(self) -> tuple[Section, ...]:
        """Those that are there, in the order in which one reads them."""
        found = ((part, heading, getattr(self, part)) for part, heading in HEADINGS.items())
        return tuple(Section(*section) for section in found if section[2])

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """All of them, in the order in which one reads them."""
        return tuple(chain.from_iterable(section.paragraphs for section in self.sections))


HEADINGS = {
    "setup": "Set-up",
    "deals": "The deals",
    "play": "Play",
    "start": "Who starts",
    "scoring": "Scoring",
    "moves": "How moves are written",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of `Rules`: the name of its field, its heading and its paragraphs."""

    part: str
    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended and why.

    `scores` are as the game counts them, `places` 1 = best with ties shared (1, 2, 2, 4), `winners`
    the seats credited with the deal.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, with what each seat may know of it.

    `shown` is open to all. `hidden[seat]` are further keys that only that seat gets. An event
    without anything open is known to the seats in `hidden` alone.
    """

    what: str
    seat: int
    shown: Mapping[str, Any] | None = field(default_factory=dict)
    hidden: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    deal: int = 0

    def seen_by(self, seat: int | None) -> dict[str, Any] | None:
        """The event as a JSON-ready dict for one seat, None for a spectator; None: it saw
        nothing."""
        mine = self.hidden.get(seat) if seat is not None else None
        if self.shown is None and mine is None:
            return None
        head = {"what": self.what, "deal": self.deal, "seat": self.seat}
        return head | dict(self.shown or {}) | dict(mine or {})


Ear = Callable[[Event], None]


class State(ABC):
    """One deal in play.

    `seats` is their number, `to_move` the seat whose turn it is or -1 when the deal is over.
    """

    __slots__ = ("_ears", "seats", "to_move")

    seats: int
    to_move: int
    _ears: list[Ear]

    @abstractmethod
    def legal(self) -> list[int]:
        """Every move open to the seat to move, in one fixed order; empty only when the deal is
        over."""

    @abstractmethod
    def text(self, move: int) -> str:
        """The move as the rulings spell it."""

    def parse(self, text: str) -> int:
        """The legal move that is spelled so. Raises IllegalMove."""
        for move in self.legal():
            if self.text(move) == text:
                return move
        raise IllegalMove(self.refusal(text))

    def refusal(self, text: object) -> str:
        """Why this text is no move now, in one sentence that names some that are."""
        if self.to_move < 0:
            return f"{in_short(text)} is not open: the deal is over."
        open_now = [self.text(move) for move in self.legal()]
        more = f" and {len(open_now) - 8} more" if len(open_now) > 8 else ""
        return f"{in_short(text)} is not open now; open are {', '.join(open_now[:8])}{more}."

    @abstractmethod
    def play(self, move: int) -> None:
        """Make a move. Raises IllegalMove and changes nothing if it is not legal."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, for search. Nobody listens to it."""

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat sees now, JSON-ready; None: what a spectator sees."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the deal runs."""

    @abstractmethod
    def cards(self) -> list[str]:
        """Every card of the deal wherever it lies, in any order: the same cards from deal to
        end."""

    @abstractmethod
    def redealt(self, seat: int | None, rng: Random) -> Self:
        """A copy in which everything that `seat` (None: a spectator) does not see is dealt anew.

        For search under hidden cards, and for the law that nothing hidden shows. It keeps how many
        cards lie where, what the seat sees and what it may play, and depends on nothing but that
        and `rng`: gather the hidden cards, put them in the deck's order, shuffle, deal out.
        """

    def listen(self, hear: Ear) -> None:
        """Call `hear` with every Event from now on. Events are built only while somebody
        listens."""
        self._ears.append(hear)

    def _tell(
        self,
        what: str,
        seat: int,
        shown: Mapping[str, Any] | None,
        hidden: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        event = Event(what, seat, shown, hidden or {})
        for hear in self._ears:
            hear(event)


@dataclass(frozen=True)
class Game:
    """One game: how it is called, who can play it, and how it is dealt.

    `state(seats, seed, start, points, **options)` makes the first state from checked arguments.
    `rules` are in plain words, `rulings` what they settle, `endings` the reasons that outcomes can
    give; the site's pages show them all.
    """

    slug: str
    name: str
    says: str
    seats: range
    low_wins: bool
    state: Callable[..., State]
    options: tuple[Option, ...] = ()
    rules: Rules = field(default_factory=Rules)
    rulings: tuple[Ruling, ...] = ()
    endings: tuple[str, ...] = ()

    def deal(
        self,
        seats: int,
        seed: bytes,
        start: int = 0,
        points: Sequence[int] | None = None,
        **options: Any,
    ) -> State:
        """Shuffle and deal. `seed`: 32 bytes; `points`: so far, a number a seat (default all 0).
        Raises BadOption."""
        check_seats(self.name, self.seats, seats)
        check_seed(seed)
        if type(start) is not int or not 0 <= start < seats:
            raise BadOption(
                "The start seat is a number from 0 to %(last)d, not %(given)s.",
                last=seats - 1,
                given=in_short(start),
            )
        points = tuple(points) if points is not None else (0,) * seats
        if len(points) != seats or not all(type(number) is int for number in points):
            raise BadOption("Points so far are %(seats)d whole numbers, one a seat.", seats=seats)
        settings = read_options(self.name, self.options, options)
        return self.state(seats, seed, start, points, **settings)


def check_seats(name: str, allowed: range, seats: object) -> None:
    """Raises BadOption unless that many can play."""
    if type(seats) is not int or seats not in allowed:
        raise BadOption(
            "%(name)s is for %(least)d to %(most)d players, not %(given)s.",
            name=name,
            least=allowed[0],
            most=allowed[-1],
            given=in_short(seats),
        )


def check_seed(seed: object) -> None:
    """Raises BadOption unless it is 32 bytes."""
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise BadOption("A seed is %(count)d bytes.", count=SEED_BYTES)


def read_options(name: str, known: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """A value for every known option, defaults filled in. Raises BadOption."""
    options = {option.name: option for option in known}
    for key in given:
        if key not in options:
            raise BadOption(
                "%(name)s has no option %(given)s; it has %(known)s.",
                key,
                name=name,
                given=in_short(key),
                known=", ".join(options) or "none",
            )
    return {key: option.read(given.get(key)) for key, option in options.items()}


def rank(keys: Sequence[Any]) -> tuple[int, ...]:
    """Places from sort keys, lowest key first; equal keys share a place and the next place does not
    exist: 1, 2, 2, 4."""
    ordered = sorted(keys)
    return tuple(ordered.index(key) + 1 for key in keys)


def ranked_outcome(scores: Sequence[int], low_wins: bool, reason: str) -> Outcome:
    """The outcome of a game in which the score alone decides; every first place wins the deal."""
    places = rank([score if low_wins else -score for score in scores])
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(tuple(scores), places, reason, winners)


def in_short(value: object) -> str:
    """A value from outside as a sentence can hold it: short, on one line, whatever it is."""
    if isinstance(value, str):
        words = repr(value[:60])
    elif isinstance(value, int) and value.bit_length() > 200:
        words = "a very large number"  # Python refuses to spell numbers of many digits
    elif isinstance(value, int | float):
        words = repr(value)
    else:
        words = type(value).__name__
    return words if len(words) <= 60 else words[:57] + "..."
