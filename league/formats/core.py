"""Formats, fields, draws: the whole interface on one page.

A `Format` draws tables. The league hands it the `Field` (who takes part, what the match rules
allow, what the organiser set) and a seed, and gets back `Draw`s, one a round, each with the
`Receipt` by which anybody can repeat it. Values in, values out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from . import _apart

Ids = tuple[int, ...]
Pair = tuple[int, int]  # of ids, the lower one first
TOTAL, LOT = "match_total", "drawn_lot"  # what may decide between equals, beside tie-breaks


class Undrawable(ValueError):
    """No draw can be made from this field; one sentence.

    `says` and `values` are the sentence's template and what goes into it, for translation;
    `setting` names the setting that is at fault, if one is.
    """

    def __init__(self, says: str, setting: str = "", **values: object) -> None:
        super().__init__(says % values)
        self.says = says
        self.setting = setting
        self.values = values


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a format, complete enough to make a form field from, like a game's option.

    `choices` are the numbers or the words allowed; `means` tells what each of the words is.
    """

    name: str
    default: int | str
    choices: range | tuple[str, ...]
    says: str
    means: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """A number or a choice, as options call it."""
        return "number" if isinstance(self.choices, range) else "choice"

    def read(self, value: object) -> Any:
        """The value, a number or a word; forms may send a number as a text. Raises Undrawable."""
        if value is None:
            return self.default
        return self._read_number(value) if self.kind == "number" else self._read_word(value)

    def _read_number(self, value: object) -> int:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if type(value) is not int or value not in self.choices:
            raise Undrawable(
                "%(name)s is a number from %(least)d to %(most)d.",
                setting=self.name,
                name=self._label,
                least=self.choices[0],
                most=self.choices[-1],
            )
        return value

    def _read_word(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise Undrawable(
                "%(name)s is one of these: %(words)s.",
                setting=self.name,
                name=self._label,
                words=", ".join(map(str, self.choices)),
            )
        return value

    @property
    def _label(self) -> str:
        return self.name.replace("_", " ").capitalize()


TABLE_SIZE = Setting(
    "table_size",
    default=4,
    choices=range(2, 7),
    says="Players at a table; where the field does not divide, some tables are smaller.",
)
REST = "rest"
LEFT_OVER = Setting(
    "left_over",
    default="smaller_tables",
    choices=("smaller_tables", REST),
    says="What becomes of those whom tables of that size do not hold.",
    means=("Some tables are smaller.", "They rest, each in turn."),
)
ROUNDS = Setting("rounds", default=3, choices=range(1, 31), says="Matches that everybody plays.")


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry: its id, who owns it (two of one owner should not meet), whether it is a bot, and
    the number of the table that it needs, if it needs a certain one."""

    id: int
    owner: str | None = None
    bot: bool = False
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """What one brought home from a match: the awarded place, and the match total, turned about if
    need be so that the lowest is best. `ranks`: where that puts him in the round by each of the
    field's `tie_breaks`, the lowest best."""

    place: int
    total: int
    ranks: Ids = ()


@dataclass(frozen=True, slots=True)
class Field:
    """All that a draw depends on, apart from its seed.

    `seats` are the table sizes that the match rules allow. The order of the entrants means nothing.
    `places`: where each stands by now, by its id; equals share a place. Whoever is not in it has
    played nothing yet. Before the first round they are those of the ratings, for a format that
    starts from them. `finishes`: by round number and id, of all rounds that are over. `never`:
    which of the entrants may not share a table, whatever it costs; `rather_not`: which should not,
    as two of one owner should not. `tie_breaks` name what decides, in this order, between equal
    places at the tables of a knockout; where there are none it is the match total.
    """

    entrants: tuple[Entrant, ...]
    seats: range
    settings: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    finishes: Mapping[int, Mapping[int, Finish]] = field(default_factory=dict)
    never: frozenset[Pair] = frozenset()
    rather_not: frozenset[Pair] = frozenset()
    tie_breaks: tuple[str, ...] = ()

    def only(self, ids: Collection[int]) -> Field:
        """The same of these alone, whatever the others brought home."""
        return replace(
            self,
            entrants=tuple(one for one in self.entrants if one.id in ids),
            never=_among(ids, self.never),
            rather_not=_among(ids, self.rather_not),
        )

    def split(self, people: int) -> tuple[int, ...]:
        """The sizes of the tables that so many sit down to; who sits out is at a table of one."""
        size = TABLE_SIZE.read(self.settings.get(TABLE_SIZE.name))
        rest = LEFT_OVER.read(self.settings.get(LEFT_OVER.name)) == REST
        seated = (size,) * (people // size) if rest else sizes(people, size, self.seats)
        return seated + (1,) * (people - sum(seated))

    def as_json(self) -> dict[str, Any]:
        """JSON-ready, to be kept with what was drawn from it. Owners are numbered, since it only
        matters who has the same."""
        number = numbered(one.owner for one in self.entrants)
        finishes = {
            str(played): {str(one): _as_list(finish) for one, finish in of_it.items()}
            for played, of_it in self.finishes.items()
        }
        entrants = [
            [one.id, number.get(one.owner or ""), one.bot, *([one.table] if one.table else [])]
            for one in self.entrants
        ]
        both = {"never": self.never, "rather_not": self.rather_not}
        apart = {name: sorted(map(list, pairs)) for name, pairs in both.items() if pairs}
        return {
            "entrants": entrants,
            "seats": [self.seats[0], self.seats[-1]],
            "settings": dict(self.settings),
            "places": {str(one): place for one, place in self.places.items()},
            "finishes": finishes,
            **apart,
            **({"tie_breaks": list(self.tie_breaks)} if self.tie_breaks else {}),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Field:
        """From what `as_json` gave: the same draws come of it."""
        least, most = kept["seats"]
        finishes = {
            int(played): {int(one): _as_finish(*finish) for one, finish in of_it.items()}
            for played, of_it in kept["finishes"].items()
        }
        return cls(
            entrants=tuple(Entrant(*entrant) for entrant in kept["entrants"]),
            seats=range(least, most + 1),
            settings=kept["settings"],
            places={int(one): place for one, place in kept["places"].items()},
            finishes=finishes,
            never=_pairs(kept.get("never", ())),
            rather_not=_pairs(kept.get("rather_not", ())),
            tie_breaks=tuple(kept.get("tie_breaks", ())),
        )


def _pairs(kept: Iterable[Sequence[int]]) -> frozenset[Pair]:
    return frozenset((one, other) for one, other in kept)


def _among(ids: Collection[int], pairs: frozenset[Pair]) -> frozenset[Pair]:
    return frozenset(two for two in pairs if two[0] in ids and two[1] in ids)


def _as_list(finish: Finish) -> list[Any]:
    return [finish.place, finish.total, *([list(finish.ranks)] if finish.ranks else [])]


def _as_finish(place: int, total: int, ranks: Iterable[int] = ()) -> Finish:
    return Finish(place, total, tuple(ranks))


@dataclass(frozen=True, slots=True)
class Table:
    """Entrants' ids in the order of their seats, seat 0 first."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """How often a round does what a rule would rather avoid, and the price set on it."""

    count: int
    price: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """How a draw came about: the same field, seed and method give it again.

    `method` names the way of drawing and its version, `steps` the search's work for the whole plan;
    `cut_short`: the clock ended the search, so another machine may find better. `costs` are this
    round's, by rule, given the rounds before it. `swaps`: who changed chairs by hand since then,
    in this order; the costs are those of the tables as they are now.
    """

    seed: str
    method: str
    steps: int
    cut_short: bool
    costs: Mapping[str, Cost]
    swaps: tuple[tuple[int, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """JSON-ready, to be kept with the round."""
        costs = {rule: {"count": c.count, "price": c.price} for rule, c in self.costs.items()}
        return {
            "seed": self.seed,
            "method": self.method,
            "steps": self.steps,
            "cut_short": self.cut_short,
            "costs": costs,
            "swaps": [list(pair) for pair in self.swaps],
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Receipt:
        """From what `as_json` gave."""
        costs = {rule: Cost(**cost) for rule, cost in kept["costs"].items()}
        swaps = tuple((one, other) for one, other in kept.get("swaps", ()))
        return cls(**{**kept, "costs": costs, "swaps": swaps})


@dataclass(frozen=True, slots=True)
class Draw:
    """One round, numbered from 1: its tables and the ids of those who rest. Tables stand in the
    order of their numbers: largest first, but for those that somebody needs at a certain one.

    Rounds of one `stage` have the same entrants. Whoever is not in the next one is out.
    """

    number: int
    tables: tuple[Table, ...]
    resting: tuple[int, ...]
    receipt: Receipt
    stage: int = 1

    @property
    def ids(self) -> frozenset[int]:
        """All who take part in it, seated or not."""
        return frozenset(self.resting).union(*(table.seats for table in self.tables))


@dataclass(frozen=True, slots=True)
class Seeding:
    """Who takes part in a stage, best seed first; () if nothing is seeded. `decided_by`: what let
    some of them go on before equals, which is one of the field's `tie_breaks`, TOTAL or LOT."""

    order: Ids
    decided_by: Mapping[int, str] = field(default_factory=dict)


class Format(ABC):
    """One way to draw a tournament. A module beside this one exports an instance as FORMAT.

    `says` is a sentence for forms, `settings` hold TABLE_SIZE and what else the format asks for.
    """

    slug: str
    name: str
    says: str
    settings: tuple[Setting, ...]
    most_entrants: int  # with more, a draw takes longer than anybody waits
    draws_ahead: bool = False  # nothing waits for results: all rounds can be drawn at any time
    in_stages: bool = False  # some entrants go out on the way
    continuous: bool = False  # it plans no rounds; see continuous.Continuous

    @abstractmethod
    def rounds(self, field: Field) -> int:
        """How many rounds this field will play. Raises Undrawable."""

    def course(self, field: Field) -> tuple[tuple[int, ...], ...]:
        """The table sizes of every round if nobody leaves, see `Field.split`. Raises Undrawable."""
        rounds = self.rounds(field)
        return (field.split(len(field.entrants)),) * rounds

    def knocks_out(self, settings: Mapping[str, Any], stage: int) -> bool:
        """Whether a stage is one round from which only some go on. Who sits it out has a bye, which
        pays nothing, and no rest."""
        return False

    def waits_for_results(self, settings: Mapping[str, Any], stage: int) -> bool:
        """Whether the rounds of a stage are drawn from the results of those before them in it."""
        return not self.draws_ahead

    def all_meet(self, settings: Mapping[str, Any], stage: int) -> bool:
        """Whether in a stage everybody meets everybody, so that no two can be kept apart."""
        return False

    def starts_from_ratings(self, settings: Mapping[str, Any]) -> bool:
        """Whether the first round is drawn from how well everybody is known to play."""
        return False

    def seeding(self, field: Field, seed: bytes, drawn: Sequence[Draw]) -> Seeding | None:
        """Who takes part in the stage that begins after the rounds in `drawn`, as `plan` has it
        from the same arguments; None where all play to the end."""
        return None

    def takes_latecomers(self, stage: int) -> bool:
        """Whether somebody may join, whom no round before has seated, once this stage is drawn."""
        return stage == 1

    def sketch(self, field: Field) -> tuple[tuple[Ids, ...], ...]:
        """The rounds as they could be drawn, the people numbered from 0: found in a moment, to tell
        organisers what to expect; () if it takes longer. Raises Undrawable."""
        return ()

    def fewest_rounds(self, field: Field) -> int:
        """How many rounds this field will play at least. Quick, and raises Undrawable."""
        return self.rounds(field)

    @abstractmethod
    def plan(self, field: Field, seed: bytes, drawn: Sequence[Draw] = ()) -> tuple[Draw, ...]:
        """The rounds that can be drawn now, in order, after those in `drawn`; () at the end.

        A format that plans ahead gives all its rounds at once, one that draws from results gives
        one at a time: the league asks whenever no drawn round is left to play. The field holds who
        takes part from now on; some may have been in no round of `drawn`, others have left since.
        The same arguments give the same answer. Raises Undrawable.
        """

    def read(self, field: Field) -> dict[str, Any]:
        """A value for every setting, defaults filled in. Raises Undrawable."""
        strange = set(field.settings) - {setting.name for setting in self.settings}
        if strange:
            raise Undrawable(
                "%(format)s has no setting %(name)s.",
                setting=min(strange),
                format=self.name,
                name=min(strange),
            )
        given = field.settings
        return {setting.name: setting.read(given.get(setting.name)) for setting in self.settings}

    def asked(self, settings: Mapping[str, Any]) -> tuple[Setting, ...]:
        """Those settings on which something depends, as the others are set."""
        return self.settings

    def check(self, field: Field) -> None:
        """Raises Undrawable, with one sentence, if no draw can be made from this field."""
        self.check_settings(field)
        settings = self.read(field)
        rest = settings.get(LEFT_OVER.name) == REST
        least = settings[TABLE_SIZE.name] if rest else field.seats[0]
        self._check_entrants([entrant.id for entrant in field.entrants], least)
        self.check_apart(field)

    def check_apart(self, field: Field) -> None:
        """Raises Undrawable if no tables are found that keep apart who may never share one."""
        apart = _apart.neighbours(field.never)
        ids = [entrant.id for entrant in field.entrants]
        if not _apart.possible(ids, field.split(len(ids)), apart):
            raise Undrawable(
                "No tables were found that keep all those apart who never sit together. With more "
                "tables, or fewer such pairs, there may be some."
            )

    def check_settings(self, field: Field) -> None:
        """Raises Undrawable if the settings suit no draw, whoever takes part."""
        size = self.read(field)[TABLE_SIZE.name]
        if size not in field.seats:
            raise Undrawable(
                "The match rules allow tables of %(least)d to %(most)d, not of %(size)d.",
                setting=TABLE_SIZE.name,
                least=field.seats[0],
                most=field.seats[-1],
                size=size,
            )

    def _check_entrants(self, ids: Sequence[int], least: int) -> None:
        if len(set(ids)) < len(ids):
            raise Undrawable("An entry stands in the field twice.")
        if not ids:
            raise Undrawable("There are no entries yet.")
        if len(ids) < least:
            raise Undrawable(
                "A draw needs at least %(least)d entries and has %(count)d.",
                least=least,
                count=len(ids),
            )
        if len(ids) > self.most_entrants:
            raise Undrawable(
                "%(format)s is for at most %(most)d entries, not %(count)d.",
                format=self.name,
                most=self.most_entrants,
                count=len(ids),
            )


def numbered(owners: Iterable[str | None]) -> dict[str, str]:
    """A number in place of every owner, since it only matters who has the same."""
    known = dict.fromkeys(owner for owner in owners if owner is not None)
    return {owner: str(number) for number, owner in enumerate(known, start=1)}


def sizes(people: int, preferred: int, allowed: range) -> tuple[int, ...]:
    """The tables that many people sit down to, largest first; whom they do not hold rests.

    As few tables as can be without one above the preferred size, differing by one seat at most.
    If that leaves a table below the sizes allowed, fewer and larger ones (5 in twos: 3 and 2).
    Somebody rests only where there is no other way. () if there are too few for any table.
    """
    for seated in range(people, 0, -1):
        for tables in range(-(-seated // preferred), 0, -1):
            size, larger = divmod(seated, tables)
            split = (size + 1,) * larger + (size,) * (tables - larger)
            if all(size in allowed for size in split):
                return split
    return ()


def seatings(size: int) -> tuple[tuple[int, ...], ...]:
    """The orders in which a table plays the same cards again and again, until everybody has had
    every seat once. Numbers are chairs as drawn; the first order is 0, 1, 2 and so on.

    Who sits behind whom changes as far as it can, as in the Latin squares of Williams; at a table
    of three it cannot. If everybody only moved on, who drew the chair behind a weak player would
    have it all the time: in 60 sets of three careful bots and a random one he was 0.15 to 0.2 of a
    place worse off than who sat before it.
    """
    zigzag = [chair // 2 if chair % 2 == 0 else size - 1 - chair // 2 for chair in range(size)]
    chair_of = {number: chair for chair, number in enumerate(zigzag)}
    return tuple(
        tuple(chair_of[(number + step) % size] for number in zigzag) for step in range(size)
    )
