# Computes without end and hears no signal.
# verdict: late

import contextlib
import json
import signal
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    with contextlib.suppress(OSError):
        signal.signal(number, lambda *_: None)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        while True:
            pass
