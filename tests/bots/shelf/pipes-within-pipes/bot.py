# Fills as many pipes as it can, in the machine's memory.
# verdict: ok
# note: fewer than 32

import json
import os
import sys


def say(**message):
    print(json.dumps(message), flush=True)


kept = []


def fill():
    try:
        while True:
            reading, writing = os.pipe()
            kept.append(reading)
            os.set_blocking(writing, False)
            os.write(writing, bytes(1 << 16))
    except OSError:
        return "fewer than 32" if len(kept) < 32 else str(len(kept))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        say(id=message["id"], move=message["legal"][0], note=fill())
