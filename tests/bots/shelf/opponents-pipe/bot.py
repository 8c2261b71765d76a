# Writes into other bots' conversations.
# verdict: ok
# note: all 9 refused

import fcntl
import os

from trying import Trying, run, syscall


class OpponentsPipe(Trying):
    attempts = {
        "through numbers": lambda: [os.write(n, b"{}") for n in range(4, 1000)],
        "through /proc": lambda: open("/proc/1/fd/1", "w"),
        "through the parent's": lambda: os.pidfd_open(os.getppid() or 1),
        "a larger pipe": lambda: fcntl.fcntl(1, 1031, 1 << 20),
        "signals from its pipe": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, 1),
        "a lease": lambda: fcntl.fcntl(0, 1024, 1),
        "splice": lambda: syscall(275, 0, 0, 1, 0, 10, 0),
        "tee": lambda: syscall(276, 0, 1, 10, 0),
        "pages as gifts": lambda: syscall(278, 1, 0, 0, 0),
    }


run(OpponentsPipe)
