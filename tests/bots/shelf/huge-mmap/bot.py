# Maps more memory than there may be.
# verdict: ok
# note: all 8 refused

import mmap

from trying import Trying, run

OWN = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS

class HugeMmap(Trying):
    attempts = {
        "a GiB": lambda: mmap.mmap(-1, 1 << 30, OWN),
        "a GiB without backing": lambda: mmap.mmap(-1, 1 << 30, 0x4022),
        "shared": lambda: mmap.mmap(-1, 1 << 30, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS),
        "huge pages": lambda: mmap.mmap(-1, 1 << 30, 0x40022),
        "locked": lambda: mmap.mmap(-1, 1 << 20, 0x2022),
        "many": lambda: [mmap.mmap(-1, 1 << 20, OWN) for _ in range(300)],
        "a terabyte": lambda: mmap.mmap(-1, 1 << 40, OWN),
        "bytes": lambda: bytes(1 << 29),
    }


run(HugeMmap)
