# Uses nearly all its time for every move, until none is left.
# verdict: late

import json
import sys
import time


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        until = time.process_time() + 0.18
        while time.process_time() < until:
            pass
        say(id=message["id"], move=message["legal"][0])
