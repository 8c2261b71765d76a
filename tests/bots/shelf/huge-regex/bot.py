# Matches a pattern that takes for ever.
# verdict: late

import json
import re
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        print(re.match("(a+)+$", "a" * 60 + "b"))
