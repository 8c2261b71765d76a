"""Submissions: what is taken, and what is refused with the name of the entry."""

from __future__ import annotations

import gzip
import io
import stat
import struct
import tarfile
import tracemalloc
import zipfile
from pathlib import Path
from random import Random

import pytest

from bots import submission
from bots.submission import BadSubmission
from tests.bots.programs import STATIC, EnableOnly, packed

BOT = b"from bots.sdk import Bot, run\nrun(Bot)\n"


def with_entry(entry: zipfile.ZipInfo, contents: bytes = b"") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("main.py", BOT)
        archive.writestr(entry, contents)
    return made.getvalue()


def of_kind(name: str, kind: int) -> bytes:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 0  # whatever system it says it was made on
    entry.external_attr = (kind | 0o777) << 16
    return with_entry(entry, b"/etc/passwd")


def refusal(data: bytes) -> str:
    with pytest.raises(BadSubmission) as refused:
        submission.read(data)
    return str(refused.value)


def sentence_about(data: bytes) -> str:
    """Why it is refused, or nothing if it is not."""
    try:
        submission.read(data)
    except BadSubmission as why:
        return str(why)
    return ""


def tar() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("main.py"))
    return made.getvalue()


def test_a_python_file_is_a_bot() -> None:
    found = submission.read(BOT)
    assert (found.source, dict(found.files), found.is_zip) == (BOT, {"main.py": len(BOT)}, False)
    assert len(found.sha256) == 64


def test_a_zip_with_main_py_is_a_bot() -> None:
    data = packed(
        {"main.py": BOT, "model/weights.bin": bytes(range(256)), "model/__init__.py": b""}
    )
    found = submission.read(data)
    assert found.is_zip
    assert found.source == data
    assert dict(found.files) == {
        "main.py": len(BOT),
        "model/weights.bin": 256,
        "model/__init__.py": 0,
    }


def test_folders_of_a_zip_are_no_files() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.mkdir("lib")
        archive.writestr("lib/moves.py", b"")
        archive.writestr("main.py", BOT)
    assert list(submission.read(made.getvalue()).files) == ["lib/moves.py", "main.py"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../main.py", "leads out"),
        ("a/../../b.py", "leads out"),
        ("/etc/passwd", "leads out"),
        ("a//b.py", "leads out"),
        ("./b.py", "leads out"),
        ("C:/b.py", "leads out"),
        ("..\\b.py", "backslash"),
        ("a\x07b.py", "control characters"),
        ("a\x1b[2Jb.py", "control characters"),
        ("a\nb.py", "control characters"),
        ("a\u202eyp.b", "control characters"),
        ("n" * 201, "name of more than 200"),
    ],
)
def test_a_name_that_means_harm_is_refused(name: str, says: str) -> None:
    why = refusal(packed({"main.py": BOT, name: b""}))
    assert says in why
    assert repr(name)[1:20] in why
    assert why.isprintable()


def test_a_name_with_a_zero_byte_is_refused_whole() -> None:
    data = packed({"main.py": BOT, "good.pyXbad": b""}).replace(b"good.pyX", b"good.py\0")
    assert refusal(data) == r"The entry 'good.py\x00bad' has control characters in its name."


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (stat.S_IFLNK, "is a link"),
        (stat.S_IFCHR, "neither a file nor a folder"),
        (stat.S_IFBLK, "neither a file nor a folder"),
        (stat.S_IFIFO, "neither a file nor a folder"),
        (stat.S_IFSOCK, "neither a file nor a folder"),
        (stat.S_IFDIR, "neither a file nor a folder"),
    ],
)
def test_only_files_and_folders_are_taken(kind: int, says: str) -> None:
    assert refusal(of_kind("thing", kind)) == f"The entry 'thing' is {says.removeprefix('is ')}."


def test_a_folder_holds_no_bytes_of_its_own() -> None:
    assert "is a folder with contents" in refusal(with_entry(zipfile.ZipInfo("lib/"), b"hello"))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_may_be_there_once() -> None:
    assert refusal(with_entry(zipfile.ZipInfo("main.py"))) == "The entry 'main.py' is there twice."


