# Kills everything it can reach.
# verdict: ok
# note: all 7 refused

import os
import signal

from trying import Trying, run, syscall


class KillAll(Trying):
    attempts = {
        "everybody": lambda: os.kill(-1, signal.SIGKILL),
        "its group": lambda: os.killpg(0, signal.SIGKILL),
        "its parent": lambda: os.kill(os.getppid(), signal.SIGKILL),
        "process 2": lambda: syscall(234, 2, 2, 9),
        "a queued signal": lambda: syscall(129, 1, 9, 0),
        "a pidfd's": lambda: syscall(424, 0, 9, 0, 0),
        "a task's": lambda: syscall(200, 2, 9),
    }


run(KillAll)
