# Dies of a wild pointer, for a core to be left.
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
        ctypes.string_at(1)
