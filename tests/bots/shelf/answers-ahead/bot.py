# Answers questions before they are asked.
# verdict: late

import json
import sys
import time


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        for number in range(100):
            say(id=f"q{number}", move=message["legal"][0])
        time.sleep(60)
