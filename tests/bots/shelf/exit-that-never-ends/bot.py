# Leaves, and computes without end on its way out.
# verdict: late

import atexit
import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


@atexit.register
def stay():
    while True:
        pass


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        sys.exit()
