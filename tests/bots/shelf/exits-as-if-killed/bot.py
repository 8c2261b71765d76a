# Leaves as if the machine had killed it, so that the match be played again.
# verdict: crashed

import json
import os
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        os._exit(137)
