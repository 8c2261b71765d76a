# Sends 64 KiB and a byte.
# verdict: too-big

import json
import sys

print('{"type": "ready"}', flush=True)
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        asked, move = message["id"].encode(), message["legal"][0].encode()
        sys.stdout.buffer.write(
            (b'{"id": "' + asked + b'", "move": "' + move + b'"}').ljust((64 << 10) + 1) + b"\n"
        )
        sys.stdout.buffer.flush()
