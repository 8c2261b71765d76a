# Sends ids that are no texts.
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
        for odd in (None, True, 0, [], {}, [message["id"]], {"id": message["id"]}):
            say(id=odd, move=message["legal"][0])
