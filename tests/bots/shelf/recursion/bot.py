# Goes down until the stack is gone.
# verdict: crashed

import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


sys.setrecursionlimit(1 << 30)


def down(depth):
    return sorted([depth], key=down)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        down(0)
