# Computes without end where the garbage collector runs.
# verdict: late

import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


class Heavy:
    def __del__(self):
        while True:
            pass


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        Heavy()
