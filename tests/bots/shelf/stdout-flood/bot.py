# Writes to us without end.
# verdict: flood

import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        while True:
            say(id="mine", move="x" * 1000)
