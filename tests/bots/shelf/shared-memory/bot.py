# Takes memory that it could share, which stays when it is no longer mapped.
# verdict: ok
# note: all 4 refused

import mmap

from trying import Trying, run

SHARED, BY_ITS_NEWER_NAME, OF_NO_FILE, HUGE, AT_ONCE = 0x01, 0x03, 0x20, 0x40000, 0x8000


class SharedMemory(Trying):
    attempts = {
        "a page": lambda: mmap.mmap(-1, mmap.PAGESIZE, SHARED | OF_NO_FILE),
        "validated": lambda: mmap.mmap(-1, mmap.PAGESIZE, BY_ITS_NEWER_NAME | OF_NO_FILE),
        "written to at once": lambda: mmap.mmap(-1, 1 << 20, SHARED | OF_NO_FILE | AT_ONCE),
        "in huge pages": lambda: mmap.mmap(-1, 2 << 20, SHARED | OF_NO_FILE | HUGE),
    }


run(SharedMemory)
