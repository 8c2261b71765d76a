# The same through the other door.
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
        ctypes.CDLL(None).syscall(60, 137)
