"""The port the site is reached at, and the names it is reached by."""

import errno
import fcntl
import socket
import struct

from .children import CannotStart

SIOCGIFADDR = 0x8915  # ask the kernel for a network card's IPv4 address


def listen(host: str, port: int) -> socket.socket:
    """Take the port, 0 for any free one. Raises CannotStart with the reason."""
    if not 0 <= port < 65536:
        raise CannotStart(f"A port is a number from 0 to 65535, not {port}.")
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        both = host == "::" and socket.has_dualstack_ipv6()  # IPv4 guests too
        return socket.create_server(address[:2], family=family, backlog=1024, dualstack_ipv6=both)
    except socket.gaierror:
        raise CannotStart(f"There is no host {host}.") from None
    except OSError as error:
        raise CannotStart(_why_not(host, port, error)) from None


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken: choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} is for the administrator alone: choose one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine."
    return f"Nobody can listen at {host}, port {port}: {error.strerror}."


def names(door: socket.socket) -> list[str]:
    """What people may type to get here, the best for others first, spelled as in a URL."""
    host = door.getsockname()[0]
    if host in ("0.0.0.0", "::"):
        machine = socket.gethostname()
        return [*_own_addresses(), machine, f"{machine}.local", "localhost"]
    return [f"[{host}]" if ":" in host else host]


def _own_addresses() -> list[str]:
    """This machine's IPv4 addresses in its networks, without 127.0.0.1."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, card in socket.if_nameindex():
            request = struct.pack("256s", card.encode()[:15])
            try:
                answer = fcntl.ioctl(asking, SIOCGIFADDR, request)
            except OSError:  # a card without an IPv4 address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in found if not address.startswith("127.")]
