"""The ways to count points, by the word a tournament keeps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way to count, in words for forms and pages."""

    slug: str
    name: str
    says: str


PLACES = Scoring(
    "places",
    "Places as points",
    "Every match pays the place at its table; the fewest points win. Equal points share the place "
    "and the next one does not exist.",
)
TOTALS = Scoring(
    "totals",
    "Totals of the matches",
    "Every match pays its total. Equal totals: more deals won; still equal: the place is shared "
    "and the next one does not exist.",
)
SCORINGS = {scoring.slug: scoring for scoring in (PLACES, TOTALS)}
