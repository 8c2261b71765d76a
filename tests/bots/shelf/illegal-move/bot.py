# Plays what is not open.
# verdict: illegal

import json
import sys

print('{"type": "ready"}', flush=True)
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        asked, move = message["id"].encode(), message["legal"][0].encode()
        sys.stdout.buffer.write(b'{"id": "' + asked + b'", "move": "all of them"}\n')
        sys.stdout.buffer.flush()
