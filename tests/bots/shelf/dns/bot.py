# Asks the world for names and addresses.
# verdict: ok
# note: all 3 refused

import socket
import urllib.request

from trying import Trying, run


class Dns(Trying):
    attempts = {
        "a name": lambda: socket.getaddrinfo("localhost.example", 80),
        "UDP": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(
            b"x", ("127.0.0.53", 53)
        ),
        "a page": lambda: urllib.request.urlopen("http://127.0.0.1/", timeout=0.2),
    }


run(Dns)
