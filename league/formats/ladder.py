"""A ladder for bots: it goes on as long as it is open, and whoever is free may be drawn."""

from __future__ import annotations

from dataclasses import replace

from ._nearest import Search
from .continuous import FREE, Continuous, Opening, Pool, Wait
from .core import TABLE_SIZE, Draw, Field, Receipt, Setting, Table, Undrawable

METHOD = "ladder 2"  # raise the number when the same seed begins to give another draw
SIZE = replace(TABLE_SIZE, says="Players at a table.")
SMALLER = Setting(
    "smaller_tables",
    default=0,
    choices=range(5),
    says="How many smaller sizes come up too; every bot sits at each of them equally often.",
)
CATCH_UP = Setting(
    "catch_up",
    default=12,
    choices=range(51),
    says="Tables that a new version is drawn at before its turn; the bot then waits for the others "
    "to catch up.",
)


class Ladder(Continuous):
    """Nearest ratings, equal shares of tables and of table sizes."""

    slug = "ladder"
    name = "Ladder"
    says = (
        "For bots: it goes on until you close it, and everybody comes and goes as he likes. Tables "
        "begin whenever bots are free, among those of nearly the same rating."
    )
    settings = (SIZE, SMALLER, CATCH_UP)

    def check_settings(self, field: Field) -> None:
        super().check_settings(field)
        settings = self.read(field)
        least = settings[SIZE.name] - settings[SMALLER.name]
        if least not in field.seats:
            raise Undrawable(
                "The smallest tables would be of %(size)d, and the match rules begin at %(least)d.",
                setting=SMALLER.name,
                size=least,
                least=field.seats[0],
            )

    def tables_now(self, pool: Pool, seed: bytes, number: int = 1) -> Opening:
        field = Field((), pool.seats, pool.settings)
        self.check_settings(field)
        settings = self.read(field)
        largest = settings[SIZE.name]
        sizes = range(largest - settings[SMALLER.name], largest + 1)
        search = Search(pool, sizes, settings[CATCH_UP.name], f"{seed.hex()} {number}")
        tables = list(search.tables())
        draws = tuple(
            Draw(
                number=following,
                tables=(Table(tuple(one.id for one in table)),),
                resting=(),
                receipt=Receipt(seed.hex(), METHOD, 0, False, search.costs(table)),
            )
            for following, table in enumerate(tables, start=number)
        )
        seated = {one.id: search.counted(one) + 1 for table in tables for one in table}
        busy = {one.id: Wait(one.state) for one in pool.contenders if one.state != FREE}
        return Opening(draws, seated | search.capped(), busy | search.waits())


FORMAT = Ladder()
