# Becomes somebody else.
# verdict: ok
# note: all 12 refused

import os

from trying import Trying, run, syscall


class Setuid(Trying):
    attempts = {
        "root": lambda: os.setuid(0),
        "root, thrice": lambda: os.setresuid(0, 0, 0),
        "effective root": lambda: os.seteuid(0),
        "another group": lambda: os.setgid(0),
        "more groups": lambda: os.setgroups([0]),
        "for files": lambda: syscall(122, 0) or syscall(123, 0),
        "capabilities": lambda: syscall(126, bytes(8), bytes(24)),
        "kept capabilities": lambda: syscall(157, 8, 1, 0, 0, 0),
        "ambient ones": lambda: syscall(157, 47, 2, 0, 0, 0),
        "another personality": lambda: syscall(135, 0x0400000),
        "being read by others": lambda: syscall(157, 4, 1, 0, 0, 0),
        "another root": lambda: os.chroot("/box"),
    }


run(Setuid)
