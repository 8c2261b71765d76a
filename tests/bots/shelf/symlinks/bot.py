# Bends names so that they lead elsewhere.
# verdict: ok
# note: all 9 refused

import os

from trying import Trying, run


class Symlinks(Trying):
    attempts = {
        "a symlink": lambda: os.symlink("/etc/passwd", "/box/shelf-mark"),
        "a link": lambda: os.link("/club/games/core.py", "/box/shelf-mark"),
        "another name": lambda: os.rename("/club/games/core.py", "/club/games/shelf-mark"),
        "no name": lambda: os.unlink("/club/games/core.py"),
        "other rights": lambda: os.chmod("/club", 0o777),
        "another owner": lambda: os.chown("/club", 0, 0),
        "another time": lambda: os.utime("/club/games/core.py"),
        "an attribute": lambda: os.setxattr("/club", "user.x", b"x"),
        "up and out": lambda: open("/box/" + "../" * 20 + "etc/shadow"),
    }


run(Symlinks)
