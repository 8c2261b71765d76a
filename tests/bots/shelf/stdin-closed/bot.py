# Closes its ears and mouth but one.
# verdict: late

import json
import os
import sys
import time


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        os.close(0)
        time.sleep(60)