def test_nothing_is_a_file_and_a_folder() -> None:
    assert "'a' is a file and a folder" in refusal(packed({"main.py": BOT, "a": b"", "a/b": b""}))
    assert "'a/' is there twice" in refusal(packed({"main.py": BOT, "a": b"", "a/": b""}))


def test_no_entry_lies_within_another() -> None:
    """Each would be unpacked, however often the same bytes are meant."""
    inner = packed({"inner": b"hello"}, zipfile.ZIP_STORED)
    archive = zipfile.ZipFile(made := io.BytesIO(packed({"main.py": BOT})), "a")
    with archive:
        archive.writestr("outer", b"x" + inner[: inner.index(b"PK\x01\x02")])
        within = zipfile.ZipFile(io.BytesIO(inner)).getinfo("inner")
        within.header_offset = made.getvalue().index(b"xPK") + 1
        archive.filelist.append(within)
    assert refusal(made.getvalue()) == "The entry 'inner' lies within another."


@pytest.mark.parametrize(
    "inner",
    [packed({"x": b""}), packed({}), gzip.compress(BOT, mtime=0), tar()],
    ids=["zip", "empty zip", "gzip", "tar"],
)
def test_an_archive_in_the_archive_is_refused(inner: bytes) -> None:
    why = refusal(packed({"main.py": BOT, "inner.dat": inner}))
    assert why == "The entry 'inner.dat' is an archive itself; put its files into this one."


