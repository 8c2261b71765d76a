# Lets threads compute for it, so that each uses little.
# verdict: late

import hashlib
import json
import sys
import threading
import time


def say(**message):
    print(json.dumps(message), flush=True)


def compute():
    while True:
        hashlib.pbkdf2_hmac("sha256", b"x", b"y", 100_000)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready")
    elif message["type"] == "move":
        for _ in range(8):
            threading.Thread(target=compute, daemon=True).start()
        time.sleep(60)
