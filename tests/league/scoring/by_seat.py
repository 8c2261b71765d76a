"""Standings and what belongs to them from seats one by one, as tests are easier to write."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from league.scoring import intervals as intervals_
from league.scoring import stages as stages_
from league.scoring import standings as standings_
from league.scoring.core import Counting, Penalty, Played, Rest
from league.scoring.results import Results


def standings(
    entries: Iterable[int],
    played: Iterable[Played],
    rests: Iterable[Rest] = (),
    penalties: Iterable[Penalty] = (),
    counting: Counting = standings_.USUAL,
    missed: Iterable[Rest] = (),
    gone: Collection[int] = (),
) -> tuple[standings_.Row, ...]:
    results = Results.of(played)
    return standings_.standings(entries, results, rests, penalties, counting, missed, gone)


def stages(
    count: stages_.Count,
    reached: Mapping[int, int],
    stage_of: Mapping[int, int],
    played: Iterable[Played],
    rests: Iterable[Rest] = (),
    penalties: Iterable[Penalty] = (),
) -> tuple[stages_.Staged, ...]:
    return stages_.stages(count, reached, stage_of, Results.of(played), rests, penalties)


def intervals(
    rows: Sequence[standings_.Row],
    played: Iterable[Played],
    fewest: bool,
    seed: str,
    gone: Collection[int] = (),
) -> dict[int, tuple[int, int]]:
    return intervals_.intervals(rows, Results.of(played), fewest, seed, gone)


def seats(results: Results) -> list[Played]:
    """As they are in columns."""
    columns = (getattr(results, name).tolist() for name in Played._fields)
    return [Played(*seat) for seat in zip(*columns, strict=True)]
