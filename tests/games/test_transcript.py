"""What is written as a transcript is read again; whatever else is read is refused in a sentence."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games import MATCHES
from games.transcript import LARGEST_TEXT, BadTranscript, Writer, check, read, replay

from .cases import is_sentence


@pytest.fixture(scope="module")
def paper() -> str:
    """The text of a match of two deals among three."""
    match = MATCHES["xxl-individuel"].start(3, bytes(range(32)), variant="amoins", deals=2)
    writer, rng = Writer(match), Random(1)
    while match.to_move >= 0:
        writer.play(rng.choice(match.legal()), rng.choice([None, 1200]))
    result = match.result()
    assert result is not None
    seats = [{"name": name, "version": "1"} for name in ("alice", "bob", "charlie")]
    return writer.transcript(seats, result.places, [{"verdict": "ok"}] * 3).text()


def wrong(text: str | bytes) -> str | None:
    """What is wrong with it, as `python -m games check` would say."""
    try:
        return check(read(text))
    except BadTranscript as bad:
        return str(bad)


def changed(paper: str, *path: str | int, to: Any) -> str:
    """The text with another value at that place."""
    raw = json.loads(paper)
    inner = raw
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(raw)


def test_what_was_written_is_read_and_agrees(paper: str) -> None:
    assert wrong(paper) is None
    assert read(paper).text() == paper
    assert read(paper.encode()) == read(paper) == read(b"\xef\xbb\xbf" + paper.encode())


def test_replay_goes_through_every_move(paper: str) -> None:
    transcript = read(paper)
    steps = [(deal, moves) for deal, moves, _ in replay(transcript)]
    assert steps[0] == (0, 0)
    assert len(steps) == 1 + sum(len(deal.moves) for deal in transcript.deals)


@pytest.mark.parametrize(
    ("path", "to", "says"),
    [
        (("rules",), "skat", "'skat'"),
        (("commitment",), "0" * 64, "commitment"),
        (("options", "variant"), "couleur", "couleur"),
        (("deals", 1, "start"), 9, "started by seat"),
        (("deals", 0, "game"), "couleur", "Deal 1 is amoins"),
        (("deals", 0, "moves", 3), "r6g0:r", "Deal 1, move 4"),
        (("deals", 1, "scores"), [0, 0, 0], "scores of deal 2"),
        (("deals", 1, "places"), [1, 1, 1], "places of deal 2"),
        (("totals",), [0, 0, 0], "totals"),
        (("places",), [1, 1, 1], "places"),
        (("deals",), [], "0 of 2 deals"),
    ],
    ids=str,
)
def test_check_says_what_differs(
    paper: str, path: tuple[str | int, ...], to: Any, says: str
) -> None:
    said = wrong(changed(paper, *path, to=to))
    assert said is not None
    assert says in said
    assert is_sentence(said)


def test_check_tells_moves_that_are_missing_and_too_many(paper: str) -> None:
    raw = json.loads(paper)
    last = raw["deals"][1]
    last["moves"].append("draw")
    last["think_us"].append(None)
    assert "was over before move" in str(wrong(json.dumps(raw)))
    del last["moves"][-2:], last["think_us"][-2:]
    assert "is not over after" in str(wrong(json.dumps(raw)))
    raw["deals"] = json.loads(paper)["deals"] * 2
    assert "there are more" in str(wrong(json.dumps(raw)))


NO_OPTIONS = ["self", "seats", "seed", "outcomes", "", "\n", "\ud800", "x" * 10_000]
WRONG_VALUES: list[Any] = [None, True, -1, 0.5, 1e300, 10**4000, [], {}, [[1]], {"a": {"b": 1}}]
WRONG_VALUES += ["", "x" * 10_000, "\x1b\n\ud800"]


@pytest.mark.parametrize("name", NO_OPTIONS, ids=ascii)
def test_an_option_can_have_any_name_and_is_refused(paper: str, name: str) -> None:
    said = wrong(changed(paper, "options", name, to=1))
    assert said is not None
    assert is_sentence(said)


def every_place(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths to all that is in a JSON value; of long lists the first two entries."""
    inside = value.items() if isinstance(value, dict) else []
    inside = list(enumerate(value))[:2] if isinstance(value, list) else inside
    for key, inner in inside:
        yield (*path, key)
        yield from every_place(inner, (*path, key))


