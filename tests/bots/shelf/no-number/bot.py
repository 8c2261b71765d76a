# Sends what is no number.
# verdict: malformed

import json
import sys

print('{"type": "ready"}', flush=True)
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        asked, move = message["id"].encode(), message["legal"][0].encode()
        sys.stdout.buffer.write(b'{"id": NaN}\n')
        sys.stdout.buffer.flush()
