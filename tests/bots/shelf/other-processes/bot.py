# Looks for other processes and sends them signals.
# verdict: ok
# note: all 9 refused

import os

from trying import Trying, run, syscall


class OtherProcesses(Trying):
    attempts = {
        "signal to 2": lambda: os.kill(2, 0),
        "signal to 1": lambda: os.kill(1, 0),
        "signal to -1": lambda: os.kill(-1, 0),
        "a pidfd": lambda: os.pidfd_open(1),
        "their priority": lambda: os.getpriority(os.PRIO_PROCESS, 2),
        "their core": lambda: os.sched_getaffinity(2),
        "their group": lambda: os.getpgid(2),
        "their limits": lambda: syscall(302, 2, 7, 0, 0),
        "their names": lambda: open("/proc/2/comm"),
    }


run(OtherProcesses)
