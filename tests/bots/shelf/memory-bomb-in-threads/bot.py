# Takes all memory in threads, and then needs some.
# verdict: exhausted
# cpu_s: 3

import json
import sys
import threading


def say(**message):
    print(json.dumps(message), flush=True)


go = threading.Event()


def take():
    kept = []
    go.wait()
    while True:
        kept.append(bytearray(1 << 20))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        for _ in range(4):
            threading.Thread(target=take, daemon=True).start()
        go.set()
        take()
