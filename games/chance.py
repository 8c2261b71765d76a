"""The shuffle of the rulings: three lines in any language, so that anyone can check a deal
(ALL-2)."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence


def shuffled(cards: Sequence[int], seed: bytes, number: int) -> list[int]:
    """Shuffle number `number` (from 0) of a deal. The top of the pile is its last item.

    The i-th 8 bytes of SHAKE-256(seed, number) are the key of the i-th card; lowest key first.
    """
    stream = hashlib.shake_256(seed + number.to_bytes(4, "big")).digest(8 * len(cards))
    keys = struct.unpack(f">{len(cards)}Q", stream)
    order = sorted(range(len(cards)), key=keys.__getitem__)
    return [cards[i] for i in order]


def deal_seed(match_seed: bytes, deal: int) -> bytes:
    """The seed of deal number `deal` (from 0) of a match."""
    return hashlib.sha256(match_seed + b"deal" + deal.to_bytes(4, "big")).digest()


def commitment(match_seed: bytes) -> str:
    """What is published when a match is drawn: it fixes the seed without telling it."""
    return hashlib.sha256(match_seed).hexdigest()
