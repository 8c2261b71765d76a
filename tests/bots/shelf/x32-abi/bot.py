# Calls the kernel with the numbers of its third set.
# verdict: crashed

import ctypes
import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        ctypes.CDLL(None).syscall(0x4000_0000 | 41, 2, 1, 0)
        say(id=message["id"], move=message["legal"][0], note="it went through")
