# A zip with packages, a folder that serves as one, and data.
# verdict: ok
# note: deep, deeper, data

import pkgutil

from bots.sdk import data
from deep import name
from folder.deeper import name as deeper
from trying import Trying, run


class ZipWithPackages(Trying):
    def note(self):
        assert pkgutil.get_data("deep", "data.txt") == data("deep/data.txt")
        return f"{name}, {deeper}, {data('deep/data.txt').decode().strip()}"


run(ZipWithPackages)
