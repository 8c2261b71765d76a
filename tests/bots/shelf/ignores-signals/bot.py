# Hears no signal, and plays on until it is killed.
# verdict: ok

import json
import signal
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGXCPU):
    signal.signal(number, signal.SIG_IGN)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        say(id=message["id"], move=message["legal"][0])
