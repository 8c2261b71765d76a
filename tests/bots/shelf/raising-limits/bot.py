# Gives itself more.
# verdict: ok
# note: all 14 refused

import os
import resource

from trying import Trying, run, syscall


class RaisingLimits(Trying):
    attempts = {
        "memory": lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40)),
        "less memory": lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20)),
        "processes": lambda: resource.setrlimit(resource.RLIMIT_NPROC, (99, 99)),
        "descriptors": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (99, 99)),
        "files": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (99, 99)),
        "less time": lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 1)),
        "the old way": lambda: syscall(160, 9, bytes(16)),
        "for another": lambda: syscall(302, 1, 9, bytes(16), 0),
        "nice": lambda: os.nice(-5),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        "real time": lambda: os.sched_setscheduler(0, 1, os.sched_param(1)),
        "all cores": lambda: os.sched_setaffinity(0, range(64)),
        "disk priority": lambda: syscall(251, 1, 0, 0),
        "a 33rd descriptor": lambda: [os.dup(0) for _ in range(64)],
    }


run(RaisingLimits)
