# Adds to each answer what nobody asked, in the end too much.
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
        for _ in range(40):
            say(text="x" * 9000)
        say(id=message["id"], move=message["legal"][0])
