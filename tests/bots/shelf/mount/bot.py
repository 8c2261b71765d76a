# Mounts what it would like to see.
# verdict: ok
# note: all 11 refused

from trying import Trying, run, syscall


class Mount(Trying):
    attempts = {
        "proc": lambda: syscall(165, b"proc", b"/box", b"proc", 0, 0),
        "tmpfs": lambda: syscall(165, b"tmpfs", b"/box", b"tmpfs", 0, 0),
        "root, writable": lambda: syscall(165, b"/", b"/", b"", 0x1020, 0),
        "umount": lambda: syscall(166, b"/dev/null", 2),
        "another root": lambda: syscall(155, b"/", b"/box"),
        "the new way": lambda: syscall(430, b"proc", 0),
        "a tree": lambda: syscall(428, -100, b"/", 1),
        "moving": lambda: syscall(429, -100, b"/", -100, b"/box", 0),
        "attributes": lambda: syscall(442, -100, b"/", 0, bytes(32), 32),
        "swap": lambda: syscall(167, b"/box", 0),
        "quota": lambda: syscall(179, 0, 0, 0, 0),
    }


run(Mount)
