# Answers a question that was not asked.
# verdict: late

import json
import sys

print('{"type": "ready"}', flush=True)
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "move":
        asked, move = message["id"].encode(), message["legal"][0].encode()
        sys.stdout.buffer.write(b'{"id": "q1", "move": "' + move + b'"}\n')
        sys.stdout.buffer.flush()
