# Takes all memory in small pieces.
# verdict: exhausted
# cpu_s: 3

import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        kept = []
        while True:
            kept.append([None] * 100)
