"""What a bot may write, and what is no message."""

from __future__ import annotations

import pytest

from bots import protocol
from bots.protocol import BadAnswer


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"7",
        b"{",
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": 1e999}',
        b'{"id": "\xff"}',
        b'{"id": ' + b"9" * 5000 + b"}",
        b"[" * 60_000,
        b'{"note": "\\ud83c"}',
        b'{"note": "\\u0000"}',
        b'{"\\\\\\u0000": 1}',
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(line: bytes) -> None:
    with pytest.raises(BadAnswer, match=r"^Its answer is .*\.$"):
        protocol.message(line)


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (rb'{"note": "\ud83c\udccf"}', "\U0001f0cf"),
        (rb'{"note": "\\u0000"}', r"\u0000"),
        ('{"note": "é"}'.encode(), "é"),
    ],
)
def test_any_text_may_be_in_a_message(line: bytes, note: str) -> None:
    assert protocol.message(line) == {"note": note}
