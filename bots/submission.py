"""Submissions: the one file a bot is handed in as, looked at before anything runs it.

A submission is a Python file, a zip with `main.py` at its top, or a zip whose `bot.toml` names
another interpreter and file (see `interpreters`). It is read as data: nothing of it is imported,
compiled or executed here, nothing is written to a disk, and a zip is unpacked some kilobytes at a
time, which are thrown away again.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import stat
import struct
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from games.core import Unfit, in_short

from . import elf, interpreters
from .interpreters import PYTHON, Interpreter, NotEnabled

T = TypeVar("T")

MAIN = PYTHON.main
SETTINGS = "bot.toml"
LONGEST_SETTINGS = 4096
SET = ("interpreter", "main")
LARGEST = 5 << 20  # bytes as it is handed in
LARGEST_UNPACKED = 20 << 20
MOST_ENTRIES = 500
LONGEST_NAME = 200
SOME = 64 << 10  # bytes unpacked at a time

ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
LISTED = b"PK\x01\x02"  # begins every entry of a zip's table of contents
ARCHIVES = (
    *(ZIP, EMPTY_ZIP, b"\x1f\x8b\x08", b"\xfd7zXZ\x00", b"7z\xbc\xaf\x27\x1c"),
    *(b"Rar!\x1a\x07", b"\x28\xb5\x2f\xfd", *(b"BZh%d1AY&SY" % level for level in range(1, 10))),
)
TAR, TAR_AT = b"ustar", 257
ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13  # flags: its data, its data strongly, its name
UNPACKABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others do not unpack bit by bit
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, OverflowError),
    *(NotImplementedError, RuntimeError, ValueError),
)


class BadSubmission(Unfit):
    """This is not taken."""


class BadEntry(BadSubmission):
    """Nor is a zip with such an entry, which the sentence names."""

    def __init__(self, says: str, entry: str, **values: object) -> None:
        super().__init__(says, entry=in_short(entry), **values)


@dataclass(frozen=True, slots=True)
class Program:
    """What starts a bot: `main` is the file that `interpreter` is given."""

    interpreter: Interpreter = PYTHON
    main: str = MAIN


@dataclass(frozen=True, slots=True)
class Submission:
    """What was handed in. `source`: as it came, which is what the sandbox gets. `files`: the bytes
    of each file by its name; a single Python file counts as main.py."""

    source: bytes
    files: Mapping[str, int]
    program: Program = Program()

    @property
    def sha256(self) -> str:
        """Of the source, in hex."""
        return hashlib.sha256(self.source).hexdigest()

    @property
    def is_zip(self) -> bool:
        """Or else it is a Python file."""
        return self.source.startswith(ZIP)


def read(data: bytes) -> Submission:
    """Look a submission over. Raises BadSubmission.

    Read at most LARGEST + 1 bytes of what is offered: one that is too large by then is refused
    whatever follows.
    """
    if len(data) > LARGEST:
        raise BadSubmission("A bot has at most %(most)d MiB; this has more.", most=LARGEST >> 20)
    if data.startswith((ZIP, EMPTY_ZIP)):
        return _in_zip(data, lambda archive: Submission(data, *_checked(archive)))
    if not data.strip():
        raise BadSubmission("This file is empty.")
    if not _is_text([data]):
        raise BadSubmission(
            "A bot is a Python file in UTF-8 or a zip with %(main)s; this is neither.", main=MAIN
        )
    return Submission(data, {MAIN: len(data)})


def _is_text(parts: Iterable[bytes]) -> bool:
    """Whether these make a text in UTF-8 as Python takes it."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        whole = all("\0" not in decoder.decode(part) for part in parts)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return whole


def program(data: bytes) -> Program:
    """What starts the bot in a submission. Of a zip no more is read than its table of contents, its
    bot.toml and the beginning of a program. Raises BadSubmission."""
    if data.startswith((ZIP, EMPTY_ZIP)):
        return _in_zip(data, _program)
    return Program()


