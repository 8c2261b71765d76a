# Types into the worker's terminal, and writes what changes a terminal that shows its log.
# verdict: ok
# note: all 8 refused
# stderr: ]0;owned

import fcntl
import sys

from trying import Trying, run

TYPE, SET_LINE, WINDOW_SIZE, STEAL = 0x5412, 0x5423, 0x5414, 0x540E

print("\x1b]0;owned\x07\x1b[2J\0", file=sys.stderr)


class TerminalInjection(Trying):
    attempts = {
        "typing on stdin": lambda: fcntl.ioctl(0, TYPE, b"x"),
        "typing on stdout": lambda: fcntl.ioctl(1, TYPE, b"x"),
        "typing on stderr": lambda: fcntl.ioctl(2, TYPE, b"x"),
        "typing, with a number's high half": lambda: fcntl.ioctl(0, TYPE | 1 << 31, b"x"),
        "its line": lambda: fcntl.ioctl(0, SET_LINE, bytes(4)),
        "its size": lambda: fcntl.ioctl(0, WINDOW_SIZE, bytes(8)),
        "its owner": lambda: fcntl.ioctl(0, STEAL, 0),
        "the terminal itself": lambda: open("/dev/tty", "w"),
    }


run(TerminalInjection)
