# Stops itself, or asks to be stopped, with every signal that does.
# verdict: ok
# note: still here

import signal

from trying import Trying, run

STOPS = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGKILL)


class StopsItself(Trying):
    def note(self):
        for number in STOPS:
            signal.raise_signal(number)
        return "still here"


run(StopsItself)
