# Strews single pages all over its address space: the machine needs more to find them than for them.
# verdict: ok
# note: all 3 refused

import ctypes
import mmap

from trying import Trying, run, syscall

MMAP, MREMAP, MINCORE = 9, 25, 27
ANYHOW, HERE, MAY_MOVE, TO = 0x22, 0x10, 1, 2
FAR = 1 << 40


def words(*numbers):
    return [ctypes.c_long(number) for number in numbers]


def strew(how):
    for number in range(1, 9):
        syscall(*words(MMAP, number * FAR, mmap.PAGESIZE, 3, how, -1, 0))
        syscall(*words(MINCORE, number * FAR, mmap.PAGESIZE), bytes(1))  # unless it lies elsewhere


def move():
    kept = mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    here = ctypes.addressof(ctypes.c_char.from_buffer(kept))
    syscall(*words(MREMAP, here, mmap.PAGESIZE, mmap.PAGESIZE, MAY_MOVE | TO, FAR))


class Strewn(Trying):
    attempts = {
        "asking for a place": lambda: strew(ANYHOW),
        "insisting on it": lambda: strew(ANYHOW | HERE),
        "moving there": move,
    }


run(Strewn)
