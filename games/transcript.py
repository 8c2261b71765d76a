"""A match on paper: seed + moves = the match. Writing, reading, checking, stepping.

The text form is one JSON object:

    format      1
    rules       slug of the match rules        options   those given to the match
    seats       one object a seat: name, version
    seed        64 hex digits                  commitment   SHA-256 of the seed, hex
    deals       one object a deal: game, start, moves (texts), think_us (microseconds a move, null
                where nobody was asked), scores, places
    totals      a number a seat                places    as the engine counts them
    awarded     places after verdicts: clean seats first
    verdicts    one object a seat: verdict, and for a fault deal and move (both from 0)

`check` recomputes everything but names, think times, awarded places and verdicts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NoReturn

from .catalog import MATCHES
from .chance import commitment
from .core import MOST_MOVES, SEED_BYTES, BadOption, IllegalMove, in_short
from .matches import DEALS, Match, MatchRules

FORMAT = 1
LARGEST_TEXT = 10 << 20  # bytes; 100 deals of 5,000 moves write some 8 MB
MOST_WRITTEN = DEALS[-1] * MOST_MOVES + 10_000  # moves of a match, and what is around them
MOST_BRACKETS = 10_000  # of either kind; the longest match has some 500
MOST_COLONS = DEALS[-1] * 1_000  # of keys, and of moves that play a card, which it is but once
MOST_DIGITS = 18


class BadTranscript(ValueError):
    """What was given is no transcript, or one that cannot be replayed; one sentence."""


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """One deal as it was played. `think_us[i]`: microseconds move i took, None where nobody was
    asked."""

    game: str
    start: int
    moves: tuple[str, ...]
    think_us: tuple[int | None, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole match; the fields are those of the text form, the seed as bytes."""

    rules: str
    options: Mapping[str, Any]
    seats: tuple[Mapping[str, str], ...]
    seed: bytes
    commitment: str
    deals: tuple[WrittenDeal, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    awarded: tuple[int, ...]
    verdicts: tuple[Mapping[str, Any], ...]

    def text(self) -> str:
        """The text form; equal transcripts have equal texts."""
        fields = asdict(self) | {"seed": self.seed.hex()}
        return json.dumps({"format": FORMAT, **fields}, ensure_ascii=False, separators=(",", ":"))

    def start(self) -> Match:
        """The match before its first move. Raises BadTranscript."""
        try:
            return _rules(self.rules).begin(len(self.seats), self.seed, self.options)
        except BadOption as bad:
            raise BadTranscript(str(bad)) from None


class Writer:
    """Plays a match and writes it down. `moves` are all moves so far; the list grows."""

    __slots__ = ("_begins", "_texts", "_think", "match", "moves")

    def __init__(self, match: Match) -> None:
        self.match = match
        self.moves: list[int] = []
        self._texts: list[str] = []
        self._think: list[int | None] = []
        self._begins = [0]  # how many moves were made before each deal, and before the next

    @property
    def at(self) -> tuple[int, int]:
        """Deal and number of the move to come, both from 0."""
        return len(self._begins) - 1, len(self.moves) - self._begins[-1]

    def play(self, move: int, think_us: int | None = None) -> None:
        """Play a move and write it down. Raises IllegalMove, then nothing is written."""
        match = self.match
        state = match.state
        text = state.text(move)
        match.play(move)
        self.moves.append(move)
        self._texts.append(text)
        self._think.append(think_us)
        if state.to_move < 0:
            self._begins.append(len(self.moves))

    def transcript(
        self,
        seats: Sequence[Mapping[str, str]],
        awarded: Sequence[int],
        verdicts: Sequence[Mapping[str, Any]],
    ) -> Transcript:
        """The transcript of a match that is over."""
        match = self.match
        result = match.result()
        if result is None:
            raise ValueError("A transcript is written when the match is over.")
        moves = [slice(*both) for both in pairwise(self._begins)]
        parts = zip(match.games, match.starts, moves, result.deals, strict=True)
        texts, think = tuple(self._texts), tuple(self._think)
        deals = tuple(
            WrittenDeal(game.slug, start, texts[its], think[its], done.scores, done.places)
            for game, start, its, done in parts
        )
        return Transcript(
            rules=match.rules.slug,
            options=match.options,
            seats=tuple(dict(seat) for seat in seats),
            seed=match.seed,
            commitment=match.commitment,
            deals=deals,
            totals=result.totals,
            places=result.places,
            awarded=tuple(awarded),
            verdicts=tuple(dict(verdict) for verdict in verdicts),
        )


def read(text: str | bytes) -> Transcript:
    """A transcript from its text form, bytes being UTF-8. Raises BadTranscript."""
    if len(text) > LARGEST_TEXT:
        raise BadTranscript(f"A transcript has at most {LARGEST_TEXT >> 20} MB; this has more.")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        raw = _parsed(text)
    except BadTranscript:
        raise
    except (ValueError, RecursionError):
        raise BadTranscript("This is not a transcript: it is no complete JSON text.") from None
    if not isinstance(raw, dict) or "format" not in raw:
        raise BadTranscript("This is not a transcript: the format number is missing.")
    if type(raw["format"]) is not int or raw["format"] != FORMAT:
        raise BadTranscript(f"This transcript is of another format; this program reads {FORMAT}.")
    return _Reader(raw).transcript()


def _parsed(text: str) -> Any:
    """The JSON value, refused where readers of JSON disagree: a key given twice, NaN, numbers of
    any length."""
    # Few bytes of text can fill much memory: `[],` takes 72 and `{"a":1},` 200. A move has a comma,
    # its think time another, and two quotes.
    if (
        max(map(text.count, ',"')) > 2 * MOST_WRITTEN
        or text.count(":") > MOST_COLONS
        or max(map(text.count, "[{")) > MOST_BRACKETS
    ):
        raise BadTranscript("This is not a transcript: no match has so many moves.")
    return json.loads(
        text, object_pairs_hook=_object, parse_int=_number, parse_constant=_not_a_number
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadTranscript("This transcript is damaged: a key is given twice.")
    return found


def _number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadTranscript(f"This transcript is damaged: a number has {len(digits)} digits.")
    return int(digits)


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(name)


def check(transcript: Transcript) -> str | None:
    """Replay it and say what differs, in one sentence; None when everything agrees.
    Raises BadTranscript if there is no such match to replay."""
    if commitment(transcript.seed) != transcript.commitment:
        return "The seed does not fit the commitment."
    match = transcript.start()
    for number, deal in enumerate(transcript.deals):
        if wrong := _replay_deal(match, number, deal):
            return wrong
    result = match.result()
    if result is None:
        return f"The match is not over: {len(transcript.deals)} of {match.deals} deals are here."
    if result.totals != transcript.totals:
        return f"The totals are {list(result.totals)}, not {list(transcript.totals)}."
    if result.places != transcript.places:
        return f"The places are {list(result.places)}, not {list(transcript.places)}."
    return None


def _replay_deal(match: Match, number: int, deal: WrittenDeal) -> str | None:
    if number >= match.deals:
        return f"The match has {match.deals} deals; there are more here."
    if deal.game != match.game.slug:
        return f"Deal {number + 1} is {match.game.slug}, not {in_short(deal.game)}."
    if deal.start != match.starts[-1]:
        return f"Deal {number + 1} is started by seat {match.starts[-1]}, not {deal.start}."
    for count, text in enumerate(deal.moves, 1):
        if len(match.outcomes) > number:
            return f"Deal {number + 1} was over before move {count}."
        try:
            match.play(match.parse(text))
        except IllegalMove as illegal:
            return f"Deal {number + 1}, move {count}: {illegal}"
    if len(match.outcomes) <= number:
        return f"Deal {number + 1} is not over after its {len(deal.moves)} moves."
    done = match.outcomes[number]
    if done.scores != deal.scores:
        return f"The scores of deal {number + 1} are {list(done.scores)}, not {list(deal.scores)}."
    if done.places != deal.places:
        return f"The places of deal {number + 1} are {list(done.places)}, not {list(deal.places)}."
    return None


def replay(transcript: Transcript) -> Iterator[tuple[int, int, Match]]:
    """Step through: (deal, moves made in it, match) at the start and after every move. The match is
    one object that goes on; the position after a deal's last move is that of the next deal.
    Raises BadTranscript at a move that is not legal."""
    match = transcript.start()
    yield 0, 0, match
    for number, deal in enumerate(transcript.deals):
        for count, text in enumerate(deal.moves, 1):
            try:
                match.play(match.parse(text))
            except IllegalMove as illegal:
                raise BadTranscript(f"Deal {number + 1}, move {count}: {illegal}") from None
            yield number, count, match


def _rules(slug: str) -> MatchRules:
    if slug not in MATCHES:
        raise BadTranscript(f"There are no match rules {in_short(slug)} here.")
    return MATCHES[slug]


class _Reader:
    """Takes a parsed JSON object apart and refuses what is not of the form."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw

    def transcript(self) -> Transcript:
        seats = self._list(self.raw, "seats", dict)
        count = len(seats)
        return Transcript(
            rules=self._of(self.raw, "rules", str),
            options=self._of(self.raw, "options", dict),
            seats=tuple(self._flat("seats", seat, str) for seat in seats),
            seed=self._seed(),
            commitment=self._of(self.raw, "commitment", str),
            deals=tuple(self._deal(deal, count) for deal in self._list(self.raw, "deals", dict)),
            totals=self._numbers(self.raw, "totals", count),
            places=self._numbers(self.raw, "places", count),
            awarded=self._numbers(self.raw, "awarded", count),
            verdicts=self._verdicts(count),
        )

    def _deal(self, raw: dict[str, Any], seats: int) -> WrittenDeal:
        moves = self._list(raw, "moves", str)
        think = raw.get("think_us")
        if not isinstance(think, list) or len(think) != len(moves):
            raise BadTranscript("This transcript is damaged: think_us is not one entry a move.")
        if not all(entry is None or (type(entry) is int and entry >= 0) for entry in think):
            raise BadTranscript("This transcript is damaged: think_us holds numbers and nulls.")
        return WrittenDeal(
            game=self._of(raw, "game", str),
            start=self._of(raw, "start", int),
            moves=tuple(moves),
            think_us=tuple(think),
            scores=self._numbers(raw, "scores", seats),
            places=self._numbers(raw, "places", seats),
        )

    def _of(self, raw: dict[str, Any], key: str, kind: type) -> Any:
        if type(raw.get(key)) is not kind:
            raise BadTranscript(f"This transcript is damaged: {key} is missing or of a wrong kind.")
        return raw[key]

    def _list(self, raw: dict[str, Any], key: str, kind: type) -> list[Any]:
        items: list[Any] = self._of(raw, key, list)
        if not all(type(item) is kind for item in items):
            raise BadTranscript(f"This transcript is damaged: {key} holds something else.")
        return items

    def _numbers(self, raw: dict[str, Any], key: str, count: int) -> tuple[int, ...]:
        numbers = self._list(raw, key, int)
        if len(numbers) != count:
            raise BadTranscript(f"This transcript is damaged: {key} is not one number a seat.")
        return tuple(numbers)

    def _verdicts(self, count: int) -> tuple[dict[str, Any], ...]:
        verdicts = self._list(self.raw, "verdicts", dict)
        if len(verdicts) != count:
            raise BadTranscript("This transcript is damaged: verdicts is not one object a seat.")
        return tuple(self._flat("verdicts", verdict, str, int) for verdict in verdicts)

    def _flat(self, where: str, raw: dict[str, Any], *kinds: type) -> dict[str, Any]:
        if not all(type(value) in kinds for value in raw.values()):
            raise BadTranscript(f"This transcript is damaged: {where} holds something else.")
        return raw

    def _seed(self) -> bytes:
        digits: str = self._of(self.raw, "seed", str)
        try:
            seed = bytes.fromhex(digits)
        except ValueError:
            seed = b""
        if len(digits) != 2 * SEED_BYTES or len(seed) != SEED_BYTES:
            raise BadTranscript(f"This transcript is damaged: the seed is not {SEED_BYTES} bytes.")
        return seed
