"""The system calls a bot may make: an allow-list, as the program that seccomp runs before each.

What is not on the list fails with EPERM, as if the bot were not entitled to it; calls of another
architecture kill it. The numbers are those of Linux on x86-64.

Left out although harmless at first sight: `kill` (`tgkill` reaches its own threads, that is all
there is), `setsockopt` (programs for the kernel), `membarrier` (interrupts other cores),
`fadvise64` (makes the machine forget files that all bots read), `memfd_create` (files outside the
limits), `sched_setaffinity` (another match's core), and of `fcntl` what makes pipes larger or has
signals sent.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable, Iterator

ARCHITECTURE = "x86_64"

ALLOWED = {
    # memory
    "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12, "mremap": 25, "madvise": 28, "msync": 26,
    "mincore": 27, "pkey_alloc": 330, "pkey_free": 331, "pkey_mprotect": 329,
    # descriptors that are open already, and pipes
    "read": 0, "write": 1, "close": 3, "fstat": 5, "lseek": 8, "pread64": 17, "pwrite64": 18,
    "readv": 19, "writev": 20, "pipe": 22, "dup": 32, "dup2": 33, "dup3": 292,
    "pipe2": 293, "preadv": 295, "pwritev": 296, "preadv2": 327, "pwritev2": 328,
    "fstatfs": 138,
    # looking at files, of which there are only ours
    "open": 2, "stat": 4, "lstat": 6, "access": 21, "getdents": 78, "getcwd": 79, "chdir": 80,
    "fchdir": 81, "readlink": 89, "statfs": 137, "getdents64": 217, "openat": 257,
    "newfstatat": 262, "readlinkat": 267, "faccessat": 269, "statx": 332, "faccessat2": 439,
    # waiting
    "poll": 7, "select": 23, "sched_yield": 24, "nanosleep": 35, "pause": 34, "epoll_create": 213,
    "epoll_wait": 232, "epoll_ctl": 233, "pselect6": 270, "ppoll": 271, "epoll_pwait": 281,
    "epoll_create1": 291, "eventfd": 284, "eventfd2": 290, "epoll_pwait2": 441,
    "clock_nanosleep": 230, "restart_syscall": 219, "wait4": 61, "waitid": 247,
    # between its own two ends of a socket pair
    "sendto": 44, "recvfrom": 45, "sendmsg": 46, "recvmsg": 47, "shutdown": 48,
    "getsockname": 51, "getpeername": 52, "getsockopt": 55,
    # threads
    "futex": 202, "set_tid_address": 218, "set_robust_list": 273, "get_robust_list": 274,
    "rseq": 334, "gettid": 186, "arch_prctl": 158, "sched_getaffinity": 204, "getcpu": 309,
    "sched_getparam": 143, "sched_getscheduler": 145, "sched_get_priority_max": 146,
    "sched_get_priority_min": 147, "futex_waitv": 449,
    # signals to itself
    "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "rt_sigpending": 127,
    "rt_sigtimedwait": 128, "rt_sigsuspend": 130, "sigaltstack": 131, "tgkill": 234,
    "getitimer": 36, "alarm": 37, "setitimer": 38, "timer_create": 222, "timer_settime": 223,
    "timer_gettime": 224, "timer_getoverrun": 225, "timer_delete": 226, "timerfd_create": 283,
    "timerfd_settime": 286, "timerfd_gettime": 287, "signalfd": 282, "signalfd4": 289,
    # asking who, when, how much
    "getpid": 39, "getppid": 110, "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108,
    "getresuid": 118, "getresgid": 120, "getpgrp": 111, "getpgid": 121, "getsid": 124,
    "getgroups": 115, "uname": 63, "sysinfo": 99, "getrlimit": 97, "prlimit64": 302,
    "getrusage": 98, "times": 100, "gettimeofday": 96, "time": 201,
    "clock_gettime": 228, "clock_getres": 229, "capget": 125,
    "getpriority": 140, "umask": 95, "getrandom": 318,
    # the end
    "exit": 60, "exit_group": 231,
}  # fmt: skip

EXECUTE = {"execve": 59}  # once, by the sandbox itself; the lock takes it away
MAKE_FOLDERS = {"mkdir": 83}  # where the sandbox lays a bot's files out; the lock takes it away
PRLIMIT = 302
TO_ASK = ((2, 0xFFFF_FFFF, 0), (2 + 6, 0xFFFF_FFFF, 0))  # no new limit is given
CLONE3 = 435  # its flags lie in memory, where no filter sees them; libraries fall back on clone
X32 = 0x4000_0000  # set in numbers of x86-64's second set of calls

THREAD = 0x0001_0000
FILES = 0x0000_0400  # CLONE_FILES: else each thread has as many descriptors as all may have
TABLE_OF_ITS_OWN = 2  # CLOSE_RANGE_UNSHARE, which gives a thread the same
NAMESPACES = 0x7E02_0000
IOCTL, PRCTL, FCNTL = 16, 157, 72
TERMINAL_AND_FLAGS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it one, how wide, ...
NAMES_OF_THREADS_AND_MEMORY = (15, 16, 0x5356_4D41)
COPIES_AND_FLAGS = (0, 1, 2, 3, 1030)  # F_DUPFD to F_GETFL, F_DUPFD_CLOEXEC
SET_FLAGS = 4
PACKETS_AND_SIGNALS = 0x6000  # O_DIRECT has us read each write of a bot by itself; O_ASYNC
SET_SECCOMP = 22  # another filter can only take more away
ASK_PERSONALITY = 0xFFFF_FFFF
UNIX = 1
MMAP, MREMAP = 9, 25
SHARED_BY_NOBODY = 0x21  # MAP_SHARED, MAP_ANONYMOUS: what was written stays, mapped or not
HUGE_PAGES = 0x4_0000  # MAP_HUGETLB: out of a pool that is somebody's, perhaps the database's
TO_A_PLACE = 2  # MREMAP_FIXED
OPEN = ((2, 1), (257, 2))  # open and openat, and which argument says what for
TO_CHANGE = 0x40_0243  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_TMPFILE
ENDS = (60, 231)  # exit, exit_group
AS_IF_KILLED = 128 + 9  # the exit code that stands for a SIGKILL

Check = tuple[int, int, int]
"""`(argument, mask, value)`: the low half of that argument, masked, is that value. Numbers from 6
on are the high halves."""

WITH_ARGUMENTS: list[tuple[int, tuple[Check, ...]]] = [
    (56, ((0, NAMESPACES | THREAD | FILES, THREAD | FILES),)),  # clone: threads, not processes
    (436, ((2, TABLE_OF_ITS_OWN, 0),)),  # close_range
    *((IOCTL, ((1, 0xFFFF_FFFF, request),)) for request in TERMINAL_AND_FLAGS),
    *((PRCTL, ((0, 0xFFFF_FFFF, what),)) for what in (*NAMES_OF_THREADS_AND_MEMORY, SET_SECCOMP)),
    *((FCNTL, ((1, 0xFFFF_FFFF, command),)) for command in COPIES_AND_FLAGS),
    (FCNTL, ((1, 0xFFFF_FFFF, SET_FLAGS), (2, PACKETS_AND_SIGNALS, 0))),
    (135, ((0, 0xFFFF_FFFF, ASK_PERSONALITY),)),
    (53, ((0, 0xFFFF_FFFF, UNIX),)),  # socketpair
]

# Berkeley Packet Filter: operation codes, and what the filter may answer.
LOAD, EQUAL, AT_LEAST, AND, ANSWER = 0x20, 0x15, 0x35, 0x54, 0x06
ALLOW, KILL, FAIL = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16
AUDITED_AS = 0xC000_003E

Instruction = tuple[int, int, int, int]  # operation, steps if true, steps if false, operand


class NoFilter(Exception):
    """There is no list of calls for this machine; the message is one sentence."""


def start_filter(also: Iterable[int] = ()) -> bytes:
    """What holds from before the bot's interpreter starts. `also`: numbers that are allowed until
    the lock. Raises NoFilter."""
    if platform.machine() != ARCHITECTURE:
        raise NoFilter(f"Bots can be shut in on {ARCHITECTURE} only, not on {platform.machine()}.")
    refused = (ANSWER, 0, 0, FAIL | errno.EPERM)
    return _assembled([*_checked_architecture(), *_allowing(also), refused])


def lock_filter(near: int) -> bytes:
    """What is added before a bot's source runs: nothing else is executed, limits stay, no filter is
    added, and nobody leaves as if somebody had killed him, which would be our fault. No memory is
    taken that stays without being counted.

    `near`: the high half of the addresses of its libraries, around which its memory stays. Pages
    strewn all over the address space would need twice their size in page tables, which no limit
    counts."""
    program: list[Instruction] = []
    for high in (0, near - 1, near, near + 1):
        program += _with_arguments(MMAP, ((6, 0xFFFF_FFFF, high),), ALLOW)
    program += _with_arguments(MREMAP, ((3, TO_A_PLACE, 0),), ALLOW)
    program += _answer_if_equal([MMAP, MREMAP], FAIL | errno.EPERM)
    return _locking(program)


def launch_filter(path_at: int, arguments_at: int) -> bytes:
    """The same where the bot is a program that is still to be executed: that works with these two
    pointers alone. They are drawn anew each time, and what knows them is gone once it has worked.
    No file is made or written, since here a folder of the bot's own could hold some.

    Its memory may lie anywhere, for some interpreters strew theirs."""
    once = (*_pointer(0, path_at), *_pointer(1, arguments_at))
    program = list(_with_arguments(EXECUTE["execve"], once, ALLOW))
    for number, what_for in OPEN:
        program += _with_arguments(number, ((what_for, TO_CHANGE, 0),), ALLOW)
        program += _answer_if_equal([number], FAIL | errno.EROFS)
    program += _answer_if_equal(MAKE_FOLDERS.values(), FAIL | errno.EROFS)
    return _locking(program)


def _pointer(argument: int, address: int) -> tuple[Check, Check]:
    low, high = address & 0xFFFF_FFFF, address >> 32
    return (argument, 0xFFFF_FFFF, low), (argument + 6, 0xFFFF_FFFF, high)


def _locking(first: Iterable[Instruction]) -> bytes:
    """What every lock takes away, and `first` as soon as no more can be said of the same calls."""
    program: list[Instruction] = [(LOAD, 0, 0, NUMBER_AT)]
    for flags in (SHARED_BY_NOBODY, HUGE_PAGES):
        program += _with_arguments(MMAP, ((3, flags, flags),), FAIL | errno.EPERM)
    program += first
    program += _answer_if_equal(EXECUTE.values(), FAIL | errno.EPERM)
    program += _with_arguments(PRCTL, ((0, 0xFFFF_FFFF, SET_SECCOMP),), FAIL | errno.EPERM)
    program += _with_arguments(PRLIMIT, TO_ASK, ALLOW)
    program += _answer_if_equal([PRLIMIT], FAIL | errno.EPERM)
    for end in ENDS:
        program += _with_arguments(end, ((0, 0xFF, AS_IF_KILLED),), KILL)
    return _assembled([*program, (ANSWER, 0, 0, ALLOW)])


def _checked_architecture() -> list[Instruction]:
    return [
        (LOAD, 0, 0, ARCHITECTURE_AT),
        (EQUAL, 1, 0, AUDITED_AS),
        (ANSWER, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER_AT),
        (AT_LEAST, 0, 1, X32),
        (ANSWER, 0, 0, KILL),
    ]


def _allowing(also: Iterable[int]) -> Iterator[Instruction]:
    yield from _answer_if_equal([*ALLOWED.values(), *EXECUTE.values(), *also], ALLOW)
    yield from _answer_if_equal([CLONE3], FAIL | errno.ENOSYS)
    for number, checks in WITH_ARGUMENTS:
        yield from _with_arguments(number, checks, ALLOW)


def _answer_if_equal(numbers: Iterable[int], answer: int) -> Iterator[Instruction]:
    for number in numbers:
        yield EQUAL, 0, 1, number
        yield ANSWER, 0, 0, answer


def _with_arguments(number: int, checks: tuple[Check, ...], answer: int) -> Iterator[Instruction]:
    """Answer if the number is this one and every check holds; else go on, the number loaded."""
    after = 3 * len(checks) + 1
    yield EQUAL, 0, after + 1, number
    for left, (argument, mask, value) in enumerate(checks):
        half = 8 * (argument % 6) + 4 * (argument // 6)
        yield LOAD, 0, 0, ARGUMENTS_AT + half
        yield AND, 0, 0, mask
        yield EQUAL, 0, after - 3 * (left + 1), value
    yield ANSWER, 0, 0, answer
    yield LOAD, 0, 0, NUMBER_AT


def _assembled(program: Iterable[Instruction]) -> bytes:
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)
