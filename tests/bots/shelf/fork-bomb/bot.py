# Starts processes without end.
# verdict: ok
# note: all 9 refused

import multiprocessing
import os
import pty

from trying import Trying, run, syscall


class ForkBomb(Trying):
    attempts = {
        "fork": os.fork,
        "pty": pty.fork,
        "vfork": lambda: syscall(58),
        "a bare fork": lambda: syscall(57),
        "clone": lambda: syscall(56, 17, 0, 0, 0, 0),
        "clone that shares memory": lambda: syscall(56, 0x4111, 0, 0, 0, 0),
        "clone3": lambda: syscall(435, bytes(88), 88),
        "a pool": lambda: multiprocessing.get_context("fork").Process(target=print).start(),
        "many": lambda: [os.fork() for _ in range(1000)],
    }


run(ForkBomb)
