# Makes namespaces in which it may do more.
# verdict: ok
# note: all 14 refused

from trying import Trying, run, syscall


class NestedNamespaces(Trying):
    attempts = {
        "unshare 0x20000": lambda: syscall(272, 0x20000),
        "unshare 0x2000000": lambda: syscall(272, 0x2000000),
        "unshare 0x4000000": lambda: syscall(272, 0x4000000),
        "unshare 0x8000000": lambda: syscall(272, 0x8000000),
        "unshare 0x10000000": lambda: syscall(272, 0x10000000),
        "unshare 0x20000000": lambda: syscall(272, 0x20000000),
        "unshare 0x40000000": lambda: syscall(272, 0x40000000),
        "unshare 0x80": lambda: syscall(272, 0x80),
        "clone with a user namespace": lambda: syscall(56, 0x10000011, 0, 0, 0, 0),
        "a thread with a network": lambda: syscall(56, 0x40010F00, 0, 0, 0, 0),
        "clone3": lambda: syscall(435, bytes(88), 88),
        "setns": lambda: syscall(308, 0, 0),
        "a hostname": lambda: syscall(170, b"x", 1),
        "a domain": lambda: syscall(171, b"x", 1),
    }


run(NestedNamespaces)
