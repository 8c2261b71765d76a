"""The SDK, by conversations with a bot that runs on it."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
import sys
from typing import Any

from bots import protocol

HELLO = {
    "type": "hello",
    "protocol": 1,
    "match": "amoins",
    "options": {},
    "seat": 1,
    "seats": 3,
    "names": ["alice", "bob", "charlie"],
    "limits": {"start_s": 5, "move_s": 1, "bank_s": 20},
    "seed": "9f" * 32,
    "later": "a key of a later version",
}
MOVE = {
    "type": "move",
    "id": "q7",
    "deal": 0,
    "game": "amoins",
    "points": [0, 0, 0],
    "events": [{"what": "pass"}],
    "view": {"hand": ["r6g0"]},
    "legal": ["r6g0", "draw"],
    "bank_s": 19.5,
    "later": 1,
}


def talk(body: str, *messages: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """What a bot with this body answers to these messages, and what it writes to stderr."""
    source = (
        f"import random\nfrom bots.sdk import Bot, run\nclass MyBot(Bot):\n{body}\nrun(MyBot)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", source],
        input=b"".join(map(protocol.line, messages)),
        capture_output=True,
        check=True,
    )
    return [json.loads(line) for line in said.stdout.splitlines()], said.stderr.decode()


def test_a_bot_says_who_it_is_without_beginning_a_match() -> None:
    body = (
        '    name, version, plays = "alice", "3", ("xxl-pur", "quibbles")\n'
        "    def begin(self, hello): raise RuntimeError\n"
        "    def choose(self, turn): return turn.legal[0]"
    )
    answers, _ = talk(body, {"type": "hello", "protocol": 1})
    plays = ["xxl-pur", "quibbles"]
    assert answers == [{"type": "ready", "name": "alice", "version": "3", "plays": plays}]


def test_a_hello_with_an_id_is_answered_with_it() -> None:
    answers, _ = talk("    pass", {"type": "hello", "protocol": 1, "id": "x1"})
    assert answers == [{"type": "ready", "name": "", "version": "", "id": "x1"}]


def test_a_bot_that_does_not_say_what_it_plays_plays_all() -> None:
    answers, _ = talk("    pass", {"type": "hello", "protocol": 1})
    assert answers == [{"type": "ready", "name": "", "version": ""}]


def test_chances_come_from_the_seed_of_the_match() -> None:
    body = (
        "    def begin(self, hello): self.hello = hello\n"
        "    def choose(self, turn):\n"
        "        turn.note = f'{random.random()} {self.hello.seed} {self.hello.names}'\n"
        "        return turn.legal[1]"
    )
    answers, _ = talk(body, HELLO, MOVE)
    chance = random.Random("9f" * 32).random()
    assert answers[1:] == [
        {"id": "q7", "move": "draw", "note": f"{chance} {'9f' * 32} ['alice', 'bob', 'charlie']"}
    ]


def test_events_that_went_ahead_come_with_the_question() -> None:
    body = (
        "    def choose(self, turn):\n"
        "        turn.note = ' '.join(event['what'] for event in turn.events)\n"
        "        return turn.legal[0]"
    )
    ahead = {"type": "events", "events": [{"what": "play"}, {"what": "draw"}]}
    answers, _ = talk(body, HELLO, ahead, MOVE, MOVE)
    assert [answer["note"] for answer in answers[1:]] == ["play draw pass", "pass"]


def test_what_a_bot_prints_goes_to_its_log() -> None:
    body = (
        "    def choose(self, turn):\n"
        "        print('thinking')\n"
        "        return turn.legal[0]\n"
        "    def over(self, totals, places):\n"
        "        import os\n"
        "        print(totals, places)\n"
        "        os._exit(0)"  # which gives nobody the time to write out what is left
    )
    over = {"type": "over", "totals": [1, 2, 3], "places": [1, 2, 3]}
    answers, log = talk(body, HELLO, MOVE, over)
    assert [answer.get("move") for answer in answers] == [None, "r6g0"]
    assert log == "thinking\n[1, 2, 3] [1, 2, 3]\n"


def test_started_by_hand_it_says_what_to_type() -> None:
    ours, theirs = pty.openpty()
    script = "from bots.sdk import Bot, run; run(Bot)"
    done = subprocess.run(
        [sys.executable, "-c", script], stdin=theirs, stderr=subprocess.PIPE, text=True
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 1
    assert done.stderr == "A bot talks to a referee. Try: python3 -m bots check -c\n"
