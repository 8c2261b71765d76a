# Forks twice and leaves its session, to live on.
# verdict: ok
# note: all 5 refused

import os

from trying import Trying, run, syscall


class Daemon(Trying):
    attempts = {
        "the first fork": os.fork,
        "a session": os.setsid,
        "a group": lambda: os.setpgid(0, 0),
        "a subreaper": lambda: syscall(157, 36, 1, 0, 0, 0),
        "no signal when the parent dies": lambda: syscall(157, 1, 0, 0, 0, 0),
    }


run(Daemon)
