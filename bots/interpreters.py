"""Interpreters: what a bot may be written for. Adding one is adding an entry to `CATALOG`.

A zip names its interpreter in a file `bot.toml` at its top:

    interpreter = "node"
    main = "main.js"

`main` may be left out. Without that file, and for a single file, it is Python. Where nobody says
otherwise, all that are installed are enabled; a site calls `enable_only`.
"""

from __future__ import annotations

import resource
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from games.core import Unfit, in_short

PLACE = "/usr/bin"  # of a program, as a bot sees it
MIB = 1 << 20
# For what reserves many and uses few: Node takes 512 MiB for the code of each thread, Go a GiB.
ADDRESSES = 4096 * MIB


class NotEnabled(Unfit):
    """A bot for this interpreter does not run here."""


@dataclass(frozen=True, slots=True, eq=False)
class Interpreter:
    """`says`: what people call the language. `main`: the file that is started if bot.toml names
    none, and `reads_text`: whether that is a text. `program`: its name on PATH, empty if nothing
    has to be there; `beside`: folders that it reads where a machine has them. `arguments`: before
    the file. `memory`: bytes it may hold, which the worker looks at. `limits`: where they are
    others than `sandbox.LIMITS`. `out_of_memory`: what it writes then.
    """

    name: str
    says: str
    main: str
    reads_text: bool = True
    program: str = ""
    beside: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    memory: int = 256 * MIB
    limits: Mapping[int, int] = field(default_factory=dict)
    out_of_memory: tuple[str, ...] = ()

    @property
    def is_python(self) -> bool:
        """Whether the sandbox's own interpreter runs it, so that no other program is started."""
        return self.name == PYTHON.name

    def find(self) -> Path | None:
        """Its program on this machine, None if it is not here or needs none."""
        found = shutil.which(self.program) if self.program else None
        return Path(found).resolve() if found else None

    @property
    def is_installed(self) -> bool:
        """Whether this machine could run a bot for it."""
        return not self.program or self.find() is not None

    def command(self, main: str) -> list[str]:
        """What starts a bot whose files lie in the folder where it is started."""
        if not self.program:
            return [f"./{main}"]
        return [f"{PLACE}/{self.program}", *self.arguments, f"./{main}"]


PARTS_OF_NODE = ("acorn", "acorn-walk", "cjs-module-lexer", "undici")

PYTHON = Interpreter("python", "Python", "main.py", out_of_memory=("MemoryError",))
NODE = Interpreter(
    "node",
    "JavaScript",
    "main.js",
    program="node",
    # Debian's keeps some of its own modules here.
    beside=tuple(f"/usr/share/nodejs/{name}" for name in PARTS_OF_NODE),
    arguments=(
        "--max-old-space-size=256",  # MiB; with what lies beside the heap it stays below `memory`
        "--v8-pool-size=1",  # threads that collect garbage: a bot has one core
        "--random-seed=1",  # else Math.random would differ each time, and a bot play otherwise
    ),
    environment={"UV_USE_IO_URING": "0", "UV_THREADPOOL_SIZE": "2"},
    memory=512 * MIB,
    limits={
        resource.RLIMIT_AS: ADDRESSES,
        resource.RLIMIT_DATA: 1024 * MIB,  # from Node 24 on its 512 MiB for code count as well
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_NPROC: 32,
    },
    out_of_memory=(
        *("out of memory", "process OOM", "allocation failed", "bad_alloc"),
        "SetPermissions",  # what V8 fails at when the system gives it no more
    ),
)
BINARY = Interpreter(
    "binary",
    "machine code",
    "main",
    reads_text=False,
    limits={resource.RLIMIT_AS: ADDRESSES},
    out_of_memory=("out of memory", "annot allocate memory", "bad_alloc", "memory allocation of"),
)

CATALOG: Mapping[str, Interpreter] = {one.name: one for one in (PYTHON, NODE, BINARY)}

_enabled = set(CATALOG)


def enable_only(names: Iterable[str]) -> None:
    """Let bots for these run in this process and no others; Python's always do. Raises NotEnabled
    for a name that is not in the catalogue."""
    names = set(names)
    for name in sorted(names - set(CATALOG)):
        raise NotEnabled(
            "There is no interpreter %(name)s; there are %(known)s.",
            name=name,
            known=", ".join(CATALOG),
        )
    _enabled.clear()
    _enabled.update(names, {PYTHON.name})


def enabled() -> list[str]:
    """The names of those that are, installed or not."""
    return [name for name in CATALOG if name in _enabled]


def usable() -> list[str]:
    """The names of those that are enabled and installed."""
    return [name for name in enabled() if CATALOG[name].is_installed]


def missing() -> list[str]:
    """The names of those that are enabled but not installed."""
    return [name for name in enabled() if not CATALOG[name].is_installed]


def named(name: str) -> Interpreter:
    """The one with this name. Raises NotEnabled."""
    if name in CATALOG and name in _enabled and CATALOG[name].is_installed:
        return CATALOG[name]
    known = {"name": in_short(name), "usable": ", ".join(usable())}
    if name not in CATALOG:
        raise NotEnabled(
            "The interpreter %(name)s is unknown here; a bot may use %(usable)s.", **known
        )
    if name not in _enabled:
        raise NotEnabled(
            "The interpreter %(name)s is not enabled here; a bot may use %(usable)s.", **known
        )
    raise NotEnabled(
        "The interpreter %(name)s is not installed here; a bot may use %(usable)s.", **known
    )
