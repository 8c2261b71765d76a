# Looks for secrets in its environment.
# verdict: ok
# note: LC_ALL MALLOC_ARENA_MAX PWD PYTHONHASHSEED

import os

from trying import Trying, run


class Environment(Trying):
    def note(self):
        return " ".join(sorted(os.environ))


run(Environment)
