"""Reading: whole numbers as they stand in forms and addresses."""

from __future__ import annotations

KEY_DIGITS = 18  # of a primary key, which is below 2 to the 63rd


def natural(text: str, digits: int) -> int | None:
    """A whole number from 0, in so many plain digits at most; None for anything else."""
    plain = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if plain else None
