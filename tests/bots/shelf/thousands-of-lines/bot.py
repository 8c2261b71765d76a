# Sends small lines, each of which has to be read.
# verdict: flood
# cpu_s: 3

import json
import sys

print('{"type": "ready"}', flush=True)
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        asked, move = message["id"].encode(), message["legal"][0].encode()
        sys.stdout.buffer.write(b"{}\n" * 400_000)
        sys.stdout.buffer.flush()