def _in_zip(data: bytes, look: Callable[[zipfile.ZipFile], T]) -> T:
    """What is found there. Raises BadSubmission."""
    # Counted before anything is made of them: five megabytes can hold a hundred thousand.
    if data.count(LISTED) > MOST_ENTRIES:
        raise BadSubmission(
            "A bot has at most %(most)d files; this zip has more.", most=MOST_ENTRIES
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return look(archive)
    except BadSubmission:
        raise
    except DAMAGED:
        raise BadSubmission("This zip is damaged.") from None


def _checked(archive: zipfile.ZipFile) -> tuple[dict[str, int], Program]:
    started = _program(archive)
    entries = archive.infolist()
    for entry in entries:
        _check_contents(archive, entry, started)
    return {entry.filename: entry.file_size for entry in entries if not entry.is_dir()}, started


def _program(archive: zipfile.ZipFile) -> Program:
    entries = archive.infolist()
    for entry in entries:
        _check_name(entry.orig_filename)
        _check_kind(entry)
    _check_together(entries)
    _check_apart(entries)
    started = _set(archive) if SETTINGS in archive.namelist() else Program()
    if started.main not in (entry.filename for entry in entries if not entry.is_dir()):
        raise _without_main(entries, started.main)
    if not started.interpreter.reads_text:
        with _opened(archive, started.main) as file:
            why = elf.why_not(file.read(SOME))
        if why:
            raise BadEntry(why, started.main)
    return started


def _set(archive: zipfile.ZipFile) -> Program:
    """What bot.toml says. Raises BadSubmission."""
    with _opened(archive, SETTINGS) as file:
        text = file.read(LONGEST_SETTINGS + 1)
    if len(text) > LONGEST_SETTINGS:
        raise BadEntry(
            "The entry %(entry)s has more than %(most)d bytes.", SETTINGS, most=LONGEST_SETTINGS
        )
    try:
        said = tomllib.loads(text.decode())
    except (ValueError, RecursionError):
        raise BadEntry("The entry %(entry)s is no TOML.", SETTINGS) from None
    for name in said:
        if name not in SET:
            raise BadEntry(
                "The entry %(entry)s sets %(name)s; what can be set is interpreter and main.",
                SETTINGS,
                name=in_short(name),
            )
    try:
        interpreter = interpreters.named(_text(said, "interpreter", PYTHON.name))
    except NotEnabled as why:
        raise BadSubmission(why.says, **why.values) from None
    return Program(interpreter, _text(said, "main", interpreter.main))


def _text(said: Mapping[str, Any], name: str, otherwise: str) -> str:
    value = said.get(name, otherwise)
    if not isinstance(value, str):
        raise BadEntry("The entry %(entry)s has to name %(name)s as a text.", SETTINGS, name=name)
    return value


def _opened(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    try:
        return archive.open(name)
    except DAMAGED:
        raise BadEntry("The entry %(entry)s is damaged.", name) from None


def _check_name(name: str) -> None:
    """As it is written in the zip: Python would cut it at a zero byte."""
    if not name.isprintable():
        raise BadEntry("The entry %(entry)s has control characters in its name.", name)
    if len(name) > LONGEST_NAME:
        raise BadEntry(
            "The entry %(entry)s has a name of more than %(most)d characters.",
            name,
            most=LONGEST_NAME,
        )
    if "\\" in name:
        raise BadEntry(
            "The entry %(entry)s has a backslash in its name; folders are written with a slash.",
            name,
        )
    parts = name.removesuffix("/").split("/")
    if not all(parts) or {".", ".."} & set(parts) or parts[0].endswith(":"):
        raise BadEntry("The entry %(entry)s leads out of the zip.", name)


def _check_kind(entry: zipfile.ZipInfo) -> None:
    """Whoever made the zip: a mode that is there is a mode that somebody may follow."""
    mode = stat.S_IFMT(entry.external_attr >> 16)
    if mode == stat.S_IFLNK:
        raise BadEntry("The entry %(entry)s is a link.", entry.filename)
    if mode not in (0, stat.S_IFDIR if entry.is_dir() else stat.S_IFREG):
        raise BadEntry("The entry %(entry)s is neither a file nor a folder.", entry.filename)
    if entry.flag_bits & ENCRYPTED:
        raise BadEntry("The entry %(entry)s is encrypted.", entry.filename)
    if entry.compress_type not in UNPACKABLE:
        raise BadEntry(
            "The entry %(entry)s is packed in an unusual way; plain zip (deflate) is taken.",
            entry.filename,
        )
    if entry.is_dir() and entry.file_size:
        raise BadEntry("The entry %(entry)s is a folder with contents of its own.", entry.filename)


def _check_together(entries: list[zipfile.ZipInfo]) -> None:
    """What no entry shows by itself: names that meet, and how much there is of everything."""
    seen: set[str] = set()
    folders = {folder for entry in entries for folder in _folders(entry.filename)}
    for entry in entries:
        name = entry.filename.removesuffix("/")
        if name in seen:
            raise BadEntry("The entry %(entry)s is there twice.", entry.filename)
        if name in folders and not entry.is_dir():
            raise BadEntry("The entry %(entry)s is a file and a folder.", entry.filename)
        seen.add(name)
    if len(folders) > MOST_ENTRIES:
        raise BadSubmission(
            "A bot has at most %(most)d folders; this zip has more.", most=MOST_ENTRIES
        )
    if sum(entry.file_size for entry in entries) > LARGEST_UNPACKED:
        largest = max(entries, key=lambda entry: entry.file_size)
        raise BadEntry(
            "Unpacked, a bot has at most %(most)d MiB; this has more, most of it in %(entry)s.",
            largest.filename,
            most=LARGEST_UNPACKED >> 20,
        )


def _check_apart(entries: list[zipfile.ZipInfo]) -> None:
    """Or else the same five megabytes could be unpacked five hundred times."""
    end = 0
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        if entry.header_offset < end:
            raise BadEntry("The entry %(entry)s lies within another.", entry.filename)
        end = entry.header_offset + entry.compress_size


def _folders(name: str) -> Iterator[str]:
    parts = name.removesuffix("/").split("/")
    yield from ("/".join(parts[:count]) for count in range(1, len(parts)))


def _without_main(entries: list[zipfile.ZipInfo], main: str) -> BadSubmission:
    for entry in entries:
        folder, _, name = entry.filename.rpartition("/")
        if name == main:
            return BadSubmission(
                "There is no %(main)s at the top of this zip, only one in %(folder)s; pack what is "
                "in the folder, not the folder.",
                main=main,
                folder=in_short(folder),
            )
    main = in_short(main) if main != MAIN else main
    return BadSubmission("There is no %(main)s in this zip.", main=main)


def _check_contents(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, started: Program) -> None:
    """Unpack it once, so that what it says of itself is true."""
    is_main = entry.filename == started.main and started.interpreter.reads_text
    try:
        with archive.open(entry) as file:
            head = file.read(SOME)
            count = len(head) + sum(map(len, _parts(file)))
        if is_main:
            with archive.open(entry) as file:
                is_text = _is_text(_parts(file))
    except DAMAGED:
        raise BadEntry("The entry %(entry)s is damaged.", entry.filename) from None
    if count != entry.file_size:
        raise BadEntry("The entry %(entry)s is not as large as it says.", entry.filename)
    if head.startswith(ARCHIVES) or head[TAR_AT:].startswith(TAR):
        raise BadEntry(
            "The entry %(entry)s is an archive itself; put its files into this one.", entry.filename
        )
    if is_main and not is_text:
        raise BadEntry(
            "The entry %(entry)s is no %(language)s file in UTF-8.",
            entry.filename,
            language=started.interpreter.says,
        )


def _parts(file: IO[bytes]) -> Iterator[bytes]:
    while some := file.read(SOME):
        yield some
