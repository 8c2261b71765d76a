# Makes files that lie in no folder.
# verdict: ok
# note: all 6 refused

import os

from trying import Trying, run, syscall


class Memfd(Trying):
    attempts = {
        "memfd": lambda: os.memfd_create("x"),
        "secret memory": lambda: syscall(447, 0),
        "a file without a name": lambda: os.open("/box", 0o20200000 | os.O_RDWR, 0o600),
        "shared memory": lambda: open("/dev/shm/shelf-mark", "w"),
        "System V memory": lambda: syscall(29, 0, 4096, 0o600),
        "a message queue": lambda: syscall(240, b"shelf-mark", 0o102, 0o600, 0),
    }


run(Memfd)
