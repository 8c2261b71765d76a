# Plays on without a log.
# verdict: ok

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
        say(id=message["id"], move=message["legal"][0])
        os.close(2)
        os.dup(1)
