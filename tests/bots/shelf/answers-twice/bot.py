# Answers each question twice; the second says what nobody asked.
# verdict: ok

import json
import sys

print('{"type": "ready"}', flush=True)
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        asked, move = message["id"].encode(), message["legal"][0].encode()
        sys.stdout.buffer.write(2 * (b'{"id": "' + asked + b'", "move": "' + move + b'"}\n'))
        sys.stdout.buffer.flush()
