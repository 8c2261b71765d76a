# Searches the interpreter, its frames and all objects, for what was there before it.
# verdict: ok
# note: nothing

import gc
import sys

from trying import Trying, run

SECRET = "".join(reversed("terces-a-si-siht"))


def texts():
    frame = sys._getframe()
    while frame:
        yield repr(frame.f_locals)
        frame = frame.f_back
    for held in gc.get_objects():
        if isinstance(held, (dict, list, tuple)) and len(held) < 1000:
            yield from (text for text in held if isinstance(text, str) and text is not SECRET)


class FramesAndGarbage(Trying):
    def note(self):
        found = any(text == SECRET for text in texts())
        return "a secret" if found or "bots.process" in sys.modules else "nothing"


run(FramesAndGarbage)
