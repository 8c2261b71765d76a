"""What the rules pages hold: rules and rulings, set-ups and examples, all from the games' data.

Nothing here is typed by hand that the engine can be asked for. What does not depend on the reader's
language is put together once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import games
from games import Event, Game, MatchRules, Option, Outcome, Ruling, State
from games.dealing import Setup, setups
from games.examples import NAMES, DealExample, MatchExample, Step, deal_example, match_example

from .felt import Lying
from .models import Entry, Player, Seat
from .show import SeatLine
from .stepping import Position, lone_position


@dataclass(frozen=True, slots=True)
class Look:
    """A position of an example: the table before and after a move, the hand it was made from, each
    card marked, and all moves that were open as they are written."""

    step: Step
    before: Position
    after: Position
    hand: tuple[Lying, ...]
    open_moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """A deal with its positions worth a look; `end` is the last one."""

    example: DealExample
    seats: tuple[SeatLine, ...]
    looks: tuple[Look, ...]
    end: Position


@dataclass(frozen=True, slots=True)
class Line:
    """A deal on the score sheet: who began it, what it paid, and the totals so far."""

    number: int
    game: Game
    start: int
    outcome: Outcome
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """A match counted deal by deal. `pays_scores`: what a deal pays is its score."""

    example: MatchExample
    seats: tuple[SeatLine, ...]
    lines: tuple[Line, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    pays_scores: bool


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything that bears one name: a game, a match, or both."""

    slug: str
    game: Game | None
    match: MatchRules | None
    setups: tuple[Setup, ...]
    worked: Worked | None
    counted: Counted | None

    @property
    def parts(self) -> tuple[Game | MatchRules, ...]:
        """What there is, the game first: a match makes sense to who knows what it is made of."""
        return tuple(part for part in (self.game, self.match) if part is not None)

    @property
    def options(self) -> tuple[Option, ...]:
        """All that can be agreed; a match has those of its games too."""
        return self.parts[-1].options

    @property
    def rulings(self) -> list[Ruling]:
        """Each once, XXL-9 before XXL-10, with those that options of the games of a match name."""
        kinds: list[Game | MatchRules] = [*self.parts]
        named = {option.ruling for option in self.options}
        kinds += self.match.games if self.match else ()
        once = {
            ruling.id: ruling
            for kind in kinds
            for ruling in kind.rulings
            if kind in self.parts or ruling.id in named
        }
        return sorted(once.values(), key=lambda ruling: _parts(ruling.id))


def _parts(ruling_id: str) -> tuple[str, int]:
    book, _, number = ruling_id.rpartition("-")
    return book, int(number)


def page(slug: str) -> RulesPage | None:
    """The page of that name, None if nothing bears it."""
    return _page(slug) if slug in games.GAMES or slug in games.MATCHES else None


@cache  # of names that are known; anybody can ask for others
def _page(slug: str) -> RulesPage:
    game, match = games.GAMES.get(slug), games.MATCHES.get(slug)
    deal, whole = deal_example(slug), match_example(slug)
    return RulesPage(
        slug,
        game,
        match,
        tuple(setups(game)) if game else (),
        worked(deal) if deal else None,
        counted(whole) if whole else None,
    )


def worked(example: DealExample) -> Worked:
    """The example played through. Raises IllegalMove if it is none of the game's deals."""
    end = _position(example, len(example.moves))
    looks = tuple(_look(example, step) for step in example.steps)
    return Worked(example, _seats(example.seats), looks, end)


def _position(example: DealExample, number: int) -> Position:
    return lone_position(example.game, example.deal(), example.moves, number)


def _look(example: DealExample, step: Step) -> Look:
    state = example.deal()
    for text in example.moves[: step.move - 1]:
        state.play(state.parse(text))
    return Look(
        step,
        _position(example, step.move - 1),
        _position(example, step.move),
        _hand(state, state.parse(step.plays)),
        tuple(state.text(move) for move in state.legal()),
    )


def _hand(state: State, move: int) -> tuple[Lying, ...]:
    """The cards of the seat to move: those it plays, and of the others those it could have played
    and those it could not. Where all could be, or something else is asked, they go unmarked."""
    chosen, legal = _leaving(state, move), state.legal()
    could = {card for other in legal for card in _leaving(state, other)}
    is_free = could >= {*_held(state, state.to_move)} or (not could and len(legal) > 1)
    lying = []
    for card in _held(state, state.to_move):
        fits = "" if is_free else "open" if card in could else "shut"
        mark = "chosen" if chosen[card] > 0 else fits
        chosen[card] -= 1
        lying.append(Lying(card, mark))
    return tuple(lying)


def _leaving(state: State, move: int) -> Counter[str]:
    """The cards that leave the mover's hand, found by making the move; some are drawn for it."""
    seat, after = state.to_move, state.copy()
    events: list[Event] = []
    after.listen(events.append)
    after.play(move)
    seen = [event.seen_by(seat) for event in events if event.what == "draw"]
    drawn = Counter(card for event in seen if event for card in event.get("cards", ()))
    return Counter(_held(state, seat)) + drawn - Counter(_held(after, seat))


def _held(state: State, seat: int) -> list[str]:
    """The hand of a seat, which may be one card, or none where all lie on the table."""
    hand = state.view(seat)["hand"] or []
    return [hand] if isinstance(hand, str) else list(hand)


def counted(example: MatchExample) -> Counted:
    """The example played and then counted from its outcomes alone, as a score sheet would be."""
    rules, seats, options = example.rules, example.seats, example.options
    match = example.play()
    lines = []
    for number, (game, outcome) in enumerate(zip(match.games, match.outcomes, strict=True)):
        before, so_far = match.outcomes[:number], match.outcomes[: number + 1]
        start = rules.next_start(before, seats, **options) if before else 0  # ALL-1
        totals = rules.totals(so_far, seats)
        lines.append(Line(number + 1, game, start, outcome, rules.pays(outcome), totals))
    result = rules.tally(match.outcomes, seats, **options)
    pays_scores = all(line.points == line.outcome.scores for line in lines)
    return Counted(example, _seats(seats), tuple(lines), result.totals, result.places, pays_scores)


def _seats(count: int) -> tuple[SeatLine, ...]:
    """Who sits at the table of an example; no row of the database."""
    return tuple(
        SeatLine(Seat(entry=Entry(player=Player(name=name))), None, shared=False)
        for name in NAMES[:count]
    )
