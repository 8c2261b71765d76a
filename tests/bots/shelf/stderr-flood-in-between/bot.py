# Plays on, and complains in a thread, asked or not; a pipe's worth is read with each question.
# verdict: ok

import json
import sys
import threading
import time


def say(**message):
    print(json.dumps(message), flush=True)


def complain():
    while True:
        print("x" * 60_000, file=sys.stderr)
        time.sleep(0.001)


threading.Thread(target=complain, daemon=True).start()

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        say(id=message["id"], move=message["legal"][0])
        message = None
        time.sleep(0.01)
