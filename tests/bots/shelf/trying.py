"""For bots of the shelf that try something forbidden and play on when it is refused."""

import ctypes

from bots.sdk import Bot, run

__all__ = ["Trying", "refused", "run", "syscall"]

LIBC = ctypes.CDLL(None, use_errno=True)


def syscall(*words):
    """Straight into the kernel; raises OSError as Python's functions do."""
    found = LIBC.syscall(*words)
    if found == -1:
        raise OSError(ctypes.get_errno(), "refused")
    return found


def refused(attempt):
    try:
        attempt()
    except (OSError, MemoryError, ValueError, OverflowError):
        return True
    return False


class Trying(Bot):
    """Notes which of its `attempts`, callables by name, went through."""

    attempts = {}

    def choose(self, turn):
        turn.note = self.note()
        return turn.legal[0]

    def note(self):
        through = [name for name, attempt in self.attempts.items() if not refused(attempt)]
        return (
            f"went through: {', '.join(through)}"
            if through
            else f"all {len(self.attempts)} refused"
        )
