# Answers at once, and computes while others are asked: it pays for that and is stopped.
# verdict: ok
# cpu_s: 5

import json
import sys
import threading


def say(**message):
    print(json.dumps(message), flush=True)


def burn():
    while True:
        pass


for _ in range(4):
    threading.Thread(target=burn, daemon=True).start()

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        say(id=message["id"], move=message["legal"][0])
