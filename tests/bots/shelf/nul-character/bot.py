# Sends the character that no database takes.
# verdict: malformed

import json
import sys

print('{"type": "ready"}', flush=True)
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        asked, move = message["id"].encode(), message["legal"][0].encode()
        sys.stdout.buffer.write(
            b'{"id": "' + asked + b'", "move": "' + move + b'", "note": "\\u0000"}\n'
        )
        sys.stdout.buffer.flush()
