# Leaves, but a thread of it stays.
# verdict: late

import json
import sys
import threading
import time


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        threading.Thread(target=time.sleep, args=(60,)).start()
        sys.exit()
