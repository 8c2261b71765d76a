# Maps much and keeps one page of it, again and again, so that pages lie far from each other.
# verdict: exhausted
# cpu_s: 6

import ctypes

from bots.sdk import Bot, run

LIBC = ctypes.CDLL(None)
LIBC.mmap.restype = ctypes.c_void_p
MUCH = 2 << 20
FAILED = ctypes.c_void_p(-1).value


class Strewing(Bot):
    def choose(self, turn):
        while (at := LIBC.mmap(None, ctypes.c_size_t(MUCH), 3, 0x22, -1, 0)) != FAILED:
            ctypes.memset(at, 1, 1)
            LIBC.munmap(ctypes.c_void_p(at + 4096), ctypes.c_size_t(MUCH - 4096))
        while True:
            pass


run(Strewing)