def test_any_value_at_any_place_is_read_or_refused_in_a_sentence(paper: str) -> None:
    places = list(every_place(json.loads(paper)))
    assert len(places) > 50
    for path in places:
        for value in WRONG_VALUES:
            said = wrong(changed(paper, *path, to=value))
            assert said is None or is_sentence(said)


@pytest.mark.parametrize(
    "path",
    [
        ("format",),
        ("seats",),
        ("totals", 0),
        ("deals", 0, "start"),
        ("deals", 0, "scores", 0),
        ("deals", 0, "think_us", 0),
        ("verdicts", 0),
    ],
    ids=str,
)
def test_truth_is_no_number(paper: str, path: tuple[str | int, ...]) -> None:
    said = wrong(changed(paper, *path, to=True))
    assert said is not None
    assert is_sentence(said)


@pytest.mark.parametrize("count", [0, 1, 7, 1000])
def test_an_impossible_number_of_seats_is_refused(paper: str, count: int) -> None:
    raw = json.loads(paper)
    raw |= {"seats": [{}] * count, "verdicts": [{}] * count}
    raw |= dict.fromkeys(("totals", "places", "awarded"), [1] * count)
    for deal in raw["deals"]:
        deal |= dict.fromkeys(("scores", "places"), [1] * count)
    assert f"2 to 6 players, not {count}" in str(wrong(json.dumps(raw)))


MANGLED: dict[str, Callable[[str], str | bytes]] = {
    "nothing": lambda paper: "",
    "half": lambda paper: paper[: len(paper) // 2],
    "all but the end": lambda paper: paper[:-1],
    "more": lambda paper: paper + "}",
    "a list": lambda paper: f"[{paper}]",
    "bytes": lambda paper: bytes(range(256)),
    "zeros": lambda paper: bytes(5000),
    "another encoding": lambda paper: paper.encode("utf-16"),
    "not a number": lambda paper: paper.replace('"totals":[', '"totals":[NaN,'),
    "without end": lambda paper: paper.replace('"totals":[', '"totals":[1e999,'),
    "many digits": lambda paper: paper.replace('"totals":[', f'"totals":[{"9" * 6000},'),
    "a key twice": lambda paper: paper[:-1] + ',"rules":"xxl-individuel"}',
    "a key twice inside": lambda paper: paper.replace('"game":', '"game":"couleur","game":', 1),
    "deep lists": lambda paper: "[" * 100_000,
    "deep objects": lambda paper: '{"format":' * 100_000,
    "deep verdicts": lambda paper: paper.replace('"ok"', "[" * 300 + "]" * 300, 1),
    "many lists": lambda paper: '{"format":1,"deals":[' + "[]," * 1_000_000 + "[]]}",
    "many objects": lambda paper: '{"format":1,"seats":[' + '{"a":1},' * 300_000 + "{}]}",
    "many keys": lambda paper: '{"format":1' + "".join(f',"{i}":1' for i in range(110_000)) + "}",
    "many texts": lambda paper: '{"format":1,"seats":[' + '"a",' * 600_000 + "0]}",
    "many numbers": lambda paper: '{"format":1,"totals":[' + "1," * 1_100_000 + "1]}",
    "more than fits": lambda paper: b" " * (LARGEST_TEXT + 1),
    "the seed with spaces": lambda paper: paper.replace('"seed":"00', '"seed":"00 '),
    "seats of other things": lambda paper: paper.replace('"alice"', '["alice"]'),
    "verdicts of fewer seats": lambda paper: paper.replace('{"verdict":"ok"},', "", 1),
    "thought before it was asked": lambda paper: paper.replace("1200", "-1200", 1),
}


@pytest.mark.parametrize("mangle", MANGLED.values(), ids=list(MANGLED))
def test_what_is_no_transcript_is_refused_in_a_sentence(
    paper: str, mangle: Callable[[str], str | bytes]
) -> None:
    assert mangle(paper) != paper
    with pytest.raises(BadTranscript) as caught:
        read(mangle(paper))
    assert is_sentence(str(caught.value))
