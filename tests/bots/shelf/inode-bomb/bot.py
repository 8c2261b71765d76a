# Makes as many names as it can.
# verdict: ok
# note: all 6 refused

import os

from trying import Trying, run


class InodeBomb(Trying):
    attempts = {
        "folders": lambda: [os.mkdir(f"/box/shelf-mark{i}") for i in range(1000)],
        "files": lambda: [open(f"shelf-mark{i}", "w").close() for i in range(1000)],
        "in /dev": lambda: [open(f"/dev/shelf-mark{i}", "w").close() for i in range(1000)],
        "links": lambda: [os.symlink("x", f"/dev/shelf-mark{i}") for i in range(1000)],
        "hard links": lambda: os.link("/dev/null", "/dev/shelf-mark"),
        "pipes with names": lambda: os.mkfifo("/box/shelf-mark"),
    }


run(InodeBomb)
