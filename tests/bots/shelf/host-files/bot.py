# Reads files of the machine.
# verdict: ok
# note: all 19 refused

import os

from trying import Trying, run, syscall


class HostFiles(Trying):
    attempts = {
        "/etc/passwd": lambda: open("/etc/passwd", "rb"),
        "/etc/hostname": lambda: open("/etc/hostname", "rb"),
        "/proc/self/environ": lambda: open("/proc/self/environ", "rb"),
        "/proc/mounts": lambda: open("/proc/mounts", "rb"),
        "/sys/kernel/uevent_helper": lambda: open("/sys/kernel/uevent_helper", "rb"),
        "/dev/mem": lambda: open("/dev/mem", "rb"),
        "/dev/tty": lambda: open("/dev/tty", "rb"),
        "/dev/zero": lambda: open("/dev/zero", "rb"),
        "/box/../../../etc/passwd": lambda: open("/box/../../../etc/passwd", "rb"),
        "/root": lambda: os.listdir("/root"),
        "/home": lambda: os.listdir("/home"),
        "/tmp": lambda: os.listdir("/tmp"),
        "/var": lambda: os.listdir("/var"),
        "/etc": lambda: os.listdir("/etc"),
        "/run": lambda: os.listdir("/run"),
        "/sys": lambda: os.listdir("/sys"),
        "/proc": lambda: os.listdir("/proc"),
        "/dev/shm": lambda: os.listdir("/dev/shm"),
        "a handle": lambda: syscall(304, -100, b"/", 0, 0, 0),
    }


run(HostFiles)
