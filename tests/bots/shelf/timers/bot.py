# Has itself woken by every kind of timer, and plays on.
# verdict: ok

import json
import signal
import sys


def say(**message):
    print(json.dumps(message), flush=True)


signal.signal(signal.SIGALRM, lambda *_: None)
signal.signal(signal.SIGVTALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.001, 0.001)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        say(id=message["id"], move=message["legal"][0])
