"""Measures the bot `careful` against `random` and writes docs/careful.md: `make careful`."""

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from statistics import fmean, median
from typing import Self

from bots import duplicate
from bots.catalog import HOUSE
from bots.duplicate import Duplicate, SingleDeal
from bots.verdict import Verdict
from games import GAMES

PAGE = Path(__file__).with_suffix(".md")
SEATS = (2, 3, 4)
DEALS = 2_000
FEWEST = 30
CHUNK = 25  # deals that a process plays before it reports
TEXT = """\
# How well careful plays

`make careful` runs `docs/careful.py`, which writes this page. It measures the house bot `careful`
against `random` in duplicate deals, {deals} for each line: the same shuffle is played once with
`careful` in every seat and `random` in all others. Games have their usual options, and seat 0
starts, so `careful` starts each deal once.

{table}
**Place**: the mean over all deals, 1 being best. Ties share the better place, so two equal bots
come to less than (seats + 1) / 2; that is why the bots are compared with each other.

**Lead**: by how many places `careful` is better, as the mean over deals with its 99 % interval.
Equal bots have a lead of 0. An interval that stays above 0 means that chance alone would hardly
ever bring as much. A deal counts once, as the mean of its matches.

**Better, equal, worse**: in how many of a hundred deals `careful` was so, all its seats taken
together.

**Decision**: how long `careful` takes for one, the median in microseconds on the machine that wrote
this page. These times differ from run to run; everything else comes out the same again.

For a quick look, `make careful ARGS="--deals 100 --games montees quibbles"` prints the lines of
some games and leaves this page as it is.
"""
HEAD = """\
| game | seats | place of careful | place of random | lead | better, equal, worse | decision |
| --- | --: | --: | --: | --: | --: | --: |
"""


@dataclass
class Tally:
    """What the deals of one line came to, those played so far."""

    ours: list[Fraction] = field(default_factory=list)
    theirs: list[Fraction] = field(default_factory=list)
    think_us: Counter[int] = field(default_factory=Counter)

    def count(self, deal: Duplicate) -> None:
        """Add a deal. A house bot that failed would have been played on for: that is an error."""
        for seat, report in enumerate(deal.reports):
            assert all(one.verdict is Verdict.OK for one in report.verdicts), report.verdicts
            self.think_us.update(report.think_us[seat])
        self.ours.append(deal.ours)
        self.theirs.append(deal.theirs)

    def join(self, other: Self) -> None:
        """Add deals that were counted elsewhere."""
        self.ours += other.ours
        self.theirs += other.theirs
        self.think_us += other.think_us

    def line(self, game: str, seats: int) -> str:
        """A line of the table."""
        leads = [theirs - ours for ours, theirs in zip(self.ours, self.theirs, strict=True)]
        lead = duplicate.estimate(leads)
        better, worse = sum(one > 0 for one in leads), sum(one < 0 for one in leads)
        shares = [round(100 * n / len(leads)) for n in (better, len(leads) - better - worse, worse)]
        cells = (
            f"{game} | {seats} | {fmean(self.ours):.2f} | {fmean(self.theirs):.2f}",
            f"{lead.mean:.3f} ± {lead.margin:.3f}",
            " / ".join(map(str, shares)),
            f"{median(self.think_us.elements()):.0f} µs",
        )
        return f"| {' | '.join(cells)} |\n"


def play(game: str, seats: int, deals: range) -> Tally:
    """The deals of these numbers, shuffled for ever alike."""
    rules, tally = SingleDeal(GAMES[game]), Tally()
    careful, random = HOUSE["careful"], HOUSE["random"]
    for number in deals:
        seed = number.to_bytes(32, "big")
        tally.count(duplicate.play(rules, {}, seats, seed, careful, random))
    return tally


def measure(games: Sequence[str], deals: int) -> str:
    """The table, played on all cores."""
    tallies = {(game, seats): Tally() for game in games for seats in SEATS}
    chunks = [range(first, min(first + CHUNK, deals)) for first in range(0, deals, CHUNK)]
    with ProcessPoolExecutor() as pool:
        waiting = {pool.submit(play, *line, chunk): line for line in tallies for chunk in chunks}
        left = Counter(waiting.values())
        for done in as_completed(waiting):
            line = waiting[done]
            tallies[line].join(done.result())
            left[line] -= 1
            if not left[line]:
                print(tallies[line].line(*line), end="", flush=True)
    return HEAD + "".join(tally.line(*line) for line, tally in tallies.items())


def main() -> None:
    """Prints each line when its deals are played; writes the page if all games were measured."""
    parser = argparse.ArgumentParser(prog="make careful", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="for each game and seat count")
    parser.add_argument("--games", nargs="+", choices=GAMES, help="some only; leaves the page")
    given = parser.parse_args()
    if given.deals < FEWEST:
        parser.error(f"an interval takes at least {FEWEST} deals")
    table = measure(given.games or list(GAMES), given.deals)
    if not given.games:
        PAGE.write_text(TEXT.format(deals=f"{given.deals:,}", table=table), encoding="utf-8")
        print(f"Wrote docs/{PAGE.name}.")


if __name__ == "__main__":
    main()
