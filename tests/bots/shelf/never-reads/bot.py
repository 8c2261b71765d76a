# Gets ready and never reads a question.
# verdict: late

import json
import sys
import time


def say(**message):
    print(json.dumps(message), flush=True)


say(type="ready")
time.sleep(60)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        say(id=message["id"], move=message["legal"][0])
