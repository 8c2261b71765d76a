# Opens sockets that no network namespace covers.
# verdict: ok
# note: all 14 refused

import socket

from trying import Trying, run, syscall


class OddSockets(Trying):
    attempts = {
        "unix": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM),
        "netlink": lambda: socket.socket(16, 3),
        "packet": lambda: socket.socket(17, 3),
        "vsock": lambda: socket.socket(40, 1),
        "crypto": lambda: socket.socket(38, 5),
        "raw": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW),
        "bluetooth": lambda: socket.socket(31, 3),
        "can": lambda: socket.socket(29, 3),
        "xdp": lambda: socket.socket(44, 3),
        "tipc": lambda: socket.socket(30, 1),
        "smc": lambda: socket.socket(43, 1),
        "a pair that is no unix pair": lambda: syscall(53, 2, 1, 0, 0),
        "a filter on its own pair": lambda: socket.socketpair()[0].setsockopt(1, 26, bytes(16)),
        "an abstract name": lambda: socket.socketpair()[0].bind("\0shelf-mark"),
    }


run(OddSockets)
