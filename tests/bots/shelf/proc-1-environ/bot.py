# Reads what the worker was started with, where bwrap shows it.
# verdict: ok
# note: all 6 refused

from trying import Trying, run


class Proc1Environ(Trying):
    attempts = {
        "/proc/1/environ": lambda: open("/proc/1/environ", "rb"),
        "/proc/1/cmdline": lambda: open("/proc/1/cmdline", "rb"),
        "/proc/1/maps": lambda: open("/proc/1/maps", "rb"),
        "/proc/self/environ": lambda: open("/proc/self/environ", "rb"),
        "/proc/thread-self/environ": lambda: open("/proc/thread-self/environ", "rb"),
        "/dev/fd/../environ": lambda: open("/dev/fd/../environ", "rb"),
    }


run(Proc1Environ)
