"""What holds on SQLite holds on PostgreSQL, with tables that the migrations made."""

import os
import subprocess
import sys

from tests.parts import ROOT


def test_the_tests_of_the_database_pass_on_postgresql(postgres_url: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "VAR"}
    elsewhere = [f"--ignore=tests/{folder}" for folder in ("games", "bots", "browser")]
    at_once = ["--numprocesses", "2", "--dist", "loadgroup"]  # it is the longest test of all
    which = ["-p", "no:cacheprovider", "-m", "database", "--migrations", *elsewhere]
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", *at_once, *which],
        cwd=ROOT,
        env={**environment, "DATABASE_URL": postgres_url},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert tests.returncode == 0, tests.stdout