def test_an_encrypted_entry_is_refused() -> None:
    data = bytearray(packed({"main.py": BOT}))
    data[data.index(submission.LISTED) + 8] |= 1
    assert refusal(bytes(data)) == "The entry 'main.py' is encrypted."


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_in_one_piece_is_refused(method: int) -> None:
    assert "'main.py' is packed in an unusual way" in refusal(packed({"main.py": BOT}, method))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    data = packed({"main.py": BOT, "zeros": bytes(30 << 20)})
    tracemalloc.start()
    why = refusal(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert why == "Unpacked, a bot has at most 20 MiB; this has more, most of it in 'zeros'."
    assert peak < 1 << 20


def test_a_bomb_that_denies_its_size_is_refused_in_little_memory() -> None:
    """It says 10 bytes, and unpacks to millions."""
    data = bytearray(packed({"main.py": BOT, "zeros": bytes(30 << 20)}))
    listed = data.rindex(submission.LISTED)
    data[listed + 24 : listed + 28] = (10).to_bytes(4, "little")
    tracemalloc.start()
    why = refusal(bytes(data))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert why == "The entry 'zeros' is damaged."
    assert peak < 1 << 20


def test_what_is_allowed_is_unpacked_in_little_memory() -> None:
    data = packed({"main.py": b"#" * (19 << 20)})
    tracemalloc.start()
    submission.read(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_ten_thousand_entries_are_refused_before_they_are_listed() -> None:
    data = packed({"main.py": BOT} | {str(number): b"" for number in range(10_000)})
    tracemalloc.start()
    why = refusal(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert why == "A bot has at most 500 files; this zip has more."
    assert peak < 1 << 16


def test_five_hundred_files_are_taken() -> None:
    files = {"main.py": BOT} | {str(number): b"" for number in range(499)}
    assert len(submission.read(packed(files)).files) == 500


def test_more_than_five_megabytes_are_refused() -> None:
    assert refusal(b"#" * (5 << 20 | 1)) == "A bot has at most 5 MiB; this has more."


@pytest.mark.parametrize(
    "data", [b"\x7fELF\0\0", b"caf\xe9 = 1", tar(), gzip.compress(BOT, mtime=0)]
)
def test_what_is_neither_python_nor_a_zip_is_refused(data: bytes) -> None:
    assert "a Python file in UTF-8 or a zip with main.py" in refusal(data)


def test_main_py_is_a_text() -> None:
    assert refusal(packed({"main.py": b"\xff\xfe"})) == (
        "The entry 'main.py' is no Python file in UTF-8."
    )


def test_nothing_is_no_bot() -> None:
    assert refusal(b" \n") == "This file is empty."
    assert refusal(packed({})) == "There is no main.py in this zip."


def test_a_zip_of_the_folder_is_told_from_one_of_its_files() -> None:
    why = refusal(packed({"my_bot/main.py": BOT}))
    assert "only one in 'my_bot'; pack what is in the folder" in why


def test_a_damaged_zip_gets_one_sentence_wherever_the_damage_is() -> None:
    rng = Random(4)
    whole = packed({"main.py": BOT, "lib/moves.py": bytes(100)})
    sentences: set[str] = set()
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(4, len(data))] = rng.randrange(256)
        sentences.add(
            sentence_about(bytes(data[: rng.choice((None, rng.randrange(4, len(data))))]))
        )
    assert len(sentences) > 5
    assert all(map(str.isprintable, sentences))


def test_nothing_of_it_is_run_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    trap = b"open('trap', 'w').close()\n"
    submission.read(trap)
    submission.read(packed({"main.py": trap, "__init__.py": trap, "sitecustomize.py": trap}))
    assert list(tmp_path.iterdir()) == []


DYNAMIC = STATIC[:64] + struct.pack("<I", 3) + STATIC[68:]
FOR_ARM = STATIC[:18] + struct.pack("<H", 183) + STATIC[20:]
WITHOUT_ITS_TABLE = STATIC[:64]


def with_settings(settings: str, **files: bytes) -> bytes:
    named = {name.replace("_", "."): contents for name, contents in files.items()}
    return packed({"bot.toml": settings.encode(), **named})


def test_a_zip_names_its_interpreter() -> None:
    data = with_settings('interpreter = "binary"\nmain = "first"', first=STATIC)
    found = submission.read(data).program
    assert (found.interpreter.name, found.main) == ("binary", "first")
    assert submission.program(data) == found


def test_what_bot_toml_leaves_out_is_as_usual() -> None:
    assert submission.read(with_settings("", main_py=BOT)).program == submission.Program()
    named = submission.read(with_settings('interpreter = "binary"', main=STATIC)).program
    assert named.main == "main"
    assert submission.program(BOT) == submission.read(BOT).program == submission.Program()


def test_a_python_bot_may_begin_elsewhere() -> None:
    found = submission.read(with_settings('main = "bot.py"', bot_py=BOT))
    assert found.program.main == "bot.py"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("interpreter: node", "is no TOML"),
        ("x = " + "[" * 4000, "is no TOML"),
        ("# " + "x" * 5000, "has more than 4096 bytes"),
        ('interpreter = "cobol"', "'cobol' is unknown here; a bot may use python, binary."),
        ('interpreter = "node"', "'node' is not enabled here; a bot may use python, binary."),
        (f'interpreter = "{"x" * 4000}"', f"The interpreter '{'x' * 56}... is unknown here"),
        ("interpreter = 3", "has to name interpreter as a text"),
        ("main = []", "has to name main as a text"),
        ('main = "../main.py"', "There is no '../main.py' in this zip"),
        ('main = "/bin/sh"', "There is no '/bin/sh' in this zip"),
        ('main = "lib"', "There is no 'lib' in this zip"),
        ('language = "python"', "sets 'language'; what can be set is interpreter and main"),
    ],
)
def test_settings_that_cannot_be_followed_are_refused(
    settings: str, says: str, enable_only: EnableOnly
) -> None:
    enable_only(["binary"])
    data = packed({"bot.toml": settings.encode(), "main.py": BOT, "lib/x": b""})
    assert says in refusal(data)
    with pytest.raises(BadSubmission):
        submission.program(data)


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (b"#!/usr/bin/python3", "is no program for Linux."),
        (b"", "is no program for Linux."),
        (DYNAMIC, "needs libraries that are not there; link it statically."),
        (FOR_ARM, "is no program for Linux on x86-64."),
        (WITHOUT_ITS_TABLE, "is a damaged program."),
    ],
    ids=["script", "empty", "dynamic", "arm", "damaged"],
)
def test_a_program_that_would_not_run_is_refused(program: bytes, says: str) -> None:
    why = refusal(with_settings('interpreter = "binary"', main=program))
    assert why == f"The entry 'main' {says}"


def test_a_zip_of_folders_alone_is_refused() -> None:
    data = packed({"main.py": BOT, **{"/".join("abcdefgh") + f"/{n}/x": b"" for n in range(495)}})
    assert "at most 500 folders" in refusal(data)
