# Talks to services of the machine.
# verdict: ok
# note: all 6 refused

import socket

from trying import Trying, run, syscall


class LoopbackTcp(Trying):
    attempts = {
        "TCP": lambda: socket.create_connection(("127.0.0.1", 22), 0.2),
        "TCP over IPv6": lambda: socket.create_connection(("::1", 22), 0.2),
        "listening": lambda: socket.create_server(("127.0.0.1", 47_474)),
        "a socket, bare": lambda: syscall(41, 2, 1, 0),
        "connect": lambda: syscall(42, 0, 0, 0),
        "accept": lambda: syscall(43, 0, 0, 0),
    }


run(LoopbackTcp)
