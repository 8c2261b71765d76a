"""The filters of system calls, run here as the kernel runs them."""

from __future__ import annotations

import errno
import struct

import pytest

from bots import syscalls
from bots.syscalls import ALLOW, ALLOWED, AUDITED_AS, EXECUTE, FAIL, KILL

REFUSED = FAIL | errno.EPERM
UNWRITABLE = FAIL | errno.EROFS
I386 = 0x4000_0003
FILTER = syscalls.start_filter()
NEAR = 0x7F3A
LOCK = syscalls.lock_filter(NEAR)
PATH, ARGUMENTS = 0x1234_5678_9ABC, 0x2468_ACE0_1357
LAUNCH = syscalls.launch_filter(PATH, ARGUMENTS)
CHECKED = {number for number, _ in syscalls.WITH_ARGUMENTS}


def answer(program: bytes, number: int, *words: int, architecture: int = AUDITED_AS) -> int:
    """What it answers to this call."""
    data = struct.pack("<IIQ6Q", number, architecture, 0, *(*words, *[0] * (6 - len(words))))
    instructions = list(struct.iter_unpack("HBBI", program))
    at = accumulator = 0
    while True:
        operation, if_true, if_false, operand = instructions[at]
        at += 1
        if operation == syscalls.ANSWER:
            return int(operand)
        if operation == syscalls.LOAD:
            accumulator = int(struct.unpack_from("<I", data, operand)[0])
        elif operation == syscalls.AND:
            accumulator &= operand
        elif operation == syscalls.EQUAL:
            at += if_true if accumulator == operand else if_false
        else:
            assert operation == syscalls.AT_LEAST
            at += if_true if accumulator >= operand else if_false


def test_what_is_on_the_list_is_allowed_and_all_else_refused() -> None:
    listed = {*ALLOWED.values(), *EXECUTE.values()}
    for number in set(range(1000)) - CHECKED - {syscalls.CLONE3}:
        assert answer(FILTER, number) == (ALLOW if number in listed else REFUSED), number


def test_no_call_is_both_listed_and_checked_by_argument() -> None:
    assert not CHECKED & set(ALLOWED.values())


@pytest.mark.parametrize("number", [0, 1, 59, 231])
def test_other_architectures_are_killed(number: int) -> None:
    assert answer(FILTER, number, architecture=I386) == KILL
    assert answer(FILTER, number | syscalls.X32) == KILL
    assert answer(FILTER, 0xFFFF_FFFF) == KILL


@pytest.mark.parametrize(
    ("number", "words", "allowed"),
    [
        (56, (0x3D0F00,), True),  # clone, as threads are started
        (56, (0x3D0B00,), False),  # with descriptors of its own
        (436, (3, 9, 4), True),  # close_range, when something else is executed
        (436, (3, 9, 2), False),  # for this thread alone
        (56, (0x11,), False),  # as fork does
        (56, (0x3D0F00 | 0x4000_0000,), False),  # with a network of its own
        (56, (0x3D0F00 | 1 << 32,), True),  # the kernel does not look there
        (16, (0, 0x5401), True),
        (16, (0, 0x5412), False),  # TIOCSTI
        (16, (0, 0x5412 | 1 << 32), False),
        (72, (0, 4, 0x801), True),  # O_WRONLY | O_NONBLOCK
        (72, (0, 4, 0x4001), False),  # O_DIRECT
        (72, (0, 4, 0x2001), False),  # O_ASYNC
        (72, (0, 1031), False),  # F_SETPIPE_SZ
        (72, (0, 8), False),  # F_SETOWN
        (157, (15,), True),
        (157, (1,), False),  # PR_SET_PDEATHSIG
        (135, (0xFFFF_FFFF,), True),
        (135, (0x40000,), False),  # ADDR_NO_RANDOMIZE
        (53, (1,), True),
        (53, (2,), False),
    ],
)
def test_arguments_decide(number: int, words: tuple[int, ...], allowed: bool) -> None:
    assert answer(FILTER, number, *words) == (ALLOW if allowed else REFUSED)


def test_libraries_are_told_that_clone3_is_not_there() -> None:
    assert answer(FILTER, syscalls.CLONE3) == FAIL | errno.ENOSYS


@pytest.mark.parametrize(
    ("number", "words", "wanted"),
    [
        (1, (), ALLOW),
        (59, (), REFUSED),
        (157, (22,), REFUSED),  # another filter
        (157, (15,), ALLOW),
        (302, (0, 9, 0), ALLOW),
        (302, (0, 9, 1), REFUSED),
        (302, (0, 9, 1 << 32), REFUSED),
        (9, (0,), ALLOW),  # mmap, anywhere
        (9, (NEAR << 32,), ALLOW),
        (9, (NEAR - 1 << 32,), ALLOW),
        (9, (NEAR + 2 << 32,), REFUSED),
        (9, (1 << 31, 4096), ALLOW),
        (9, (1 << 32, 4096), REFUSED),
        (9, (0, 4096, 3, 0x22), ALLOW),  # private and of no file
        (9, (0, 4096, 3, 0x21), REFUSED),  # shared and of no file
        (9, (0, 4096, 3, 0x23), REFUSED),  # the same, by its newer name
        (9, (0, 4096, 1, 0x01), ALLOW),  # shared, of a file
        (9, (0, 4096, 3, 0x4_0022), REFUSED),  # huge pages
        (25, (0, 0, 0, 1), ALLOW),  # mremap, which may move
        (25, (0, 0, 0, 3), REFUSED),  # to a place
        (231, (0,), ALLOW),
        (231, (137,), KILL),
        (231, (137 + 256,), KILL),
        (60, (137,), KILL),
        (60, (9,), ALLOW),
    ],
)
def test_the_lock_takes_more_away(number: int, words: tuple[int, ...], wanted: int) -> None:
    assert answer(LOCK, number, *words) == wanted


def test_folders_are_made_only_where_files_are_laid_out() -> None:
    assert answer(FILTER, 83) == REFUSED
    assert answer(syscalls.start_filter(syscalls.MAKE_FOLDERS.values()), 83) == ALLOW


@pytest.mark.parametrize(
    ("number", "words", "wanted"),
    [
        (1, (), ALLOW),
        (59, (PATH, ARGUMENTS), ALLOW),
        (59, (PATH, ARGUMENTS + 1), REFUSED),
        (59, (PATH + 1, ARGUMENTS), REFUSED),
        (59, (PATH ^ 1 << 40, ARGUMENTS), REFUSED),
        (59, (PATH, ARGUMENTS ^ 1 << 40), REFUSED),
        (9, (NEAR + 2 << 32,), ALLOW),  # mmap
        (2, (0, 0x8_0000), ALLOW),  # open, O_CLOEXEC
        (2, (0, 0x8_0001), UNWRITABLE),
        (2, (0, 0x8_0002), UNWRITABLE),
        (2, (0, 0x40), UNWRITABLE),  # O_CREAT
        (2, (0, 0x200), UNWRITABLE),  # O_TRUNC
        (257, (0, 0, 0x8_0000), ALLOW),
        (257, (0, 0, 0x8_0001), UNWRITABLE),
        (257, (0, 0, 0x41_0000), UNWRITABLE),  # O_TMPFILE
        (83, (), UNWRITABLE),  # mkdir
        (157, (22,), REFUSED),
        (302, (0, 9, 1), REFUSED),
        (231, (137,), KILL),
    ],
)
def test_where_a_program_is_executed_it_is_once_and_no_file_is_written(
    number: int, words: tuple[int, ...], wanted: int
) -> None:
    assert answer(LAUNCH, number, *words) == wanted
