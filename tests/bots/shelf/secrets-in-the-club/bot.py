# Reads all it can see, for what others may not know: a seed, a name, a key.
# verdict: ok
# note: nothing

import os

from trying import Trying, run

SECRET = bytes(reversed(b"terces-a-si-siht"))


class SecretsInTheClub(Trying):
    def note(self):
        for place in ("/club", "/box", "/dev"):
            for folder, _, files in os.walk(place):
                for name in files:
                    with open(os.path.join(folder, name), "rb") as file:
                        if SECRET in file.read():
                            return name
        return "nothing"


run(SecretsInTheClub)
