# Becomes another program.
# verdict: ok
# note: all 5 refused

import os
import subprocess

from trying import Trying, run, syscall


class Exec(Trying):
    attempts = {
        "exec": lambda: os.execv("/usr/bin/python3", ["python3"]),
        "spawn": lambda: os.posix_spawn("/usr/bin/python3", ["python3"], {}),
        "a shell": lambda: subprocess.run(["/bin/sh", "-c", "true"]),
        "the loader": lambda: os.execv("/lib64/ld-linux-x86-64.so.2", ["ld"]),
        "execveat": lambda: syscall(322, -100, b"/usr/bin/python3", 0, 0, 0),
    }


run(Exec)
