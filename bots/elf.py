"""Programs as Linux starts them (ELF), looked at as bytes: whether one runs by itself."""

from __future__ import annotations

import struct
from collections.abc import Iterator

HEADER = struct.Struct("<4sBB10xHH12xQ14xHH")  # magic, class, order, type, machine, and the table
X86_64, OF_64_BITS, LITTLE_ENDIAN = 62, 2, 1
KINDS = (2, 3)  # at a fixed address, and at any
SIZE = 56  # of a program header; Linux takes no other
INTERPRETER = 3  # a program header that names who has to load the rest

NO_PROGRAM = "The entry %(entry)s is no program for Linux."
OF_ANOTHER_KIND = "The entry %(entry)s is no program for Linux on x86-64."
DAMAGED = "The entry %(entry)s is a damaged program."
NEEDS_LIBRARIES = "The entry %(entry)s needs libraries that are not there; link it statically."
COMPLAINTS = (NO_PROGRAM, OF_ANOTHER_KIND, DAMAGED, NEEDS_LIBRARIES)


def why_not(head: bytes) -> str:
    """Why this does not run on any Linux on x86-64 with nothing but the kernel, one of COMPLAINTS;
    empty if it does. `head`: its first kilobytes, which hold all that tells."""
    try:
        magic, bits, order, kind, machine, at, _, count = HEADER.unpack_from(head)
    except struct.error:
        magic = b""
    if magic != b"\x7fELF":
        return NO_PROGRAM
    if (bits, order, machine) != (OF_64_BITS, LITTLE_ENDIAN, X86_64) or kind not in KINDS:
        return OF_ANOTHER_KIND
    try:
        parts = list(_parts(head, at, count))
    except struct.error:
        return DAMAGED
    if INTERPRETER in parts:
        return NEEDS_LIBRARIES
    return ""


def _parts(head: bytes, at: int, count: int) -> Iterator[int]:
    """The kinds of its program headers. Raises struct.error where they are not in the head."""
    for number in range(count):
        yield struct.unpack_from("<I", head, at + number * SIZE)[0]
