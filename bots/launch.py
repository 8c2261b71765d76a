"""How the runner becomes another program, in the sandbox: the files of a bot's zip are laid out in
the folder it stands in, and its interpreter is executed. The runner loads this where that is so.
"""

from __future__ import annotations

import ctypes
import io
import mmap
import os
import shutil
import zipfile
from collections.abc import Mapping, Sequence

READ, WRITE = mmap.PROT_READ, mmap.PROT_WRITE
AT_THIS_PLACE = 0x10_0000  # MAP_FIXED_NOREPLACE
FOR_ALL = 0o755


def lay_out(archive: bytes) -> None:
    """Write the files of a zip. Raises what zipfile does, and OSError where there is no room."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        for entry in packed.infolist():
            if entry.is_dir():
                os.makedirs(entry.filename, exist_ok=True)
                continue
            os.makedirs(os.path.dirname(f"./{entry.filename}"), exist_ok=True)
            with packed.open(entry) as file, open(entry.filename, "xb", opener=_new) as copy:
                shutil.copyfileobj(file, copy)


def _new(name: str, flags: int) -> int:
    return os.open(name, flags, FOR_ALL)


class Program:
    """One that is ready to be executed.

    `path_at`, `arguments_at`: where its path and the list of its arguments are put in memory, each
    within a page. The lock lets nothing be executed but with these two addresses, and what knows
    them is gone once that has worked.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        path_at: int,
        arguments_at: int,
    ) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        path = command[0].encode() + b"\0"
        arguments = _texts(command)
        self._kept = arguments  # what the list points to
        self._environment = _texts([f"{name}={value}" for name, value in environment.items()])
        self._path = self._put(path_at, path)
        self._arguments = self._put(arguments_at, bytes(arguments))

    def execute(self) -> None:
        """Become it. Raises OSError."""
        self._libc.execve(self._path, self._arguments, self._environment)
        why = ctypes.get_errno()
        raise OSError(why, f"The program cannot be started ({os.strerror(why)})")

    def _put(self, at: int, data: bytes) -> ctypes.c_void_p:
        page = at & -mmap.PAGESIZE
        size = at - page + len(data)
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | AT_THIS_PLACE
        self._libc.mmap.restype = ctypes.c_void_p
        found = self._libc.mmap(
            ctypes.c_void_p(page), ctypes.c_size_t(size), READ | WRITE, flags, -1, ctypes.c_long(0)
        )
        if found != page:
            raise OSError(ctypes.get_errno(), "There is no room for the program's path.")
        ctypes.memmove(at, data, len(data))
        return ctypes.c_void_p(at)


def _texts(words: Sequence[str]) -> ctypes.Array[ctypes.c_char_p]:
    return (ctypes.c_char_p * (len(words) + 1))(*(word.encode() for word in words), None)
