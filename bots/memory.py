"""How much of the machine's memory a process holds, with what the kernel needs to know about it.

Limits are about addresses, so some memory escapes them: page tables, which may become as large as
what they lead to, and pages that were written and then made read-only.
"""

from __future__ import annotations

COUNTED = (b"RssAnon:", b"RssShmem:", b"VmPTE:", b"VmSwap:")


def held(pid: int) -> int:
    """Bytes; 0 where we may not look. Raises ProcessLookupError if it is dead, or its first thread
    is: then nothing is told of what the others hold."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            lines = file.read().split(b"\n")  # its name may hold any other end of a line
    except (FileNotFoundError, ProcessLookupError):
        raise ProcessLookupError from None
    except OSError:
        return 0
    found = [1024 * int(line.split()[1]) for line in lines if line.startswith(COUNTED)]
    if not found:
        raise ProcessLookupError
    return sum(found)
