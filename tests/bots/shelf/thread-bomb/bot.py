# Starts threads without end.
# verdict: ok
# note: fewer than 16

import threading

from trying import Trying, run

FOR_EVER = threading.Event()


def threads_that_start():
    for started in range(100):
        try:
            threading.Thread(target=FOR_EVER.wait, daemon=True).start()
        except RuntimeError:
            return started
    return started


class ThreadBomb(Trying):
    def note(self):
        started = threads_that_start()
        return "fewer than 16" if started < 16 else f"{started}"


run(ThreadBomb)
