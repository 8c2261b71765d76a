"""Random input against whatever reads: it is understood or refused in a sentence, never a crash."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, MATCHES, BadOption, Game, MatchRules, Option
from games.rules.xxl._deck import deck_from
from games.transcript import BadTranscript, Writer, check, read, replay

from .cases import FUZZ, MATCH_CASES, SPREAD_CASES, Case, is_sentence

T = TypeVar("T")

ANY = st.integers(0, 10**6)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
SEEDS = st.binary(min_size=32, max_size=32)
KINDS: list[Game | MatchRules] = [*GAMES.values(), *MATCHES.values()]
OPTIONS = {f"{kind.slug}-{option.name}": option for kind in KINDS for option in kind.options}
TABLE = files("games.rules.xxl").joinpath("deck.csv").read_text("utf-8")
NOT_COMPUTED = {"seats", "think_us", "awarded", "verdicts"}


def often(examples: int) -> settings:
    """As many examples in the everyday suite, more with FUZZ."""
    return settings(max_examples=examples * FUZZ)


def read_or_refused(understand: Callable[[], T]) -> T | None:
    """What comes of it; None where it is refused, in a sentence."""
    try:
        return understand()
    except BadOption as bad:
        sentence = str(bad)
    assert is_sentence(sentence)
    return None


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
@often(15)
@given(value=JSON | st.binary(max_size=9) | st.from_type(type))
def test_an_option_is_read_as_one_of_its_values_or_refused(option: Option, value: Any) -> None:
    found = read_or_refused(lambda: option.read(value))
    if found is not None:
        assert option.read(found) == found
        assert option.kind == "text" or found in (*option.choices, True, False, option.default)


@pytest.mark.parametrize("rules", MATCHES.values(), ids=list(MATCHES))
@often(20)
@given(data=st.data(), seats=st.integers(2, 6) | JSON, seed=SEEDS | JSON)
def test_a_match_begins_or_is_refused(
    rules: MatchRules, data: st.DataObject, seats: Any, seed: Any
) -> None:
    names = st.sampled_from([option.name for option in rules.options]) | st.text(max_size=9)
    values = JSON | st.sampled_from([x for option in rules.options for x in option.choices] + [""])
    options = data.draw(st.dictionaries(names, values, max_size=4))
    match = read_or_refused(lambda: rules.begin(seats, seed, options))
    assert match is None or match.legal()


@often(75)
@given(
    place=ANY, length=st.integers(0, 9), put=st.text("0123456789rgby,\n x\U0001d7d9", max_size=6)
)
def test_a_deck_table_is_a_whole_deck_or_refused(place: int, length: int, put: str) -> None:
    place %= len(TABLE) + 1
    text = TABLE[:place] + put + TABLE[place + length :]
    deck = read_or_refused(lambda: deck_from(text))
    if deck is not None:
        assert len(set(deck.texts)) == 55
        assert sorted(deck.totals) == sorted(deck_from(TABLE).totals)


@often(60)
@given(text=st.text() | st.binary() | JSON.map(json.dumps))
def test_any_text_is_no_transcript(text: str | bytes) -> None:
    with pytest.raises(BadTranscript) as caught:
        read(text)
    assert is_sentence(str(caught.value))


CASES = {str(case): case for case in MATCH_CASES}


@cache
def paper(name: str) -> str:
    """The text of a random match of that case."""
    case = CASES[name]
    rng = case.rng(1)
    assert isinstance(case.kind, MatchRules)
    match = case.kind.start(case.seats, rng.randbytes(32), **case.options)
    writer = Writer(match)
    while match.to_move >= 0:
        writer.play(rng.choice(match.legal()), rng.choice([None, 1200]))
    result = match.result()
    assert result is not None
    seats = [{"name": f"alice {seat} “é”", "version": "1"} for seat in range(case.seats)]
    return writer.transcript(seats, result.places, [{"verdict": "ok"}] * case.seats).text()


def wrong(text: str | bytes) -> str | None:
    """What is wrong with it, as `python -m games check` would say."""
    try:
        found = read(text)
        assert read(found.text()) == found
        with suppress(BadTranscript):
            for _ in replay(found):
                pass
        return check(found)
    except BadTranscript as bad:
        return str(bad)


@pytest.mark.parametrize("case", SPREAD_CASES, ids=str)
def test_what_is_written_agrees_for_every_match_with_every_option(case: Case) -> None:
    text = paper(str(case))
    assert wrong(text) is None
    assert read(text).text() == text


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths to all values that hold no others."""
    inside = list(value.items() if isinstance(value, dict) else enumerate(value))
    found: list[tuple[str | int, ...]] = []
    for key, inner in inside:
        holds = isinstance(inner, dict | list) and len(inner) > 0
        found += leaves(inner, (*path, key)) if holds else [(*path, key)]
    return found


def changed(text: str, path: tuple[str | int, ...], to: Any) -> str:
    raw = json.loads(text)
    inner = raw
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(raw)


def at(text: str, path: tuple[str | int, ...]) -> Any:
    value = json.loads(text)
    for key in path:
        value = value[key]
    return value


FIRST_CASES = list({case.kind.slug: case for case in reversed(MATCH_CASES)}.values())


@pytest.mark.parametrize("case", FIRST_CASES, ids=str)
@often(20)
@given(place=ANY, other=ANY, value=JSON | st.none())
def test_a_value_that_is_changed_is_noticed_unless_nobody_computes_it(
    case: Case, place: int, other: int, value: Any
) -> None:
    """The new value is any, or one from elsewhere in the transcript."""
    text = paper(str(case))
    places = leaves(json.loads(text))
    path = places[place % len(places)]
    to = at(text, places[other % len(places)]) if value is None else value
    said = wrong(changed(text, path, to))
    assert said is None or is_sentence(said)
    if said is None and not NOT_COMPUTED & set(path):
        same = read(changed(text, path, to)), read(text)
        assert same[0] == same[1] or path[0] == "options"  # such as yes for true


@pytest.mark.parametrize("case", FIRST_CASES, ids=str)
@often(40)
@given(place=ANY, length=st.integers(0, 30), put=st.binary(max_size=5))
def test_a_damaged_transcript_is_refused_or_still_one(
    case: Case, place: int, length: int, put: bytes
) -> None:
    text = paper(str(case)).encode()
    place %= len(text) + 1
    said = wrong(text[:place] + put + text[place + length :])
    assert said is None or is_sentence(said)
