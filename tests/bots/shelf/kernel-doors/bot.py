# Knocks at the doors through which kernels were entered before.
# verdict: ok
# note: all 33 refused

from trying import Trying, run, syscall


class KernelDoors(Trying):
    attempts = {
        "io_uring_setup": lambda: syscall(425, 8, bytes(120)),
        "io_uring_enter": lambda: syscall(426, 0, 0, 0, 0, 0),
        "bpf": lambda: syscall(321, 5, bytes(120), 120),
        "userfaultfd": lambda: syscall(323, 1),
        "keyctl": lambda: syscall(250, 0, -3, 0, 0, 0),
        "add_key": lambda: syscall(248, b"user", b"x", b"y", 1, -3),
        "request_key": lambda: syscall(249, b"user", b"x", 0, -3),
        "perf_event_open": lambda: syscall(298, bytes(120), 0, -1, -1, 0),
        "init_module": lambda: syscall(175, 0, 0, 0),
        "finit_module": lambda: syscall(313, 0, 0, 0),
        "kexec_load": lambda: syscall(246, 0, 0, 0, 0),
        "reboot": lambda: syscall(169, 0, 0, 0, 0),
        "syslog": lambda: syscall(103, 3, 0, 0),
        "acct": lambda: syscall(163, 0),
        "seccomp": lambda: syscall(317, 0, 0, 0),
        "landlock": lambda: syscall(444, 0, 0, 1),
        "fanotify": lambda: syscall(300, 0, 0),
        "inotify": lambda: syscall(253),
        "vhangup": lambda: syscall(153),
        "iopl": lambda: syscall(172, 3),
        "modify_ldt": lambda: syscall(154, 0, 0, 0),
        "set_mempolicy": lambda: syscall(238, 0, 0, 0),
        "move_pages": lambda: syscall(279, 0, 0, 0, 0, 0, 0),
        "lookup_dcookie": lambda: syscall(212, 0, 0, 0),
        "settimeofday": lambda: syscall(164, 0, 0),
        "clock_settime": lambda: syscall(227, 0, 0),
        "adjtimex": lambda: syscall(159, 0),
        "membarrier": lambda: syscall(324, 1, 0, 0),
        "fadvise64": lambda: syscall(221, 0, 0, 0, 4),
        "mlock": lambda: syscall(149, 0, 0),
        "mlockall": lambda: syscall(151, 3),
        "aio": lambda: syscall(206, 1, 0),
        "a filter": lambda: syscall(157, 22, 2, 0, 0, 0),
    }


run(KernelDoors)
