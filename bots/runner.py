"""What runs in the sandbox before a bot does: waits for the bot's source, locks the door behind
itself, and becomes the bot.

It writes that it is ready, with the high half of its libraries' addresses in hex. Then it reads
from stdin the length of a head in four bytes, the head, a JSON object `{"size": bytes of source,
"limits": {number: most}, "lock": filter in hex, "main": file}`, and the source; not a byte more, so
that the bot finds its first message untouched. A head with `"program"`, the arguments of
`launch.Program`, makes it another program with the files of that source. It writes `{"type":
"locked"}` when only the bot is left to run: what goes wrong before is not the bot's doing. Its
arguments are modules to load as well before a bot comes: the rules, where it is started ahead of
need. Limits are set here, since a worker without CAP_SYS_RESOURCE can set them for nobody else, and
before they are set nothing of the bot has run.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import resource
import sys
import traceback
import types
from collections.abc import Callable
from functools import partial
from typing import Any

CLUB = "/club"
LOADED = ("bots.sdk", "random", "math", "collections", "itertools", "dataclasses")
ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # the second has no entry
LOCKED = b'{"type":"locked"}\n'
SET_SECCOMP, FILTER = 22, 2


def main() -> None:
    """Wait, lock, become the bot."""
    sys.path.insert(0, CLUB)
    for module in (*LOADED, *sys.argv[1:]):
        importlib.import_module(module)
    os.write(1, b"ready %08x\n" % _near())
    head = json.loads(_read(int.from_bytes(_read(4), "big")))
    source = _read(head["size"])
    become = _prepared(head, source)
    for limit, most in head["limits"].items():
        resource.setrlimit(int(limit), (most, most))  # for good: nobody here may raise one
    _lock(bytes.fromhex(head["lock"]))
    os.write(1, LOCKED)
    sys.excepthook = _tell_of_an_error
    become()


def _prepared(head: dict[str, Any], source: bytes) -> Callable[[], None]:
    """What makes it the bot, once it is locked."""
    if "program" not in head:
        return partial(_become, source, head["main"])
    from bots import launch  # here: few bots need it

    program = launch.Program(**head["program"])
    try:
        launch.lay_out(source)
    except Exception as error:
        return partial(_fail, error)  # the bot's doing, so not before it is locked
    return program.execute


def _fail(error: Exception) -> None:
    raise error


def _near() -> int:
    """The high half of where libraries lie here."""
    address = ctypes.cast(ctypes.CDLL(None).prctl, ctypes.c_void_p).value
    assert address
    return address >> 32


def _read(size: int) -> bytes:
    parts = []
    while size > 0:
        part = os.read(0, size)
        if not part:
            os._exit(0)  # the worker needs no bot after all
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _lock(program: bytes) -> None:
    """Add a filter of system calls: from now on nothing else can be executed here."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))

    called = Program(len(program) // 8, program)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(SET_SECCOMP, FILTER, ctypes.byref(called), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "The sandbox could not be locked.")


def _become(source: bytes, main: str) -> None:
    module = types.ModuleType("__main__")
    file = "bot.py"
    if source.startswith(ZIP):
        from bots.zipped import FromZip  # here: what it needs takes as long to load as all the rest

        loader = FromZip(source)
        sys.meta_path.append(loader)
        file, source = main, loader.get_data(main)
        module.__loader__ = loader
    module.__file__ = file
    sys.modules["__main__"] = module
    sys.argv = [file]
    exec(compile(source, file, "exec"), module.__dict__)


def _tell_of_an_error(
    kind: type[BaseException], error: BaseException, trace: types.TracebackType | None
) -> None:
    """As usual, from the bot's first line on: its author knows nothing of these files."""
    ours = os.path.dirname(__file__)
    while trace and trace.tb_frame.f_code.co_filename.startswith(ours):
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace)


if __name__ == "__main__":
    main()
