# Makes its log a pipe of packets, so that each byte of it costs us a reading.
# verdict: ok
# note: all 2 refused

import fcntl
import os

from trying import Trying, run


def packets(descriptor):
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_WRONLY | os.O_DIRECT)


class Packets(Trying):
    attempts = {"its log": lambda: packets(2), "its answers": lambda: packets(3)}


run(Packets)
