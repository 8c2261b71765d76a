# Computes a number in one step that nothing can interrupt.
# verdict: late

import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        print(7 ** (7**12) % 10)
