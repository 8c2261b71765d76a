"""What runs in the sandbox before a bot does: waits for the bot's source, locks the door behind
itself, and becomes the bot.

It reads from stdin one line of JSON, `{"size": bytes of source, "limits": {number: most}, "lock":
filter in hex}`, and then the source. Started ahead of need, it has the interpreter and the rules
loaded when a bot comes. Limits are set here, since a worker without CAP_SYS_RESOURCE can set them
for nobody else, and before they are set nothing of the bot has run.
"""

from __future__ import annotations

import ctypes
import importlib
import io
import json
import os
import resource
import sys
import types
import zipfile
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader

CLUB = "/club"
LOADED_AHEAD = ("games", "bots.sdk", "random", "math", "collections", "itertools", "dataclasses")
MAIN = "main"
SET_SECCOMP, FILTER = 22, 2


class FromZip:
    """Finds and loads modules in a zip that was never on a disk."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.names = set(archive.namelist())

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """As importlib asks for it."""
        found = self._file(name)
        if found is None:
            return None
        is_package = found.endswith("/__init__.py")
        return spec_from_loader(name, self, origin=found, is_package=is_package)

    def _file(self, name: str) -> str | None:
        stem = name.replace(".", "/")
        candidates = (f"{stem}.py", f"{stem}/__init__.py")
        return next((file for file in candidates if file in self.names), None)

    def create_module(self, spec: ModuleSpec) -> None:
        """The usual kind."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run its source."""
        file = module.__spec__.origin if module.__spec__ else None
        assert file
        module.__file__ = file
        exec(compile(self.archive.read(file), file, "exec"), module.__dict__)

    def get_data(self, path: str) -> bytes:
        """As pkgutil.get_data and `sdk.data` ask for it."""
        try:
            return self.archive.read(path)
        except KeyError:
            raise FileNotFoundError(path) from None


def main() -> None:
    """Wait, lock, become the bot."""
    sys.path.insert(0, CLUB)
    for module in LOADED_AHEAD:
        importlib.import_module(module)
    os.write(1, b"ready\n")
    head = json.loads(sys.stdin.buffer.readline())
    source = sys.stdin.buffer.read(head["size"])
    for limit, most in head["limits"].items():
        resource.setrlimit(int(limit), (most, most))  # for good: nobody here may raise one
    _lock(bytes.fromhex(head["lock"]))
    _become(source)


def _lock(program: bytes) -> None:
    """Add a filter of system calls: from now on nothing else can be executed here."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))

    called = Program(len(program) // 8, program)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(SET_SECCOMP, FILTER, ctypes.byref(called), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "The sandbox could not be locked.")


def _become(source: bytes) -> None:
    module = types.ModuleType("__main__")
    if source.startswith(b"PK"):
        loader = FromZip(zipfile.ZipFile(io.BytesIO(source)))
        sys.meta_path.append(loader)
        file, code = f"{MAIN}.py", loader.get_data(f"{MAIN}.py")
        module.__loader__ = loader
    else:
        file, code = "bot.py", source
    module.__file__ = file
    sys.modules["__main__"] = module
    sys.argv = [file]
    exec(compile(code, file, "exec"), module.__dict__)


if __name__ == "__main__":
    main()
