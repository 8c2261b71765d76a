# Looks into processes and has itself looked into.
# verdict: ok
# note: all 8 refused

from trying import Trying, run, syscall


class Ptrace(Trying):
    attempts = {
        "itself": lambda: syscall(101, 0, 0, 0, 0),
        "another": lambda: syscall(101, 16, 1, 0, 0),
        "reading memory": lambda: syscall(310, 1, 0, 0, 0, 0, 0),
        "writing memory": lambda: syscall(311, 1, 0, 0, 0, 0, 0),
        "comparing": lambda: syscall(312, 1, 1, 0, 0, 0),
        "another's descriptor": lambda: syscall(438, 0, 0, 0),
        "advice for another": lambda: syscall(440, 0, 0, 0, 0, 0),
        "its memory as a file": lambda: open("/proc/self/mem", "r+b"),
    }


run(Ptrace)
