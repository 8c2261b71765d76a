# Writes until the disk is full.
# verdict: ok
# note: all 12 refused

import os
import tempfile

from trying import Trying, run, syscall


class DiskFill(Trying):
    attempts = {
        "/box": lambda: open("/box/shelf-mark", "wb").write(bytes(1 << 20)),
        "/": lambda: open("//shelf-mark", "wb").write(bytes(1 << 20)),
        "/dev": lambda: open("/dev/shelf-mark", "wb").write(bytes(1 << 20)),
        "/club": lambda: open("/club/shelf-mark", "wb").write(bytes(1 << 20)),
        "/tmp": lambda: open("/tmp/shelf-mark", "wb").write(bytes(1 << 20)),
        "/usr/lib": lambda: open("/usr/lib/shelf-mark", "wb").write(bytes(1 << 20)),
        "/lib": lambda: open("/lib/shelf-mark", "wb").write(bytes(1 << 20)),
        "a temporary file": lambda: tempfile.TemporaryFile(),
        "the rules": lambda: open("/club/games/core.py", "a"),
        "a device": lambda: os.mknod("/box/shelf-mark"),
        "truncate": lambda: os.truncate("/club/games/core.py", 0),
        "fallocate": lambda: syscall(285, 1, 0, 0, 1 << 20),
    }


run(DiskFill)
